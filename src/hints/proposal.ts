/** Symmetries that a language has reasons to expect: guesses for the validator. */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";

/** Slot i goes to `slots[i]`. */
export interface Proposal {
  readonly slots: readonly number[];
  /** What becomes of the values of a slot on the way; those that are missing stay. */
  readonly values?: ReadonlyMap<number, ReadonlyMap<number, number>> | undefined;
  /** Where it comes from, for people. */
  readonly reason: string;
}

export const proposals: Hint<readonly Proposal[]> = defineHint("proposals");
