/** The main thread of the command line, with a thread that behaves badly in place of the command's. */

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Message } from "../../src/cli/host.ts";

/** Runs the built main thread. The thread sends the messages, and then it never ends. */
function runWith(messages: readonly Message[]): ReturnType<typeof spawnSync> {
  const folder = mkdtempSync(join(tmpdir(), "noether-main-"));
  mkdirSync(join(folder, "dist/cli"), { recursive: true });
  copyFileSync("package.json", join(folder, "package.json"));
  for (const file of ["main.js", "start.js"]) copyFileSync(`dist/cli/${file}`, join(folder, "dist/cli", file));
  const sends = messages.map((message) => `parentPort.postMessage(${JSON.stringify(message)});`);
  const thread = ['import { parentPort } from "node:worker_threads";', ...sends, "for (;;);"].join("\n");
  writeFileSync(join(folder, "dist/cli/thread.js"), thread);
  return spawnSync(process.execPath, [join(folder, "dist/cli/main.js"), "check", "--json"], { encoding: "utf8" });
}

const reports = { time: "late\n", memory: "large\n", cancelled: "cancelled\n" };

test("a command that does not end by itself has the report for its limit", () => {
  const { status, stdout } = runWith([
    { kind: "meanwhile", reports },
    { kind: "timeout", ms: 1 },
  ]);
  expect([status, stdout]).toEqual([3, "late\n"]);
});

// A check ended just at its time limit. The main thread gave up between its result and its exit code, and wrote a second document.
test("after a result there is no second one, and its exit code stays", () => {
  const { status, stdout, stderr } = runWith([
    { kind: "meanwhile", reports },
    { kind: "timeout", ms: 1 },
    { kind: "result", text: "found\n", code: 1 },
  ]);
  expect([status, stdout]).toEqual([1, "found\n"]);
  expect(stderr).toBe("note: the time limit was reached before everything was written\n");
});
