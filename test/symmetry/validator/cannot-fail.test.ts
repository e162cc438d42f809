/** The conclusions from types are true in every state: that an expression evaluates, and the bounds of its value. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { NamesInScope } from "../../../src/model/constant-place.ts";
import { facts } from "../../../src/model/facts.ts";
import { isRuntimeError } from "../../../src/model/interpret.ts";
import type { Expression, Model } from "../../../src/model/model.ts";
import { partsOf, stateFormulas } from "../../../src/model/traverse.ts";
import { isSingle, scopeOf, typeOf } from "../../../src/model/typing.ts";
import { boundsOf, cannotFail } from "../../../src/symmetry/validator/typing/cannot-fail.ts";
import { arbitraryModel } from "../../support/arbitrary-model.ts";
import { reachableStates } from "../../support/automorphism.ts";
import { expected, times } from "../../support/random-runs.ts";
import { modelOf } from "../../support/symmetries.ts";

function namesOf(model: Model): NamesInScope {
  const { predicates, constants, offsets } = facts(model);
  return { ...scopeOf(model), predicates, constantValues: constants, offsets };
}

/** The conditions of a model, and the scalar expressions inside them, without those under quantifiers. */
function expressionsOf(model: Model): Expression[] {
  const found: Expression[] = [];
  const names = namesOf(model);
  const visit = (e: Expression): void => {
    if (e.kind === "local") return;
    if (isSingle(typeOf(e, names))) found.push(e);
    if (e.kind !== "quantified") partsOf(e).forEach(visit);
  };
  const guards = model.transitions.filter(({ parameters }) => parameters.length === 0).map(({ guard }) => guard);
  const conditions = model.predicates.map(({ condition }) => condition);
  [...guards, ...conditions, ...model.properties.flatMap(stateFormulas)].forEach(visit);
  return found;
}

test("what cannot fail evaluates in every reachable state, and its value is within its bounds", () => {
  let [safe, unsafe] = [0, 0];
  fc.assert(
    fc.property(arbitraryModel(), (model) => {
      const states = reachableStates(model, 60)?.states ?? [];
      const { interpreter } = facts(model);
      const names = namesOf(model);
      for (const e of expressionsOf(model)) {
        const isSafe = cannotFail(e, names);
        const { low, high } = boundsOf(e, names);
        if (isSafe) safe++;
        else unsafe++;
        for (const state of states) {
          const value = interpreter.evaluate(e, state);
          if (isSafe) expect(isRuntimeError(value)).toBe(false);
          if (typeof value !== "number") continue;
          expect(value).toBeGreaterThanOrEqual(low);
          expect(value).toBeLessThanOrEqual(high);
        }
      }
    }),
    { numRuns: times(1500) },
  );
  expect(safe).toBeGreaterThan(expected(200));
  expect(unsafe).toBeGreaterThan(expected(20));
});

test.each([
  ["a[x] == 0", true],
  ["a[y] == 0", false],
  ["a[y - 1] == 0", false],
  ["a[(x + 1) % 3] == 0", true],
  ["a[b ? 0 : 2] == 0", true],
  ["a[b ? 0 : 3] == 0", false],
  ["a[count k: 0..1 . a[k] == 1] == 0", true],
  ["a[count k: 0..3 . k == 1] == 0", false],
  ["6 / (x + 1) == 2", true],
  ["6 / x == 2", false],
  ["6 % (0 - x) == 0", false],
  ["6 / (x - 3) == 0", true],
  ["x == 1 || q[0] == 1", false],
  ["len(q) == 1 && !empty(q)", true],
  ["a[len(q)] == 0", false],
  ["fine", true],
  ["broken", false],
  ["forall k: 0..2 . a[k] == 0", true],
  ["forall k: 0..3 . a[k] == 0", false],
])("whether types show that `%s` cannot fail: %s", (text, expectation) => {
  const model = modelOf(`
    var a: array [0..2] of 0..2 = 0
    var x: 0..2 = 0
    var y: 0..3 = 0
    var b: bool = false
    var q: queue [1] of 0..2
    predicate fine = a[x] == 1
    predicate broken = a[y] == 1
    property p: invariant ${text}`);
  const [property] = model.properties;
  expect(cannotFail(stateFormulas(property!)[0]!, namesOf(model))).toBe(expectation);
});
