/** The initial value of each slot, against the initial states of the reference interpreter. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { times } from "../support/random-runs.ts";

test("initial states have the given values, and cells of queues hold their padding exactly beyond the length", () => {
  fc.assert(
    fc.property(arbitraryModel(), (model) => {
      const { initialValues, interpreter, slots } = facts({ ...model, initialCondition: undefined });
      expect(initialValues.length).toBe(slots.length);
      const seen = slots.map(() => new Set<number>());
      for (const state of interpreter.initialStates()) {
        if (isRuntimeError(state)) throw new Error(state.message);
        expect(interpreter.isInitial(state)).toBe(true);
        for (const [slot, value] of state.entries()) {
          seen[slot]!.add(value);
          const { cell, low } = slots[slot]!;
          if (cell) expect(value === low).toBe(cell.position >= state[cell.lengthSlot]!);
        }
      }
      // What is arbitrary takes more than one value, if its type has more.
      for (const [slot, values] of seen.entries()) {
        const { cell, low, high } = slots[slot]!;
        if (initialValues[slot] !== undefined) expect([...values]).toEqual([initialValues[slot]]);
        else expect(values.size).toBeGreaterThan(cell || low === high ? 0 : 1);
      }
    }),
    { numRuns: times(500) },
  );
});
