import fc from "fast-check";
import { expect, test } from "vitest";
import { facts } from "../../src/model/facts.ts";
import { visitInitial, visitQueues } from "../../src/model/initial-slots.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import { boundsOf, sizeOf, slotsOf } from "../../src/model/slots.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { times } from "../support/random-runs.ts";

test("every slot is visited once, in order, and initial states begin as it says", () => {
  fc.assert(
    fc.property(arbitraryModel(), (model) => {
      const { slots, offsets } = slotsOf(model);
      const bounds: { low: number; high: number }[] = [];
      for (const { name, type, initial } of model.variables) {
        visitInitial(type, initial, offsets.get(name)!, {
          value: (slot, value, isPadding) => {
            expect(slot).toBe(bounds.length);
            if (isPadding) expect(value).toBe(slots[slot]!.low);
            bounds.push({ low: value, high: value });
          },
          any: (part, offset) => {
            expect(offset).toBe(bounds.length);
            const { low, high } = boundsOf(part);
            low.forEach((bound, i) => bounds.push({ low: bound, high: high[i]! }));
          },
        });
      }
      expect(bounds.length).toBe(slots.length);
      let count = 0;
      for (const state of facts(model).interpreter.initialStates()) {
        if (isRuntimeError(state) || count++ > 20) break;
        state.forEach((value, slot) => {
          expect(value).toBeGreaterThanOrEqual(bounds[slot]!.low);
          expect(value).toBeLessThanOrEqual(bounds[slot]!.high);
        });
      }
    }),
    { numRuns: times(1000) },
  );
});

test("queues are where the slots of lengths are", () => {
  fc.assert(
    fc.property(arbitraryModel(), (model) => {
      const { slots, offsets } = slotsOf(model);
      const found: number[] = [];
      for (const { name, type } of model.variables) {
        visitQueues(type, offsets.get(name)!, (queue, offset) => {
          found.push(offset);
          expect(slots[offset]!.high).toBe(queue.capacity);
          expect(offset + sizeOf(queue)).toBeLessThanOrEqual(slots.length);
        });
      }
      expect(found).toEqual(slots.flatMap(({ type }, slot) => (type === undefined ? [slot] : [])));
    }),
    { numRuns: times(1000) },
  );
});
