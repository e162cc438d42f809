/**
 * Automata given by their initial states and a successor function, so that a product is explored no further than
 * needed.
 *
 * States are short vectors of integers. The search is breadth first. So the words it yields are shortest, the states
 * are numbered in the order of discovery, and the same input gives the same automaton.
 */

import { look } from "../util/limits.ts";
import { Numbering } from "../util/numbering.ts";
import type { Edge, Nfa, Word } from "./nfa.ts";

export type LazyState = readonly number[];

export interface LazyNfa {
  readonly roots: readonly LazyState[];
  readonly successors: (state: LazyState, visit: (letter: number, target: LazyState) => void) => void;
  readonly accepts: (state: LazyState) => boolean;
}

/** The automaton of all reachable states. */
export function buildNfa(letterCount: number, lazy: LazyNfa): Nfa {
  const numbering = new Numbering<LazyState>();
  const { items: states } = numbering;
  const numberOf = (state: LazyState): number => numbering.numberOf(state, state.join());
  const initial = [...new Set(lazy.roots.map(numberOf))];
  const edges: Edge[][] = [];
  // The list grows while it is walked.
  for (const state of states) {
    look();
    const list: Edge[] = [];
    const seen = new Set<number>();
    lazy.successors(state, (letter, next) => {
      const target = numberOf(next);
      const key = target * letterCount + letter;
      if (!seen.has(key)) list.push({ letter, target });
      seen.add(key);
    });
    edges.push(list);
  }
  return { letterCount, initial, accepting: states.map((state) => lazy.accepts(state)), edges };
}

export interface WordSearch {
  /** The most words wanted; 1 by default. */
  readonly limit?: number | undefined;
  /** Called now and then; the search ends when it returns true. */
  readonly stop?: (() => boolean) | undefined;
}

/** Shortest accepted words, one for each accepting state that the search finds, up to the limit. */
export function shortestWords(lazy: LazyNfa, { limit = 1, stop }: WordSearch = {}): number[][] {
  const seen = new Set<string>();
  const states: LazyState[] = [];
  const origins: number[] = [];
  const letters: number[] = [];
  const words: number[][] = [];
  const wordTo = (at: number): number[] => {
    const word: number[] = [];
    for (let i = at; origins[i] !== -1; i = origins[i]!) word.push(letters[i]!);
    return word.reverse();
  };
  const add = (state: LazyState, origin: number, letter: number): void => {
    const key = state.join();
    if (seen.has(key) || words.length >= limit) return;
    seen.add(key);
    states.push(state);
    origins.push(origin);
    letters.push(letter);
    if (lazy.accepts(state)) words.push(wordTo(states.length - 1));
  };
  for (const root of lazy.roots) add(root, -1, -1);
  for (let i = 0; i < states.length && words.length < limit; i++) {
    look();
    if (stop && i % 256 === 255 && stop()) break;
    lazy.successors(states[i]!, (letter, target) => add(target, i, letter));
  }
  return words;
}

export function lazyOf(nfa: Nfa): LazyNfa {
  return {
    roots: nfa.initial.map((q) => [q]),
    successors: ([q], visit) => {
      for (const { letter, target } of nfa.edges[q!]!) visit(letter, [target]);
    },
    accepts: ([q]) => nfa.accepting[q!]!,
  };
}

/** A shortest accepted word, or none if the language is empty. */
export function shortestWord(nfa: Nfa): Word | undefined {
  return shortestWords(lazyOf(nfa))[0];
}

export function isEmpty(nfa: Nfa): boolean {
  return shortestWord(nfa) === undefined;
}
