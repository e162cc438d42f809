/**
 * Random groups that act on slots and their values. A group of some structure permutes points. There are slots for
 * points, for pairs of points, and for neither. They hold data, points, or data that another group permutes. Values are
 * renamed slot by slot.
 */

import type fc from "fast-check";
import type { Symmetry } from "../../src/symmetry/symmetry.ts";
import { arbitraryFrom } from "./choices.ts";
import type { Choices } from "./choices.ts";

export interface SlotGroup {
  readonly ranges: readonly (readonly [low: number, high: number])[];
  readonly generators: readonly Symmetry[];
}

export function arbitrarySlotGroup(): fc.Arbitrary<SlotGroup> {
  return arbitraryFrom(build, 200);
}

interface Sort {
  readonly size: number;
  readonly generators: readonly (readonly number[])[];
}

/** A slot before its values are renamed. */
interface FreeSlot {
  readonly family: number;
  /** The points of the slot, each of a sort. */
  readonly index: readonly { readonly sort: number; readonly point: number }[];
  readonly valueCount: number;
  /** The sort of the values. Values beyond the sort are fixed. */
  readonly valueSort: number | undefined;
}

function build(choices: Choices): SlotGroup {
  const sorts = choices.times(choices.between(1, 2), (k) => sortOf(choices, k === 0 ? 5 : 4));
  const slots: FreeSlot[] = [];
  choices.times(choices.between(1, 3), (family) => {
    const valueSort = choices.chance(45) ? choices.below(sorts.length) : undefined;
    const valueCount = valueSort === undefined ? choices.between(2, 3) : sorts[valueSort]!.size + choices.below(2);
    const indexSorts = choices.times(
      choices.weighted([
        [6, () => 1],
        [2, () => 0],
        [2, () => 2],
      ]),
      () => choices.below(sorts.length),
    );
    for (const index of tuples(indexSorts.map((sort) => sorts[sort]!.size))) {
      slots.push({ family, index: index.map((point, k) => ({ sort: indexSorts[k]!, point })), valueCount, valueSort });
    }
  });
  const names = slots.map(({ valueCount }) => {
    const low = choices.chance(30) ? choices.between(0, 3) : 0;
    const order = Array.from({ length: valueCount }, (_, v) => low + v);
    if (choices.chance(20)) order.reverse();
    return order;
  });
  const place = new Map(slots.map((slot, i) => [keyOf(slot), i]));
  const generators = sorts.flatMap(({ generators }, sort) =>
    generators.map((p): Symmetry => {
      const values = new Map<number, Map<number, number>>();
      const images = slots.map((slot, i) => {
        const index = slot.index.map((entry) => (entry.sort === sort ? { sort, point: p[entry.point]! } : entry));
        const to = place.get(keyOf({ ...slot, index }))!;
        const map = new Map<number, number>();
        for (let v = 0; v < slot.valueCount; v++) {
          const image = slot.valueSort === sort ? (p[v] ?? v) : v;
          if (names[i]![v] !== names[to]![image]) map.set(names[i]![v]!, names[to]![image]!);
        }
        if (map.size > 0) values.set(i, map);
        return to;
      });
      return { slots: Int32Array.from(images), values };
    }),
  );
  return { ranges: names.map((values) => [Math.min(...values), Math.max(...values)]), generators };
}

function keyOf({ family, index }: FreeSlot): string {
  return `${family}:${index.map(({ point }) => point).join()}`;
}

function sortOf(choices: Choices, largest: number): Sort {
  const n = choices.between(2, largest);
  const natural = Array.from({ length: n }, (_, i) => i);
  const rotation = natural.map((i) => (i + 1) % n);
  const exchange = natural.map((i) => (i < 2 ? 1 - i : i));
  return choices.weighted<() => Sort>([
    [4, () => () => ({ size: n, generators: [rotation, exchange] })],
    [2, () => () => ({ size: n, generators: [rotation] })],
    [2, () => () => ({ size: n, generators: [rotation, natural.toReversed()] })],
    [
      2,
      () => () => ({
        size: 4,
        generators: [
          [1, 0, 2, 3],
          [2, 3, 0, 1],
        ],
      }),
    ],
    [
      2,
      () => () => ({
        size: 6,
        generators: [
          [1, 0, 2, 3, 4, 5],
          [1, 2, 0, 3, 4, 5],
          [3, 4, 5, 0, 1, 2],
        ],
      }),
    ],
    [
      1,
      () => () => ({
        size: 8,
        generators: [
          [1, 0, 3, 2, 5, 4, 7, 6],
          [0, 2, 1, 3, 4, 6, 5, 7],
          [0, 1, 4, 5, 2, 3, 6, 7],
        ],
      }),
    ],
    [2, () => () => ({ size: n, generators: choices.times(2, () => shuffled(choices, n)) })],
  ])();
}

function shuffled(choices: Choices, n: number): number[] {
  const p = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = choices.below(i + 1);
    [p[i], p[j]] = [p[j]!, p[i]!];
  }
  return p;
}

function tuples(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (lists, size) => lists.flatMap((list) => Array.from({ length: size }, (_, i) => [...list, i])),
    [[]],
  );
}
