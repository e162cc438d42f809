/**
 * Threads for searches that have grown large, in a browser: workers, which the page starts.
 *
 * On a page with cross-origin isolation they share memory. On others states travel as messages, which is slower.
 */

import { serveThread } from "../check/thread.ts";
import type { Threads } from "../engine/engine.ts";

/** What is used of a worker. */
export interface ThreadWorker {
  postMessage(message: unknown, transfer: unknown[]): void;
  terminate(): void;
  /** Events have types of the browser, which are not known here. */
  addEventListener(kind: string, listener: (event: object) => void): void;
}

export interface ThreadOptions {
  /** The number of threads. Default: as many as the machine runs at once. */
  readonly count?: number | undefined;
  /** The memory for states in all. Default: 4 GiB. */
  readonly memoryBytes?: number | undefined;
}

interface MessageEvent {
  readonly data: unknown;
}
interface ErrorEvent {
  readonly message: string;
  readonly preventDefault: () => void;
}

/** What the platform says about itself. */
interface Surroundings {
  readonly crossOriginIsolated?: boolean;
  readonly navigator?: { readonly hardwareConcurrency?: number };
}

/**
 * Threads for `check`. `start` makes a worker from a module that calls `serve`. Workers start when a search has grown so
 * that it pays.
 */
export function threads(start: () => ThreadWorker, { count, memoryBytes = 2 ** 32 }: ThreadOptions = {}): Threads {
  const { crossOriginIsolated = false, navigator } = globalThis as Surroundings;
  return {
    count: count ?? navigator?.hardwareConcurrency ?? 1,
    memoryBytes,
    sharesMemory: crossOriginIsolated,
    open: ({ onMessage, onError }) => {
      const worker = start();
      worker.addEventListener("message", (event) => onMessage((event as MessageEvent).data));
      worker.addEventListener("error", (event) => {
        const { message } = event as ErrorEvent;
        (event as ErrorEvent).preventDefault();
        onError(new Error(message || "a thread could not be started"));
      });
      return {
        send: (message, transfer = []) => worker.postMessage(message, [...transfer]),
        end: () => worker.terminate(),
      };
    },
  };
}

/** Makes this worker a thread of a check. */
export function serve(): void {
  const scope = globalThis as unknown as Pick<ThreadWorker, "postMessage" | "addEventListener">;
  const obey = serveThread((message) => scope.postMessage(message, []));
  scope.addEventListener("message", (event) => obey((event as MessageEvent).data));
}
