/**
 * Who explores: one shard (`solo.ts`), or several that exchange states (`team.ts`). The search itself (`search.ts`) asks
 * for no more than this, and its results are the same in both cases.
 */

import type { Finding } from "./finding.ts";
import type { Shard } from "./shard.ts";
import type { Totals } from "./totals.ts";

export type MaybePromise<T> = T | Promise<T>;

export interface Crew {
  /** A shard that knows the program, for packing, representatives and sizes of orbits. */
  readonly desk: Shard;
  /** The number of the level that is being expanded. */
  readonly depth: number;
  readonly totals: Totals;
  /** What was found, in all levels: one for each question, the error, the assertion. */
  readonly findings: readonly (Finding | undefined)[];
  readonly hasEndedReduction: boolean;
  /** The numbers of states of the shards. */
  readonly balance: readonly number[];
  /** The least state of a level with a step to each target; `undefined` where there is none, or a limit was reached. */
  originsOf(level: number, targets: readonly Int32Array[]): MaybePromise<readonly (Int32Array | undefined)[]>;
  /** Some packed states of a level, or by default of those that are stored and not expanded. */
  sample(most: number, level?: number): MaybePromise<readonly Int32Array[]>;
  /** The packed states of a level. */
  statesOf(level: number): MaybePromise<readonly Int32Array[]>;
  /** The same in pieces of many states, each valid until the next one. */
  pieces(level: number): AsyncIterable<Int32Array> | Iterable<Int32Array>;
  end(): void;
}
