/**
 * Process symmetries of a family, learned from its smallest instances and then proved for all sizes.
 *
 * The detectors find the groups of positions of small instances. The candidates are the families of permutations in the
 * library that lie in all of these groups; each is proved with its transducer. If there are none, a uniform rule picks
 * a permutation from each group, the pairs of words that it relates are the examples, and a transducer is inferred from
 * them by their tails (`tails.ts`). A candidate counts only if it is verified as a complete pattern.
 */

import { minimize, toNfa } from "../automata/dfa.ts";
import { wordsOfLength } from "../automata/finiteness.ts";
import type { Word } from "../automata/nfa.ts";
import { relation } from "../automata/relation.ts";
import type { Relation } from "../automata/relation.ts";
import { tupleCount, zip } from "../automata/tuples.ts";
import { instanceModel, InstanceTooLarge } from "../family/instance.ts";
import { verifyFamily } from "../family/library.ts";
import { familyRelation, positionsAt } from "../family/permutations.ts";
import type { PermutationFamily } from "../family/permutations.ts";
import type { ParameterizedSystem } from "../family/system.ts";
import { verifyPattern } from "../family/verify.ts";
import type { PatternVerdict } from "../family/verify.ts";
import { contains, permutationGroup } from "../group/group.ts";
import { findSymmetries } from "../symmetry/find.ts";
import { containsSymmetry } from "../symmetry/symmetry-group.ts";
import { enterPhase } from "../util/limits.ts";
import type { Hint } from "./synthesize-by-sat.ts";
import { automatonFromTails } from "./tails.ts";

export interface LearnedPattern {
  readonly name: string;
  readonly description: string;
  /** Missing for reflections, which are not regular relations. */
  readonly relation?: Relation | undefined;
  readonly verdict: PatternVerdict;
}

export interface Learning {
  /** Whether the search was stopped before it was complete. */
  readonly isStopped: boolean;
  readonly patterns: readonly LearnedPattern[];
  readonly instances: readonly {
    readonly size: number;
    /** The order of the group of positions, and of the part that the patterns generate. */
    readonly order: number;
    readonly generated: string;
  }[];
}

export function learnSymmetries(system: ParameterizedSystem, stop: () => boolean = () => false): Learning {
  const instances = smallInstances(system, stop);
  const found: { readonly pattern: LearnedPattern; readonly at: (n: number) => readonly number[] }[] = [];
  const generatedBy = (size: number): ReturnType<typeof permutationGroup> =>
    permutationGroup(
      size,
      found.map(({ at }) => Int32Array.from(at(size))),
    );
  for (const family of templates()) {
    if (stop()) break;
    const at = (n: number): number[] => positionsAt(family, n);
    const isNew = instances.some(({ size }) => !contains(generatedBy(size), Int32Array.from(at(size))));
    if (!isNew || !instances.every((instance) => hasPermutation(instance, at(instance.size)))) continue;
    const { name, description, ...verdict } = verifyFamily(system, family);
    if (verdict.kind !== "complete") continue;
    const transducer = family.kind === "reflection" ? undefined : familyRelation(family, system.letters.length);
    found.push({ pattern: { name, description, relation: transducer, verdict }, at });
  }
  const isStopped = stop();
  const learned = found.length > 0 || isStopped ? undefined : learnByRules(system, instances);
  if (learned) found.push(learned);
  return {
    isStopped,
    patterns: found.map(({ pattern }) => pattern),
    instances: instances.map(({ size, permutations }) => ({
      size,
      order: permutations.length,
      generated: String(generatedBy(size).order),
    })),
  };
}

function hasPermutation({ permutations }: SmallInstance, p: readonly number[]): boolean {
  const key = p.join();
  return permutations.some((candidate) => candidate.join() === key);
}

/** In the order of trial: whole words before parts, rotations before swaps before reflections. */
function templates(): PermutationFamily[] {
  const fixed = [0, 1, 2].flatMap((prefix) => [0, 1, 2].map((suffix) => ({ prefix, suffix })));
  fixed.sort((a, b) => a.prefix + a.suffix - b.prefix - b.suffix || a.prefix - b.prefix);
  const single = fixed.flatMap((frame) =>
    (["rotation", "swap", "reflection"] as const).map((kind) => ({ kind, ...frame, block: 1 })),
  );
  const blocks = fixed.flatMap((frame) =>
    (["rotation", "swap"] as const).map((kind) => ({ kind, ...frame, block: 2 })),
  );
  return [...single, ...blocks];
}

