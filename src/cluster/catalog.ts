/**
 * What is in the logs of workers (`state-log.ts`), and the level from which the search can go on by them.
 *
 * The states of a level are a set, whoever has written which of them. So logs stay valid when the states are divided anew,
 * or when they are folded by a larger group. Only who writes a level must be all of its members.
 */

import type { Order } from "../explicit/orders.ts";
import type { Totals } from "../explicit/totals.ts";
import type { LogPiece } from "./state-log.ts";
import type { WorkerCard } from "./worker-card.ts";

/** The most pieces that a member reads for one order: they are in its memory twice for a moment. */
const piecesAtOnce = 8;

/** A point between two levels. */
export interface Mark {
  readonly load: Order & { readonly kind: "load" };
  readonly levels: number;
  readonly totals: Totals;
  /** The number of orders in the journal that led there. */
  readonly orders: number;
}

export class Catalog {
  /** The last point up to which all states are in logs. */
  mark: Mark | undefined;
  private storage: string | undefined;
  private levels: (readonly LogPiece[])[] = [];

  /** The levels that members shall write, if they can and the search has so many. */
  missing(levelCount: number, members: readonly WorkerCard[]): readonly [first: number, end: number] | undefined {
    const storage = sharedBy(members);
    if (storage === undefined) return undefined;
    const first = storage === this.storage ? this.levels.length : 0;
    return first < levelCount ? [first, levelCount] : undefined;
  }

  /** Each member has written its part of some levels. */
  add(first: number, parts: readonly (readonly (readonly LogPiece[])[])[], members: readonly WorkerCard[]): void {
    const count = parts[0]!.length;
    this.storage = sharedBy(members);
    this.levels.length = first;
    for (let k = 0; k < count; k++) this.levels.push(parts.flatMap((part) => part[k] ?? []));
  }

  /** All levels up to here are in logs. */
  covers(levelCount: number): boolean {
    return this.levels.length >= levelCount;
  }

  canBeReadBy(workers: readonly WorkerCard[]): boolean {
    return this.storage !== undefined && workers.some(({ storage }) => storage === this.storage);
  }

  /** What each worker shall read of a level, in rounds. */
  rounds(level: number, workers: readonly WorkerCard[]): LogPiece[][][] {
    const readers = workers.flatMap(({ storage }, k) => (storage === this.storage ? [k] : []));
    const pieces = this.levels[level]!;
    const atOnce = piecesAtOnce * readers.length;
    return Array.from({ length: Math.max(1, Math.ceil(pieces.length / atOnce)) }, (_, round) => {
      const shares = workers.map((): LogPiece[] => []);
      pieces
        .slice(round * atOnce, (round + 1) * atOnce)
        .forEach((piece, k) => shares[readers[k % readers.length]!]!.push(piece));
      return shares;
    });
  }

  /** What is in logs is of no use. */
  forget(): void {
    this.mark = undefined;
    this.storage = undefined;
    this.levels = [];
  }
}

function sharedBy(workers: readonly WorkerCard[]): string | undefined {
  const storage = workers[0]?.storage;
  return workers.every((worker) => worker.storage === storage) ? storage : undefined;
}
