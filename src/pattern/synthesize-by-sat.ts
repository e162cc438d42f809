/**
 * Patterns by guessing and checking (section 5 of the paper): a solver guesses a transducer of k states, the checks of
 * section 4 accept it or give counterexamples, and k grows when no guess is left.
 *
 * There are three kinds of counterexamples: a word must be related to some word; some word must be related to it; and
 * not all of one or two pairs of words are related. Each round adds several of each kind, which saves most rounds. All
 * of them are kept when the number of states grows. From the beginning, short words are required to have images, and
 * one of them is required to have an image other than itself.
 */

import { complement, determinize, toNfa } from "../automata/dfa.ts";
import { wordsOfLength } from "../automata/finiteness.ts";
import { lazyJoin } from "../automata/join.ts";
import { shortestWords } from "../automata/lazy.ts";
import { accepts } from "../automata/nfa.ts";
import type { Nfa, Word } from "../automata/nfa.ts";
import { notFunctional, notInjective, notOnto, notTotal } from "../automata/relation-laws.ts";
import { complementRelation, relation, restriction } from "../automata/relation.ts";
import type { Relation } from "../automata/relation.ts";
import { unzip } from "../automata/tuples.ts";
import { hasAllWords } from "../family/system.ts";
import type { ParameterizedSystem } from "../family/system.ts";
import { functionFailures } from "../family/verify.ts";
import { guessAndCheck } from "./guess-and-check.ts";
import type { SatSynthesis } from "./guess-and-check.ts";
import { PossibleImages } from "./possible-images.ts";
import { TransducerEncoding } from "./transducer-encoding.ts";
import type { SynthesisKind } from "./transducer-encoding.ts";

export interface SatSynthesisOptions {
  readonly kind: SynthesisKind;
  /** Whether the image of the pattern must be finite. */
  readonly finiteImage?: boolean | undefined;
  /**
   * Whether initial words must have initial images, and bad words bad ones. Then the image decides whether the system
   * is safe.
   */
  readonly keepSets?: boolean | undefined;
  /** Pairs of words that must be related, in addition to those of the system. */
  readonly given?: readonly (readonly [Word, Word])[] | undefined;
  /** Lists of pairs of words: all pairs of one list of each must be related. */
  readonly hints?: readonly Hint[] | undefined;
  /** The least number of states, 1 by default. */
  readonly minStates?: number | undefined;
  readonly maxStates?: number | undefined;
  readonly stop?: (() => boolean) | undefined;
}

/** What a pattern may do in one size: the pairs that it relates, for each symmetry of the instance. */
export type Hint = readonly (readonly (readonly [Word, Word])[])[];

type Counterexample =
  | { readonly kind: "read" | "written"; readonly word: Word; readonly images?: readonly Word[] | undefined }
  | { readonly kind: "forbidden"; readonly pairs: readonly (readonly [Word, Word])[] };

/** A set that the pattern must not leave, and its complement. */
interface Kept {
  readonly inside: Nfa;
  readonly outside: Nfa;
}

/** The counterexamples of each kind that a round adds. */
const batch = 8;
/** Words up to this length are required from the beginning, unless there are too many. */
const required = 5;
const mostRequired = 60;
/** A word with more possible images is required to have any. */
const mostImages = 30;

