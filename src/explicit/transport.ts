/** How the members of a crew reach each other. */

import { messageOf } from "./message.ts";
import type { Header } from "./message.ts";

export interface Transport {
  /** The number of this member, and of all. */
  readonly self: number;
  readonly memberCount: number;
  /**
   * Sends a message (`message.ts`). Messages to one member arrive in this order. While there is no room for it,
   * `meanwhile` is called, which must take what has arrived: else two could wait for each other. The payload is asked for
   * when there is room.
   */
  post(to: number, header: Header, payload: (() => Int32Array) | undefined, meanwhile: () => void): void;
  /** The next message that has arrived. It is valid until the next call. */
  take(): Int32Array | undefined;
}

/** Transports between members of one thread: a queue for each. */
export function localTransports(memberCount: number): Transport[] {
  const queues = Array.from({ length: memberCount }, (): Int32Array[] => []);
  return queues.map((queue, self) => {
    let next = 0;
    return {
      self,
      memberCount,
      post: (to, header, payload) => void queues[to]!.push(messageOf(header, payload?.())),
      take: () => {
        if (next === queue.length) {
          queue.length = next = 0;
          return undefined;
        }
        return queue[next++];
      },
    };
  });
}
