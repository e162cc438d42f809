/** Colors that may be alike, of a net that was unfolded from colored tokens: guesses for the validator. */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";

/** What becomes of the slots when neighboring colors of a sort change places, and when all colors go to the next one. */
export interface ColorClass {
  readonly sort: string;
  readonly exchanges: readonly Int32Array[];
  readonly rotation?: Int32Array | undefined;
}

export const colorClasses: Hint<readonly ColorClass[]> = defineHint("color classes");
