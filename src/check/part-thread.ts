/** Parts of a check in other threads: the messages to a thread that does one, and the answers. */

import type { Progress } from "../engine/engine.ts";
import type { Model } from "../model/model.ts";
import type { Span } from "../syntax/source.ts";
import { Watch } from "../util/limits.ts";
import { doPart, modelOf } from "./part.ts";
import type { Part, PartResult } from "./part.ts";
import { planCheck } from "./plan.ts";
import type { CheckOptions } from "./plan.ts";
import { InputError, RequestError } from "./request-error.ts";

/** The options that are plain data. */
export type PlainOptions = Omit<
  CheckOptions,
  "signal" | "onProgress" | "onPhase" | "isInterrupted" | "memoryInUse" | "threads" | "checkpoint" | "disk" | "engines"
>;

export interface PartTask {
  readonly kind: "part";
  readonly model: Model;
  readonly options: PlainOptions;
  readonly part: Part;
}

export type PartAnswer =
  | { readonly kind: "progress"; readonly progress: Progress }
  /** The model is a copy, as that of the traces is. */
  | { readonly kind: "result"; readonly model: Model; readonly result: PartResult }
  | { readonly kind: "refused"; readonly message: string; readonly code?: string; readonly span?: Span | undefined }
  | { readonly kind: "failed"; readonly message: string };

export function plainOptions(options: CheckOptions): PlainOptions {
  const { signal: _, onProgress: _1, onPhase: _2, isInterrupted: _3, memoryInUse: _4, ...rest } = options;
  const { threads: _5, checkpoint: _6, disk: _7, engines: _8, ...plain } = rest;
  return plain;
}

/** The side of the thread. */
export async function servePart(
  { model, options, part }: PartTask,
  answer: (given: PartAnswer) => void,
): Promise<void> {
  try {
    const plan = planCheck(model, options);
    const onProgress = (progress: Progress): void => answer({ kind: "progress", progress });
    const result = await doPart(plan, part, new Watch(options), onProgress);
    answer({ kind: "result", model: modelOf(plan, part), result });
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof InputError) answer({ kind: "refused", message, code: error.code, span: error.span });
    else if (error instanceof RequestError) answer({ kind: "refused", message });
    else answer({ kind: "failed", message: (error as Error).stack ?? message });
  }
}
