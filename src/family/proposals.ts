/**
 * From patterns of a family to generators for one instance.
 *
 * Permutations of the library are known by their positions. For any other complete pattern, its effect on words of the
 * size shows whether it permutes positions. The validator has the last word.
 */

import { sampleWords, wordsOfLength } from "../automata/finiteness.ts";
import { shortestWord } from "../automata/lazy.ts";
import { wordNfa } from "../automata/nfa.ts";
import { image } from "../automata/relation.ts";
import type { Relation } from "../automata/relation.ts";
import type { Proposal } from "../hints/proposal.ts";
import { Random } from "../util/random.ts";
import { libraryGroups } from "./library.ts";
import { describeFamily, positionsAt } from "./permutations.ts";
import type { ParameterizedSystem } from "./system.ts";
import { verifyPattern } from "./verify.ts";

/**
 * Generators for the instance of a size, from the library and from the declared patterns, verified for the whole
 * family.
 */
export function proposalsFor(system: ParameterizedSystem, size: number): Proposal[] {
  const { groups } = libraryGroups(system);
  const known = groups.flatMap(({ generators }) =>
    generators.map((family) => ({ slots: positionsAt(family, size), reason: describeFamily(family) })),
  );
  const declared = system.patterns.flatMap(({ name, relation }): Proposal[] => {
    if (verifyPattern(system, relation).kind !== "complete") return [];
    const slots = permutationAt(system, relation, size);
    return slots ? [{ slots, reason: `pattern ${name}` }] : [];
  });
  return [...known, ...declared].filter(({ slots }) => slots.some((to, from) => to !== from));
}

/** The number of words in a sample. */
const sampleSize = 200;

/** The permutation of positions that a function performs on words of a length, if one fits all words of the sample. */
export function permutationAt(system: ParameterizedSystem, relation: Relation, size: number): number[] | undefined {
  const { configurations, letters } = system;
  const few = wordsOfLength(configurations, size, sampleSize);
  const words = few.length < sampleSize ? few : sampleWords(configurations, size, sampleSize, new Random());
  let candidates = Array.from({ length: size }, () => Array.from({ length: size }, (_, j) => j));
  for (const word of words) {
    const after = shortestWord(image(relation, wordNfa(letters.length, word)));
    if (after?.length !== size) return undefined;
    candidates = candidates.map((places, i) => places.filter((j) => after[j] === word[i]));
  }
  const places = candidates.map((list) => (list.length === 1 ? list[0]! : -1));
  return places.includes(-1) || new Set(places).size < size ? undefined : places;
}
