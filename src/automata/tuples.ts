/**
 * Words of tuples: several words side by side, the shorter ones padded at their ends.
 *
 * Over an alphabet of k letters, the digits of a tuple are 0, ..., k - 1, and k for the padding. The tuple (a, b, c)
 * has the number a (k+1)^2 + b (k+1) + c. With one tape, padding never occurs, so languages over the alphabet and
 * relations of arity 1 are the same automata.
 */

import type { Word } from "./nfa.ts";

/** The number of a tuple. */
export function tupleLetter(alphabetSize: number, digits: readonly number[]): number {
  return digits.reduce((letter, digit) => letter * (alphabetSize + 1) + digit, 0);
}

/** The digits of a tuple; `alphabetSize` stands for padding. */
export function tupleDigits(alphabetSize: number, arity: number, letter: number): number[] {
  const digits = new Array<number>(arity);
  for (let i = arity - 1; i >= 0; i--) {
    digits[i] = letter % (alphabetSize + 1);
    letter = Math.floor(letter / (alphabetSize + 1));
  }
  return digits;
}

/** The number of different tuples. */
export function tupleCount(alphabetSize: number, arity: number): number {
  return (alphabetSize + 1) ** arity;
}

/** The words side by side: the paper's v (x) w. */
export function zip(alphabetSize: number, words: readonly Word[]): number[] {
  const length = Math.max(0, ...words.map((word) => word.length));
  return Array.from({ length }, (_, i) =>
    tupleLetter(
      alphabetSize,
      words.map((word) => word[i] ?? alphabetSize),
    ),
  );
}

/** The words of which a word of tuples consists. */
export function unzip(alphabetSize: number, arity: number, word: Word): number[][] {
  const tuples = word.map((letter) => tupleDigits(alphabetSize, arity, letter));
  return Array.from({ length: arity }, (_, tape) =>
    tuples.map((digits) => digits[tape]!).filter((digit) => digit !== alphabetSize),
  );
}
