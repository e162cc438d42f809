/**
 * Random models of a few steps that do many small things to few things, in any order: heads that are read before and
 * after a queue is tested, pushed to and popped, computed indices, counters, loops, locals, choices by parameters that are
 * not told apart, sequences that come to rest in the middle.
 */

import fc from "fast-check";
import type { Model } from "../../src/model/model.ts";
import { modelOf } from "../support/symmetries.ts";

/** What steps of a model are about: conditions, values and statements. */
interface Theme {
  readonly conditions: readonly string[];
  readonly values: readonly string[];
  readonly statements: readonly string[];
}

const themes: readonly Theme[] = [
  {
    conditions: ["empty(q)", "!empty(q)", "full(q)", "!full(q)", "q[0] == 1", "q[0] != 0", "len(q) < 2", "q[1] == 1"],
    values: ["q[0]", "q[1]", "len(q)"],
    statements: ["push(q, 1);", "push(q, V);", "pop(q);", "x := q[0];", "q[0] := 1;"],
  },
  {
    conditions: [
      "!empty(r)",
      "empty(r)",
      "r[0] == x",
      "!full(box[i])",
      "empty(box[i])",
      "box[0][0] == 1",
      "!empty(box[0])",
    ],
    values: ["r[0]", "box[i][0]"],
    statements: ["push(r, V);", "pop(r);", "push(box[i], 1);", "pop(box[0]);", "push(box[0], V);", "i := V;"],
  },
  {
    conditions: ["x == 0", "x != 1", "x < 2", "x > 0", "y == 1", "y < 2", "2 / x == 1", "x == y", "x - y > 0"],
    values: ["x", "y", "2 / x", "x - 1", "(x == 1 ? y : 0)"],
    statements: ["x := 1;", "x := x + 1;", "x := x - 1;", "y := V;", "x := V;", "y := 0;", "y := y + 1; y := y + 1;"],
  },
  {
    conditions: [
      "a[i] == 1",
      "a[0] == 1",
      "a[1] != 0",
      "i == 0",
      "i < 2",
      "(forall m: 0..1 . a[m] == a[1 - m])",
      "a[i] < 2",
    ],
    values: ["a[i]", "a[0]", "(count n: 0..1 . a[n] == 1)", "i"],
    statements: ["a[i] := 1;", "a[0] := V;", "i := 0;", "i := 2;", "a[1] := a[1] + 1;", "i := V;"],
  },
  {
    conditions: ["e", "!e", "f", "!f"],
    values: ["(e ? 1 : 0)"],
    statements: ["e := true;", "e := false;", "f := true;", "f := !f;", "e := f;"],
  },
];

/** The values of a parameter that are told apart, and those that are not. */
const parameters = [
  { name: "", guards: [""], bodies: [""] },
  {
    name: "p: (0..1, 0..2)",
    guards: ["", "a[p.0] == p.1", "p.1 == x", "p.0 == 0"],
    bodies: ["a[p.0] := p.1;", "y := p.1;", "i := p.0;", "push(box[p.0], 1);"],
  },
  {
    name: "c: 0..1",
    guards: ["", "a[c] == 1", "x == c", "!empty(box[c])", "empty(box[c])", "box[c][0] == 1"],
    bodies: ["a[c] := 1;", "y := c;", "push(box[c], 1);", "pop(box[c]);"],
  },
];

const parameter = fc.constantFrom(0, 0, 0, 0, 1, 2).chain((k) => {
  const { name, guards, bodies } = parameters[k]!;
  return fc.record({ name: fc.constant(name), guard: fc.constantFrom(...guards), body: fc.constantFrom(...bodies) });
});

