/** The command line in one file, alone in a folder. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-single-"));
const file = join(folder, "noether.mjs");

beforeAll(() => {
  execFileSync("npx", ["rolldown", "-c", "rolldown.single.config.ts", "--file", file], { stdio: "ignore" });
});

test.each([
  ["--version"],
  ["check", "examples/seq/hanoi.seq"],
  ["check", "examples/promela/mutex.pml"],
  ["check", "examples/seq/dining-philosophers.seq", "--engine", "symbolic"],
  ["symmetry", "examples/csp/three-tiered.csp"],
  ["pattern", "synthesise", "examples/patterns/herman.rsp", "--method", "sat", "--max-states", "2"],
])("%s %s says what the package says", (...words) => {
  const own = runCli(words);
  const [command, ...rest] = words.map((word) => (word.startsWith("examples/") ? resolve(word) : word));
  const { status, stdout } = spawnSync(process.execPath, [file, command!, ...rest], { encoding: "utf8", cwd: folder });
  const timeless = (text: string): string =>
    text.replaceAll(/^.*\b[\d.]+ s\b.*$/gm, "").replaceAll(resolve(".") + "/", "");
  expect(status).toBe(own.code);
  expect(timeless(stdout)).toBe(timeless(own.stdout));
  expect(stdout).not.toBe("");
});
