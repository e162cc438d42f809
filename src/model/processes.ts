/**
 * The processes of a model, numbered: whatever owns a transition or takes part in one.
 *
 * The indices of an owner mention parameters and constants only, so all owners can be listed beforehand. Processes of one name have
 * numbers in the order of their indices, as elements of an array would; where indices leave gaps, some numbers belong to nobody.
 */

import { interpreter, valuesOf } from "./interpret.ts";
import type { Model, Owner, Transition } from "./model.ts";
import { participantsOf, visitExpression } from "./traverse.ts";

export interface Processes {
  /** By number; undefined for a number that belongs to nobody. */
  readonly names: readonly (string | undefined)[];
  readonly families: ReadonlyMap<string, Family>;
}

/** Processes of one name: number `base + sum of (index - low) * stride`. */
export interface Family {
  readonly base: number;
  readonly lows: readonly number[];
  readonly strides: readonly number[];
}

/** More combinations than this of the parameters that an owner mentions are not listed. */
const choiceLimit = 65_536;

/** Undefined if there are too many processes to be listed. */
export function processesOf(model: Model): Processes | undefined {
  const reference = interpreter(model);
  const found = new Map<string, number[][]>();
  for (const transition of model.transitions) {
    for (const owner of participantsOf(transition)) {
      const indices = found.get(owner.process) ?? [];
      found.set(owner.process, indices);
      const choices = choicesOf(owner, transition);
      if (!choices) return undefined;
      for (const choice of choices) indices.push([...reference.ownerIndices({ transition, choice }, owner)]);
    }
  }
  const names: (string | undefined)[] = [];
  const families = new Map<string, Family>();
  for (const [process, list] of found) {
    const rank = Math.max(...list.map((indices) => indices.length));
    const range = Array.from({ length: rank }, (_, k) => list.map((indices) => indices[k] ?? 0));
    const lows = range.map((values) => Math.min(...values));
    const sizes = range.map((values, k) => Math.max(...values) - lows[k]! + 1);
    const strides = sizes.map((_, k) => sizes.slice(k + 1).reduce((product, size) => product * size, 1));
    const family = { base: names.length, lows, strides };
    families.set(process, family);
    const count = sizes.reduce((product, size) => product * size, 1);
    if (count > choiceLimit) return undefined;
    names.length += count;
    for (const indices of list) {
      names[processNumber(family, indices)] = indices.length === 0 ? process : `${process}[${indices.join(", ")}]`;
    }
  }
  return { names, families };
}

export function processNumber({ base, lows, strides }: Family, indices: readonly number[]): number {
  return lows.reduce((number, low, k) => number + ((indices[k] ?? 0) - low) * strides[k]!, base);
}

/** All choices, up to parameters that the owner does not mention. */
function choicesOf(owner: Owner, { parameters }: Transition): number[][][] | undefined {
  const mentioned = new Set<string>();
  for (const index of owner.indices) {
    visitExpression(index, (part) => part.kind === "local" && mentioned.add(part.name));
  }
  let choices: number[][][] = [[]];
  for (const { name, type } of parameters) {
    const values: number[][] = [];
    for (const value of valuesOf(type)) {
      values.push(value);
      if (!mentioned.has(name)) break;
      if (values.length * choices.length > choiceLimit) return undefined;
    }
    choices = choices.flatMap((choice) => values.map((value) => [...choice, value]));
  }
  return choices;
}
