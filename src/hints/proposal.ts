/** Symmetries that a language expects. They are guesses for the validator. */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";

/** Maps slot i to `slots[i]`. */
export interface Proposal {
  readonly slots: readonly number[];
  /** The mapping of the values of each slot. Values without an entry stay. */
  readonly values?: ReadonlyMap<number, ReadonlyMap<number, number>> | undefined;
  /** The origin of the proposal, for people. */
  readonly reason: string;
}

export const proposals: Hint<readonly Proposal[]> = defineHint("proposals");
