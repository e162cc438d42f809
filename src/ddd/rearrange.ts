/**
 * Permutations of levels as few simple homomorphisms.
 *
 * A permutation is a sequence of moves of single levels. The levels that stay are a longest increasing subsequence of
 * the images. Each other level is moved once, past others, and carries one value. So a rotation by one is a single
 * move, and an exchange of neighboring blocks takes as many moves as the smaller block has levels. If exchanges of two
 * levels are fewer than half as many, as for blocks that are far apart, they are used instead.
 *
 * Exchanges of neighbors alone would take up to n^2 / 2 steps. Carrying all values of a block at once would take one
 * pass, but one combination of values each, 2^20 for twenty independent bits. Single moves cost a factor of the values
 * of one level at a time, and equal nodes are shared after each.
 */

import { swap } from "./command.ts";
import type { Hom, Homomorphisms } from "./homomorphism.ts";

/** The homomorphisms that, applied one after the other, move level i to level `images[i]`. */
export function rearrangement(homs: Homomorphisms, images: ArrayLike<number>): Hom[] {
  const moves = movesFor(images);
  const exchanges = exchangesFor(images);
  if (2 * exchanges.length <= moves.length) return exchanges.map(({ from, to }) => swap(homs, from, to));
  return moves.map(({ from, to }) => move(homs, from, to));
}

/** Moves the value of one level to another, past those in between. */
export function move(homs: Homomorphisms, from: number, to: number): Hom {
  if (from === to) return homs.identity;
  return from < to ? moveDown(homs, from, to) : moveUp(homs, from, to);
}

/** Carries each value down to its new place; results are longer by one than the vectors of their nodes. */
function moveDown(homs: Homomorphisms, from: number, to: number): Hom {
  return homs.intern(`move ${from} ${to}`, () => {
    const next = (value: number): Hom =>
      homs.intern(`carry ${value} ${to}`, () =>
        homs.add({
          kind: "step",
          top: homs.heightOf(to) - 1,
          step: {
            prefixLength: 0,
            action: { kind: "whole", isCheap: true, result: ({ nodes }, node) => nodes.makeSingle(value, node) },
          },
        }),
      );
    const step = { prefixLength: 0, action: { kind: "arcs" as const, next, keptBehind: -1, map: undefined } };
    return homs.add({ kind: "step", top: homs.heightOf(from), step });
  });
}

/** The values of the level come up from below, in front of everything. */
function moveUp(homs: Homomorphisms, from: number, to: number): Hom {
  return homs.intern(`move ${from} ${to}`, () => {
    const lift = homs.intern(`lift ${from}`, () =>
      homs.add({
        kind: "step",
        top: homs.heightOf(from),
        step: { prefixLength: 1, action: { kind: "whole", isCheap: true, result: (_, node) => node } },
      }),
    );
    const step = {
      prefixLength: 0,
      action: { kind: "arcs" as const, next: () => lift, keptBehind: 1, map: undefined },
    };
    return homs.add({ kind: "step", top: homs.heightOf(to), step });
  });
}

interface Move {
  readonly from: number;
  readonly to: number;
}

/** The fewest moves of single levels. */
function movesFor(images: ArrayLike<number>): Move[] {
  const n = images.length;
  const isPlaced = longestIncreasing(images);
  // Levels that go down move from the last one on, levels that go up from the first: levels of one block do not pass
  // each other.
  const moving = Array.from({ length: n }, (_, i) => i).filter((i) => !isPlaced[i]);
  const down = moving.filter((i) => images[i]! > i).reverse();
  const up = moving.filter((i) => images[i]! <= i);
  const current = Array.from(images);
  const placed = new Set(current.filter((_, i) => isPlaced[i]));
  return [...down, ...up].map((i) => {
    const image = images[i]!;
    const from = current.indexOf(image);
    current.splice(from, 1);
    // Behind all placed levels that belong before it.
    let to = current.length;
    while (to > 0 && !(placed.has(current[to - 1]!) && current[to - 1]! < image)) to--;
    // No further than needed.
    if (to < from) while (to < from && !placed.has(current[to]!)) to++;
    current.splice(to, 0, image);
    placed.add(image);
    return { from, to };
  });
}

/** A transposition for each step of each cycle. */
function exchangesFor(images: ArrayLike<number>): Move[] {
  const current = Array.from(images);
  const exchanges: Move[] = [];
  for (let i = 0; i < current.length; i++) {
    while (current[i] !== i) {
      const to = current[i]!;
      exchanges.push({ from: i, to });
      [current[i], current[to]] = [current[to]!, to];
    }
  }
  return exchanges;
}

/** Marks the positions of a longest increasing subsequence. */
function longestIncreasing(values: ArrayLike<number>): boolean[] {
  // By length, the position of the least end of an increasing subsequence; by position, its predecessor.
  const ends: number[] = [];
  const before: number[] = [];
  for (let i = 0; i < values.length; i++) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < values[i]!) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = i;
  }
  const isMember = new Array<boolean>(values.length).fill(false);
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i]!) isMember[i] = true;
  return isMember;
}