function arbitraryStep(some: readonly Theme[]) {
  const simple = fc.constantFrom(...some.flatMap(({ conditions }) => conditions));
  const condition = fc.tuple(simple, simple, fc.integer({ min: 0, max: 9 })).map(([a, b, k]) => {
    return [`(${a} || ${b})`, `!(${a} && ${b})`, `(${a} -> ${b})`][k] ?? a;
  });
  const value = fc.oneof(fc.constantFrom("0", "1", "2"), fc.constantFrom(...some.flatMap(({ values }) => values)));
  const plain = fc
    .tuple(fc.constantFrom(...some.flatMap(({ statements }) => statements)), value)
    .map(([text, v]) => text.replace("V", v));
  const statement = fc.oneof(
    { weight: 12, arbitrary: plain },
    { weight: 1, arbitrary: condition.map((c) => `assert ${c};`) },
    { weight: 1, arbitrary: fc.tuple(condition, plain, plain).map(([c, s, t]) => `if ${c} { ${s} } else { ${t} }`) },
  );
  // No name hides another, so a body has at most one loop.
  const loop = fc.oneof(
    { weight: 7, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: plain.map((s) => `for k1: 0..1 { ${s} a[k1] := k1; }`) },
    { weight: 1, arbitrary: fc.tuple(condition, plain).map(([c, s]) => `while ${c} bound 2 { ${s} }`) },
    { weight: 1, arbitrary: value.map((v) => `var l1: 0..2 = ${v}; x := l1;`) },
  );
  return fc.record({
    parameter,
    from: fc.option(fc.integer({ min: 0, max: 2 }), { freq: 2 }),
    to: fc.integer({ min: 0, max: 2 }),
    process: fc.integer({ min: 0, max: 1 }),
    guard: fc.array(condition, { maxLength: 3 }),
    body: fc.array(statement, { maxLength: 3 }),
    loop,
    sequence: fc.integer({ min: 0, max: 8 }),
  });
}

export function arbitraryMixedSteps(): fc.Arbitrary<Model> {
  return fc.uniqueArray(fc.constantFrom(...themes), { minLength: 1, maxLength: 2 }).chain((some) => {
    const goal = fc.constantFrom("x == 1", "e", "empty(q)", "a[0] == 1", "y == 2", "pc[0] == 1");
    return fc
      .record({
        steps: fc.array(arbitraryStep(some), { minLength: 2, maxLength: 6 }),
        withSequences: fc.boolean(),
        initial: fc.tuple(fc.constantFrom("[]", "[1]", "[0, 1]"), fc.constantFrom("[]", "[1]"), fc.nat(1)),
        goal: fc.tuple(goal, goal),
      })
      .map(({ steps, withSequences, initial: [q, r, i], goal: [a, b] }) => {
        const texts = steps.map((step, k) => {
          const { parameter: own, from, to, process, guard, body, loop, sequence } = step;
          const at = from === null ? [] : [`pc[${process}] == ${from}`];
          const turn = withSequences ? [`turn == ${sequence < 6 ? 0 : sequence - 6}`] : [];
          const conjuncts = ["true", ...turn, ...at, ...(own.guard ? [own.guard] : []), ...guard];
          // Where such a condition fails, and another guard does, it is enough to find the other one.
          const name = conjuncts.some((each) => each.startsWith("!(")) ? `timeout${k}` : `step${k}`;
          const next = from === null ? "" : `pc[${process}] := ${to};`;
          const rest = withSequences && sequence % 3 > 0 ? `turn := ${(sequence % 3) - 1};` : "";
          return (
            `transition ${name}(${own.name}) when ${conjuncts.join(" && ")} ` +
            `{ ${[...body, own.body, loop, next, rest].join(" ")} }`
          );
        });
        return modelOf(`
        var pc: array [2] of 0..2 = 0
        var x: 0..2 = 0
        var y: 0..2 = 1
        var i: 0..2 = ${i}
        var e: bool = false
        var f: bool = false
        var a: array [0..1] of 0..2 = 0
        var q: queue [2] of 0..2 = ${q}
        var r: queue [1] of 0..2 = ${r}
        var box: array [0..1] of queue [1] of 0..2
        ${withSequences ? "var turn: 0..2 = 0\n transient where turn != 0" : ""}
        ${texts.join("\n")}
        property never: invariant !(${a} && ${b})
        property seen: reachable ${a}
        property stuck: deadlock-free`);
      });
  });
}
