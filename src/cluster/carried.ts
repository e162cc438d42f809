/** Counts that members do not have: what was counted before they got their states from others, or from logs. */

import type { Report } from "../explicit/orders.ts";
import { noTotals } from "../explicit/totals.ts";
import type { Totals } from "../explicit/totals.ts";
import { InternalError } from "../util/internal-error.ts";

export type Carried = Pick<Totals, "transitions" | "enabledSteps" | "takenSteps" | "reducedStates" | "isInexact">;
export const nothingCarried: Carried = noTotals;

/** The report of one of the members, with what nobody else counts. */
export function withCarried(report: Report, carried: Carried): Report {
  if (carried === nothingCarried) return report;
  const { totals } = report;
  return {
    ...report,
    totals: {
      ...totals,
      transitions: totals.transitions + carried.transitions,
      levelTransitions: totals.levelTransitions + carried.transitions,
      enabledSteps: totals.enabledSteps + carried.enabledSteps,
      takenSteps: totals.takenSteps + carried.takenSteps,
      reducedStates: totals.reducedStates + carried.reducedStates,
      isInexact: totals.isInexact || carried.isInexact,
    },
  };
}

/** What was done again must give the same. */
export function requireSame(found: Totals, before: Totals): void {
  for (const key of ["stored", "expanded", "transitions", "transient", "unreduced"] as const) {
    if (found[key] !== before[key]) {
      throw new InternalError(
        `done again, a part of the search gave other counts: ${key} ${found[key]}, not ${before[key]}`,
      );
    }
  }
}
