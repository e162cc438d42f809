/** Representatives against all elements of the group, for groups of every structure acting on slots and values. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import { elements } from "../../src/group/elements.ts";
import { facts } from "../../src/model/facts.ts";
import type { Model } from "../../src/model/model.ts";
import { planRepresentatives } from "../../src/symmetry/representatives/plan-representatives.ts";
import type { Plan } from "../../src/symmetry/representatives/plan.ts";
import { symmetryGroup, symmetryOf } from "../../src/symmetry/symmetry-group.ts";
import type { SymmetryGroup } from "../../src/symmetry/symmetry-group.ts";
import { imageOfState } from "../../src/symmetry/symmetry.ts";
import { Random } from "../../src/util/random.ts";
import { arbitrarySlotGroup } from "../support/arbitrary-slot-group.ts";
import { believed } from "../support/believed-group.ts";
import { times } from "../support/random-runs.ts";
import {
  freeModel,
  groupBy,
  hypercubeGenerators,
  modelOf,
  orbitOf,
  someState,
  symmetricGenerators,
} from "../support/symmetric-slots.ts";
import type { Action } from "../support/symmetric-slots.ts";

const mostElements = 3000n;

interface Case {
  readonly name: string;
  readonly model: Model;
  readonly group: SymmetryGroup;
  readonly plan: string;
}

const rows = symmetricGenerators;

function move(p: readonly number[]): (name: string, indices: readonly number[]) => readonly number[] {
  return (_, indices) => indices.map((i) => p[i]!);
}

function make(name: string, plan: string, text: string, actions: readonly Action[]): Case {
  const model = modelOf(text);
  return { name, model, group: groupBy(model, actions), plan };
}

const cases: readonly Case[] = [
  make(
    "rows of two slots",
    "sort",
    "var a: array [0..4] of 0..2 = *\nvar b: array [0..4] of 3..4 = *",
    rows(5).map((p) => ({ slot: move(p) })),
  ),
  make(
    "rows of more than 64 bits",
    "sort",
    Array.from({ length: 9 }, (_, k) => `var a${k}: array [0..3] of 0..1023 = *`).join("\n"),
    rows(4).map((p) => ({ slot: move(p) })),
  ),
  make(
    "process numbers in global slots and in a queue",
    "sort",
    // An empty cell holds 0, so processes are 1 to 4 there.
    "var a: array [0..3] of 0..1 = *\nvar owner: 0..4 = *\nvar q: queue [3] of 0..4 = *",
    rows(4).map((p) => ({
      slot: (name: string, indices: readonly number[]) => (name === "a" ? indices.map((i) => p[i]!) : indices),
      value: (name: string, _: readonly number[], value: number) => {
        if (name === "owner") return p[value] ?? value;
        return name === "q" && value > 0 ? p[value - 1]! + 1 : value;
      },
    })),
  ),
  make(
    "pointers between rows",
    "refine",
    "var next: array [0..4] of 0..5 = *\nvar a: array [0..4] of 0..1 = *",
    rows(5).map((p) => ({ slot: move(p), value: (name, _, v) => (name === "next" ? (p[v] ?? v) : v) })),
  ),
  make(
    "a slot for each pair of rows",
    "refine",
    "var m: array [0..4] of array [0..4] of 0..1 = *\nvar a: array [0..4] of 0..1 = *",
    rows(5).map((p) => ({ slot: move(p) })),
  ),
  make(
    "process numbers in a slot for each pair of rows",
    "refine",
    "var m: array [0..3] of array [0..3] of 0..4 = *",
    rows(4).map((p) => ({ slot: move(p), value: (_, __, v) => p[v] ?? v })),
  ),
  make("processes and values", "cosets", "var x: array [0..3] of 0..2 = *\nvar a: array [0..3] of 0..1 = *", [
    ...rows(4).map((p) => ({ slot: move(p) })),
    ...rows(3).map((p) => ({
      slot: (_: string, indices: readonly number[]) => indices,
      value: (name: string, _: readonly number[], v: number) => (name === "x" ? p[v]! : v),
    })),
  ]),
  make("a table of processes and values", "cosets", "var x: array [0..3] of array [0..4] of 0..1 = *", [
    ...rows(4).map((p) => ({ slot: (_: string, [i, j]: readonly number[]) => [p[i!]!, j!] })),
    ...rows(5).map((p) => ({ slot: (_: string, [i, j]: readonly number[]) => [i!, p[j!]!] })),
  ]),
  make("a table of which one side turns", "cosets", "var x: array [0..3] of array [0..4] of 0..1 = *", [
    ...rows(4).map((p) => ({ slot: (_: string, [i, j]: readonly number[]) => [p[i!]!, j!] })),
    { slot: (_: string, [i, j]: readonly number[]) => [i!, (j! + 1) % 5] },
  ]),
  make("a ring", "search", "var a: array [0..6] of 0..2 = *\nvar b: array [0..6] of 0..1 = *", [
    { slot: move(rows(7)[1]!) },
  ]),
  make("a ring with process numbers", "search", "var a: array [0..5] of 0..5 = *\nvar b: 0..5 = *", [
    {
      slot: (name, indices) => (name === "a" ? indices.map((i) => (i + 1) % 6) : []),
      value: (_, __, v) => (v + 1) % 6,
    },
  ]),
  make(
    "a ring that turns round, left and right exchanged",
    "search",
    "var a: array [0..6] of 0..2 = *\nvar b: 0..1 = *",
    [
      { slot: move(rows(7)[1]!) },
      { slot: (_, indices) => indices.map((i) => 6 - i), value: (_, __, v) => (v < 2 ? 1 - v : v) },
    ],
  ),
  make(
    "the nodes of a hypercube",
    "search",
    "var a: array [0..15] of 0..1 = *",
    hypercubeGenerators(4).map((p) => ({ slot: move(p) })),
  ),
  make(
    "the nodes of a hypercube, all of them in the window",
    "window",
    "var a: array [0..15] of 0..1 = *\nvar other: 0..1 = *",
    hypercubeGenerators(4).map((p) => ({ slot: move(p) })),
  ),
  make(
    "the nodes of a hypercube of 32 nodes, and something else",
    "window",
    "var a: array [0..31] of 4..5 = *\nvar other: 0..6 = *",
    hypercubeGenerators(5).map((p) => ({ slot: move(p) })),
  ),
  make(
    "nodes with two slots, in two words",
    "window",
    "var a: array [0..15] of 0..1 = *\nvar other: array [0..2] of 0..6 = *\nvar b: array [0..15] of 1..3 = *",
    hypercubeGenerators(4).map((p) => ({
      slot: (name: string, indices: readonly number[]) => (name === "other" ? indices : indices.map((i) => p[i]!)),
    })),
  ),
  make(
    "nodes of two bits, with a quarter of them in the window",
    "window",
    "var a: array [0..31] of 0..3 = *",
    hypercubeGenerators(5).map((p) => ({ slot: move(p) })),
  ),
  make(
    "nodes of four bits, in three words",
    "window",
    "var other: 0..99 = *\nvar a: array [0..15] of 0..4 = *\nvar b: array [0..15] of 0..1 = *",
    hypercubeGenerators(4).map((p) => ({ slot: move(p) })),
  ),
  make(
    "the nodes of a cube that hold nodes",
    // A symmetry of the cube permutes the four diagonals, and may turn all of them round.
    "refine",
    "var a: array [0..7] of 0..8 = *\nvar b: 0..7 = *",
    hypercubeGenerators(3).map((p) => ({
      slot: (name: string, indices: readonly number[]) => (name === "a" ? indices.map((i) => p[i]!) : []),
      value: (_: string, __: readonly number[], v: number) => p[v] ?? v,
    })),
  ),
  make("S3 wr S2", "sequence", "var a: array [0..1] of array [0..2] of 0..2 = *\nvar c: array [0..1] of 0..1 = *", [
    ...rows(3).map((p) => ({
      slot: (_: string, [i, j]: readonly number[]) =>
        i === 0 && j !== undefined ? [0, p[j]!] : [i!, ...(j === undefined ? [] : [j])],
    })),
    { slot: (_: string, [i, j]: readonly number[]) => [1 - i!, ...(j === undefined ? [] : [j])] },
  ]),
  make("S2 wr S2 wr S2", "sequence", "var a: array [0..7] of 0..2 = *", [
    { slot: move([1, 0, 2, 3, 4, 5, 6, 7]) },
    { slot: move([2, 3, 0, 1, 4, 5, 6, 7]) },
    { slot: move([4, 5, 6, 7, 0, 1, 2, 3]) },
  ]),
  make("C3 wr S3", "sequence", "var a: array [0..8] of 0..1 = *", [
    { slot: move([1, 2, 0, 3, 4, 5, 6, 7, 8]) },
    { slot: move([3, 4, 5, 0, 1, 2, 6, 7, 8]) },
    { slot: move([3, 4, 5, 6, 7, 8, 0, 1, 2]) },
  ]),
  make(
    "S3 wr S2 whose elements are held elsewhere",
    "search",
    "var a: array [0..5] of 0..1 = *\nvar owner: 0..5 = *\nvar d: array [0..5] of 0..5 = *",
    [
      ...[
        [1, 0, 2, 3, 4, 5],
        [1, 2, 0, 3, 4, 5],
        [3, 4, 5, 0, 1, 2],
      ].map((p) => ({
        slot: (_: string, indices: readonly number[]) => indices.map((i) => p[i]!),
        value: (name: string, _: readonly number[], v: number) => (name === "a" ? v : p[v]!),
      })),
    ],
  ),
  make(
    "a disjoint product",
    "sequence",
    "var a: array [0..2] of 0..2 = *\nvar b: array [0..4] of 0..1 = *\nvar o: 0..2 = *",
    [
      ...rows(3).map((p) => ({
        slot: (name: string, indices: readonly number[]) => (name === "a" ? indices.map((i) => p[i]!) : indices),
        value: (name: string, _: readonly number[], v: number) => (name === "o" ? p[v]! : v),
      })),
      { slot: (name: string, [i]: readonly number[]) => (name === "b" ? [(i! + 1) % 5] : i === undefined ? [] : [i]) },
    ],
  ),
  make("an alternating group", "search", "var a: array [0..4] of 0..4 = *", [
    { slot: move([1, 2, 0, 3, 4]) },
    { slot: move([1, 2, 3, 4, 0]) },
  ]),
];

test.each(cases)("$name: representatives are unique, and orbits counted", ({ model, group, plan }) => {
  expect(planOf(model, group).kind).toBe(plan);
  expectLaws(model, group, "unique", 12);
});

test.each(cases)("$name: several representatives are states of the orbit", ({ model, group }) => {
  expectLaws(model, group, "multiple", 6);
});

/** Orbits that others have counted: the sequences of the Online Encyclopedia of Integer Sequences. */
test.each([
  ["relations on 4 points, A000595", "m", "0..3", 3044, 2n ** 16n],
  ["tables of 5 by 5 bits, A002724", "x", "0..4", 5624, 2n ** 25n],
  ["Boolean functions of 4 variables, A000616", "cube", "0..15", 402, 2n ** 16n],
  ["partial functions on 7 points, A126285", "next", "0..6", 929, 8n ** 7n],
] as const)("%s", (_, kind, range, states, unreduced) => {
  const n = Number(range.slice(3)) + 1;
  const [type, none] = kind === "next" ? [`0..${n}`, n] : ["0..1", 0];
  const isTable = kind === "m" || kind === "x";
  const element = isTable ? `array [P] of ${type}` : type;
  const target = isTable ? "a[i][j]" : "a[i]";
  const model = modelOf(`
    type P = ${range}
    var a: array [P] of ${element} = ${none}
    transition t(i: P, j: P, v: ${type}) when ${target} == ${none} { ${target} := v; }
  `);
  const actions: Action[] =
    kind === "x"
      ? rows(n).flatMap((p) => [
          { slot: (_: string, [i, j]: readonly number[]) => [p[i!]!, j!] },
          { slot: (_: string, [i, j]: readonly number[]) => [i!, p[j!]!] },
        ])
      : (kind === "cube" ? hypercubeGenerators(4) : rows(n)).map((p) => ({
          slot: move(p),
          ...(kind === "next" ? { value: (_: string, __: readonly number[], v: number) => p[v] ?? v } : {}),
        }));
  const exploration = new Exploration(compile(model, [], { fingerprints: false, symmetry: groupBy(model, actions) }));
  while (exploration.step());
  expect(exploration.states).toBe(states);
  expect(exploration.unreducedStates).toBe(unreduced);
});

