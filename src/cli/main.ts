#!/usr/bin/env node
/**
 * The main thread of the command line. It starts the command in another thread, writes its output, and ends it.
 *
 * A command may compute for a long time without a pause, so it cannot handle signals itself. This thread handles them
 * at once: the first Ctrl-C sets a flag that the command checks, the second ends everything. This thread also enforces
 * limits on time and memory, in case the command does not check them. Then it ends the command and prints the results
 * so far.
 */

import { isatty } from "node:tty";
import { Worker } from "node:worker_threads";
import type { Problem } from "../report/diagnostics.ts";
import { exitCode } from "./exit-code.ts";
import type { Message, Setting } from "./host.ts";
import { LineReader } from "./line-reader.ts";
import { memoryLimitOf } from "./memory.ts";
import { threadUrl, version } from "./parts.ts";
import { asksForJson, internalProblem, limitProblem, printedProblems } from "./problem.ts";

/** The time that a command has after a limit to end by itself, and then its thread to be ended. */
const graceMs = { time: 400, cancelled: 2000, thread: 500, interrupted: 200 };
const interrupted = 130;
const limitNames = { time: "the time limit was reached", memory: "the memory ran out", cancelled: "cancelled" };

// The reader of our output may stop early, as `head` does. That is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

/** The thread of a command, and its state. */
class CommandThread {
  private readonly setting: Setting = {
    arguments: process.argv.slice(2),
    version: version(),
    flags: new Int32Array(new SharedArrayBuffer(4)),
    isTerminal: { in: isatty(0), out: process.stdout.isTTY ?? false, err: process.stderr.isTTY ?? false },
  };
  private readonly worker = new Worker(threadUrl, {
    workerData: this.setting,
    resourceLimits: { stackSizeMb: 32, ...memoryLimitOf(process.argv) },
  });
  private meanwhile: (Message & { kind: "meanwhile" })["reports"] | undefined;
  private readonly lines = new LineReader((line) => this.worker.postMessage(line));
  private hasEnded = false;
  private hasWritten = false;
  private showsProgress = false;
  /** The end of the time of the command, or of its present file. */
  private timer: NodeJS.Timeout | undefined;
  /** The exit code, after the result is written. */
  private settled: number | undefined;

  constructor() {
    process.on("SIGINT", this.onSignal);
    process.on("SIGTERM", this.onSignal);
    this.worker.on("message", (message: Message) => this.hasEnded || this.hear(message));
    this.worker.on("error", (error: NodeJS.ErrnoException) => this.hasEnded || this.fail(error));
    this.worker.on("exit", () => {
      if (this.hasEnded) return;
      this.end(this.settled ?? exitCode.internal);
      if (this.settled === undefined) this.say(internalProblem("the command ended without a word"));
    });
  }

  private readonly onSignal = (): void => {
    if (Atomics.exchange(this.setting.flags, 0, 1) === 0) {
      this.lines.end();
      setTimeout(() => this.giveUp("cancelled"), graceMs.cancelled).unref();
      return;
    }
    this.end(interrupted);
    this.leave(graceMs.interrupted);
  };

  private hear(message: Message): void {
    switch (message.kind) {
      case "progress":
        this.showsProgress = true;
        // A line that the terminal breaks could not be overwritten.
        process.stderr.write(`\r${message.text.slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`);
        return;
      case "write":
        this.clearProgress();
        if (message.stream === "stdout") this.hasWritten = true;
        process[message.stream].write(message.text);
        return;
      case "result":
        this.clearProgress();
        this.hasWritten = true;
        this.settled = message.code;
        process.stdout.write(message.text);
        return;
      case "settled":
        this.settled = message.code;
        return;
      case "meanwhile":
        this.meanwhile = message.reports;
        return;
      case "timeout":
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.giveUp("time"), message.ms + graceMs.time).unref();
        return;
      case "ask":
        this.lines.ask();
        return;
      case "end":
        this.end(message.code);
        return;
    }
  }

  private fail(error: NodeJS.ErrnoException): void {
    if (error.code === "ERR_WORKER_OUT_OF_MEMORY") {
      this.giveUp("memory");
      return;
    }
    this.end(exitCode.internal);
    this.say(internalProblem(error.message));
  }

  /** The command does not end by itself: the results so far are final. */
  private giveUp(limit: "time" | "memory" | "cancelled"): void {
    if (this.hasEnded) return;
    const { settled } = this;
    this.end(settled ?? exitCode.undecided);
    const report = this.meanwhile?.[limit] ?? "";
    if (settled !== undefined) process.stderr.write(`note: ${limitNames[limit]} before everything was written\n`);
    else if (report === "") this.say(limitProblem(limitNames[limit]));
    else process.stdout.write(report);
    this.leave(graceMs.thread);
  }

  /**
   * Ends the thread, or the process if the thread does not end, as while it waits for a file. Shells then see 130 as
   * well.
   */
  private leave(ms: number): void {
    void this.worker.terminate();
    setTimeout(() => process.kill(process.pid, "SIGINT"), ms).unref();
  }

  private say(problem: Problem): void {
    const { stream, text } = printedProblems([problem], asksForJson(this.setting.arguments) && !this.hasWritten);
    process[stream].write(text);
  }

  private clearProgress(): void {
    if (this.showsProgress) process.stderr.write("\r\u001b[K");
    this.showsProgress = false;
  }

  private end(code: number): void {
    this.clearProgress();
    this.hasEnded = true;
    process.exitCode = code;
    this.lines.end();
    process.off("SIGINT", this.onSignal);
    process.off("SIGTERM", this.onSignal);
  }
}

const [first] = process.argv.slice(2);
if (process.argv.length === 3 && (first === "--version" || first === "-V")) process.stdout.write(`${version()}\n`);
else if (first === "lsp" && !process.argv.some((word) => word === "--help" || word === "-h")) {
  // The server speaks on the standard streams, which a thread does not have, and it never computes for long.
  (await import("./lsp/server.ts")).startLanguageServer();
} else void new CommandThread();
