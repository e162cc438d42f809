import fc from "fast-check";
import { expect, test } from "vitest";
import { PriorityQueue } from "../../src/util/priority-queue.ts";

test("items come by their present priorities, and the least number first among equals", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 9 }), fc.integer({ min: -3, max: 3 }))), (changes) => {
      const priority = new Map<number, number>();
      const queue = new PriorityQueue(priority);
      for (const [item, value] of changes) {
        priority.set(item, value);
        queue.add(item);
      }
      const taken: number[] = [];
      for (let next = queue.takeBest(); next !== undefined; next = queue.takeBest()) {
        if (next !== taken.at(-1)) taken.push(next);
      }
      expect(taken).toEqual([...priority.keys()].sort((a, b) => priority.get(b)! - priority.get(a)! || a - b));
    }),
  );
});
