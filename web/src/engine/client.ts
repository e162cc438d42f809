/**
 * A worker with the engine, as promises. Much of the work of the engine does not pause, so a request that is cancelled
 * and does not end soon is ended with its worker; the next request starts another one.
 */

import type { AnswerMessage, CheckProgress, RequestName, Requests } from "./protocol.ts";

/** The request cannot be met, for a reason in words. */
export class Refused extends Error {}

/** The request was cancelled. */
export class Cancelled extends Error {}

const graceMs = 400;

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
}

export class EngineClient {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  /** Starts the worker, so that it is ready when it is asked. */
  start(): void {
    this.#current();
  }

  ask<K extends RequestName>(
    name: K,
    ask: Requests[K]["ask"],
    onProgress?: (progress: CheckProgress) => void,
  ): { readonly answer: Promise<Requests[K]["answer"]>; readonly cancel: () => void } {
    const id = this.#nextId++;
    const answer = new Promise<Requests[K]["answer"]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#current().postMessage({ id, name, ask });
    });
    return { answer, cancel: () => this.#cancel(id) };
  }

  #cancel(id: number): void {
    if (!this.#waiting.has(id)) return;
    this.#worker?.postMessage({ id, name: "cancel" });
    setTimeout(() => {
      if (this.#waiting.has(id)) this.#end(new Cancelled("cancelled"));
    }, graceMs);
  }

  #current(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "engine" });
    worker.addEventListener("message", ({ data }: MessageEvent<AnswerMessage>) => this.#hear(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#end(new Refused(event.message === "" ? "the engine could not be started" : event.message));
    });
    return (this.#worker = worker);
  }

  #hear(message: AnswerMessage): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (message.kind === "progress") {
      waiting.onProgress?.(message.progress);
      return;
    }
    this.#waiting.delete(message.id);
    if (message.kind === "answer") waiting.resolve(message.answer as never);
    else waiting.reject(new Refused(message.message));
  }

  /** Ends the worker, and all that it was asked. */
  #end(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(reason);
  }
}
