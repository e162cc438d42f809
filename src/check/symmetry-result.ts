/** The symmetries that a search used, as plain data. */

import { formatStructure } from "../group/structure/structure-tree.ts";
import { structureOf } from "../group/structure/structure.ts";
import type { FoundSymmetries } from "../symmetry/find.ts";
import type { SymmetryResult } from "./result.ts";

/** Why costly detectors did not run. */
export const notYet = "the search was too small for costly methods";

export function symmetryResult(
  found: Pick<FoundSymmetries, "group" | "methods" | "seconds"> | undefined,
  skipped?: string,
): SymmetryResult {
  if (!found) return { order: 1n, generators: 0, structure: "1", methods: [], seconds: 0 };
  const { group, generators } = found.group;
  const structure = formatStructure(structureOf(group));
  return {
    order: group.order,
    generators: generators.length,
    structure,
    methods: found.methods,
    ...(skipped === undefined ? {} : { skipped }),
    seconds: found.seconds,
  };
}
