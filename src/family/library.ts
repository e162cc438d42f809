/**
 * The library of patterns, and the groups of the library that a whole family of systems has (Theorems 4 and 7 of the
 * paper).
 *
 * The generators are reflections, and rotations and swaps in blocks of one or more letters, with a few fixed letters at
 * the beginning and at the end. A swap and a rotation of the same letters generate all permutations of them; a rotation
 * and a reflection generate the dihedral group. The generators that move most come first. A generator is left out if it
 * lies in the groups found before it, in all sizes up to eight.
 */

import { sampleWords, wordsOfLength } from "../automata/finiteness.ts";
import { counterexamplesToInclusion, isIncluded } from "../automata/inclusion.ts";
import { buildNfa } from "../automata/lazy.ts";
import { accepts, reverse } from "../automata/nfa.ts";
import type { Nfa, Word } from "../automata/nfa.ts";
import { unzip } from "../automata/tuples.ts";
import { contains, permutationGroup } from "../group/group.ts";
import type { Permutation } from "../group/permutation.ts";
import { enterPhase } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";
import { Random } from "../util/random.ts";
import { describeFamily, familyName, familyRelation, positionsAt } from "./permutations.ts";
import type { PermutationFamily } from "./permutations.ts";
import type { ParameterizedSystem } from "./system.ts";
import { verifyPattern } from "./verify.ts";
import type { Failure, PatternVerdict } from "./verify.ts";

/** A generator and its verdict. */
export interface LibraryVerdict extends PatternVerdict {
  readonly family: PermutationFamily;
  readonly name: string;
  readonly description: string;
}

export type GroupKind = "symmetric" | "dihedral" | "rotations" | "reflection" | "swap";

/** A group of symmetries that every instance has. */
export interface FamilyGroup {
  readonly kind: GroupKind;
  readonly prefix: number;
  readonly suffix: number;
  readonly block: number;
  readonly generators: readonly PermutationFamily[];
}

export interface LibraryResult {
  readonly groups: readonly FamilyGroup[];
  readonly generators: readonly LibraryVerdict[];
}

/** The most letters that stay fixed at the beginning, and at the end. */
const mostFixed = 2;
/** The most pairs of blocks a transducer may have to remember; it limits the length of blocks. */
const mostMemory = 300;

/** The groups of the library that the whole family has. */
export function libraryGroups(system: ParameterizedSystem): LibraryResult {
  enterPhase("verifying the groups of the library");
  const generators: LibraryVerdict[] = [];
  const groups: FamilyGroup[] = [];
  const found: PermutationFamily[] = [];
  const sizes = [2, 3, 4, 5, 6, 7, 8].filter((n) => wordsOfLength(system.configurations, n, 1).length > 0);
  for (const [prefix, suffix, block] of frames(system.letters.length)) {
    const verify = (kind: PermutationFamily["kind"]): PermutationFamily | undefined => {
      const family = { kind, prefix, suffix, block };
      if ((kind === "reflection" && block > 1) || isGenerated(family, found, sizes)) return undefined;
      const verdict = verifyFamily(system, family);
      generators.push(verdict);
      if (verdict.kind !== "complete") return undefined;
      found.push(family);
      return family;
    };
    const [rotation, swap, reflection] = [verify("rotation"), verify("swap"), verify("reflection")];
    const own = [rotation, swap, reflection].filter((family) => family !== undefined);
    if (own.length === 0) continue;
    groups.push({ kind: groupKind(rotation, swap, reflection), prefix, suffix, block, generators: own });
  }
  return { groups, generators };
}

/** Whether other generators generate this one in all these sizes. */
function isGenerated(
  family: PermutationFamily,
  others: readonly PermutationFamily[],
  sizes: readonly number[],
): boolean {
  const at = (member: PermutationFamily, n: number): Permutation => Int32Array.from(positionsAt(member, n));
  return sizes.every((n) =>
    contains(
      permutationGroup(
        n,
        others.map((other) => at(other, n)),
      ),
      at(family, n),
    ),
  );
}

function groupKind(rotation: unknown, swap: unknown, reflection: unknown): GroupKind {
  if (rotation && swap) return "symmetric";
  if (rotation) return reflection ? "dihedral" : "rotations";
  return reflection ? "reflection" : "swap";
}

type Frame = readonly [prefix: number, suffix: number, block: number];

function frames(alphabetSize: number): Frame[] {
  const fixed = Array.from({ length: mostFixed + 1 }, (_, i) => i);
  const pairs = fixed.flatMap((prefix) => fixed.map((suffix) => [prefix, suffix] as const));
  pairs.sort(([a, b], [c, d]) => a + b - c - d || a - c);
  const blocks = [1, 2, 3].filter((block) => block === 1 || alphabetSize ** (2 * block) <= mostMemory);
  return blocks.flatMap((block) => pairs.map(([prefix, suffix]) => [prefix, suffix, block] as const));
}

/** The verdict on a generator: a small instance refutes it, or else it is proved or refuted for all sizes. */
export function verifyFamily(system: ParameterizedSystem, family: PermutationFamily): LibraryVerdict {
  const named = { family, name: familyName(family), description: describeFamily(family) };
  const failure = smallFailure(system, family);
  if (failure) {
    return { ...named, kind: failure.law === "simulation" ? "none" : "simulation", failures: [failure] };
  }
  if (family.kind === "reflection") return { ...named, ...verifyReflection(system, family) };
  return { ...named, ...verifyPattern(system, familyRelation(family, system.letters.length)) };
}

