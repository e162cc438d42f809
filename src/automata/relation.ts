/**
 * Regular relations between words: letter-to-letter transducers with padding.
 *
 * A relation over an alphabet of k letters is an automaton over pairs (`tuples.ts`). The automaton reads v and w side
 * by side, and the shorter word is padded at its end. `relation` keeps only such well padded words, whatever the given
 * automaton accepts.
 */

import { numbersBelow } from "../util/integers.ts";
import { complement, determinize, toNfa } from "./dfa.ts";
import { join } from "./join.ts";
import { accepts, intersection, mapLetters, trim } from "./nfa.ts";
import type { Nfa, Word } from "./nfa.ts";
import { tupleCount, tupleDigits, tupleLetter, zip } from "./tuples.ts";

export interface Relation {
  readonly alphabetSize: number;
  /** An automaton over pairs that accepts well padded words only. */
  readonly nfa: Nfa;
}

/** The relation that an automaton over pairs stands for. */
export function relation(alphabetSize: number, nfa: Nfa): Relation {
  return { alphabetSize, nfa: trim(intersection(nfa, wellPadded(alphabetSize))) };
}

export function relates({ alphabetSize, nfa }: Relation, v: Word, w: Word): boolean {
  return accepts(nfa, zip(alphabetSize, [v, w]));
}

/** Every word with itself. */
export function identityRelation(alphabetSize: number): Relation {
  const loops = numbersBelow(alphabetSize).map((a) => ({ letter: tupleLetter(alphabetSize, [a, a]), target: 0 }));
  const letterCount = tupleCount(alphabetSize, 2);
  return { alphabetSize, nfa: { letterCount, initial: [0], accepting: [true], edges: [loops] } };
}

/** All pairs of different words. */
export function differenceRelation(alphabetSize: number): Relation {
  const edges: { letter: number; target: number }[][] = [[], []];
  for (let a = 0; a <= alphabetSize; a++) {
    for (let b = 0; b <= alphabetSize; b++) {
      const letter = tupleLetter(alphabetSize, [a, b]);
      edges[0]!.push({ letter, target: a === b ? 0 : 1 });
      edges[1]!.push({ letter, target: 1 });
    }
  }
  const letterCount = tupleCount(alphabetSize, 2);
  return relation(alphabetSize, { letterCount, initial: [0], accepting: [false, true], edges });
}

/** All pairs of words, of any lengths, that are not related. */
export function complementRelation({ alphabetSize, nfa }: Relation): Relation {
  return relation(alphabetSize, toNfa(complement(determinize(nfa))));
}

/** First r, then s. */
export function composition(r: Relation, s: Relation): Relation {
  const { alphabetSize } = r;
  const atoms = [
    { nfa: r.nfa, tapes: [0, 2] },
    { nfa: s.nfa, tapes: [2, 1] },
  ];
  return { alphabetSize, nfa: trim(join({ alphabetSize, tapeCount: 3, atoms, shown: [0, 1] })) };
}

export function inverseRelation({ alphabetSize, nfa }: Relation): Relation {
  const swap = (letter: number): number[] => {
    const [a, b] = tupleDigits(alphabetSize, 2, letter);
    return [tupleLetter(alphabetSize, [b!, a!])];
  };
  return { alphabetSize, nfa: mapLetters(nfa, nfa.letterCount, swap) };
}

/** The words that some word of the language is related to. */
export function image(r: Relation, language: Nfa): Nfa {
  const { alphabetSize } = r;
  const atoms = [
    { nfa: language, tapes: [0] },
    { nfa: r.nfa, tapes: [0, 1] },
  ];
  return asLanguage(alphabetSize, join({ alphabetSize, tapeCount: 2, atoms, shown: [1] }));
}

/** The words that are related to some word of the language. */
export function preimage(r: Relation, language: Nfa): Nfa {
  return image(inverseRelation(r), language);
}

/** The words that are related to some word. */
export function domain({ alphabetSize, nfa }: Relation): Nfa {
  const query = { alphabetSize, tapeCount: 2, atoms: [{ nfa, tapes: [0, 1] }], shown: [0] };
  return asLanguage(alphabetSize, join(query));
}

/** The words that some word is related to. */
export function codomain(r: Relation): Nfa {
  return domain(inverseRelation(r));
}

/** The pairs with both words in the language. */
export function restriction(r: Relation, language: Nfa): Relation {
  const { alphabetSize } = r;
  const atoms = [
    { nfa: r.nfa, tapes: [0, 1] },
    { nfa: language, tapes: [0] },
    { nfa: language, tapes: [1] },
  ];
  return { alphabetSize, nfa: trim(join({ alphabetSize, tapeCount: 2, atoms })) };
}

/** Pairs of words with padding at the end of at most one of them, and nowhere else. */
function wellPadded(alphabetSize: number): Nfa {
  const edges: { letter: number; target: number }[][] = [[], [], []];
  const add = (source: number, a: number, b: number, target: number): void => {
    edges[source]!.push({ letter: tupleLetter(alphabetSize, [a, b]), target });
  };
  for (let a = 0; a < alphabetSize; a++) {
    for (let b = 0; b < alphabetSize; b++) add(0, a, b, 0);
    for (const source of [0, 1]) add(source, a, alphabetSize, 1);
    for (const source of [0, 2]) add(source, alphabetSize, a, 2);
  }
  return { letterCount: tupleCount(alphabetSize, 2), initial: [0], accepting: [true, true, true], edges };
}

/** Removes the padding letter from an automaton of one tape, where it never occurs. */
function asLanguage(alphabetSize: number, nfa: Nfa): Nfa {
  return trim({ ...nfa, letterCount: alphabetSize });
}
