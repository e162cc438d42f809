/**
 * Compares the odometer with a list of all combinations: it makes each combination once. If all permutations of rows
 * are symmetries, it makes only ascending rows.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { Odometer } from "../../../src/explicit/odometer.ts";
import { leave } from "../../../src/wasm/control.ts";
import { i32 } from "../../../src/wasm/value.ts";
import { times } from "../../support/random-runs.ts";
import { groupBy, modelOf, symmetricGenerators } from "../../support/symmetric-slots.ts";
import { compare } from "../twins/vectors.ts";
import { instantiate } from "./instance.ts";

const shapes = fc.record({
  rows: fc.integer({ min: 1, max: 4 }),
  /** Ranges of the slots of a row, and of a slot that is in none. */
  columns: fc.array(fc.tuple(fc.integer({ min: -2, max: 2 }), fc.nat(2)), { minLength: 1, maxLength: 2 }),
  alone: fc.option(fc.tuple(fc.integer({ min: -2, max: 2 }), fc.nat(3)), { nil: undefined }),
  isSymmetric: fc.boolean(),
});

test("the odometer goes through all initial states, up to the order of rows", () => {
  fc.assert(
    fc.property(shapes, ({ rows, columns, alone, isSymmetric }) => {
      const ranges = [
        ...columns.flatMap((range) => new Array<typeof range>(rows).fill(range)),
        ...(alone ? [alone] : []),
      ];
      const arbitrary = ranges.map(([low, span], slot) => ({ slot, low, high: low + span }));
      const unpacked = 64;
      const instance = instantiate<{ advance(): number }>((asm) => {
        asm.memory.table(Int32Array.from(arbitrary, ({ low }) => low));
        const odometer = new Odometer(
          arbitrary,
          isSymmetric ? groupOf(rows, columns, alone) : undefined,
          asm.memory,
          unpacked,
        );
        asm.compute("i32", "advance", {}, () => {
          odometer.advance(() => leave(i32(0)));
          return i32(1);
        });
        return 4096;
      }, unpacked);
      const found: string[] = [];
      do {
        found.push(
          instance
            .words()
            .subarray(unpacked / 4, unpacked / 4 + arbitrary.length)
            .join(),
        );
      } while (instance.exports.advance() === 1);
      expect(new Set(found).size).toBe(found.length);
      const rowOf = (state: readonly number[], r: number): number[] => columns.map((_, c) => state[c * rows + r]!);
      const isAscending = (state: readonly number[]): boolean =>
        Array.from({ length: rows - 1 }, (_, r) => compare(rowOf(state, r), rowOf(state, r + 1)) <= 0).every(Boolean);
      const expected = combinations(arbitrary).filter((state) => !isSymmetric || rows === 1 || isAscending(state));
      expect([...found].sort()).toEqual(expected.map((state) => state.join()).sort());
    }),
    { numRuns: times(150) },
  );
});

function combinations(arbitrary: readonly { low: number; high: number }[]): number[][] {
  return arbitrary.reduce<number[][]>(
    (states, { low, high }) =>
      states.flatMap((state) => Array.from({ length: high - low + 1 }, (_, k) => [...state, low + k])),
    [[]],
  );
}

type Range = readonly [low: number, span: number];

/** All permutations of the rows. */
function groupOf(rows: number, columns: readonly Range[], alone: Range | undefined) {
  const lines = columns.map(([low, span], c) => `var a${c}: array [0..${rows - 1}] of ${low}..${low + span} = *`);
  if (alone) lines.push(`var b: ${alone[0]}..${alone[0] + alone[1]} = *`);
  const generators = rows === 1 ? [] : symmetricGenerators(rows);
  return groupBy(
    modelOf(lines.join("\n")),
    generators.map((p) => ({ slot: (_: string, indices: readonly number[]) => indices.map((i) => p[i]!) })),
  );
}
