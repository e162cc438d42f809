/** Traces in files: read and replayed, and written. */

import { extname } from "node:path";
import type { Parsed } from "../languages/language.ts";
import type { Model } from "../model/model.ts";
import type { Trace } from "../model/replay.ts";
import { writeOutput } from "../node/output.ts";
import type { OutputOptions } from "../node/output.ts";
import { readSource } from "../node/source-file.ts";
import { itfDocument } from "../report/itf.ts";
import { replayTrace } from "../report/replay.ts";
import type { Replay } from "../report/replay.ts";
import { stateCode, TraceError } from "../report/replayed-trace.ts";
import type { ShownProperty } from "../report/replayed-trace.ts";
import { traceFile } from "../report/trace-file.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { reject } from "./outcome.ts";

/** A model and what its language can make of it if its bounds are too small. */
export interface Enlargeable {
  readonly model: Model;
  readonly enlarged?: Parsed["enlarged"];
}

/** Reads a trace and replays it in the model. Does not return if it is not a run of the model. */
export function readTrace(loaded: Enlargeable, path: string, watch: Watch): Replay {
  const read = loadTrace(loaded, path, watch);
  return "diagnostics" in read ? reject(read.diagnostics) : read;
}

/** Like `readTrace`, but returns what is wrong. */
export function loadTrace(
  { model, enlarged }: Enlargeable,
  path: string,
  watch: Watch,
): Replay | { readonly diagnostics: readonly Diagnostic[] } {
  const { source, diagnostics } = readSource(path);
  if (!source) return { diagnostics };
  try {
    return watched(watch, () => replayTrace(model, source));
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    // The trace may have more processes than the model has room for at first.
    const isLarger = error.diagnostics.some(({ code }) => code === stateCode);
    const larger = isLarger ? watched(watch, () => enlarged?.()) : undefined;
    if (!larger?.model) return error;
    const read = loadTrace({ model: larger.model, enlarged: larger.enlarged }, path, watch);
    return "diagnostics" in read ? error : read;
  }
}

/** Writes a trace: in ITF if the name of the file ends so. Returns why it was not written, if it was not. */
export function writeTrace(
  path: string,
  model: Model,
  trace: Trace,
  property: ShownProperty | undefined,
  options: OutputOptions,
): string | undefined {
  const document = path.endsWith(".itf.json") ? itfDocument(model, trace, property) : traceFile(model, trace, property);
  return writeOutput(path, `${JSON.stringify(document, undefined, 2)}\n`, options);
}

/** The file of the k-th trace, from 1: `trace.json`, `trace-2.json`, `trace-3.json`. */
export function numberedPath(path: string, k: number): string {
  if (k === 1) return path;
  const ending = path.endsWith(".itf.json") ? ".itf.json" : extname(path);
  return `${path.slice(0, path.length - ending.length)}-${k}${ending}`;
}
