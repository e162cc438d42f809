/** Workers that talk over a real Redis find the same as one process: counts, verdicts and traces. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkEnlarging } from "../../src/check/enlarge.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import { loadModel } from "../../src/node/load.ts";
import { checkBy, hasty, startWorker, stopWorkers, summary } from "../support/cluster.ts";
import type { WorkerProcess } from "../support/cluster.ts";
import { isLong } from "../support/random-runs.ts";
import { RedisServer, withoutRedis } from "../support/redis.ts";

interface Case {
  readonly path: string;
  readonly defines?: Readonly<Record<string, string>>;
  readonly options?: Pick<CheckOptions, "properties" | "symmetry" | "representatives" | "partialOrder" | "maxStates">;
}

const cases: readonly Case[] = [
  { path: "examples/seq/peterson.seq", defines: { N: "4" }, options: { properties: ["mutex"] } },
  { path: "examples/seq/peterson.seq", defines: { N: "5" }, options: { properties: [], symmetry: "on" } },
  { path: "examples/seq/dining-philosophers.seq", defines: { N: "7" } },
  { path: "examples/seq/dining-philosophers.seq", defines: { N: "7" }, options: { partialOrder: "on" } },
  {
    path: "examples/seq/dining-philosophers.seq",
    defines: { N: "8" },
    options: { symmetry: "on", representatives: "multiple" },
  },
  { path: "examples/seq/dining-philosophers.seq", defines: { N: "8" }, options: { symmetry: "off", maxStates: 3000 } },
  { path: "examples/seq/bug-invariant.seq" },
  { path: "examples/promela/token-ring.pml", options: { properties: [] } },
  { path: "examples/murphi/german.m", options: { symmetry: "on" } },
  ...(isLong
    ? [
        { path: "examples/seq/german.seq", defines: { N: "3" } },
        // A model whose bounds are enlarged until it fits.
        { path: "examples/rebeca/load-balancer-dynamic.rebeca" },
        {
          path: "examples/seq/peterson.seq",
          defines: { N: "6" },
          options: { properties: ["mutex"], symmetry: "off" } as const,
        },
        { path: "examples/seq/german.seq", defines: { N: "5" } },
      ]
    : []),
];

describe.skipIf(withoutRedis)("three workers", () => {
  let redis: RedisServer;
  let workers: WorkerProcess[];
  beforeAll(async () => {
    redis = await RedisServer.start();
    workers = [1, 2, 3].map(() => startWorker(["--redis", redis.url]));
  });
  afterAll(async () => {
    await stopWorkers(workers);
    await redis.stop();
  });

  test.each(cases)("$path $defines $options", async ({ path, defines = {}, options = {} }) => {
    const { model, enlarged } = loadModel(path, { defines });
    const alone = await checkEnlarging(model!, enlarged, options);
    const found = await checkBy(
      { path, defines },
      { ...hasty, leaseMs: 5000, ...options, address: { url: redis.url }, workers: 3 },
    );
    expect(summary(found)).toEqual(summary(alone));
  });
});

// Once, the command waited for as many as it had started.
test("without Redis those that could be started are enough", async () => {
  const path = "examples/seq/dining-philosophers.seq";
  const folder = mkdtempSync(join(tmpdir(), "noether-workers-"));
  const command = join(folder, "worker");
  // Only the first one lives.
  writeFileSync(
    command,
    `#!/bin/sh\nmkdir "${folder}/first" 2>/dev/null || exit 1\nexec "${process.execPath}" dist/cli/main.js "$@"\n`,
    { mode: 0o755 },
  );
  const found = await checkBy({ path, defines: { N: "6" } }, { fromStates: 10, workers: 3, workerCommand: [command] });
  const { model } = loadModel(path, { defines: { N: "6" } });
  expect(summary(found)).toEqual(summary(await checkEnlarging(model!, undefined)));
  const none = checkBy({ path, defines: { N: "6" } }, { fromStates: 10, workerCommand: [join(folder, "nothing")] });
  await expect(none).rejects.toThrow(/all workers have ended, or cannot take part/);
  rmSync(folder, { recursive: true });
});

test("without Redis the workers are processes on this machine", async () => {
  const path = "examples/seq/dining-philosophers.seq";
  const { model } = loadModel(path, { defines: { N: "6" } });
  const workerCommand = [process.execPath, "dist/cli/main.js"];
  const found = await checkBy({ path, defines: { N: "6" } }, { fromStates: 10, workerCommand });
  expect(summary(found)).toEqual(summary(await checkEnlarging(model!, undefined)));
});
