/** The symmetries that a search used, as plain data. */

import type { Group } from "../group/group.ts";
import { formatStructure } from "../group/structure/structure-tree.ts";
import { structureOf } from "../group/structure/structure.ts";
import type { FoundSymmetries } from "../symmetry/find.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { Stopped } from "../util/limits.ts";
import type { SymmetryResult } from "./result.ts";

/** `ran` is absent if no detector ran, and `skipped` says why detectors did not. */
export function symmetryResult(
  used: SymmetryGroup | undefined,
  ran?: Pick<FoundSymmetries, "methods" | "seconds">,
  skipped?: string,
): SymmetryResult {
  const { methods, seconds } = ran ?? { methods: [], seconds: 0 };
  const reason = skipped === undefined ? {} : { skipped };
  if (!used) return { order: 1n, generators: 0, structure: "1", methods, ...reason, seconds };
  const { group, generators } = used;
  return {
    order: group.order,
    generators: generators.length,
    structure: shownStructure(group),
    methods,
    ...reason,
    seconds,
  };
}

/** Recognizing a large group can take long, and no verdict depends on it: a limit ends only that. */
function shownStructure(group: Group): string {
  try {
    return formatStructure(structureOf(group));
  } catch (error) {
    if (error instanceof Stopped) return "unknown";
    throw error;
  }
}
