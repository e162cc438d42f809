/**
 * Messages between the members of a crew: words of 32 bits. They have the same form in shared memory and on a wire.
 *
 *     kind  phase  sender  receiver  count  ...
 *
 * `states`: `count` packed states from a shard to the shard that owns them; with partial-order reduction each is followed
 * by the number of its origin in the sender, or -1. `ahead`: `count` numbers of origins, from a shard that found states
 * of the next level back to the shard of the origins. `end`: the sender, a member, sends no more in this phase; `count` is
 * a limit that it reached, or 0. Messages of one sender arrive in the order in which they were sent.
 */

import type { Limit } from "../util/limits.ts";

export const kind = { states: 1, ahead: 2, end: 3 } as const;

export const headerWords = 5;

export interface Header {
  readonly kind: number;
  readonly phase: number;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export function headerOf(message: Int32Array): Header {
  return { kind: message[0]!, phase: message[1]!, from: message[2]!, to: message[3]!, count: message[4]! };
}

export function messageOf({ kind: what, phase, from, to, count }: Header, payload?: Int32Array): Int32Array {
  const message = new Int32Array(headerWords + (payload?.length ?? 0));
  message.set([what, phase, from, to, count]);
  if (payload) message.set(payload, headerWords);
  return message;
}

const limits: readonly (Limit | undefined)[] = [undefined, "states", "memory", "time", "cancelled"];

export function codeOf(limit: Limit | undefined): number {
  return limits.indexOf(limit);
}

export function limitIn(code: number): Limit | undefined {
  return limits[code];
}
