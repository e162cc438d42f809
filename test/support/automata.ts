/** Random automata and relations, all short words, and acceptance by definition. */

import fc from "fast-check";
import type { Nfa, Relation, Word } from "../../src/automata/index.ts";
import { relation, tupleCount } from "../../src/automata/index.ts";

/** An automaton of at most `mostStates` states. */
export function arbitraryNfa(letterCount: number, mostStates: number, mostEdges = 3): fc.Arbitrary<Nfa> {
  return fc.integer({ min: 1, max: mostStates }).chain((n) => {
    const state = fc.nat(n - 1);
    const edge = fc.record({ letter: fc.nat(letterCount - 1), target: state });
    return fc.record({
      letterCount: fc.constant(letterCount),
      initial: fc.uniqueArray(state, { minLength: 1, maxLength: 2 }),
      accepting: fc.array(fc.boolean(), { minLength: n, maxLength: n }),
      edges: fc.array(fc.array(edge, { maxLength: mostEdges }), { minLength: n, maxLength: n }),
    });
  });
}

export function arbitraryRelation(alphabetSize: number, mostStates: number, mostEdges = 4): fc.Arbitrary<Relation> {
  return arbitraryNfa(tupleCount(alphabetSize, 2), mostStates, mostEdges).map((nfa) => relation(alphabetSize, nfa));
}

/** All words up to a length, shorter ones first, in lexicographic order. */
export function words(letterCount: number, longest: number): Word[] {
  const result: Word[] = [[]];
  for (let from = 0, length = 1; length <= longest; length++) {
    const to = result.length;
    for (; from < to; from++) {
      for (let letter = 0; letter < letterCount; letter++) result.push([...result[from]!, letter]);
    }
  }
  return result;
}

/** Acceptance by trying all runs, independent of the code of the library. */
export function acceptsByRuns(nfa: Nfa, word: Word): boolean {
  const from = (state: number, at: number): boolean =>
    at === word.length
      ? nfa.accepting[state]!
      : nfa.edges[state]!.some(({ letter, target }) => letter === word[at] && from(target, at + 1));
  return nfa.initial.some((state) => from(state, 0));
}

export const languageOf = (nfa: Nfa, among: readonly Word[]): string[] =>
  among.filter((word) => acceptsByRuns(nfa, word)).map(String);