test.each([
  { low: 0, high: 1, ninth: 3 },
  { low: 1, high: 3, ninth: 0 },
])("slots that are packed unlike are not exchanged as bits: $low to $high, and $ninth", ({ low, high, ninth }) => {
  // The range of a includes its ninth element. That of b does not, and elements of a and b are exchanged.
  const model = modelOf(`
    type P = 0..7
    var a: array [0..8] of 0..3 = [${`${low}, `.repeat(8)}${ninth}]
    var b: array [P] of ${low}..${high} = ${low}
    var other: 0..1 = *
    ${Array.from({ length: 8 }, (_, i) => `transition a${i}(v: ${low}..${high}) { a[${i}] := v; }`).join("\n")}
    transition change(i: P, v: ${low}..${high}) { b[i] := v; }`);
  const { domains } = facts(model);
  const slots = [...domains.keys()];
  const onBoth = (p: readonly number[]): number[] =>
    slots.map((i) => (i < 8 ? p[i]! : i > 8 && i < 17 ? p[i - 9]! + 9 : i));
  const exchange = slots.map((i) => (i < 8 ? i + 9 : i > 8 && i < 17 ? i - 9 : i));
  // PSL(2, 7): x + 1 and -1 / x, with 7 for infinity.
  const linear = [
    [1, 2, 3, 4, 5, 6, 0, 7],
    [7, 6, 3, 2, 5, 4, 1, 0],
  ];
  const moves = [exchange, ...linear.map(onBoth)];
  const group = symmetryGroup(moves.map((p) => ({ slots: Int32Array.from(p), values: new Map() })), domains); // prettier-ignore
  expect(planOf(model, group).kind).toBe("window");
  expectLaws(model, group, "unique", 8);
});

