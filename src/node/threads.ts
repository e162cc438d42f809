/** Threads for searches that have grown large. */

import { availableParallelism, totalmem } from "node:os";
import { Worker } from "node:worker_threads";
import type { Transferable } from "node:worker_threads";
import type { Threads } from "../engine/engine.ts";

/** The part of the machine's memory that states may take. */
const share = 0.8;

export interface ThreadOptions {
  /** Whether threads share memory, the default, or send messages as in browsers without cross-origin isolation. */
  readonly sharesMemory?: boolean | undefined;
}

/** So many threads; by default as many as the machine runs at once. They start when a search has grown so that it pays. */
export function threads(count: number = availableParallelism(), { sharesMemory = true }: ThreadOptions = {}): Threads {
  return {
    count,
    sharesMemory,
    memoryBytes: share * Math.min(totalmem(), process.constrainedMemory() || Infinity),
    open: ({ onMessage, onError }) => {
      const worker = new Worker(new URL("./explore-thread.js", import.meta.url));
      // A search that has ended does not keep the process alive.
      worker.unref();
      worker.on("message", onMessage);
      worker.on("error", onError);
      return {
        send: (message, transfer = []) => worker.postMessage(message, transfer as Transferable[]),
        end: () => void worker.terminate(),
      };
    },
  };
}
