/**
 * Is a relation a symmetry pattern of a family of systems?
 *
 * Lin, Nguyen, Ruemmer, Sun, "Regular symmetry patterns". All relations are restricted to configurations first. A
 * pattern R is a simulation if for v -> w and R(v, v') there is w' with R(w, w') and v' -> w' (S1), and if it makes no
 * word longer (S2).
 *
 * If R is a total function, then w' is determined, and S1 fails exactly if v -> w, R(v, v'), R(w, w') and not v' -> w'
 * for some words. That is a product, explored on the fly (Theorem 3). For any other R, the pairs (v', w) that occur
 * must be included in the pairs that have a w'. Antichains decide the inclusion, instead of the complement in the proof
 * of Theorem 2. Either way a failure comes with shortest words.
 *
 * A complete pattern is a bijection of the configurations that keeps lengths. There are finitely many configurations of
 * a length, so an injective simulation is an automorphism, and S1 is enough. Height-unambiguous pushdown patterns
 * (Theorem 6) are checked in `verify-pushdown.ts`.
 */

import { counterexamplesToInclusion, isIncluded } from "../automata/inclusion.ts";
import { join, lazyJoin } from "../automata/join.ts";
import { shortestWords } from "../automata/lazy.ts";
import { wordNfa } from "../automata/nfa.ts";
import type { Nfa, Word } from "../automata/nfa.ts";
import {
  notFunctional,
  notInjective,
  notLengthDecreasing,
  notLengthPreserving,
  notOnto,
  notTotal,
} from "../automata/relation-laws.ts";
import { complementRelation, image, restriction } from "../automata/relation.ts";
import type { Relation } from "../automata/relation.ts";
import { unzip } from "../automata/tuples.ts";
import { InternalError } from "../util/internal-error.ts";
import type { ParameterizedSystem } from "./system.ts";

/** In increasing order: a pattern of a kind also has the kinds before it. `none` is not a symmetry pattern. */
export type PatternKind = "none" | "simulation" | "homomorphism" | "complete";

export interface PatternVerdict {
  readonly kind: PatternKind;
  /** All reasons why the relation is not a complete pattern, the most important first. */
  readonly failures: readonly Failure[];
  /**
   * Whether images of initial words are initial, and images of bad words bad; missing if the system has no such words.
   */
  readonly keepsInitial?: boolean | undefined;
  readonly keepsBad?: boolean | undefined;
}

/** A law that a pattern breaks, and the shortest words that show it. */
export type Failure =
  /** v -> w and R(v, v'), but from v' no step leads to a word that w is related to. */
  | {
      readonly law: "simulation";
      readonly from: Word;
      readonly to: Word;
      readonly imageOfFrom: Word;
      /** Given if R is a total function. */
      readonly imageOfTo?: Word | undefined;
    }
  | { readonly law: "shorter"; readonly word: Word; readonly image: Word }
  | { readonly law: "function"; readonly word: Word; readonly images: readonly [Word, Word] }
  | { readonly law: "total"; readonly word: Word }
  | { readonly law: "length"; readonly word: Word; readonly image: Word }
  | { readonly law: "injective"; readonly words: readonly [Word, Word]; readonly image: Word }
  | { readonly law: "onto"; readonly word: Word };

export function verifyPattern(system: ParameterizedSystem, pattern: Relation): PatternVerdict {
  const { configurations, initial, bad } = system;
  const r = restriction(pattern, configurations);
  const failures: Failure[] = [];
  const [twoImages] = notFunctional(r);
  const [noImage] = notTotal(r, configurations);
  const failed = !twoImages && !noImage ? functionFailures(system, r)[0] : relationFailure(system, r);
  if (failed) failures.push(failed);
  const longer = notLengthDecreasing(r);
  if (longer) failures.push({ law: "shorter", word: longer[0], image: longer[1] });
  if (twoImages) failures.push({ law: "function", word: twoImages[0], images: [twoImages[1], twoImages[2]] });
  if (noImage) failures.push({ law: "total", word: noImage });
  const uneven = notLengthPreserving(r);
  if (uneven && !longer) failures.push({ law: "length", word: uneven[0], image: uneven[1] });
  const [shared] = notInjective(r);
  if (shared) failures.push({ law: "injective", words: [shared[0], shared[1]], image: shared[2] });
  const [missed] = notOnto(r, configurations);
  if (missed) failures.push({ law: "onto", word: missed });
  const keeps = (set: Nfa | undefined): boolean | undefined => set && isIncluded(image(r, set), set);
  return { kind: kindOf(failures), failures, keepsInitial: keeps(initial), keepsBad: keeps(bad) };
}

function kindOf(failures: readonly Failure[]): PatternKind {
  const lacks = (...laws: readonly Failure["law"][]): boolean => failures.some(({ law }) => laws.includes(law));
  if (lacks("simulation", "shorter")) return "none";
  if (lacks("function", "total")) return "simulation";
  return lacks("length", "injective", "onto") ? "homomorphism" : "complete";
}

/** Theorem 3: where a total function fails to be a simulation; at most `limit` examples. */
export function functionFailures(
  { steps }: ParameterizedSystem,
  r: Relation,
  limit = 1,
  noSteps: Relation = complementRelation(steps),
): (Failure & { readonly law: "simulation" })[] {
  const { alphabetSize } = r;
  const atoms = [
    { nfa: steps.nfa, tapes: [0, 1] },
    { nfa: r.nfa, tapes: [0, 2] },
    { nfa: r.nfa, tapes: [1, 3] },
    { nfa: noSteps.nfa, tapes: [2, 3] },
  ];
  return shortestWords(lazyJoin({ alphabetSize, tapeCount: 4, atoms }), { limit }).map((word) => {
    const [from, to, imageOfFrom, imageOfTo] = unzip(alphabetSize, 4, word);
    return { law: "simulation", from: from!, to: to!, imageOfFrom: imageOfFrom!, imageOfTo: imageOfTo! };
  });
}

/** Theorem 2: where an arbitrary relation fails to be a simulation. */
export function relationFailure({ steps }: ParameterizedSystem, r: Relation): Failure | undefined {
  const { alphabetSize } = r;
  // Tapes v, w, v' (and w'): the pairs (v', w) that occur, and those that have a w'.
  const occurring = [
    { nfa: steps.nfa, tapes: [0, 1] },
    { nfa: r.nfa, tapes: [0, 2] },
  ];
  const answered = [
    { nfa: steps.nfa, tapes: [1, 2] },
    { nfa: r.nfa, tapes: [0, 2] },
  ];
  const [missing] = counterexamplesToInclusion(
    join({ alphabetSize, tapeCount: 3, atoms: occurring, shown: [2, 1] }),
    join({ alphabetSize, tapeCount: 3, atoms: answered, shown: [1, 0] }),
  );
  if (!missing) return undefined;
  const [imageOfFrom = [], to = []] = unzip(alphabetSize, 2, missing);
  const fixed = [
    { nfa: wordNfa(alphabetSize, to), tapes: [1] },
    { nfa: wordNfa(alphabetSize, imageOfFrom), tapes: [2] },
  ];
  const [word] = shortestWords(lazyJoin({ alphabetSize, tapeCount: 3, atoms: [...occurring, ...fixed] }));
  if (!word) throw new InternalError("a failing pair has no origin");
  return { law: "simulation", from: unzip(alphabetSize, 3, word)[0]!, to, imageOfFrom };
}