test("equal leaves that no symmetry of the state maps to each other are not counted as symmetries", () => {
  // All refined keys of this graph are equal. Two different points led to the same matrix: 30 instead of 60.
  const state = [1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1];
  const model = modelOf("var m: array [0..4] of array [0..4] of 0..1 = *");
  const group = groupBy(
    model,
    rows(5).map((p) => ({ slot: move(p) })),
  );
  const written = modelOf(`
    var m: array [0..4] of array [0..4] of 0..1 = 0
    transition t(i: 0..4, j: 0..4) { m[i][j] := 1 - m[i][j]; }`);
  const exploration = new Exploration(compile(written, [], { fingerprints: false, symmetry: group }));
  expect(orbitOf(group, state).size).toBe(60);
  expect(exploration.space.orbitSizeOf(exploration.space.representativeOf(state))).toBe(60n);
});

test("representatives are right for random groups of all structures", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(arbitrarySlotGroup(), ({ ranges, generators }) => {
      const model = freeModel(ranges);
      const group = symmetryGroup(generators, facts(model).domains);
      if (group.group.order === 1n || group.group.order > mostElements) return;
      for (const kind of kindsOf(planOf(model, group))) seen.add(kind);
      expectLaws(model, group, "unique", 3);
      expectLaws(model, group, "multiple", 1);
    }),
    { numRuns: times(300) },
  );
  expect([...seen].sort()).toEqual(["cosets", "refine", "search", "sequence", "sort"]);
});

