/**
 * The engine in a worker: answers requests one after the other, and tells the progress of a check. The parts of the
 * engine are loaded when they are needed first, as the languages are.
 */

import { limitOf, TraceError } from "noether";
import type { AnswerMessage, CancelMessage, RequestMessage, RequestName, Requests } from "./protocol.ts";
import { read } from "./read.ts";

const cancels = new Map<number, AbortController>();

type Answering = { readonly [K in RequestName]: (ask: Requests[K]["ask"], id: number) => unknown };

const answering: Answering = {
  read: ({ model }) => read(model),
  check: async ({ model, choices }, id) => {
    const cancel = new AbortController();
    cancels.set(id, cancel);
    const { runCheck } = await import("./run-check.ts");
    return runCheck(model, choices, cancel.signal, (progress) => send({ id, kind: "progress", progress }));
  },
  walk: async ({ model, action }) => (await import("./walk.ts")).walk(model, action),
  exportWalk: async ({ model }) => (await import("./walk.ts")).exportWalk(model),
  symmetry: async ({ model }) => (await import("./symmetries.ts")).symmetry(model),
  graph: async ({ model, limit }) => (await import("./graphs.ts")).graph(model, limit),
  graphState: async ({ graph, id }) => (await import("./graphs.ts")).graphState(graph, id),
  graphSearch: async ({ graph, text }) => (await import("./graphs.ts")).graphSearch(graph, text),
};

function send(message: AnswerMessage): void {
  postMessage(message);
}

async function answer(message: RequestMessage): Promise<void> {
  const { id, name } = message;
  try {
    const handler = answering[name] as (ask: unknown, id: number) => unknown;
    send({ id, kind: "answer", answer: await handler(message.ask, id) });
  } catch (error) {
    send({ id, kind: "refused", message: wordsOf(error) });
  } finally {
    cancels.delete(id);
  }
}

function wordsOf(error: unknown): string {
  const limit = limitOf(error);
  if (limit !== undefined) return limit === "memory" ? "the memory ran out" : `stopped: ${limit}`;
  if (error instanceof TraceError) return `the trace is no run of this model: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

addEventListener("message", ({ data }: MessageEvent<RequestMessage | CancelMessage>) => {
  if (data.name === "cancel") cancels.get(data.id)?.abort();
  else void answer(data);
});
