/** The types whose values the author of a model declares to be interchangeable. They are guesses for the validator. */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";
import type { Span } from "../syntax/source.ts";

export interface Scalarset {
  readonly name: string;
  readonly span: Span;
  /** The exchanges of neighboring values. */
  readonly exchanges: readonly Exchange[];
  /** Places where the order or the numbers of the values matter. */
  readonly uses: readonly { readonly what: string; readonly span: Span }[];
}

/** Maps slot i to `slots[i]`, and the values of some slots. Values without an entry stay. */
export interface Exchange {
  readonly slots: Int32Array;
  readonly values: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

export const scalarsets: Hint<readonly Scalarset[]> = defineHint("scalarsets");
