/**
 * Inclusion and equivalence of languages by antichains (De Wulf, Doyen, Henzinger, Raskin, 2006; Abdulla et al., TACAS
 * 2010).
 *
 * A pair (p, S) means: some word leads the left automaton to p, and the right one exactly to the states S. It is a
 * counterexample if p accepts and no state in S does. A larger S accepts more, so only the minimal sets are kept for
 * each p. The search is breadth first, and a pair is dropped only for one that was found no later, so counterexamples
 * are shortest.
 */

import { look } from "../util/limits.ts";
import { grouped } from "../util/numbering.ts";
import { trim } from "./nfa.ts";
import type { Nfa } from "./nfa.ts";

export interface InclusionOptions {
  /** The most counterexamples wanted; 1 by default. */
  readonly limit?: number | undefined;
}

/** Shortest words of `a` that are not in `b`; none if `a` is included in `b`. */
export function counterexamplesToInclusion(a: Nfa, b: Nfa, { limit = 1 }: InclusionOptions = {}): number[][] {
  const left = trim(a);
  const right = trim(b);
  const size = Math.ceil(right.accepting.length / 32);
  const found: number[][] = [];
  const antichains: Uint32Array[][] = left.accepting.map(() => []);
  const pairs: { readonly p: number; readonly set: Uint32Array; readonly origin: number; readonly letter: number }[] =
    [];
  const finals = bitset(
    size,
    right.accepting.flatMap((final, q) => (final ? [q] : [])),
  );
  const byLetter = right.edges.map((list) => grouped(list, ({ letter }) => letter));
  const wordTo = (at: number): number[] => {
    const word: number[] = [];
    for (let i = at; pairs[i]!.origin !== -1; i = pairs[i]!.origin) word.push(pairs[i]!.letter);
    return word.reverse();
  };
  const add = (p: number, set: Uint32Array, origin: number, letter: number): void => {
    const chain = antichains[p]!;
    if (found.length >= limit || chain.some((known) => isSubset(known, set))) return;
    antichains[p] = [...chain.filter((known) => !isSubset(set, known)), set];
    pairs.push({ p, set, origin, letter });
    if (left.accepting[p] && !meets(set, finals)) found.push(wordTo(pairs.length - 1));
  };
  const start = bitset(size, right.initial);
  for (const p of left.initial) add(p, start, -1, -1);
  for (let i = 0; i < pairs.length && found.length < limit; i++) {
    look();
    const { p, set } = pairs[i]!;
    const images = new Map<number, Uint32Array>();
    for (const { letter, target } of left.edges[p]!) {
      let image = images.get(letter);
      if (!image) {
        image = new Uint32Array(size);
        for (let q = 0; q < byLetter.length; q++) {
          if ((set[q >> 5]! & (1 << (q & 31))) === 0) continue;
          for (const { target: to } of byLetter[q]!.get(letter) ?? []) image[to >> 5]! |= 1 << (to & 31);
        }
        images.set(letter, image);
      }
      add(target, image, i, letter);
    }
  }
  return found;
}

export function isIncluded(a: Nfa, b: Nfa): boolean {
  return counterexamplesToInclusion(a, b).length === 0;
}

export function areEquivalent(a: Nfa, b: Nfa): boolean {
  return isIncluded(a, b) && isIncluded(b, a);
}

function bitset(size: number, members: readonly number[]): Uint32Array {
  const set = new Uint32Array(size);
  for (const q of members) set[q >> 5]! |= 1 << (q & 31);
  return set;
}

function isSubset(a: Uint32Array, b: Uint32Array): boolean {
  for (let i = 0; i < a.length; i++) if ((a[i]! & ~b[i]!) !== 0) return false;
  return true;
}

function meets(a: Uint32Array, b: Uint32Array): boolean {
  for (let i = 0; i < a.length; i++) if ((a[i]! & b[i]!) !== 0) return true;
  return false;
}
