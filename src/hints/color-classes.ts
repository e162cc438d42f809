/**
 * Classes of colors that may be interchangeable, in a net that was unfolded from a colored net. They are guesses for
 * the validator.
 */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";

/**
 * The permutations of slots that exchange two neighboring colors of a sort, and the one that maps each color to the
 * next.
 */
export interface ColorClass {
  readonly sort: string;
  readonly exchanges: readonly Int32Array[];
  readonly rotation?: Int32Array | undefined;
}

export const colorClasses: Hint<readonly ColorClass[]> = defineHint("color classes");
