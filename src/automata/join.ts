/**
 * Conjunctions of automatic relations with some of their words hidden. Composition, images, preimages and every check
 * of a symmetry pattern are such conjunctions.
 *
 * A query such as R(x, z), S(z, y) names tapes. The automata run side by side, and all automata that mention a tape
 * read the same letter there. A relation whose words have ended continues with padding, so words of different lengths
 * meet. Letters on hidden tapes are guessed. A hidden word may be longer than all shown words: the test whether a state
 * accepts guesses the rest of it.
 *
 * The product is lazy; its states are vectors of one state per relation.
 */

import { getOrAdd } from "../util/numbering.ts";
import { buildNfa } from "./lazy.ts";
import type { LazyNfa, LazyState } from "./lazy.ts";
import type { Nfa } from "./nfa.ts";
import { tupleCount, tupleDigits, tupleLetter } from "./tuples.ts";

export interface Atom {
  /** An automaton over tuples with one letter for each of these tapes. */
  readonly nfa: Nfa;
  readonly tapes: readonly number[];
}

export interface Query {
  readonly alphabetSize: number;
  readonly tapeCount: number;
  readonly atoms: readonly Atom[];
  /** The tapes that are shown, in the order of the resulting tuples; all by default. */
  readonly shown?: readonly number[] | undefined;
}

/** The shown words of all solutions, as an automaton over tuples. */
export function join(query: Query): Nfa {
  const arity = query.shown?.length ?? query.tapeCount;
  return buildNfa(tupleCount(query.alphabetSize, arity), lazyJoin(query));
}

export function lazyJoin({ alphabetSize, tapeCount, atoms, shown }: Query): LazyNfa {
  const padding = alphabetSize;
  const output = shown ?? Array.from({ length: tapeCount }, (_, tape) => tape);
  const runners = atoms.map((atom) => runnerOf(alphabetSize, atom));

  /** All joint moves with the letters on the tapes. `visit` may ask for the moves of another state. */
  const moves = (state: LazyState, visit: (target: number[], letters: Int32Array) => void): void => {
    const letters = new Int32Array(tapeCount).fill(-1);
    const target = new Array<number>(state.length);
    const choose = (i: number): void => {
      if (i === runners.length) {
        visit([...target], letters);
        return;
      }
      const { tapes, steps, lookup } = runners[i]!;
      const free = tapes.filter((tape) => letters[tape] === -1);
      if (free.length === 0) {
        const letter = tupleLetter(
          alphabetSize,
          tapes.map((tape) => letters[tape]!),
        );
        for (const to of lookup[state[i]!]!.get(letter) ?? []) {
          target[i] = to;
          choose(i + 1);
        }
        return;
      }
      for (const { digits, target: to } of steps[state[i]!]!) {
        if (!tapes.every((tape, k) => letters[tape] === -1 || letters[tape] === digits[k])) continue;
        if (hasConflict(tapes, digits)) continue;
        tapes.forEach((tape, k) => (letters[tape] = digits[k]!));
        target[i] = to;
        choose(i + 1);
        for (const tape of free) letters[tape] = -1;
      }
    };
    choose(0);
  };

  const isFinal = (state: LazyState): boolean => state.every((q, i) => runners[i]!.accepting[q]);
  return {
    roots: product(runners.map(({ initial }) => initial)),
    successors: (state, visit) =>
      moves(state, (target, letters) => {
        const tuple = output.map((tape) => (letters[tape] === -1 ? padding : letters[tape]!));
        if (tuple.some((digit) => digit !== padding)) visit(tupleLetter(alphabetSize, tuple), target);
      }),
    accepts: (state) => {
      const seen = new Map([[state.join(), state]]);
      for (const current of seen.values()) {
        if (isFinal(current)) return true;
        moves(current, (target, letters) => {
          if (output.every((tape) => letters[tape] === padding)) seen.set(target.join(), target);
        });
      }
      return false;
    },
  };
}

/** An automaton that continues with padding after its words have ended. */
interface Runner {
  readonly tapes: readonly number[];
  readonly initial: readonly number[];
  readonly accepting: readonly boolean[];
  readonly steps: readonly (readonly { readonly digits: readonly number[]; readonly target: number }[])[];
  readonly lookup: readonly ReadonlyMap<number, readonly number[]>[];
}

function runnerOf(alphabetSize: number, { nfa, tapes }: Atom): Runner {
  const end = nfa.accepting.length;
  const ended = tupleLetter(
    alphabetSize,
    tapes.map(() => alphabetSize),
  );
  const edges = [
    ...nfa.edges.map((list, q) => (nfa.accepting[q] ? [...list, { letter: ended, target: end }] : list)),
    [{ letter: ended, target: end }],
  ];
  const lookup = edges.map((list) => {
    const targets = new Map<number, number[]>();
    for (const { letter, target } of list) getOrAdd(targets, letter, () => []).push(target);
    return targets;
  });
  const steps = edges.map((list) =>
    list.map(({ letter, target }) => ({ digits: tupleDigits(alphabetSize, tapes.length, letter), target })),
  );
  return { tapes, initial: nfa.initial, accepting: [...nfa.accepting, true], steps, lookup };
}

/** Whether a relation that mentions a tape twice reads two different letters there. */
function hasConflict(tapes: readonly number[], digits: readonly number[]): boolean {
  return tapes.some((tape, k) => digits[tapes.indexOf(tape)] !== digits[k]);
}

function product(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]]);
}