/** Ways to pick one permutation from each group. */
const rules: { readonly name: string; readonly pick: (all: readonly (readonly number[])[]) => readonly number[] }[] = [
  { name: "the first permutation that is not the identity", pick: (all) => all[1] ?? all[0]! },
  { name: "the last permutation", pick: (all) => all.at(-1)! },
  {
    name: "the first permutation that moves most",
    pick: (all) => all.reduce((best, p) => (movedCount(p) > movedCount(best) ? p : best)),
  },
];

function movedCount(p: readonly number[]): number {
  return p.filter((to, from) => to !== from).length;
}

/** The limit on the number of example words. */
const mostExamples = 50_000;

function learnByRules(
  system: ParameterizedSystem,
  instances: readonly SmallInstance[],
): { readonly pattern: LearnedPattern; readonly at: (n: number) => readonly number[] } | undefined {
  const { letters, configurations } = system;
  const longest = instances.at(-1)?.size ?? 0;
  if (instances.every(({ permutations }) => permutations.length === 1)) return undefined;
  for (const { name, pick } of rules) {
    const chosen = new Map(instances.map(({ size, permutations }) => [size, pick(permutations)]));
    const at = (n: number): readonly number[] => chosen.get(n) ?? Array.from({ length: n }, (_, i) => i);
    const examples: number[][] = [];
    for (let n = 0; n <= longest && examples.length < mostExamples; n++) {
      for (const v of wordsOfLength(configurations, n, mostExamples)) {
        const w = new Array<number>(n);
        at(n).forEach((to, from) => (w[to] = v[from]!));
        examples.push(zip(letters.length, [v, w]));
      }
    }
    if (examples.length >= mostExamples) return undefined;
    for (const tail of [1, 2, 3].filter((length) => 2 * length <= longest)) {
      const guessed = automatonFromTails(tupleCount(letters.length, 2), examples, longest, tail);
      const transducer = relation(letters.length, toNfa(minimize(guessed)));
      const verdict = verifyPattern(system, transducer);
      if (verdict.kind !== "complete") continue;
      return {
        pattern: { name: "learned", description: `${name} of each instance`, relation: transducer, verdict },
        at,
      };
    }
  }
  return undefined;
}

/** The most pairs of words in the hints of one size. */
const mostHinted = 600;

/** What the symmetries of positions of the smallest instances do to words, but for those without one. */
export function instanceHints(system: ParameterizedSystem, stop: () => boolean = () => false): Hint[] {
  return smallInstances(system, stop, 4).flatMap(({ size, permutations }): Hint[] => {
    const words = wordsOfLength(system.configurations, size, mostHinted);
    const others = permutations.slice(1);
    if (others.length === 0 || words.length * others.length > mostHinted) return [];
    return [others.map((p) => words.map((v) => [v, moved(v, p)] as const))];
  });
}

function moved(word: Word, p: readonly number[]): number[] {
  const result = new Array<number>(word.length);
  p.forEach((to, from) => (result[to] = word[from]!));
  return result;
}

// ---------------------------------------------------------------- small instances

interface SmallInstance {
  readonly size: number;
  /** All permutations of positions in the group, in lexicographic order; the first is the identity. */
  readonly permutations: readonly (readonly number[])[];
}

/** The largest size whose permutations are listed; larger sizes have too many. */
const largest = 6;

/**
 * The instances of sizes 2 to 6 that have configurations. The list ends at the first instance that is too large, or
 * when `stop` returns true.
 */
function smallInstances(system: ParameterizedSystem, stop: () => boolean, most = largest): SmallInstance[] {
  const instances: SmallInstance[] = [];
  for (let size = 2; size <= most && !stop(); size++) {
    if (wordsOfLength(system.configurations, size, 1).length === 0) continue;
    enterPhase(`learning from instances of size ${size}`);
    try {
      const model = instanceModel(system, size, { everywhere: true });
      const { group } = findSymmetries(model);
      const isSymmetry = (p: readonly number[]): boolean =>
        containsSymmetry(group, { slots: Int32Array.from(p), values: new Map() });
      instances.push({ size, permutations: permutationsOf(size).filter(isSymmetry) });
    } catch (error) {
      if (error instanceof InstanceTooLarge) break;
      throw error;
    }
  }
  return instances;
}

function permutationsOf(n: number): number[][] {
  const result: number[][] = [];
  const extend = (chosen: number[]): void => {
    if (chosen.length === n) result.push(chosen);
    for (let i = 0; i < n; i++) if (!chosen.includes(i)) extend([...chosen, i]);
  };
  extend([]);
  return result;
}
