#!/usr/bin/env node
/**
 * The command line's own thread: it starts the command in another one, writes what that one says, and ends it.
 *
 * A command works without a break for as long as it likes, so it cannot hear signals by itself. Here they are heard at once: the
 * first Ctrl-C raises a flag that the command looks at, the second ends everything. Time and memory are watched from here as well, in
 * case the command does not look: then it is ended, and what it said to be known by then is printed.
 */

import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Problem } from "../report/diagnostics.ts";
import { exitCode } from "./exit-code.ts";
import type { Message, Setting } from "./host.ts";
import { memoryLimitOf } from "./memory.ts";
import { asksForJson, internalProblem, limitProblem, printedProblems } from "./problem.ts";

/** How long after its limit a command may take to end by itself. */
const graceMs = { time: 150, cancelled: 2000 };
const interrupted = 130;
const limitNames = { time: "the time limit was reached", memory: "the memory ran out", cancelled: "cancelled" };

// Whoever reads our output may stop early, as `head` does: that is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const [first] = process.argv.slice(2);
if (process.argv.length === 3 && (first === "--version" || first === "-V")) process.stdout.write(`${version()}\n`);
else run();

function version(): string {
  return (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string })
    .version;
}

function run(): void {
  const flags = new Int32Array(new SharedArrayBuffer(4));
  const setting: Setting = {
    arguments: process.argv.slice(2),
    version: version(),
    flags,
    isTerminal: { out: process.stdout.isTTY ?? false, err: process.stderr.isTTY ?? false },
  };
  const worker = new Worker(new URL("./thread.js", import.meta.url), {
    workerData: setting,
    resourceLimits: { stackSizeMb: 32, ...memoryLimitOf(process.argv) },
  });
  let meanwhile: (Message & { kind: "meanwhile" })["reports"] | undefined;
  let ended = false;
  let hasWritten = false;
  let settled: number | undefined;

  const end = (code: number): void => {
    ended = true;
    process.exitCode = code;
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  };
  const say = (problem: Problem): void => {
    const { stream, text } = printedProblems([problem], asksForJson(setting.arguments) && !hasWritten);
    process[stream].write(text);
  };
  /** The command does not end by itself: what is known without it is all there is. */
  const giveUp = (limit: "time" | "memory" | "cancelled"): void => {
    if (ended) return;
    end(settled ?? exitCode.undecided);
    const report = meanwhile?.[limit] ?? "";
    if (settled !== undefined) process.stderr.write(`note: ${limitNames[limit]} before everything was written\n`);
    else if (report === "") say(limitProblem(limitNames[limit]));
    else process.stdout.write(report);
    void worker.terminate();
  };
  function onSignal(): void {
    if (Atomics.exchange(flags, 0, 1) === 1) process.exit(interrupted);
    setTimeout(() => giveUp("cancelled"), graceMs.cancelled).unref();
  }
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);

  worker.on("message", (message: Message) => {
    if (ended) return;
    switch (message.kind) {
      case "write":
        if (message.stream === "stdout") hasWritten = true;
        process[message.stream].write(message.text);
        return;
      case "settled":
        settled = message.code;
        return;
      case "meanwhile":
        meanwhile = message.reports;
        return;
      case "timeout":
        setTimeout(() => giveUp("time"), message.ms + graceMs.time).unref();
        return;
      case "end":
        end(message.code);
        return;
    }
  });
  worker.on("error", (error: NodeJS.ErrnoException) => {
    if (ended) return;
    if (error.code === "ERR_WORKER_OUT_OF_MEMORY") {
      giveUp("memory");
      return;
    }
    end(exitCode.internal);
    say(internalProblem(error.message));
  });
  worker.on("exit", () => {
    if (ended) return;
    end(settled ?? exitCode.internal);
    if (settled === undefined) say(internalProblem("the command ended without a word"));
  });
}