/** If a length has more words than this, this many are drawn at random. */
const mostWords = 400;

const knownWords = new WeakMap<Nfa, Map<number, number[][]>>();

/** A step or a configuration without an image, among the few smallest sizes that the family permutes at all. */
function smallFailure(
  { steps, configurations, letters }: ParameterizedSystem,
  family: PermutationFamily,
): Failure | undefined {
  const alphabetSize = letters.length;
  const least = family.prefix + family.suffix + 2 * family.block;
  for (let n = least; n <= least + 2; n++) {
    const pairs = someWords(steps.nfa, n);
    const words = someWords(configurations, n);
    for (const pair of pairs) {
      const image = permuted(family, pair);
      if (accepts(steps.nfa, image)) continue;
      const [from = [], to = []] = unzip(alphabetSize, 2, pair);
      const [imageOfFrom = [], imageOfTo = []] = unzip(alphabetSize, 2, image);
      return { law: "simulation", from, to, imageOfFrom, imageOfTo };
    }
    const word = words.find((candidate) => !accepts(configurations, permuted(family, candidate)));
    if (word) return { law: "total", word };
  }
  return undefined;
}

function someWords(nfa: Nfa, length: number): number[][] {
  const known = getOrAdd(knownWords, nfa, () => new Map<number, number[][]>());
  return getOrAdd(known, length, () => {
    const all = wordsOfLength(nfa, length, mostWords);
    return all.length < mostWords ? all : sampleWords(nfa, length, mostWords, new Random());
  });
}

function permuted(family: PermutationFamily, word: Word): Word {
  const result = new Array<number>(word.length);
  positionsAt(family, word.length).forEach((to, from) => (result[to] = word[from]!));
  return result;
}

/**
 * A reflection is a bijection of all words. It maps a language into itself exactly if the language includes its mirror
 * image.
 */
function verifyReflection(system: ParameterizedSystem, family: PermutationFamily): PatternVerdict {
  const { configurations, steps, initial, bad, letters } = system;
  const mirror = (nfa: Nfa): Nfa => reflected(nfa, family.prefix, family.suffix);
  const failures: Failure[] = [];
  const [pair] = counterexamplesToInclusion(mirror(steps.nfa), steps.nfa);
  if (pair) {
    const [imageOfFrom = [], imageOfTo = []] = unzip(letters.length, 2, pair);
    const [from, to] = [permuted(family, imageOfFrom), permuted(family, imageOfTo)];
    failures.push({ law: "simulation", from, to, imageOfFrom, imageOfTo });
  }
  const [outside] = counterexamplesToInclusion(mirror(configurations), configurations);
  if (outside) failures.push({ law: "total", word: permuted(family, outside) });
  const keeps = (set: Nfa | undefined): boolean | undefined => set && isIncluded(mirror(set), set);
  const kind = failures.length === 0 ? "complete" : pair ? "none" : "simulation";
  return { kind, failures, keepsInitial: keeps(initial), keepsBad: keeps(bad) };
}

// ---------------------------------------------------------------- reflections
//
// Reflections are not regular relations, but the mirror image of a regular language is regular. So a family of systems
// has reflections as symmetries exactly if its steps, as a language of pairs, include their mirror images. This needs
// no stack, whereas Theorems 5 to 7 of the paper use one; the tests compare the two.

/**
 * The words of a language with all letters but the first `prefix` and the last `suffix` in reverse order. Words shorter
 * than `prefix + suffix` stay as they are.
 *
 * The word is x u y with states p after x and r before y. The automaton reads x, then the mirror image of u by the
 * reversed automaton from a guessed r back to the remembered p, then y from r.
 */
function reflected(nfa: Nfa, prefix: number, suffix: number): Nfa {
  const backwards = reverse(nfa);
  // States: [0, n, q] after n letters of the prefix, or a short word; [1, q, p, r] within; [2, n, q] n letters before
  // the end.
  const entering = (p: number): number[][] => nfa.accepting.map((_, r) => [1, r, p, r]);
  const begin = (q: number): number[][] => (prefix === 0 ? [[0, 0, q], ...entering(q)] : [[0, 0, q]]);
  return buildNfa(nfa.letterCount, {
    roots: nfa.initial.flatMap(begin),
    successors: (state, visit) => {
      if (state[0] === 0) {
        const [, n, q] = state as [number, number, number];
        for (const { letter, target } of nfa.edges[q]!) {
          if (n + 1 < prefix + suffix) visit(letter, [0, n + 1, target]);
          if (n + 1 === prefix) for (const next of entering(target)) visit(letter, next);
        }
      } else if (state[0] === 1) {
        const [, q, p, r] = state as [number, number, number, number];
        for (const { letter, target } of backwards.edges[q]!) visit(letter, [1, target, p, r]);
        if (q === p && suffix > 0) {
          for (const { letter, target } of nfa.edges[r]!) visit(letter, [2, suffix - 1, target]);
        }
      } else {
        const [, n, q] = state as [number, number, number];
        if (n > 0) for (const { letter, target } of nfa.edges[q]!) visit(letter, [2, n - 1, target]);
      }
    },
    accepts: (state) => {
      if (state[0] === 0) return state[1]! < prefix + suffix && nfa.accepting[state[2]!]!;
      if (state[0] === 1) return suffix === 0 && state[1] === state[2] && nfa.accepting[state[3]!]!;
      return state[1] === 0 && nfa.accepting[state[2]!]!;
    },
  });
}
