/**
 * Verifies patterns that are no regular relations: a mirror image with other letters, and functions of pushdown
 * automata (Theorem 6 of the paper).
 *
 * The mirror image of a regular language with other letters is regular. So it is decided by inclusion that it is a
 * complete pattern, as for the reflection of the library.
 */

import { counterexamplesToInclusion, isIncluded } from "../automata/inclusion.ts";
import { reverse } from "../automata/nfa.ts";
import type { Nfa, Word } from "../automata/nfa.ts";
import { tupleDigits, tupleLetter, unzip } from "../automata/tuples.ts";
import type { IrregularPattern, ParameterizedSystem } from "./system.ts";
import { pushdownFailure } from "./verify-pushdown.ts";
import type { Failure, PatternVerdict } from "./verify.ts";

export interface IrregularVerdict {
  readonly description: string;
  readonly verdict: PatternVerdict;
}

export function verifyIrregular(system: ParameterizedSystem, pattern: IrregularPattern): IrregularVerdict {
  if (pattern.kind === "mirror") {
    return { description: "the mirror image, with other letters", verdict: verifyMirror(system, pattern.renaming) };
  }
  const failure = pushdownFailure(system, pattern.pushdown);
  return {
    description: "a pushdown automaton, taken to be a function whose stack is as high as the length demands",
    verdict: failure ? { kind: "none", failures: [failure] } : { kind: "simulation", failures: [] },
  };
}

function verifyMirror(system: ParameterizedSystem, renaming: readonly number[]): PatternVerdict {
  const { configurations, steps, initial, bad, letters } = system;
  const size = letters.length;
  const before = renaming.map((_, letter) => renaming.indexOf(letter));
  const original = (word: Word): number[] => word.map((letter) => before[letter]!).toReversed();
  const pairs = (letter: number): number => {
    const [a, b] = tupleDigits(size, 2, letter);
    return tupleLetter(size, [renaming[a!] ?? a!, renaming[b!] ?? b!]);
  };
  const single = (letter: number): number => renaming[letter]!;
  const failures: Failure[] = [];
  const [pair] = counterexamplesToInclusion(mirrored(steps.nfa, pairs), steps.nfa);
  if (pair) {
    const [imageOfFrom = [], imageOfTo = []] = unzip(size, 2, pair);
    const [from, to] = [original(imageOfFrom), original(imageOfTo)];
    failures.push({ law: "simulation", from, to, imageOfFrom, imageOfTo });
  }
  const [outside] = counterexamplesToInclusion(mirrored(configurations, single), configurations);
  if (outside) failures.push({ law: "total", word: original(outside) });
  const keeps = (set: Nfa | undefined): boolean | undefined => set && isIncluded(mirrored(set, single), set);
  const kind = failures.length === 0 ? "complete" : pair ? "none" : "simulation";
  return { kind, failures, keepsInitial: keeps(initial), keepsBad: keeps(bad) };
}

/** The words of a language backwards, with other letters. */
function mirrored(nfa: Nfa, renaming: (letter: number) => number): Nfa {
  const backwards = reverse(nfa);
  return {
    ...backwards,
    edges: backwards.edges.map((list) => list.map(({ letter, target }) => ({ letter: renaming(letter), target }))),
  };
}
