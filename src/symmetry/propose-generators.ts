/**
 * Proposes the generators of a group so that few of them need a proof.
 *
 * Graphs of symmetric systems give many generators where two would do: n - 1 exchanges of neighbors generate all
 * permutations of n processes, and so do one exchange and the product of all of them, which is a cycle. So where the
 * product and one generator of each independent part generate the group, only these are proposed. If one of them is
 * refused, a generator is invalid, and each is proposed alone.
 */

import { orbits } from "../group/orbits.ts";
import type { Domain } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Search } from "./detector.ts";
import { containsSymmetry, symmetryGroupIfAny } from "./symmetry-group.ts";
import { composeSymmetries, withoutIdleParts } from "./symmetry.ts";
import type { Symmetry } from "./symmetry.ts";

/** Fewer generators are proposed as they are: to look for fewer costs more than their proofs. */
const manyGenerators = 6;

/** Whether all are valid. */
export function proposeGenerators(search: Search, generators: readonly Symmetry[]): boolean {
  if (generators.length >= manyGenerators) {
    const few = [generators.reduce(composeSymmetries), ...headsOf(generators)];
    const { domains } = facts(search.model);
    if (
      2 * few.length < generators.length &&
      generate(few, generators, domains) &&
      few.every((symmetry) => search.isValid(symmetry))
    ) {
      for (const symmetry of few) search.propose(symmetry);
      return true;
    }
  }
  let areValid = true;
  for (const symmetry of generators) areValid = search.propose(symmetry) && areValid;
  return areValid;
}

/** Whether a few symmetries generate all of them. */
function generate(few: readonly Symmetry[], all: readonly Symmetry[], domains: readonly Domain[]): boolean {
  const withoutIdle = (symmetry: Symmetry): Symmetry => withoutIdleParts(symmetry, domains);
  const group = symmetryGroupIfAny(few.map(withoutIdle), domains);
  return group !== undefined && all.every((symmetry) => containsSymmetry(group, withoutIdle(symmetry)));
}

/** The first generator of each part: parts have no slot in common that both move or change. */
function headsOf(generators: readonly Symmetry[]): Symmetry[] {
  const slotCount = generators[0]?.slots.length ?? 0;
  const touched = generators.map(({ slots, values }) => {
    const moved = Array.from(slots.keys()).filter((slot) => slots[slot] !== slot);
    return [...new Set([...moved, ...values.keys()])];
  });
  const { least } = orbits(
    slotCount,
    touched.map((slots) => cycleThrough(slots, slotCount)),
  );
  const parts = new Map<number, Symmetry>();
  generators.forEach((symmetry, i) => {
    const part = least[touched[i]![0]!]!;
    if (!parts.has(part)) parts.set(part, symmetry);
  });
  return [...parts.values()];
}

function cycleThrough(slots: readonly number[], slotCount: number): Int32Array {
  const cycle = Int32Array.from({ length: slotCount }, (_, i) => i);
  slots.forEach((slot, i) => (cycle[slot] = slots[(i + 1) % slots.length]!));
  return cycle;
}