export async function synthesizeBySat(
  system: ParameterizedSystem,
  options: SatSynthesisOptions,
): Promise<SatSynthesis> {
  const { kind, finiteImage = false, keepSets = false, minStates = 1, stop } = options;
  const { maxStates = kind === "homomorphism" ? 12 : 20 } = options;
  const { letters, configurations, steps, initial, bad } = system;
  const given = [...system.given, ...(options.given ?? [])];
  const noSteps = complementRelation(steps);
  const sets = [configurations, ...(keepSets ? [initial, bad] : [])].filter((set) => set !== undefined);
  const kept = sets.map((inside) => ({ inside, outside: toNfa(complement(determinize(inside))) }));
  const images =
    kind === "homomorphism"
      ? undefined
      : new PossibleImages(system, { keepsLetters: kind === "process", kept: keepSets ? sets : [], stop });
  const first = firstWords(system);
  const known = first
    .filter((word) => !images?.smallest.some(({ words }) => words[0]?.length === word.length))
    .map((word) => sharpened({ kind: "read", word }, images));
  // The identity is excluded: a given configuration is moved, or else some short word.
  const isMovedByGiven = given.some(([v, w]) => v.join() !== w.join() && accepts(configurations, v));
  const moved = images ? images.movable : first;
  const movedLength = images ? images.movableLength : (first.at(-1)?.length ?? 0);
  const mustMove = !finiteImage && !isMovedByGiven;
  const found = await guessAndCheck(system, {
    minStates,
    maxStates,
    stop,
    known,
    encode: (solver, stateCount) => {
      const encoding = new TransducerEncoding(solver, {
        alphabetSize: letters.length,
        stateCount,
        kind,
        finiteImage,
        acceptsEmptyWord: accepts(configurations, []),
        hasAllWords: hasAllWords(system),
      });
      for (const [v, w] of given) encoding.requirePair(v, w);
      for (const instance of images?.smallest ?? []) encoding.requireAutomorphism(instance);
      for (const hint of options.hints ?? []) encoding.requireOneOf(hint);
      if (mustMove) encoding.forbid(...moved.map((word) => [word, word] as const));
      const guess = (): Relation => relation(letters.length, encoding.relation().nfa);
      return { add: (counterexample) => add(encoding, counterexample), guess };
    },
    refute: (candidate) =>
      counterexamples(system, candidate, kind, { kept, noSteps }).map((found) => sharpened(found, images)),
    pattern: (candidate) => ({ relation: candidate }),
    wanted: kind === "homomorphism" ? ["homomorphism", "complete"] : ["complete"],
  });
  return mustMove ? { ...found, movedLength } : found;
}

/** Says more than the counterexample where colors do: a pair of two colors is never related. */
function sharpened(counterexample: Counterexample, images: PossibleImages | undefined): Counterexample {
  if (!images) return counterexample;
  if (counterexample.kind !== "forbidden") {
    const others = images.of(counterexample.word);
    return others && others.length <= mostImages ? { ...counterexample, images: others } : counterexample;
  }
  const impossible = counterexample.pairs.find((pair) => !images.isPossible(...pair));
  return impossible ? { kind: "forbidden", pairs: [impossible] } : counterexample;
}

function add(encoding: TransducerEncoding, counterexample: Counterexample): void {
  if (counterexample.kind === "forbidden") {
    encoding.forbid(...counterexample.pairs);
    return;
  }
  const { kind, word, images } = counterexample;
  if (!images) encoding.requireWord(word, kind === "read" ? 0 : 1);
  else encoding.requireAnyPair(images.map((other) => (kind === "read" ? [word, other] : [other, word])));
}

function firstWords({ configurations }: ParameterizedSystem): number[][] {
  const words: number[][] = [];
  for (let n = 0; n <= required; n++) {
    const more = wordsOfLength(configurations, n, mostRequired);
    if (words.length + more.length > mostRequired) break;
    words.push(...more);
  }
  return words;
}

/** The reasons why a candidate is not a pattern of the kind among configurations; empty if it is one. */
function counterexamples(
  system: ParameterizedSystem,
  candidate: Relation,
  kind: SynthesisKind,
  { kept, noSteps }: { readonly kept: readonly Kept[]; readonly noSteps: Relation },
): Counterexample[] {
  const { configurations } = system;
  const { alphabetSize } = candidate;
  const forbidden = (...pairs: (readonly [Word, Word])[]): Counterexample => ({ kind: "forbidden", pairs });
  const found: Counterexample[] = [];
  for (const { inside, outside } of kept) {
    const atoms = [
      { nfa: inside, tapes: [0] },
      { nfa: candidate.nfa, tapes: [0, 1] },
      { nfa: outside, tapes: [1] },
    ];
    for (const word of shortestWords(lazyJoin({ alphabetSize, tapeCount: 2, atoms }), { limit: batch })) {
      const [v = [], w = []] = unzip(alphabetSize, 2, word);
      found.push(forbidden([v, w]));
    }
  }
  const r = restriction(candidate, configurations);
  for (const word of notTotal(r, configurations, batch)) found.push({ kind: "read", word });
  for (const [v, w, other] of notFunctional(r, batch)) found.push(forbidden([v, w], [v, other]));
  if (kind !== "homomorphism") {
    for (const word of notOnto(r, configurations, batch)) found.push({ kind: "written", word });
    for (const [v, other, w] of notInjective(r, batch)) found.push(forbidden([v, w], [other, w]));
  }
  for (const { from, to, imageOfFrom, imageOfTo } of functionFailures(system, r, batch, noSteps)) {
    found.push(forbidden([from, imageOfFrom], [to, imageOfTo!]));
  }
  return found;
}
