import { expect, test } from "vitest";
import { FairMarks } from "../../src/explicit/fair-marks.ts";
import type { Successors } from "../../src/explicit/product-space.ts";

const movedBy = (...movers: number[]): Successors =>
  ({ count: movers.length, mover: (k: number) => movers[k]! }) as unknown as Successors;

test("a step is in the set of its process, and in those of the processes that cannot move", () => {
  const fair = new FairMarks([2, 5], 3);
  expect(fair.all).toBe(0b11000);
  expect([2, 5, 0, -1, 9].map((process) => fair.ofMover(process))).toEqual([0b01000, 0b10000, 0, 0, 0]);
  expect(fair.ofState(movedBy(5, 0), false)).toBe(0b01000);
  expect(fair.ofState(movedBy(-1), false)).toBe(0b11000);
});

test("that a process cannot move while a step is under way does not count", () => {
  expect(new FairMarks([0, 1], 1).ofState(movedBy(1), true)).toBe(0);
});

test("there is room for as many sets as there are bits", () => {
  const processes = Array.from({ length: FairMarks.room(2) }, (_, k) => k);
  const { all } = new FairMarks(processes, 2);
  expect(all | 3).toBe(-1);
  expect(all & 3).toBe(0);
});
