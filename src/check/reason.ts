/** The reasons for undecided verdicts, as text. */

import type { LimitReached } from "./result.ts";

/** A bound of the model was reached, which is not an error of the model. */
export function reasonForModelLimit(limit: string): string {
  return `a limit of the model was met: ${limit}`;
}

export function reasonForLimit(limit: LimitReached | undefined): string {
  switch (limit) {
    case "states":
      return "the limit on states was reached";
    case "memory":
      return "the memory ran out";
    case "time":
      return "the time limit was reached";
    case "cancelled":
      return "the search was cancelled";
    case undefined:
      return "the search ended before all states were seen";
  }
}
