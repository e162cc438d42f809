/**
 * Deterministic automata: determinization by subsets, complement, and the minimal automaton.
 *
 * Automata may be partial: a missing transition rejects. Minimal automata have no state from which nothing is accepted.
 * Minimization is Moore's refinement by signatures: at most n rounds, each of n times the number of letters. That is
 * enough for the sizes here; Hopcroft's algorithm would pay from some thousands of states.
 */

import { Numbering, grouped } from "../util/numbering.ts";
import { buildNfa } from "./lazy.ts";
import { trim } from "./nfa.ts";
import type { Edge, Nfa, Word } from "./nfa.ts";

export interface Dfa {
  readonly letterCount: number;
  /** State 0 is the initial one, and it always exists. */
  readonly accepting: readonly boolean[];
  /** `next[q * letterCount + letter]`, or -1. */
  readonly next: Int32Array;
}

/** The successor of a state, or -1. */
export function successor({ letterCount, next }: Dfa, state: number, letter: number): number {
  return next[state * letterCount + letter]!;
}

/** The state after a word, or -1. */
export function run(dfa: Dfa, word: Word): number {
  let state = 0;
  for (const letter of word) {
    if (state < 0) return -1;
    state = successor(dfa, state, letter);
  }
  return state;
}

export function dfaAccepts(dfa: Dfa, word: Word): boolean {
  const state = run(dfa, word);
  return state >= 0 && dfa.accepting[state]!;
}

export function toNfa(dfa: Dfa): Nfa {
  const { letterCount, accepting } = dfa;
  return { letterCount, initial: [0], accepting, edges: accepting.map((_, q) => edgesFrom(dfa, q)) };
}

function edgesFrom({ letterCount, next }: Dfa, q: number): Edge[] {
  const targets = next.subarray(q * letterCount, (q + 1) * letterCount);
  return Array.from(targets, (target, letter) => ({ letter, target })).filter(({ target }) => target >= 0);
}

export function determinize(nfa: Nfa): Dfa {
  const subsets = buildNfa(nfa.letterCount, {
    roots: [sortedSet(nfa.initial)],
    successors: (subset, visit) => {
      const edges = subset.flatMap((q) => nfa.edges[q]!);
      const byLetter = [...grouped(edges, ({ letter }) => letter)].sort(([a], [b]) => a - b);
      for (const [letter, own] of byLetter) visit(letter, sortedSet(own.map(({ target }) => target)));
    },
    accepts: (subset) => subset.some((q) => nfa.accepting[q]),
  });
  const { letterCount } = nfa;
  const next = new Int32Array(subsets.accepting.length * letterCount).fill(-1);
  subsets.edges.forEach((list, q) => list.forEach(({ letter, target }) => (next[q * letterCount + letter] = target)));
  return { letterCount, accepting: subsets.accepting, next };
}

/** The words that are not accepted. It has one more state if some transition is missing. */
export function complement(dfa: Dfa): Dfa {
  const { letterCount, accepting, next } = dfa;
  const sink = accepting.length;
  const hasSink = next.includes(-1);
  const full = new Int32Array((sink + (hasSink ? 1 : 0)) * letterCount).fill(sink);
  next.forEach((target, i) => (full[i] = target < 0 ? sink : target));
  const flipped = accepting.map((final) => !final);
  return { letterCount, accepting: hasSink ? [...flipped, true] : flipped, next: full };
}

/** The minimal automaton of the language, without useless states; states are in breadth-first order. */
export function minimize(nfa: Nfa): Dfa {
  const dfa = determinize(trim(nfa));
  const { letterCount, accepting, next } = dfa;
  let classes: number[] = accepting.map((final) => (final ? 1 : 0));
  for (let count = new Set(classes).size; ;) {
    const signatures = new Numbering<string>();
    const before = classes;
    classes = classes.map((own, q) => {
      const targets = next.subarray(q * letterCount, (q + 1) * letterCount);
      return signatures.numberOf([own, ...Array.from(targets, (t) => (t < 0 ? -1 : before[t]!))].join());
    });
    if (signatures.items.length === count) break;
    count = signatures.items.length;
  }
  // Subsets of useful states are useful, so merging leaves nothing behind. Only the empty language has a useless state.
  const representatives: number[] = [];
  classes.forEach((c, q) => (representatives[c] ??= q));
  return determinize({
    letterCount,
    initial: [classes[0]!],
    accepting: representatives.map((q) => accepting[q]!),
    edges: representatives.map((q) =>
      edgesFrom(dfa, q).map(({ letter, target }) => ({ letter, target: classes[target]! })),
    ),
  });
}

function sortedSet(states: readonly number[]): number[] {
  return [...new Set(states)].sort((a, b) => a - b);
}
