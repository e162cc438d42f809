/** Orbits, and sums of orbits, are counted up to 2^62; beyond that nothing is claimed. */
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import type { Model } from "../../src/model/model.ts";
import { groupBy, modelOf, symmetricGenerators } from "../support/symmetric-slots.ts";
import type { Action } from "../support/symmetric-slots.ts";

const explorationOf = (model: Model, actions: readonly Action[]): Exploration =>
  new Exploration(compile(model, [], { fingerprints: false, symmetry: groupBy(model, actions) }));

/** Permutes the indices of one array. */
const rowsOf = (array: string, n: number): Action[] =>
  symmetricGenerators(n).map((p) => ({
    slot: (name, indices) => (name === array ? indices.map((i) => p[i]!) : indices),
  }));

const bits = (length: number, ones: number): number[] => Array.from({ length }, (_, i) => (i < ones ? 1 : 0));

/**
 * The size of the orbit of a state. It is the first question: after one orbit that is too large, no sizes are known.
 */
function orbitSize(model: Model, actions: readonly Action[], state: readonly number[]): bigint | undefined {
  const exploration = explorationOf(model, actions);
  return exploration.space.orbitSizeOf(exploration.space.representativeOf([...state]));
}

function binomial(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 1; i <= k; i++) result = (result * BigInt(n - k + i)) / BigInt(i);
  return result;
}

test("an orbit of rows that are sorted", () => {
  const model = modelOf("var a: array [0..69] of 0..1 = *");
  const rows = rowsOf("a", 70);
  expect(orbitSize(model, rows, bits(70, 1))).toBe(70n);
  expect(orbitSize(model, rows, bits(70, 8))).toBe(binomial(70, 8));
  // More than 2^66.
  expect(orbitSize(model, rows, bits(70, 35))).toBeUndefined();
});

test("an orbit that is the product of two", () => {
  const model = modelOf("var a: array [0..39] of 0..1 = *\nvar b: array [0..39] of 0..1 = *");
  const rows = [...rowsOf("a", 40), ...rowsOf("b", 40)];
  expect(orbitSize(model, rows, [...bits(40, 20), ...bits(40, 3)])).toBe(binomial(40, 20) * binomial(40, 3));
  // Each factor has 37 bits.
  expect(orbitSize(model, rows, [...bits(40, 20), ...bits(40, 20)])).toBeUndefined();
});

test("an orbit in a group of more than 2^62 elements, by refinement", () => {
  const size = (n: number, state: readonly number[]): bigint | undefined => {
    const model = modelOf(`var next: array [0..${n - 1}] of 0..${n} = *`);
    const rows = symmetricGenerators(n).map((p): Action => ({
      slot: (_, indices) => indices.map((i) => p[i]!),
      value: (_, __, v) => p[v] ?? v,
    }));
    return orbitSize(model, rows, state);
  };
  // One row refers to another, all others to none.
  const single = (n: number): number[] => [1, ...new Array<number>(n - 1).fill(n)];
  expect(size(20, single(20))).toBe(20n * 19n);
  expect(size(21, single(21))).toBeUndefined();
  // A chain with two first rows: half of 23!, which would be a number in 64 bits, and a wrong one.
  const chain = Array.from({ length: 23 }, (_, i) => (i === 21 ? 23 : i === 22 ? 1 : i + 1));
  expect(size(23, chain)).toBeUndefined();
});

test.each([
  [31, 2n ** 61n],
  [63, 2n ** 62n],
  [64, undefined],
  [127, undefined],
  // The sum would be 2^64 and more, which is 0 in 64 bits.
  [255, undefined],
  [256, undefined],
])("a sum of orbits: 2^56 states times %i and one", (most, states) => {
  const model = modelOf(`
    var a: array [0..55] of 0..1 = 0
    var x: 0..${most} = 0
    transition raise(i: 0..55) { a[i] := 1; }
    transition next when x < ${most} { x := x + 1; }`);
  const exploration = explorationOf(model, rowsOf("a", 56));
  while (exploration.step());
  expect(exploration.states).toBe(57 * (most + 1));
  expect(exploration.isUnique).toBe(true);
  expect(exploration.unreducedStates).toBe(states);
});
