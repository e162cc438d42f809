/** The messages of a command, in its own thread, to `main.ts`, which handles signals and output. */

import { parentPort, workerData } from "node:worker_threads";
import type { Limits } from "../util/limits.ts";
import { exitCode } from "./exit-code.ts";
import { memoryInUse, startCountingMemory } from "./memory.ts";

/** The input of the thread. */
export interface Setting {
  readonly arguments: readonly string[];
  readonly version: string;
  /** The first flag is nonzero when the user wants the command to end. */
  readonly flags: Int32Array<SharedArrayBuffer>;
  readonly isTerminal: { readonly in: boolean; readonly out: boolean; readonly err: boolean };
}

export type Message =
  /** A line on the terminal that the next output replaces. */
  | { readonly kind: "progress"; readonly text: string }
  | { readonly kind: "write"; readonly stream: "stdout" | "stderr"; readonly text: string }
  /** The output if the command must be ended from outside. */
  | { readonly kind: "meanwhile"; readonly reports: Readonly<Record<"time" | "memory" | "cancelled", string>> }
  | { readonly kind: "timeout"; readonly ms: number }
  /** The command waits for a line of the standard input. */
  | { readonly kind: "ask" }
  /** The result of the command, with its exit code, whatever happens afterwards. */
  | { readonly kind: "result"; readonly text: string; readonly code: number }
  /** There is no result, and this is the exit code. */
  | { readonly kind: "settled"; readonly code: number }
  | { readonly kind: "end"; readonly code: number };

/** A line of the standard input; `undefined` at its end, or if the user wants the command to end. */
export interface Line {
  readonly line: string | undefined;
}

/** The language server, in the main thread, has none of it. */
const none: Setting = {
  arguments: [],
  version: "",
  flags: new Int32Array(new SharedArrayBuffer(4)),
  isTerminal: { in: false, out: false, err: false },
};

export const setting: Setting = (workerData as Setting | null) ?? none;

function send(message: Message): void {
  parentPort!.postMessage(message);
}

let written = false;

/** Whether anything was written to the standard output. */
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

/** Shows a line on the standard error until the next output. Without a terminal it is not shown. */
export function showProgress(text: string): void {
  if (setting.isTerminal.err) send({ kind: "progress", text });
}

/** The next line of the standard input. The main thread reads it, so that signals are heard meanwhile. */
export function nextLine(): Promise<string | undefined> {
  return new Promise((resolve) => {
    parentPort!.once("message", ({ line }: Line) => resolve(line));
    send({ kind: "ask" });
  });
}

let code: number = exitCode.holds;

/**
 * Writes the result of the command and sets its exit code, in one message: the main thread must not give up between the
 * two, and write a second result.
 */
export function conclude(text: string, chosen: number): void {
  written = true;
  code = chosen;
  send({ kind: "result", text, code });
}

/** Sets the exit code of a command without a result. The last call counts. */
export function endWith(chosen: number): void {
  code = chosen;
  send({ kind: "settled", code });
}

/**
 * The limits from the options of the command line and from the user, starting now. After the time limit the command has
 * so much time to end by itself, besides the usual moment.
 */
export function limitsOf(
  flags: {
    readonly timeout?: number | undefined;
    readonly maxMemory?: number | undefined;
    readonly maxStates?: number | undefined;
  },
  farewellMs = 0,
): Limits {
  const { timeout, maxMemory, maxStates } = flags;
  if (timeout !== undefined) send({ kind: "timeout", ms: timeout + farewellMs });
  startCountingMemory();
  return {
    timeoutMs: timeout,
    maxMemoryBytes: maxMemory,
    maxStates,
    isInterrupted: () => Atomics.load(setting.flags, 0) !== 0,
    memoryInUse: maxMemory === undefined ? undefined : () => memoryInUse(maxMemory),
  };
}

/** Sets the output for the case that the command must be ended from outside. */
export function meanwhile(reportFor: (limit: "time" | "memory" | "cancelled") => string): void {
  const reports = { time: reportFor("time"), memory: reportFor("memory"), cancelled: reportFor("cancelled") };
  send({ kind: "meanwhile", reports });
}

/** Ends the command. */
export function end(): void {
  send({ kind: "end", code });
}
