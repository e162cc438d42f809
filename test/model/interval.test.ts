import fc from "fast-check";
import { expect, test } from "vitest";
import { arithmetic, negate, total } from "../../src/model/interval.ts";
import type { Interval } from "../../src/model/interval.ts";

const bound = fc.integer({ min: -20, max: 20 });
const interval: fc.Arbitrary<Interval> = fc
  .tuple(bound, bound)
  .map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) }));

function values({ low, high }: Interval): number[] {
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}

const operations = {
  "+": (a: number, b: number) => a + b,
  "-": (a: number, b: number) => a - b,
  "*": (a: number, b: number) => a * b,
  "/": (a: number, b: number) => Math.trunc(a / b),
  "%": (a: number, b: number) => a % b,
} as const;

test.each(["+", "-", "*", "/", "%"] as const)(
  "the interval of %s holds every result, and is tight but for %%",
  (op) => {
    fc.assert(
      fc.property(interval, interval, (a, b) => {
        const results = values(a).flatMap((x) =>
          values(b)
            .filter((y) => y !== 0 || (op !== "/" && op !== "%"))
            .map((y) => operations[op](x, y)),
        );
        const { low, high } = arithmetic(op, a, b);
        if (results.length === 0) return;
        const [least, greatest] = [Math.min(...results), Math.max(...results)];
        expect(low).toBeLessThanOrEqual(least);
        expect(high).toBeGreaterThanOrEqual(greatest);
        if (op !== "%") expect([low, high]).toEqual([least + 0, greatest + 0]);
      }),
    );
  },
);

test("the interval of a sum holds every partial sum", () => {
  fc.assert(
    fc.property(interval, fc.array(fc.nat()), ({ low, high }, choices) => {
      const bounds = total({ low, high }, choices.length);
      let sum = 0;
      for (const choice of choices) {
        sum += low + (choice % (high - low + 1));
        expect(sum).toBeGreaterThanOrEqual(bounds.low);
        expect(sum).toBeLessThanOrEqual(bounds.high);
      }
    }),
  );
});

test("no bound is a negative zero", () => {
  expect(Object.is(negate({ low: 0, high: 0 }).low, 0)).toBe(true);
  expect(Object.is(arithmetic("*", { low: 0, high: 0 }, { low: -1, high: -1 }).low, 0)).toBe(true);
});
