/**
 * A check in a thread of its own. The caller's thread stays free, and a signal ends the check at any time.
 *
 * `check` itself runs in the caller's thread. There a signal can be raised only while `check` yields, which it does
 * between steps of its work, but not during detection or compilation.
 */

import { Worker } from "node:worker_threads";
import { undecidedCheck } from "../check/check.ts";
import type { CheckOptions } from "../check/plan.ts";
import { InputError, RequestError } from "../check/request-error.ts";
import type { CheckResult } from "../check/result.ts";
import type { Model } from "../model/model.ts";
import type { Span } from "../syntax/source.ts";

/** The input of the thread: plain data, and a flag that becomes nonzero when the check shall end. */
export interface Task {
  readonly model: Model;
  readonly options: Omit<CheckOptions, "signal" | "onProgress" | "onPhase" | "isInterrupted" | "memoryInUse">;
  readonly flag: Int32Array<SharedArrayBuffer>;
}

export type Answer =
  | { readonly kind: "progress"; readonly progress: Parameters<NonNullable<CheckOptions["onProgress"]>>[0] }
  | { readonly kind: "phase"; readonly phase: string; readonly detail: string | undefined }
  | { readonly kind: "result"; readonly result: CheckResult }
  | { readonly kind: "refused"; readonly message: string; readonly code?: string; readonly span?: Span | undefined };

/** The time that the check has, after a signal, to end by itself. */
const graceMs = 1000;

export async function checkInThread(model: Model, options: CheckOptions = {}): Promise<CheckResult> {
  const { signal, onProgress, onPhase, isInterrupted: _, memoryInUse: __, ...plain } = options;
  if (signal?.aborted === true) return undecidedCheck(model, options, "cancelled");
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const task: Task = { model, options: plain, flag };
  const worker = new Worker(new URL("./check-thread.js", import.meta.url), { workerData: task });
  try {
    return await new Promise<CheckResult>((resolve, reject) => {
      signal?.addEventListener("abort", () => {
        Atomics.store(flag, 0, 1);
        setTimeout(() => resolve(undecidedCheck(model, options, "cancelled")), graceMs).unref();
      });
      worker.on("message", (answer: Answer) => {
        if (answer.kind === "progress") onProgress?.(answer.progress);
        else if (answer.kind === "phase") onPhase?.(answer.phase, answer.detail);
        else if (answer.kind === "result") resolve(answer.result);
        else if (answer.code === undefined) reject(new RequestError(answer.message));
        else reject(new InputError(answer.code, answer.message, answer.span));
      });
      worker.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve(undecidedCheck(model, options, "memory"));
        else reject(error);
      });
    });
  } finally {
    await worker.terminate();
  }
}
