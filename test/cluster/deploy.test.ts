/** The script for Slurm, with a stand-in for `srun` that starts all tasks on this machine. */

import { spawnSync } from "node:child_process";
import type { SpawnSyncReturns } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { freePort, withoutRedis } from "../support/redis.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-slurm-"));
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const noether = program("noether", `#!/bin/sh\nexec "${process.execPath}" dist/cli/main.js "$@"\n`);
program(
  "srun",
  `#!/bin/bash
while [[ $1 == --* ]]; do case $1 in --ntasks=*) count=\${1#*=} ;; esac; shift; done
trap 'kill $(jobs -p) 2>/dev/null' TERM
for ((k = 0; k < count; k++)); do "$@" & done
wait
`,
);

async function submitted(...args: readonly string[]): Promise<SpawnSyncReturns<string>> {
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env["PATH"]}`,
    SLURM_NTASKS: "3",
    NOETHER: noether,
    NOETHER_REDIS_PORT: String(await freePort()),
  };
  return spawnSync("bash", ["deploy/slurm.sh", ...args], { env, encoding: "utf8" });
}

describe.skipIf(withoutRedis)("a job of Slurm", () => {
  test("checks a model by its workers, and ends with the exit code of the check", async () => {
    const job = await submitted("examples/seq/bug-invariant.seq", "--from-states", "5");
    expect(job.stderr).toMatch(/takes part in/);
    expect([job.status, job.stdout]).toEqual([1, expect.stringMatching(/^violated {2}84 states, 111 transitions/m)]);
  });

  // Once, its workers waited for a run until the time of the job was over.
  test("ends if there is nothing to run", async () => {
    const job = await submitted("nothing.seq");
    expect([job.status, job.stderr]).toEqual([2, expect.stringMatching(/there is no such file or folder/)]);
  });
});

test.each(["compose.yaml", "kubernetes.yaml"])("the commands know all options in %s", (name) => {
  const help = [["worker"], ["cluster", "check"]].map((command) => runCli([...command, "--help"]).stdout).join("\n");
  // Those of Redis are without quotation marks.
  const given = [...readFileSync(`deploy/${name}`, "utf8").matchAll(/"(--[a-z-]+)"/g)].map(([, option]) => option!);
  expect(given).toContain("--redis-ca");
  expect(given.filter((option) => !help.includes(`  ${option} `))).toEqual([]);
});
