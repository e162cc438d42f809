/** The counts of a search, which are sums over its shards. */

import type { Shard } from "./shard.ts";

export interface Totals {
  /** The number of stored states, of those that are expanded, and of those up to the end of the level. */
  readonly stored: number;
  readonly expanded: number;
  readonly levelEnd: number;
  readonly transitions: number;
  /** The number of transitions when the level began. */
  readonly levelTransitions: number;
  /** The number of expanded states that are transient. */
  readonly transient: number;
  /** The work for representatives. */
  readonly work: number;
  /** The sum of the sizes of the orbits of expanded states; `undefined` if it is not known. */
  readonly unreduced: bigint | undefined;
  /** Whether some orbits may have several representatives. */
  readonly isInexact: boolean;
  /** What partial-order reduction did. */
  readonly enabledSteps: number;
  readonly takenSteps: number;
  readonly reducedStates: number;
  readonly memoryBytes: number;
  readonly storedBytes: number;
}

export const noTotals: Totals = {
  stored: 0,
  expanded: 0,
  levelEnd: 0,
  transitions: 0,
  levelTransitions: 0,
  transient: 0,
  work: 0,
  unreduced: 0n,
  isInexact: false,
  enabledSteps: 0,
  takenSteps: 0,
  reducedStates: 0,
  memoryBytes: 0,
  storedBytes: 0,
};

/** The largest sum of orbit sizes that is told. */
const mostUnreduced = 2n ** 62n;

export function totalsOf(shard: Shard): Totals {
  const { exports, program } = shard;
  const { unreducedStates, uncounted } = exports;
  const memoryBytes = exports.heap.value >>> 0;
  return {
    stored: exports.count.value,
    expanded: exports.cursor.value,
    levelEnd: exports.levelEnd.value,
    transitions: Number(exports.transitions.value),
    levelTransitions: Number(exports.levelTransitions.value),
    transient: exports.transientCount?.value ?? 0,
    work: Number(exports.work?.value ?? 0n),
    unreduced: uncounted?.value === 1 ? undefined : unreducedStates?.value,
    isInexact: exports.inexact?.value === 1,
    enabledSteps: Number(exports.enabledSteps?.value ?? 0n),
    takenSteps: Number(exports.takenSteps?.value ?? 0n),
    reducedStates: exports.reducedStates?.value ?? 0,
    memoryBytes,
    storedBytes: memoryBytes - program.heapBase,
  };
}

export function sumOf(all: readonly Totals[]): Totals {
  return all.reduce((a, b) => {
    const unreduced = a.unreduced === undefined || b.unreduced === undefined ? undefined : a.unreduced + b.unreduced;
    return {
      stored: a.stored + b.stored,
      expanded: a.expanded + b.expanded,
      levelEnd: a.levelEnd + b.levelEnd,
      transitions: a.transitions + b.transitions,
      levelTransitions: a.levelTransitions + b.levelTransitions,
      transient: a.transient + b.transient,
      work: a.work + b.work,
      unreduced: unreduced !== undefined && unreduced > mostUnreduced ? undefined : unreduced,
      isInexact: a.isInexact || b.isInexact,
      enabledSteps: a.enabledSteps + b.enabledSteps,
      takenSteps: a.takenSteps + b.takenSteps,
      reducedStates: a.reducedStates + b.reducedStates,
      memoryBytes: a.memoryBytes + b.memoryBytes,
      storedBytes: a.storedBytes + b.storedBytes,
    };
  });
}

/** After so many enabled steps it is known whether partial-order reduction pays. */
const enoughSteps = 50_000;

/** What partial-order reduction did in searches that this one continues. */
export type StepsBefore = Pick<Totals, "enabledSteps" | "takenSteps">;

/**
 * The share of the enabled steps up to which reduction goes on: if it was asked for; if it was left to us; and if the
 * search would begin again without it. To choose steps takes as long as to take them. But SPIN's dtp takes two of three
 * steps, and stores a tenth of its states.
 */
export const mostTaken = { asked: 0.95, left: 0.75, anew: 0.5 } as const;

/** Whether partial-order reduction is seen to reduce too little. */
export function isUseless(totals: Totals, before: StepsBefore, most: number = mostTaken.asked): boolean {
  const enabledSteps = totals.enabledSteps + before.enabledSteps;
  const takenSteps = totals.takenSteps + before.takenSteps;
  return enabledSteps >= enoughSteps && takenSteps > enabledSteps * most;
}
