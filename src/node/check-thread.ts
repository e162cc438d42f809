/** The thread of `checkInThread`. */

import { parentPort, workerData } from "node:worker_threads";
import { check } from "../check/check.ts";
import { InputError, RequestError } from "../check/request-error.ts";
import type { Answer, Task } from "./check-in-thread.ts";

const { model, options, flag } = workerData as Task;

function answer(given: Answer): void {
  parentPort!.postMessage(given);
}

try {
  const result = await check(model, {
    ...options,
    isInterrupted: () => Atomics.load(flag, 0) !== 0,
    onPhase: (phase, detail) => answer({ kind: "phase", phase, detail }),
    onProgress: (progress) => answer({ kind: "progress", progress }),
  });
  answer({ kind: "result", result });
} catch (error) {
  if (!(error instanceof RequestError)) throw error;
  const { message } = error;
  answer(error instanceof InputError ? { kind: "refused", message, code: error.code, span: error.span } : { kind: "refused", message }); // prettier-ignore
}