function kindsOf(plan: Plan): string[] {
  return plan.kind === "sequence" ? ["sequence", ...plan.parts.flatMap((part) => kindsOf(part))] : [plan.kind];
}

function planOf(model: Model, group: SymmetryGroup): Plan {
  const { domains } = facts(model);
  const bitsOf = (slot: number): number => 32 - Math.clz32(domains[slot]!.high - domains[slot]!.low);
  return planRepresentatives(group, { bitsOf, mode: "unique" }).plan;
}

function expectLaws(model: Model, group: SymmetryGroup, mode: "unique" | "multiple", count: number): void {
  const compiled = compile(model, [], { fingerprints: false, symmetry: believed(group), representatives: mode });
  const exploration = new Exploration(compiled);
  const domains = facts(model).domains;
  const random = new Random(count);
  for (let k = 0; k < count; k++) {
    const state = someState(domains, random, k);
    const orbit = orbitOf(group, state);
    const representative = exploration.space.representativeOf(state);
    expect(orbit.has(representative.join()), `${representative.join()} for ${state.join()}`).toBe(true);
    expect(exploration.space.representativeOf(representative)).toEqual(representative);
    if (mode === "multiple") continue;
    expect(exploration.isUnique).toBe(true);
    expect(exploration.space.orbitSizeOf(representative)).toBe(BigInt(orbit.size));
    for (const p of elements(group.group)) {
      const image = imageOfState(symmetryOf(group, p), state);
      const found = exploration.space.representativeOf(image);
      if (found.join() !== representative.join()) expect(found, image.join()).toEqual(representative);
    }
  }
}
