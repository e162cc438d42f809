/** Threads for searches that have grown large. */

import { availableParallelism, totalmem } from "node:os";
import { Worker } from "node:worker_threads";
import type { Threads } from "../engine/engine.ts";

/** The part of the machine's memory that states may take. */
const share = 0.8;

/** On a machine that runs fewer threads at once, one is as fast. */
const worthSharing = 4;

/** So many threads; by default as many as the machine runs at once, if that pays. They start when a search needs them. */
export function threads(count: number = usefulThreads()): Threads {
  return {
    count,
    memoryBytes: share * Math.min(totalmem(), process.constrainedMemory() || Infinity),
    open: ({ onMessage, onError }) => {
      const worker = new Worker(new URL("./explore-thread.js", import.meta.url));
      // A search that has ended does not keep the process alive.
      worker.unref();
      worker.on("message", onMessage);
      worker.on("error", onError);
      return { send: (message) => worker.postMessage(message), end: () => void worker.terminate() };
    },
  };
}

function usefulThreads(): number {
  const most = availableParallelism();
  return most < worthSharing ? 1 : most;
}
