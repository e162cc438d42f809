/**
 * A run of a net that seems to show that the net is unbounded: its last marking is at least an earlier one, and more. It
 * is a guess, which a check confirms before it says anything.
 */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";

export interface Pumping {
  /** The numbers of transitions, from the initial state on. */
  readonly steps: readonly number[];
  /** The number of steps before the earlier marking. */
  readonly start: number;
}

export const pumping: Hint<Pumping> = defineHint("pumping");
