/** Two families that refer to each other: one is counted, the other permutes its counters and slots that are left. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { explicitEngine } from "../../src/explicit/engine.ts";
import { check } from "../../src/index.ts";
import type { CheckResult } from "../../src/index.ts";
import { CountedModel } from "../../src/symmetry/counters/counted-model.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { expected, times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";

/** The explicit engine by itself sorts rows and never counts them. */
const sorting = { engine: "explicit", engines: [explicitEngine] } as const;

const some = (list: readonly string[], most: number): fc.Arbitrary<string[]> =>
  fc.array(fc.constantFrom(...list), { maxLength: most });

/** Of a client p alone; of a client and a gift r; of the gift; of what all have in common. */
const ofClient = {
  guards: ["at[p] != 1", "at[p] == -1", "(forall k: R . !has[p, k])", "(exists k: R . has[p, k])"],
  bodies: ["at[p] := 1 - at[p] * at[p];", "at[p] := at[p] == 1 ? -1 : 1;", "for k: R { has[p, k] := false; }"],
};
const ofPair = {
  guards: ["!has[p, r]", "has[p, r] || at[p] == 0", "has[p, r]", "(count k: R . has[p, k]) < 2"],
  bodies: [
    "has[p, r] := !has[p, r];",
    "has[p, r] := true;",
    "if has[p, r] { at[p] := 0; } else { has[p, r] := true; }",
  ],
};
const ofGift = {
  guards: ["left[r] > 0", "left[r] != 1", "kind[r] == plain"],
  bodies: [
    "left[r] := (left[r] + 1) % 3;",
    "left[r] := 2 - left[r];",
    "kind[r] := kind[r] == plain ? wrapped : plain;",
  ],
};
const ofAll = {
  guards: ["isOpen", "!isOpen", "(exists k: R . left[k] == 0)", "(sum k: R . left[k]) < 3"],
  bodies: ["isOpen := !isOpen;", "isOpen := true;", "for k: R { left[k] := 1; }"],
};

const step = fc
  .constantFrom([true, true], [true, true], [true, false], [false, true], [false, false])
  .chain(([ofP, ofR]) => {
    const parts = [
      ...(ofP ? [ofClient] : []),
      ...(ofP && ofR ? [ofPair, ofPair] : []),
      ...(ofR ? [ofGift] : []),
      ofAll,
    ];
    return fc.record({
      head: fc.constant(`(${[...(ofP ? ["p: P"] : []), ...(ofR ? ["r: R"] : [])].join(", ")})`),
      guards: fc.tuple(...parts.map(({ guards }) => some(guards, 1))),
      bodies: fc.tuple(...parts.map(({ bodies }, k) => some(bodies, k === parts.length - 1 ? 1 : 2))),
    });
  })
  .map(({ head, guards, bodies }) => {
    const guard = ["true", ...guards.flat()].map((each) => `(${each})`).join(" && ");
    // No name hides another.
    let loops = 0;
    const body = bodies.flat().map((text) => {
      if (!text.startsWith("for")) return text;
      const name = `m${loops++}`;
      return text.replaceAll(/\bk\b/g, name);
    });
    return `${head} when ${guard} { ${body.join(" ")} }`;
  });

const conditions = [
  "reachable exists p: P . (forall k: R . has[p, k])",
  "invariant !(forall p: P . at[p] == 1) || isOpen",
  "reachable (count p: P . at[p] == -1) == 2 && (forall k: R . left[k] == 0)",
  "reachable (sum k: R . left[k]) == (count p: P . (exists k1: R . has[p, k1]))",
  "deadlock-free except !isOpen",
];

test("of two families that refer to each other, counted states have the verdicts and the orbits of the model", async () => {
  let [counted, unique, both] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 3 }),
      fc.uniqueArray(fc.constantFrom(...conditions), { minLength: 1, maxLength: 2 }),
      async (steps, asked) => {
        const model = modelOf(`
          type P = 0..2
          type R = 0..1
          type Kind = enum { plain, wrapped }
          var at: array [P] of -1..1 = 0
          var has: array [P, R] of bool = false
          var left: array [R] of 0..2 = 1
          var kind: array [R] of Kind = plain
          var isOpen: bool = true
          transition take(p: P, r: R) when !has[p, r] && left[r] > 0 { has[p, r] := true; left[r] := left[r] - 1; }
          ${steps.map((text, k) => `transition t${k}${text}`).join("\n")}
          ${asked.map((text, k) => `property c${k}: ${text}`).join("\n")}`);
        const { group } = findSymmetries(model, { properties: model.properties });
        const small = group.generators.length > 0 ? CountedModel.of(model, group) : undefined;
        if (!small) return;
        counted++;
        const most = { maxStates: 4000 };
        const plain = await check(model, { ...sorting, ...most, symmetry: "off", partialOrder: "off" });
        const whole = await check(model, { ...sorting, ...most, symmetry: "off", properties: [] });
        const sorted = await check(model, { ...sorting, ...most, symmetry: "on", properties: [] });
        if (!whole.complete || whole.verdict !== "holds") return;
        if (small.counters.length === 1 && group.group.order >= 12n) both++;
        const verdicts = ({ properties }: CheckResult): unknown[] =>
          properties.map(({ name, verdict, trace }) => [name, verdict, trace?.steps.length]);
        for (const engine of ["explicit", "symbolic"] as const) {
          const found = await check(model, { engine, symmetry: "on", partialOrder: "off" });
          const wanted = new Map(plain.properties.map((each) => [each.name, each]));
          for (const { name, verdict, trace } of found.properties) {
            const same = wanted.get(name)!;
            if (same.verdict === "undecided" || verdict === "undecided") continue;
            expect([name, verdict, trace?.steps.length]).toEqual([name, same.verdict, same.trace?.steps.length]);
          }
          const reduced = await check(model, { engine, symmetry: "on", partialOrder: "on" });
          const short = (result: CheckResult): unknown[] =>
            verdicts(result).map((each) => (each as unknown[]).slice(0, 2));
          if (reduced.complete && found.complete) expect(short(reduced)).toEqual(short(found));
          const states = await check(model, { engine, symmetry: "on", properties: [] });
          expect(states.unreducedStates).toBe(BigInt(whole.states));
          if (states.representatives !== "unique" || sorted.representatives !== "unique") continue;
          unique++;
          expect(states.states).toBe(sorted.states);
        }
      },
    ),
    { numRuns: times(200) },
  );
  expect(counted).toBeGreaterThan(expected(16));
  expect(unique).toBeGreaterThan(expected(20));
  expect(both).toBeGreaterThan(expected(8));
});
