/**
 * Ctrl-C works at any time. Six interrupts had no effect during a search for the symmetries of 150 philosophers: Node
 * handles signals between two pieces of work, and there was only one piece.
 */

import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

const folder = mkdtempSync(join(tmpdir(), "noether-signals-"));
let pipes = 0;

afterAll(() => rmSync(folder, { recursive: true }));

/**
 * The model comes through a pipe. As soon as somebody reads the pipe, the command handles signals. Before, a signal
 * would end Node itself.
 */
async function start(args: readonly string[]): Promise<Started> {
  const { model, pipe, ...started } = launch(args);
  await writeFile(pipe, readFileSync(model));
  return started;
}

function launch([command, ...args]: readonly string[]): Started & { readonly model: string; readonly pipe: string } {
  const at = args.findIndex((word) => word.startsWith("examples/"));
  const model = args[at]!;
  const pipe = join(folder, `${pipes++}-${basename(model)}`);
  execFileSync("mkfifo", [pipe]);
  const words = ["dist/cli/main.js", command!, ...args.with(at, pipe)];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const ended = new Promise<Ended>((resolve) => child.on("close", (code, signal) => resolve({ code, signal, stdout })));
  return { child, ended, model, pipe };
}

/** Opens the pipe of a command once it is read, unless the command ends before, and writes nothing. */
async function writerOf({ pipe, child }: { readonly pipe: string; readonly child: ChildProcess }): Promise<number[]> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      return [openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)];
    } catch {
      await sleep(10);
    }
  }
  return [];
}

const endless: readonly (readonly [where: string, args: readonly string[], delayMs: number])[] = [
  ["reading", ["check", "examples/csp/dining-philosophers.csp", "-D", "N=2000"], 300],
  ["detection", ["check", "examples/seq/peterson.seq", "-D", "N=40", "--symmetry", "on"], 1000],
  ["detection alone", ["symmetry", "examples/seq/peterson.seq", "-D", "N=40", "--method", "constraints"], 1000],
  ["a search", ["check", "examples/seq/dining-philosophers.seq", "-D", "N=30", "--symmetry", "off", "--property", "none"], 1000],
  ["sets", ["check", "examples/seq/peterson.seq", "-D", "N=9", "--symmetry", "off", "--engine", "symbolic"], 1000],
  ["random runs", ["simulate", "examples/seq/peterson.seq", "--runs", "1000000000"], 1000],
  ["synthesis", ["pattern", "synthesise", "examples/patterns/coffee-can.rsp", "--method", "sat", "--kind", "complete"], 1000],
]; // prettier-ignore

describe.skipIf(process.platform === "win32")("Ctrl-C", () => {
  // It does not matter how far the command is by then: it would take hours.
  test.each(endless)("ends %s undecided", async (_, args, delayMs) => {
    const { child, ended } = await start(args);
    await sleep(delayMs);
    child.kill("SIGINT");
    const { code, signal, stdout } = await ended;
    expect({ code, signal }).toEqual({ code: 3, signal: null });
    if (args[0] === "check") expect(stdout).toContain("undecided: the search was cancelled");
    if (args[0] === "simulate") expect(stdout).toMatch(/^undecided {2}the simulation was cancelled, after /);
  });

  test("with --json it is one document", async () => {
    const { child, ended } = await start([...endless[1]![1], "--json"]);
    child.kill("SIGINT");
    const { code, stdout } = await ended;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: "undecided", limit: "cancelled" });
  });

  test("twice ends at once", async () => {
    const { child, ended } = await start(endless[3]![1]);
    // Both wait for the process that sleeps, so that it cannot end between them. Two of a kind would be one.
    child.kill("SIGSTOP");
    child.kill("SIGINT");
    child.kill("SIGTERM");
    child.kill("SIGCONT");
    const { code, signal, stdout } = await ended;
    expect(stdout).toBe("");
    expect(code === 130 || signal === "SIGINT").toBe(true);
  });

  // Node waits for its threads, and one that waits for a file never ends: neither did the command.
  test("twice ends a command that waits for its model, and a time limit does", async () => {
    const interrupted = launch(endless[3]![1]);
    const limited = launch([...endless[3]![1], "--timeout", "10ms"]);
    // A command with a time limit may end before anybody opens its pipe.
    const writers = [...(await writerOf(interrupted)), ...(await writerOf(limited))];
    interrupted.child.kill("SIGSTOP");
    interrupted.child.kill("SIGINT");
    interrupted.child.kill("SIGTERM");
    interrupted.child.kill("SIGCONT");
    // A thread that does not wait yet ends by itself, and then the process does, with the code that shells see as well.
    const { signal, code } = await interrupted.ended;
    expect(signal ?? code).toBe(signal ? "SIGINT" : 130);
    const { stdout, ...end } = await limited.ended;
    expect(stdout).toContain("the time limit was reached");
    expect(end.signal ?? end.code).toBe(end.signal ? "SIGINT" : 3);
    for (const writer of writers) closeSync(writer);
  });
});
