/** Proof by steps of slots: it accepts exactly what tables accept, on models that look at each slot by itself. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Model } from "../../../src/model/model.ts";
import type { Symmetry } from "../../../src/symmetry/symmetry.ts";
import { recheck, Validator } from "../../../src/symmetry/validator/validator.ts";
import { expected, times } from "../../support/random-runs.ts";
import { bruteForce, modelOf } from "../../support/symmetries.ts";

const places = 4;

/** A transition with a line for each slot: a test, and a change, or neither. */
const line = fc.record({
  test: fc.constantFrom("", "", ">= 1", "== 0", "<= 1", "== 2"),
  change: fc.constantFrom("", "", "", "+ 1", "- 1", ":= 0", ":= 2"),
});

interface Net {
  readonly initial: readonly number[];
  readonly transitions: readonly (readonly { readonly test: string; readonly change: string }[])[];
}

/** A net with a permutation of its places, which is often a symmetry: images of transitions are added. */
const netWithPermutation: fc.Arbitrary<{ readonly net: Net; readonly slots: number[]; readonly isClosed: boolean }> =
  fc.record({
    net: fc.record({
      initial: fc.constantFrom([0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 1, 1], [0, 1, 2, 0]),
      transitions: fc.array(fc.array(line, { minLength: places, maxLength: places }), { minLength: 1, maxLength: 3 }),
    }),
    slots: fc.shuffledSubarray([0, 1, 2, 3], { minLength: places }),
    isClosed: fc.boolean(),
  });

function modelFrom({ net, slots, isClosed }: { net: Net; slots: number[]; isClosed: boolean }): Model {
  const images = (transition: Net["transitions"][number]): Net["transitions"] => {
    const list = [transition];
    for (let k = 0; k < 11; k++) {
      const last = list.at(-1)!;
      list.push(last.map((_, i) => last[slots.indexOf(i)]!));
    }
    return list;
  };
  const all = isClosed ? net.transitions.flatMap(images) : net.transitions;
  const texts = all.map((lines, t) => {
    const tests = lines.flatMap(({ test: asked }, i) => (asked === "" ? [] : [`p${i} ${asked}`]));
    const changes = lines.flatMap(({ change }, i) => {
      if (change === "") return [];
      return [change.startsWith(":=") ? `p${i} ${change};` : `p${i} := p${i} ${change};`];
    });
    return `transition t${t} when ${tests.join(" && ") || "true"} { ${changes.join(" ")} }`;
  });
  const variables = net.initial.map((value, i) => `var p${i}: 0..2 = ${value}`);
  return modelOf([...variables, ...texts].join("\n"));
}

test("what steps show holds by brute force, tables accept the same, and the certificate can be checked again", () => {
  let [shown, refused] = [0, 0];
  fc.assert(
    fc.property(netWithPermutation, (given) => {
      const model = modelFrom(given);
      const symmetry: Symmetry = { slots: Int32Array.from(given.slots), values: new Map() };
      const bySteps = new Validator(model).validate(symmetry);
      const byTables = new Validator(model, { typing: false }).validate(symmetry);
      expect(bySteps.accepted).toBe(byTables.accepted);
      if (!bySteps.accepted) {
        refused++;
        return;
      }
      if (given.slots.some((to, i) => to !== i)) shown++;
      expect(bruteForce(model, symmetry)).toBeUndefined();
      expect(recheck(model, symmetry, bySteps.certificate)).toBe(true);
    }),
    { numRuns: times(2000) },
  );
  expect(shown).toBeGreaterThan(expected(200));
  expect(refused).toBeGreaterThan(expected(200));
});

const exchange: Symmetry = { slots: Int32Array.from([1, 0]), values: new Map() };

/** Two slots that a transition each concerns, and one difference between the two. */
function pair(first: string, second: string): Model {
  return modelOf(
    `var a: 0..3 = 1\nvar b: 0..3 = 1\ntransition s ${first}\ntransition t ${second}\ntransition up when a <= 2 && b <= 2 { a := a + 1; b := b + 1; }`,
  );
}

test.each([
  ["a change", "when a >= 1 { a := a - 1; }", "when b >= 1 { b := 0; }"],
  ["a constant that is set", "when a >= 1 { a := 0; }", "when b >= 1 { b := 1; }"],
  ["a test from below", "when a >= 1 { a := 0; }", "when b >= 2 { b := 0; }"],
  ["a test from above", "when a <= 1 { a := 0; }", "when b <= 2 { b := 0; }"],
  ["an error", "when a >= 1 { a := a - 1; }", "when b >= 1 { b := b - 1; b := b - 1; b := b + 1; }"],
])("a difference in %s is noticed", (_, first, second) => {
  expect(new Validator(pair(first, second)).validate(exchange).accepted).toBe(false);
  const same = first.replaceAll("a ", "b ");
  expect(new Validator(pair(first, same)).validate(exchange).accepted).toBe(true);
});
