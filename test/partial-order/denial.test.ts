/** Which steps imply a condition, by its form, for all of them at once and one by one. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Expression } from "../../src/model/model.ts";
import { conditionText, Implied, isImplied } from "../../src/partial-order/denial.ts";
import { times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";

const atom = fc.constantFrom("x == 0", "x == 1", "a[0]", "a[1]", "!a[0]", "either", "true", "false");
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc
      .tuple(tie("condition"), fc.constantFrom("&&", "||", "->"), tie("condition"))
      .map(([left, op, right]) => `(${left} ${op} ${right})`),
    fc.constantFrom("(exists k: 0..1 . a[k])", "(forall k: 0..1 . a[k])", "(forall k: 0..1 . a[k] || x == k)"),
  ),
}));

test("the steps that imply a condition are those that do one by one", () => {
  let implied = 0;
  fc.assert(
    fc.property(
      fc.array(condition, { minLength: 1, maxLength: 5 }),
      fc.array(condition, { maxLength: 5 }),
      (own, asked) => {
        const model = modelOf(`
        var x: 0..1 = 0
        var a: array [0..1] of bool = false
        predicate either = a[1] || x == 1
        ${[...own, ...asked].map((text, k) => `predicate p${k} = ${text}`).join("\n")}`);
        const conditions = model.predicates.slice(1).map(({ condition: e }): Expression => e);
        const unfolded = (e: Expression): Expression[] =>
          e.kind === "binary" && e.op === "&&" ? [...unfolded(e.left), ...unfolded(e.right)] : [e];
        // A step that is never enabled has no claims.
        const claims = own.map((_, k) => (k === 1 ? undefined : new Set(unfolded(conditions[k]!).map(conditionText))));
        const all = new Implied(model, claims);
        for (const e of conditions) {
          const expected = claims.flatMap((each, k) => (each && isImplied(model, e, each) ? [k] : []));
          expect([...all.by(e)].sort((a, b) => a - b)).toEqual(expected);
          implied += expected.length;
        }
      },
    ),
    { numRuns: times(500) },
  );
  expect(implied).toBeGreaterThan(times(500));
});
