/**
 * Finds a symmetry pattern of a family. It tries four methods in order: the library; process symmetries learned from
 * small instances; a homomorphism onto finitely many configurations; any complete pattern. The last two are found by
 * guessing and checking.
 */

import { stateCount } from "../automata/nfa.ts";
import type { Word } from "../automata/nfa.ts";
import type { Relation } from "../automata/relation.ts";
import { libraryGroups } from "../family/library.ts";
import { familyRelation } from "../family/permutations.ts";
import type { ParameterizedSystem } from "../family/system.ts";
import type { PatternVerdict } from "../family/verify.ts";
import { limitOf } from "../util/limits.ts";
import type { SatSynthesis } from "./guess-and-check.ts";
import { instanceHints, learnSymmetries } from "./learn.ts";
import type { Learning } from "./learn.ts";
import { synthesizeBySat } from "./synthesize-by-sat.ts";
import { synthesizeQuotient } from "./synthesize-quotient.ts";
import type { SynthesisKind } from "./transducer-encoding.ts";

export const synthesisMethods = ["auto", "library", "learn", "quotient", "sat"] as const;
export type SynthesisMethod = (typeof synthesisMethods)[number];

export interface SynthesisOptions {
  readonly method?: SynthesisMethod | undefined;
  /** For `sat`; process symmetries by default. */
  readonly kind?: SynthesisKind | undefined;
  readonly finiteImage?: boolean | undefined;
  /** For `sat`: whether the pattern must be a symmetry of the smallest instances, as their detectors find them. */
  readonly hints?: boolean | undefined;
  readonly maxStates?: number | undefined;
  readonly given?: readonly (readonly [Word, Word])[] | undefined;
  /** Ends the search, undecided. */
  readonly signal?: AbortSignal | undefined;
  /** Polled where no signal can arrive, within synchronous work. */
  readonly stop?: (() => boolean) | undefined;
}

export interface Synthesis {
  readonly outcome: "found" | "none" | "undecided";
  readonly method: Exclude<SynthesisMethod, "auto">;
  readonly patterns: readonly SynthesizedPattern[];
  /** Why no pattern was found. */
  readonly reason?: string | undefined;
  readonly learning?: Learning | undefined;
  readonly search?: Pick<SatSynthesis, "rounds" | "counterexamples" | "machineStates"> | undefined;
}

export interface SynthesizedPattern {
  readonly name: string;
  readonly description: string;
  readonly verdict: PatternVerdict;
  readonly relation?: Relation | undefined;
  /** The states of the transducer; missing for reflections. */
  readonly states?: number | undefined;
}

export async function synthesize(system: ParameterizedSystem, options: SynthesisOptions = {}): Promise<Synthesis> {
  try {
    return await synthesizeWithin(system, options);
  } catch (error) {
    if (limitOf(error) === undefined) throw error;
    const { method = "auto" } = options;
    const reason = "the limit was reached";
    return { outcome: "undecided", method: method === "auto" ? "library" : method, patterns: [], reason };
  }
}

async function synthesizeWithin(system: ParameterizedSystem, options: SynthesisOptions): Promise<Synthesis> {
  const { method = "auto", signal, stop: isStopped } = options;
  const stop = (): boolean => signal?.aborted === true || isStopped?.() === true;
  const sets = { keepSets: true, given: options.given, maxStates: options.maxStates, stop };
  if (method === "library") return fromLibrary(system);
  if (method === "learn") return fromLearning(learnSymmetries(system, stop));
  if (method === "quotient") {
    return fromSearch("quotient", "every configuration to one of the shortest", await synthesizeQuotient(system, sets));
  }
  if (method === "sat") {
    const { kind = "process", finiteImage = false, given, maxStates } = options;
    const hints = options.hints === true && kind === "process" ? instanceHints(system, stop) : undefined;
    const search = { kind, finiteImage, keepSets: finiteImage, given, hints, maxStates, stop };
    const found = await synthesizeBySat(system, search);
    return fromSearch("sat", `the smallest transducer of kind ${kind}`, found);
  }
  if (stop?.()) {
    return { outcome: "undecided", method: "library", patterns: [], reason: "the limit was reached" };
  }
  // It takes no instances, and knows most families. A pattern that must relate given words is none of it.
  const known = (options.given ?? system.given).length === 0 ? fromLibrary(system) : undefined;
  if (known?.outcome === "found") return known;
  const learned = fromLearning(learnSymmetries(system, stop));
  if (learned.outcome !== "none") return learned;
  const quotient = await synthesize(system, { ...options, method: "quotient" });
  if (quotient.outcome !== "none") return { ...quotient, learning: learned.learning };
  const searched = await synthesize(system, { ...options, method: "sat", maxStates: options.maxStates ?? 5 });
  return { ...searched, learning: learned.learning };
}

function fromLibrary(system: ParameterizedSystem): Synthesis {
  const { groups, generators } = libraryGroups(system);
  const used = new Set(groups.flatMap((group) => group.generators));
  const patterns = generators
    .filter(({ family }) => used.has(family))
    .map(({ family, name, description, ...verdict }): SynthesizedPattern => {
      const relation = family.kind === "reflection" ? undefined : familyRelation(family, system.letters.length);
      return { name, description, verdict, relation, states: relation && stateCount(relation.nfa) };
    });
  if (patterns.length > 0) return { outcome: "found", method: "library", patterns };
  return { outcome: "none", method: "library", patterns, reason: "the family has none of the library" };
}

function fromLearning(learning: Learning): Synthesis {
  const patterns = learning.patterns.map((pattern) => ({
    ...pattern,
    states: pattern.relation && stateCount(pattern.relation.nfa),
  }));
  if (patterns.length > 0) return { outcome: "found", method: "learn", patterns, learning };
  if (learning.isStopped) {
    return { outcome: "undecided", method: "learn", patterns, learning, reason: "the limit was reached" };
  }
  return {
    outcome: "none",
    method: "learn",
    patterns,
    learning,
    reason: "the small instances have no symmetries in common that hold for all sizes",
  };
}

function fromSearch(method: "quotient" | "sat", description: string, found: SatSynthesis): Synthesis {
  const { outcome, relation, verdict, states, machineStates, movedLength, rounds, counterexamples } = found;
  const search = { rounds, counterexamples, machineStates };
  const moves = movedLength === undefined ? "" : ` moves a word of at most ${movedLength} letters`;
  if (outcome === "found") {
    return {
      outcome,
      method,
      patterns: [
        {
          name: "synthesized",
          description: moves ? `${description} that${moves}` : description,
          relation,
          verdict: verdict!,
          states,
        },
      ],
      search,
    };
  }
  const none = moves ? `no pattern of up to ${states} states${moves}` : `none up to ${states} states`;
  const reason = outcome === "none" ? none : `the limit was reached at ${states} states`;
  return { outcome, method, patterns: [], reason, search };
}
