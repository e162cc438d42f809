/** What a crew tells its members, and what they answer. All of it is plain data, but for compiled modules. */

import type { Limit } from "../util/limits.ts";
import type { Finding } from "./finding.ts";
import type { Program } from "./program.ts";
import type { Territory } from "./territory.ts";
import type { Totals } from "./totals.ts";

/** The shards of a search. */
export interface Division {
  /** The member of each shard. */
  readonly memberOf: readonly number[];
  /** The most memory of a shard. */
  readonly shardBytes: number;
  /** What tells the owner of a state. Default: all of its bits. */
  readonly territory?: Territory | undefined;
}

export type Order =
  /** Makes empty shards for a program, beside those there are. */
  | {
      readonly kind: "load";
      readonly program: Program;
      readonly module: WebAssembly.Module;
      readonly division: Division;
    }
  /** Stores the states of a level in the new shards: these packed states, or else those of the old shards. */
  | {
      readonly kind: "adopt";
      readonly level: number;
      readonly states?: Int32Array | undefined;
      /** Whether these are more states of the level of the order before. */
      readonly goesOn?: boolean | undefined;
    }
  /** The new shards replace the old ones. All levels but the last are expanded; the transitions are counted before. */
  | { readonly kind: "settle" }
  /** The new shards are given up. */
  | { readonly kind: "unload" }
  /** Begins a level. What was found in earlier ones is not looked for. */
  | { readonly kind: "expand"; readonly found: readonly (Finding | undefined)[]; readonly reduces: boolean }
  /** Expands in full what partial-order reduction must not put off. */
  | { readonly kind: "pending" }
  | { readonly kind: "seek"; readonly level: number; readonly targets: readonly Int32Array[] }
  | { readonly kind: "states"; readonly level: number }
  /** Copies at most so many states of a level, from one of its states on. */
  | { readonly kind: "copy"; readonly level: number; readonly from: number; readonly most: number }
  | { readonly kind: "sample"; readonly most: number; readonly level?: number | undefined }
  /** Counts the transient states that are not expanded yet. */
  | { readonly kind: "transient" };

export interface Report {
  readonly totals: Totals;
  /** The findings in the level under way. */
  readonly findings: readonly (Finding | undefined)[];
  /** The limit that this member reached, or was told of. */
  readonly limit: Limit | undefined;
  /** The number of states in each of its shards. */
  readonly stored: readonly number[];
  /** The answer to `seek`, `states`, `copy` or `sample`. */
  readonly states?: readonly (Int32Array | undefined)[] | undefined;
  /** The answer to `transient`. */
  readonly transientAhead?: number | undefined;
}

/** The most words of states in an order, or in the report of a member: both may be letters. */
const messageWords = 2 ** 20;

export function statesInMessage(wordCount: number): number {
  return Math.max(1, Math.floor(messageWords / wordCount));
}
