/** What a command, in its own thread, says to `main.ts`, which hears signals and writes. */

import { parentPort, workerData } from "node:worker_threads";
import type { Limits } from "../util/limits.ts";
import { exitCode } from "./exit-code.ts";
import { memoryInUse, startCountingMemory } from "./memory.ts";

/** What the thread is started with. */
export interface Setting {
  readonly arguments: readonly string[];
  readonly version: string;
  /** The first is not 0 once the user wants it to end. */
  readonly flags: Int32Array<SharedArrayBuffer>;
  readonly isTerminal: { readonly out: boolean; readonly err: boolean };
}

export type Message =
  | { readonly kind: "write"; readonly stream: "stdout" | "stderr"; readonly text: string }
  /** What to print should the command have to be ended from outside. */
  | { readonly kind: "meanwhile"; readonly reports: Readonly<Record<"time" | "memory" | "cancelled", string>> }
  | { readonly kind: "timeout"; readonly ms: number }
  /** What the command has to say is written: how it ends is known, whatever becomes of the rest. */
  | { readonly kind: "settled"; readonly code: number }
  | { readonly kind: "end"; readonly code: number };

export const setting = workerData as Setting;

function send(message: Message): void {
  parentPort!.postMessage(message);
}

let written = false;

/** Whether there is anything on standard output. */
export function hasWritten(): boolean {
  return written;
}

export function write(text: string): void {
  written = true;
  send({ kind: "write", stream: "stdout", text });
}

export function complain(text: string): void {
  send({ kind: "write", stream: "stderr", text });
}

let code: number = exitCode.holds;

/** How the process is to end, said after what matters is written; the last one counts. */
export function endWith(chosen: number): void {
  code = chosen;
  send({ kind: "settled", code });
}

/** The limits that the command line's options, and its user, set from now on. */
export function limitsOf(flags: {
  readonly timeout?: number | undefined;
  readonly maxMemory?: number | undefined;
  readonly maxStates?: number | undefined;
}): Limits {
  const { timeout, maxMemory, maxStates } = flags;
  if (timeout !== undefined) send({ kind: "timeout", ms: timeout });
  startCountingMemory();
  return {
    timeoutMs: timeout,
    maxMemoryBytes: maxMemory,
    maxStates,
    isInterrupted: () => Atomics.load(setting.flags, 0) !== 0,
    memoryInUse: maxMemory === undefined ? undefined : () => memoryInUse(maxMemory),
  };
}

/** What is known should the command have to be ended from outside. */
export function meanwhile(reportFor: (limit: "time" | "memory" | "cancelled") => string): void {
  const reports = { time: reportFor("time"), memory: reportFor("memory"), cancelled: reportFor("cancelled") };
  send({ kind: "meanwhile", reports });
}

/** The command is done. */
export function end(): void {
  send({ kind: "end", code });
}
