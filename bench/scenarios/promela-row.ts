/** The measurements of one model in the scenario `promela`. */

import type { Checked } from "../noether/check.ts";
import type { Mode, PanOutcome } from "../peers/spin-check.ts";

export interface PromelaRow {
  readonly model: string;
  readonly symmetric: Checked;
  /** Absent if it would take too long. */
  readonly plain?: Checked | undefined;
  readonly spin?: Readonly<Record<Mode, SpinChecked>> | undefined;
  readonly problems: readonly string[];
}

export interface SpinChecked {
  readonly makeSeconds: number;
  readonly outcome: PanOutcome;
}

/** The processor time; infinite if pan did not finish. */
export function outcomeSeconds(outcome: PanOutcome): number {
  return outcome.kind === "limit" ? Infinity : outcome.usage.userSeconds + outcome.usage.systemSeconds;
}
