/** Checks with partial-order reduction, alone and with symmetries, in every language: the verdicts are those of full searches. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check, parse, printModel } from "../../src/index.ts";
import type { CheckOptions } from "../../src/index.ts";
import { expected, times } from "../support/random-runs.ts";
import { compare, kinds } from "./comparison.ts";

describe.each(kinds)("$name", ({ models, share }) => {
  test("have the verdicts of full searches", async () => {
    const count = Math.round(200 * share);
    let [reduced, compared] = [0, 0];
    await fc.assert(
      fc.asyncProperty(models, async (model) => {
        const found = model && (await compare(model));
        if (!found) return;
        expect(found.problems, printModel(model)).toEqual([]);
        reduced += found.reducedStates;
        compared += found.checks;
      }),
      { numRuns: times(count) },
    );
    expect(compared).toBeGreaterThan(expected(count / 4));
    expect(reduced).toBeGreaterThan(expected(count / 20));
  });
});

test("a condition may look at the slot that tells when atomic steps are under way", async () => {
  const { model } = parse(
    `var pc: array [2] of 0..1 = 0
    var turn: 0..1 = 0
    transient where turn != 0
    transition first when pc[0] == 0 && turn == 0 { pc[0] := 1; }
    transition second when pc[1] == 0 && turn == 0 { pc[1] := 1; turn := 1; }
    transition release when turn == 1 { turn := 0; }
    property early: invariant !(pc[0] == 0 && turn == 1)
    property inside: invariant turn == 0`,
    { name: "model.seq" },
  );
  for (const partialOrder of ["on", "off"] as const) {
    const { properties } = await check(model!, { partialOrder, symmetry: "off", engine: "explicit" });
    const invariants = properties.filter(({ kind }) => kind === "invariant");
    expect(invariants.map(({ verdict }) => verdict)).toEqual(["violated", "violated"]);
  }
});

test("a search for a run goes on in full where three of four steps are taken, unless reduction was asked for", async () => {
  const text = [
    "var at: array [0..4] of 0..7 = 0",
    "var turn: bool = false",
    "transition go(i: 0..4) by worker[i] when at[i] < 7 && turn { at[i] := at[i] + 1; turn := false; }",
    "transition skip(i: 0..4) by worker[i] when at[i] < 7 && !turn { at[i] := at[i] + 1; turn := true; }",
    "transition back(i: 0..4) by worker[i] when at[i] == 7 { at[i] := 0; }",
    "property often: ltl [] <> turn",
  ].join("\n");
  const model = parse(text, { name: "model.seq" }).model!;
  const runsOf = async (partialOrder: CheckOptions["partialOrder"]) => {
    const { verdict, properties } = await check(model, { symmetry: "off", partialOrder });
    expect(verdict).toBe("holds");
    return properties[0]!.runs!;
  };
  const [auto, on, off] = [await runsOf("auto"), await runsOf("on"), await runsOf("off")];
  expect(off.partialOrder).toBeUndefined();
  expect(on.partialOrder?.ended).toBe(false);
  expect(on.transitions).toBeLessThan(off.transitions);
  expect(auto.partialOrder?.ended).toBe(true);
  expect(auto.transitions).toBeGreaterThan(on.transitions);
});

/** Models whose only violation was lost, with the reason. */
const lost: readonly [string, string, string, string][] = [
  [
    "a transient state that had to be stored does not tell that the search gets ahead",
    "assertions",
    "loop.pml",
    `int i; byte b;
    active proctype A() { do :: atomic { true; i = 0; do :: i < 3000 -> i++ :: else -> break od; i = 0 } od }
    active proctype B() { b = 1; b = 2; assert(b != 2) }`,
  ],
  [
    "neither does it in a model of our own",
    "p",
    "loop.seq",
    `var t: 0..1 = 0
    var c: 0..2000 = 0
    var b: 0..2 = 0
    transition A() when t == 0 { t := 1; }
    transition S() when t == 1 && c < 2000 { c := c + 1; }
    transition L() when t == 1 && c == 2000 { c := 0; t := 0; }
    transition B() when b < 2 && t == 0 { b := b + 1; }
    transient where t != 0
    property p: invariant b < 2`,
  ],
  [
    "a test of a queue may fail before it looks at the length",
    "ranges",
    "queue.pml",
    `chan q[2] = [1] of { byte };
    byte i = 2, e, b, k;
    active proctype B() { atomic { empty(q[0]) -> i = 0 } ; e == 1; q[0]!1 }
    active proctype E() { e = 1 }
    active proctype A() { e == 1; nempty(q[i]); k = 1 }`,
  ],
  [
    "where a guard fails, the conjuncts behind need not hold",
    "ranges",
    "else.pml",
    `byte i = 3, e, b, y, z; byte a[2];
    active proctype B() { if :: y == 1 && z == 1 -> b = 2 :: atomic { else -> i = 0; b = 1 } fi }
    active proctype E() { e = 1 }
    active proctype A() { (e == 1 && a[i] == 0 && y == 1 && z == 1) -> y = 2 }
    active proctype Y() { b == 1 -> y = 1; z = 1 }`,
  ],
  [
    "a step that errs may fail an assertion before",
    "assertions",
    "both.seq",
    `var x: 0..1 = 1
    var z: 0..1 = 0
    var y: 0..7 = 0
    var e: 0..1 = 0
    transition A() when x == 1 { x := 0; }
    transition E() when e == 0 { e := 1; }
    transition B() when e == 1 { assert x == 0; y := 1 / z; }`,
  ],
  [
    "a guard that reads the head of a queue before it tests the length",
    "ranges",
    "head.seq",
    `var q: queue [2] of 0..1
    var e: 0..2 = 0
    var p: 0..1 = 0
    transition A when !full(q) && p == 0 { push(q, 1); p := 1; }
    transition E when e == 0 { e := 1; }
    transition B when e == 1 && q[0] == 1 && !empty(q) { pop(q); e := 2; }`,
  ],
  [
    "after a pop, the head may be an element that another step has appended",
    "ranges",
    "pop.seq",
    `var q: queue [3] of 0..1 = [1]
    var e: 0..2 = 0
    var p: 0..1 = 0
    var u: 0..1 = 0
    transition A when p == 0 && !full(q) { push(q, 1); p := 1; }
    transition E when e == 0 { e := 1; }
    transition B when e == 1 && !empty(q) { pop(q); u := q[0]; e := 2; }`,
  ],
  [
    "so it may inside a sequence",
    "ranges",
    "sequence.seq",
    `var q: queue [3] of 0..1 = [1]
    var t: 0..1 = 0
    var e: 0..2 = 0
    var p: 0..1 = 0
    var u: 0..1 = 0
    transition A when t == 0 && p == 0 && !full(q) { push(q, 1); p := 1; }
    transition E when t == 0 && e == 0 { e := 1; }
    transition B when t == 0 && e == 1 && !empty(q) { pop(q); e := 2; t := 1; }
    transition C when t == 1 { u := q[0]; t := 0; }
    transient where t != 0`,
  ],
  [
    "an element of a queue that is changed in its place",
    "assertions",
    "place.seq",
    `var q: queue [2] of 0..2 = [0, 1]
    var e: 0..2 = 0
    var p: 0..1 = 0
    transition A when p == 0 { q[0] := 1; p := 1; }
    transition E when e == 0 { e := 1; }
    transition B when e == 1 { assert q[0] == 1; e := 2; }`,
  ],
  [
    "an index that is the same in all states has a value where values are tried",
    "assertions",
    "index.pml",
    `byte i; byte a[2]; byte e;
    active proctype A() { a[i] = 1 }
    active proctype E() { e = 1 }
    active proctype B() { e == 1; assert(a[0] == 1) }`,
  ],
];

test.each(lost)("%s", async (_, name, file, text) => {
  const { model } = parse(text, { name: file });
  for (const partialOrder of ["off", "on"] as const) {
    const { properties } = await check(model!, { partialOrder, symmetry: "off", engine: "explicit" });
    expect(properties.find((each) => each.name === name)?.verdict, partialOrder).toBe("violated");
  }
});

test("a limit on states holds in searches for runs of models with atomic sequences", async () => {
  const { model } = parse(
    `byte x[3]; byte y;
    proctype P(byte k) { byte l; do :: atomic { x[k] < 6 -> l = x[k]; y = k; y == k; x[k]++ } od }
    init { atomic { run P(0); run P(1); run P(2) } }
    ltl q { [] <> (x[0] >= 1 || y < 9) }`,
    { name: "runs.pml" },
  );
  const full = await check(model!, { properties: ["q"], symmetry: "off" });
  expect(full.verdict).toBe("holds");
  const few = await check(model!, { properties: ["q"], symmetry: "off", maxStates: 10 });
  expect(few.verdict).toBe("undecided");
  expect(few.properties.find(({ name }) => name === "q")!.runs!.states).toBeLessThanOrEqual(10);
});
