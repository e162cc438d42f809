/**
 * Everything that the validator accepts is a symmetry: random models and random candidates against brute force over all
 * reachable states. And it accepts symmetries of models that are symmetric on purpose.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { facts } from "../../../src/model/facts.ts";
import { isRuntimeError } from "../../../src/model/interpret.ts";
import type { Expression, Model, Property } from "../../../src/model/model.ts";
import { sizeOf } from "../../../src/model/slots.ts";
import { equalTypes } from "../../../src/model/typing.ts";
import { composeSymmetries, imageOfState, isIdentitySymmetry } from "../../../src/symmetry/symmetry.ts";
import type { Symmetry } from "../../../src/symmetry/symmetry.ts";
import { recheck, Validator } from "../../../src/symmetry/validator/validator.ts";
import { arbitraryModel } from "../../support/arbitrary-model.ts";
import { arbitraryFrom, Choices } from "../../support/choices.ts";
import { expected, times } from "../../support/random-runs.ts";
import { bruteForce, reachableStates } from "../../support/symmetries.ts";

/** Exchanges two parts of the state of one type, or changes values of one slot, or of all slots of one type. */
function candidate(model: Model, choices: Choices): Symmetry {
  const { slots, offsets } = facts(model);
  const to = Int32Array.from(slots, (_, i) => i);
  const values = new Map<number, Map<number, number>>();
  if (slots.length === 0) return { slots: to, values };
  if (choices.chance(60)) {
    const variables = model.variables.map(({ name, type }) => ({ start: offsets.get(name)!, type }));
    const parts = variables.flatMap(({ start, type }) => {
      if (type.kind !== "array") return [{ start, type }];
      const size = sizeOf(type.element);
      const elements = Array.from({ length: sizeOf(type) / size }, (_, i) => ({
        start: start + i * size,
        type: type.element,
      }));
      return [{ start, type }, ...elements];
    });
    const first = choices.pick(parts);
    const alike = parts.filter(({ start, type }) => {
      const apart = start >= first.start + sizeOf(first.type) || first.start >= start + sizeOf(type);
      return apart && (equalTypes(type, first.type) || (sizeOf(type) === 1 && sizeOf(first.type) === 1));
    });
    if (alike.length > 0) {
      const second = choices.pick(alike);
      for (let i = 0; i < sizeOf(first.type); i++) {
        to[first.start + i] = second.start + i;
        to[second.start + i] = first.start + i;
      }
    }
  }
  if (choices.chance(50)) {
    const slot = choices.below(slots.length);
    const { type, low, high } = slots[slot]!;
    if (high > low) {
      const a = choices.between(low, high);
      const b = choices.between(low, high);
      const map = new Map([
        [a, b],
        [b, a],
      ]);
      const all = choices.chance(50);
      slots.forEach((other, i) => {
        const alike = other.type === type && other.low === low && other.high === high;
        if (i === slot || (all && alike)) values.set(i, map);
      });
    }
  }
  return { slots: to, values };
}

function sameProperties(model: Model, properties: readonly Property[], symmetry: Symmetry): boolean {
  const reference = facts(model).interpreter;
  const conditions = properties.flatMap((property): Expression[] =>
    property.kind === "invariant" || property.kind === "reachable"
      ? [property.condition]
      : property.kind === "deadlock" && property.except
        ? [property.except]
        : [],
  );
  return reachableStates(model).every((state) =>
    conditions.every((condition) => {
      const before = reference.holds(condition, state);
      const after = reference.holds(condition, imageOfState(symmetry, state));
      return isRuntimeError(before) ? isRuntimeError(after) : before === after;
    }),
  );
}

test.each([true, false])("what is accepted is a symmetry, with proofs by typing (%s)", (typing) => {
  let models = 0;
  let accepted = 0;
  let moving = 0;
  fc.assert(
    fc.property(
      arbitraryModel(),
      arbitraryFrom((choices) => choices.times(200, () => choices.below(256)), 200),
      (model, bytes) => {
        const choices = new Choices(Uint8Array.from(bytes));
        models++;
        const validator = new Validator(model, { typing, tableLimit: choices.pick([4096, 64, 16, 4]) });
        const withProperties = new Validator(model, { typing, properties: model.properties });
        const found: Symmetry[] = [];
        for (let i = 0; i < 10; i++) {
          let symmetry = candidate(model, choices);
          if (found.length > 0 && choices.chance(30)) symmetry = composeSymmetries(symmetry, choices.pick(found));
          if (isIdentitySymmetry(symmetry)) continue;
          const validation = validator.validate(symmetry);
          if (!validation.accepted) {
            expect(validation.reason).not.toBe("");
            continue;
          }
          expect(bruteForce(model, symmetry)).toBeUndefined();
          expect(recheck(model, symmetry, validation.certificate, { budget: 500 })).toBe(true);
          const preserved = withProperties.validate(symmetry).accepted;
          expect(!preserved || sameProperties(model, model.properties, symmetry)).toBe(true);
          accepted++;
          const { transitions, texts = [] } = validation.certificate;
          if (transitions.length > 0 || texts.length > 0) moving++;
          found.push(symmetry);
        }
      },
    ),
    { numRuns: times(500) },
  );
  expect(models).toBeGreaterThanOrEqual(times(500));
  expect(accepted).toBeGreaterThan(expected(150));
  expect(moving).toBeGreaterThan(expected(10));
});
