/**
 * Nondeterministic finite automata without empty moves: the common form of all regular languages here.
 *
 * Letters are numbers below `letterCount`. They stand for single letters or for tuples of letters (`tuples.ts`); only
 * the caller knows which. Operations never change their operands. Costs are those of the textbook: linear for sums,
 * reversal and trimming, the product of the sizes for intersections.
 */

import { buildNfa } from "./lazy.ts";

export interface Nfa {
  readonly letterCount: number;
  readonly initial: readonly number[];
  /** One entry per state. */
  readonly accepting: readonly boolean[];
  /** One list per state. */
  readonly edges: readonly (readonly Edge[])[];
}

export interface Edge {
  readonly letter: number;
  readonly target: number;
}

/** A sequence of letters. */
export type Word = readonly number[];

export function stateCount(nfa: Nfa): number {
  return nfa.accepting.length;
}

/** No word at all. */
export function emptyNfa(letterCount: number): Nfa {
  return { letterCount, initial: [], accepting: [], edges: [] };
}

/** The empty word only. */
export function emptyWordNfa(letterCount: number): Nfa {
  return { letterCount, initial: [0], accepting: [true], edges: [[]] };
}

/** The words of one letter out of a set. */
export function letterNfa(letterCount: number, letters: readonly number[]): Nfa {
  const edges = [...new Set(letters)].map((letter) => ({ letter, target: 1 }));
  return { letterCount, initial: [0], accepting: [false, true], edges: [edges, []] };
}

/** One word only. */
export function wordNfa(letterCount: number, word: Word): Nfa {
  const edges = [...word.map((letter, i) => [{ letter, target: i + 1 }]), []];
  return { letterCount, initial: [0], accepting: [...word.map(() => false), true], edges };
}

/** All words. */
export function universalNfa(letterCount: number): Nfa {
  const loops = Array.from({ length: letterCount }, (_, letter) => ({ letter, target: 0 }));
  return { letterCount, initial: [0], accepting: [true], edges: [loops] };
}

export function accepts(nfa: Nfa, word: Word): boolean {
  let current = new Set(nfa.initial);
  for (const letter of word) {
    const next = new Set<number>();
    for (const state of current) {
      for (const edge of nfa.edges[state]!) if (edge.letter === letter) next.add(edge.target);
    }
    current = next;
  }
  return [...current].some((state) => nfa.accepting[state]);
}

/** The states of `b` come after those of `a`. */
export function union(a: Nfa, b: Nfa): Nfa {
  const shift = stateCount(a);
  return {
    letterCount: a.letterCount,
    initial: [...a.initial, ...b.initial.map((q) => q + shift)],
    accepting: [...a.accepting, ...b.accepting],
    edges: [...a.edges, ...shifted(b, shift)],
  };
}

export function concatenation(a: Nfa, b: Nfa): Nfa {
  const shift = stateCount(a);
  const starts = b.initial.flatMap((q) =>
    b.edges[q]!.map(({ letter, target }) => ({ letter, target: target + shift })),
  );
  const bHasEmptyWord = b.initial.some((q) => b.accepting[q]);
  const aHasEmptyWord = a.initial.some((q) => a.accepting[q]);
  return {
    letterCount: a.letterCount,
    initial: aHasEmptyWord ? [...a.initial, ...b.initial.map((q) => q + shift)] : a.initial,
    accepting: [...a.accepting.map((final) => final && bHasEmptyWord), ...b.accepting],
    edges: [...a.edges.map((list, q) => (a.accepting[q] ? [...list, ...starts] : list)), ...shifted(b, shift)],
  };
}

export function plus(a: Nfa): Nfa {
  const starts = a.initial.flatMap((q) => a.edges[q]!);
  return { ...a, edges: a.edges.map((list, q) => (a.accepting[q] ? [...list, ...starts] : list)) };
}

export function star(a: Nfa): Nfa {
  return union(plus(a), emptyWordNfa(a.letterCount));
}

export function intersection(a: Nfa, b: Nfa): Nfa {
  return buildNfa(a.letterCount, {
    roots: a.initial.flatMap((p) => b.initial.map((q) => [p, q])),
    successors: ([p, q], visit) => {
      for (const left of a.edges[p!]!) {
        for (const right of b.edges[q!]!) {
          if (left.letter === right.letter) visit(left.letter, [left.target, right.target]);
        }
      }
    },
    accepts: ([p, q]) => a.accepting[p!]! && b.accepting[q!]!,
  });
}

/** The words read backwards. */
export function reverse(a: Nfa): Nfa {
  const edges: Edge[][] = a.edges.map(() => []);
  a.edges.forEach((list, source) =>
    list.forEach(({ letter, target }) => edges[target]!.push({ letter, target: source })),
  );
  const isInitial = new Set(a.initial);
  return {
    letterCount: a.letterCount,
    initial: a.accepting.flatMap((final, q) => (final ? [q] : [])),
    accepting: a.accepting.map((_, q) => isInitial.has(q)),
    edges,
  };
}

/** The same language, without states that lie on no accepting run, and without double edges. */
export function trim(a: Nfa): Nfa {
  const useful = usefulStates(a);
  const number = new Map(useful.map((q, i) => [q, i]));
  const edgesOf = (q: number): Edge[] => {
    const seen = new Set<string>();
    return a.edges[q]!.flatMap(({ letter, target }) => {
      const to = number.get(target);
      if (to === undefined || seen.has(`${letter} ${to}`)) return [];
      seen.add(`${letter} ${to}`);
      return [{ letter, target: to }];
    });
  };
  return {
    letterCount: a.letterCount,
    initial: [...new Set(a.initial)].flatMap((q) => (number.has(q) ? [number.get(q)!] : [])),
    accepting: useful.map((q) => a.accepting[q]!),
    edges: useful.map(edgesOf),
  };
}

/** The states on some path from an initial to an accepting state, ascending. */
export function usefulStates(a: Nfa): number[] {
  const forward = reachable(a, a.initial);
  const backwards = reverse(a);
  const backward = reachable(backwards, backwards.initial);
  return a.accepting.flatMap((_, q) => (forward.has(q) && backward.has(q) ? [q] : []));
}

/** The same words with each letter replaced by any of its images; an edge whose letter has no image is dropped. */
export function mapLetters(a: Nfa, letterCount: number, image: (letter: number) => readonly number[]): Nfa {
  const edges = a.edges.map((list) =>
    list.flatMap(({ letter, target }) => image(letter).map((to) => ({ letter: to, target }))),
  );
  return { ...a, letterCount, edges };
}

function reachable({ edges }: Nfa, from: readonly number[]): Set<number> {
  const seen = new Set(from);
  for (const q of seen) for (const { target } of edges[q]!) seen.add(target);
  return seen;
}

function shifted({ edges }: Nfa, by: number): Edge[][] {
  return edges.map((list) => list.map(({ letter, target }) => ({ letter, target: target + by })));
}
