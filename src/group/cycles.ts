/**
 * Cycle notation: `(0 1)(2 3 4)`, over numbers or over names, `(a b)(c d e)`.
 *
 * Points are separated by blanks or commas. The identity is `()`. A name may contain any characters except blanks,
 * commas and parentheses.
 */

import { GroupError } from "./group-error.ts";
import { forEachCycle, identity } from "./permutation.ts";
import type { Permutation } from "./permutation.ts";

/** Prints the cycles by their least points, each starting at its least point. Fixed points are omitted. */
export function formatCycles(p: Permutation, names?: readonly string[]): string {
  if (names && names.length !== p.length) {
    throw new GroupError(`unequal degrees: a permutation of ${p.length} points and ${names.length} names`);
  }
  let text = "";
  forEachCycle(p, (cycle) => (text += `(${cycle.map((i) => names?.[i] ?? String(i)).join(" ")})`));
  return text || "()";
}

/**
 * Reads cycle notation. Cycles must not share points.
 *
 * @param points the names of all points, or the number of points
 * @throws GroupError if the text is not in cycle notation, or names a point twice or one that does not exist
 */
export function parseCycles(text: string, points: number | readonly string[]): Permutation {
  const pointOf = typeof points === "number" ? numbered(points) : named(points);
  const p = identity(typeof points === "number" ? points : points.length);
  const seen = new Set<number>();
  for (const cycle of cyclesOf(text)) {
    const moved = cycle.map((word) => pointOf(word));
    for (const [k, i] of moved.entries()) {
      if (seen.has(i)) throw new GroupError(`${cycle[k]} occurs twice in ${text.trim()}`);
      seen.add(i);
      p[i] = moved[(k + 1) % moved.length]!;
    }
  }
  return p;
}

function cyclesOf(text: string): string[][] {
  const cycles: string[][] = [];
  let rest = text.trim();
  while (rest !== "") {
    const match = /^\(([^()]*)\)\s*/.exec(rest);
    if (!match) throw new GroupError(`not in cycle notation, such as (a b)(c d e): ${text.trim()}`);
    cycles.push(match[1]!.split(/[\s,]+/).filter((word) => word !== ""));
    rest = rest.slice(match[0].length);
  }
  return cycles;
}

function numbered(n: number): (word: string) => number {
  return (word) => {
    const i = /^\d+$/.test(word) ? Number(word) : Infinity;
    if (i >= n) throw new GroupError(`${word} is not one of the ${n} points`);
    return i;
  };
}

function named(names: readonly string[]): (word: string) => number {
  const numbers = new Map(names.map((name, i) => [name, i]));
  if (numbers.size < names.length) throw new GroupError("two points have the same name");
  return (word) => {
    const i = numbers.get(word);
    if (i === undefined) throw new GroupError(`no point is named ${word}`);
    return i;
  };
}
