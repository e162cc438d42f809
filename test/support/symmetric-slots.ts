/**
 * Models and groups for tests of representatives: a model with given slots, and groups that act on them in various
 * ways.
 */

import { elements } from "../../src/group/elements.ts";
import { parse } from "../../src/languages/parse.ts";
import type { Domain } from "../../src/model/domains.ts";
import { facts } from "../../src/model/facts.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import type { Slot } from "../../src/model/slots.ts";
import { symmetryGroup, symmetryOf } from "../../src/symmetry/symmetry-group.ts";
import type { SymmetryGroup } from "../../src/symmetry/symmetry-group.ts";
import type { Symmetry } from "../../src/symmetry/symmetry.ts";
import { imageOfState } from "../../src/symmetry/symmetry.ts";
import type { ValidatedGroup } from "../../src/symmetry/validator/validator.ts";
import type { Random } from "../../src/util/random.ts";
import { believed } from "./believed-group.ts";

export function modelOf(text: string, defines: Readonly<Record<string, string>> = {}): Model {
  const { model, diagnostics } = parse(text, { name: "test.seq", defines });
  if (!model) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return model;
}

/** A model in which every slot takes all its values: slot i has the values `lows[i]` to `highs[i]`. */
export function freeModel(ranges: readonly (readonly [low: number, high: number])[]): Model {
  return modelOf(
    ranges
      .map(
        ([low, high], i) => `var s${i}: ${low}..${high} = ${low}\ntransition t${i}(v: ${low}..${high}) { s${i} := v; }`,
      )
      .join("\n"),
  );
}

/** The action on a slot and on its values, given the parts of its name: `next[2].id` is `next`, [2], `.id`. */
export interface Action {
  slot(name: string, indices: readonly number[]): readonly number[];
  value?(name: string, indices: readonly number[], value: number): number;
}

/** The symmetry that moves the slots of a model by their indices, and changes their values. */
export function symmetryBy(model: Model, action: Action): Symmetry {
  const { slots } = facts(model);
  const numbers = new Map(slots.map(({ name }, i) => [name, i]));
  const domains = facts(model).domains;
  const values = new Map<number, Map<number, number>>();
  const images = slots.map((slot, i) => {
    const { base, indices } = takeApart(slot);
    const to = action.slot(base, indices);
    let k = 0;
    const map = new Map<number, number>();
    for (let value = domains[i]!.low; value <= domains[i]!.high; value++) {
      const image = action.value?.(base, indices, value) ?? value;
      if (image !== value) map.set(value, image);
    }
    if (map.size > 0) values.set(i, map);
    return numbers.get(slot.name.replaceAll(/\[\d+\]/g, (text) => (k < to.length ? `[${to[k++]}]` : text)))!;
  });
  return { slots: Int32Array.from(images), values };
}

function takeApart({ name }: Slot): { readonly base: string; readonly indices: readonly number[] } {
  return {
    base: name.replaceAll(/\[\d+\]/g, ""),
    indices: Array.from(name.matchAll(/\[(\d+)\]/g), ([, index]) => Number(index)),
  };
}

/** A transposition of the first two numbers, and a rotation of all. */
export function symmetricGenerators(n: number): number[][] {
  return [Array.from({ length: n }, (_, i) => (i < 2 ? 1 - i : i)), Array.from({ length: n }, (_, i) => (i + 1) % n)];
}

/** A flip of the first digit of the nodes of a hypercube, and exchanges of neighboring digits. */
export function hypercubeGenerators(dimension: number): number[][] {
  const nodes = Array.from({ length: 2 ** dimension }, (_, i) => i);
  const exchange = (i: number) => (node: number) => {
    const [a, b] = [(node >> i) & 1, (node >> (i + 1)) & 1];
    return (node & ~(3 << i)) | (a << (i + 1)) | (b << i);
  };
  return [nodes.map((node) => node ^ 1), ...nodes.slice(0, dimension - 1).map((i) => nodes.map(exchange(i)))];
}

/** The k-th of some random states: some with much symmetry, and some with little. */
export function someState(domains: readonly Domain[], random: Random, k: number): number[] {
  const spread = k % 3 === 0 ? Infinity : 1 + (k % 3);
  // In every fourth state, few slots differ from their lowest values.
  const isRare = k % 4 === 1;
  return domains.map(({ low, high }) => {
    const changes = !isRare || random.below(domains.length) < k >> 2;
    return low + (changes ? random.below(Math.min(spread, high - low + 1)) : 0);
  });
}

/** These need not be symmetries of the model. */
export function groupBy(model: Model, actions: readonly Action[]): ValidatedGroup {
  const generators = actions.map((action) => symmetryBy(model, action));
  return believed(symmetryGroup(generators, facts(model).domains));
}

/** All images of a state, each once. */
export function orbitOf(group: SymmetryGroup, state: State): Set<string> {
  const images = new Set<string>();
  for (const p of elements(group.group)) images.add(imageOfState(symmetryOf(group, p), state).join());
  return images;
}
