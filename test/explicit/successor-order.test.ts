import fc from "fast-check";
import { expect, test } from "vitest";
import { SuccessorOrder } from "../../src/explicit/successor-order.ts";

test("the last process comes first, and each process keeps the order of the model", () => {
  const order = new SuccessorOrder();
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(fc.integer({ min: -1, max: 5 })),
        fc.array(fc.integer({ min: -1, max: 300 }), { minLength: 60, maxLength: 90 }),
      ),
      (movers) => {
        movers.forEach((mover, k) => order.add(k, mover));
        const count = order.arrange();
        expect(count).toBe(movers.length);
        const followed = [...order.positions.subarray(0, count)].reverse();
        const sorted = [...movers.keys()].sort((a, b) => movers[b]! - movers[a]! || a - b);
        expect(followed).toEqual(sorted);
      },
    ),
  );
});
