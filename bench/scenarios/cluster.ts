/**
 * The scenario `cluster`: a search by 1, 2 and 4 workers on this machine over Redis, next to `noether check` in one thread.
 *
 * Processor time is what counts: on a machine with few cores, elapsed time says more about its load than about the
 * protocol. Bytes are those that Redis received, which is what the workers sent to each other.
 */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { root } from "../noether/explore.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, whole } from "../table.ts";
import type { Table } from "../table.ts";
import { timed } from "../timed.ts";

export const cluster: Scenario = {
  name: "cluster",
  description: "Workers on this machine over Redis, next to one thread.",
  run: runCluster,
};

interface Instance {
  readonly name: string;
  readonly args: readonly string[];
}

const peterson = (size: number): Instance => ({
  name: `Peterson ${size}, no symmetry`,
  args: [
    "examples/seq/peterson.seq",
    "-D",
    `N=${size}`,
    "--property",
    "mutex",
    "--symmetry",
    "off",
    "--partial-order",
    "off",
  ],
});
const german = (size: number): Instance => ({
  name: `German ${size}, symmetry`,
  args: ["examples/seq/german.seq", "-D", `N=${size}`, "--symmetry", "on", "--partial-order", "off"],
});

const instances: readonly Instance[] = [peterson(6), german(5)];
const quick: readonly Instance[] = [peterson(4)];
const workerCounts = [1, 2, 4];
const main = fileURLToPath(new URL("dist/cli/main.js", root));

interface Counts {
  readonly states: number;
  readonly transitions: number;
  readonly verdict: string;
}

export interface ClusterRow extends Counts {
  readonly model: string;
  /** 0 for one thread of `noether check`. */
  readonly workers: number;
  readonly elapsedSeconds: number;
  /** Processor time of each worker, with the start of Node and compilation; of the command alone without workers. */
  readonly workerSeconds: readonly number[];
  readonly serverSeconds: number;
  readonly bytesPerState: number;
}

async function runCluster({ quick: isQuick, onProgress }: ScenarioOptions): Promise<Report> {
  const version = /v=([\d.]+)/.exec(spawnSync("redis-server", ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1];
  const rows: ClusterRow[] = [];
  for (const instance of isQuick ? quick : instances) {
    for (const workers of version === undefined ? [0] : [0, ...workerCounts]) {
      const row = workers === 0 ? await alone(instance) : await together(instance, workers);
      rows.push(row);
      onProgress(`${row.model}, ${workers} workers: busiest ${decimal(Math.max(...row.workerSeconds), 2)} s`);
    }
  }
  return {
    rows,
    tables: [table(rows)],
    notes: [
      "Seconds are processor time but for the column `elapsed`. A worker's time has the start of Node and the compilation of the model in it, about half a second.",
      "Bytes a state are those that Redis received, divided by the stored states.",
    ],
    problems: disagreements(rows),
    peers: { redis: version ?? "not installed" },
  };
}

async function alone({ name, args }: Instance): Promise<ClusterRow> {
  const started = performance.now();
  const { stdout, cpuSeconds } = await timed(
    process.execPath,
    [main, "check", ...args, "--json", "--threads", "1"],
    fileURLToPath(root),
  );
  const elapsedSeconds = (performance.now() - started) / 1000;
  return {
    model: name,
    workers: 0,
    ...countsIn(stdout),
    elapsedSeconds,
    workerSeconds: [cpuSeconds],
    serverSeconds: 0,
    bytesPerState: 0,
  };
}

async function together({ name, args }: Instance, workers: number): Promise<ClusterRow> {
  const folder = mkdtempSync(join(tmpdir(), "noether-bench-"));
  const port = await freePort();
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  const server = spawn("redis-server", options, { stdio: "ignore" });
  const redis = new Redis({ port, maxRetriesPerRequest: null });
  redis.on("error", () => {});
  try {
    await redis.ping();
    const before = usageIn(await redis.info());
    const at = ["--redis", `redis://127.0.0.1:${port}`];
    const own = Array.from({ length: workers }, () =>
      timed(process.execPath, [main, "worker", "--once", "--quiet", ...at]),
    );
    const started = performance.now();
    const check = ["cluster", "check", ...args, "--json", "--workers", String(workers), ...at];
    const { stdout } = await timed(process.execPath, [main, ...check], fileURLToPath(root));
    const elapsedSeconds = (performance.now() - started) / 1000;
    const after = usageIn(await redis.info());
    const workerSeconds = (await Promise.all(own)).map(({ cpuSeconds }) => cpuSeconds);
    const counts = countsIn(stdout);
    const bytesPerState = (after.bytes - before.bytes) / counts.states;
    const serverSeconds = after.seconds - before.seconds;
    return { model: name, workers, ...counts, elapsedSeconds, workerSeconds, serverSeconds, bytesPerState };
  } finally {
    redis.disconnect();
    await new Promise((resolve) => {
      server.once("exit", resolve);
      server.kill();
    });
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsIn(stdout: string): Counts {
  const { states, transitions, verdict } = JSON.parse(stdout) as Counts;
  return { states, transitions, verdict };
}

function usageIn(info: string): { readonly seconds: number; readonly bytes: number } {
  const value = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(info)?.[1]);
  const seconds = value("used_cpu_user") + value("used_cpu_sys");
  return { seconds, bytes: value("total_net_input_bytes") };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Any number of workers finds the same. */
export function disagreements(rows: readonly ClusterRow[]): string[] {
  return rows.flatMap((row) => {
    const one = rows.find(({ model, workers }) => model === row.model && workers === 0)!;
    const isSame = (["states", "transitions", "verdict"] as const).every((key) => row[key] === one[key]);
    return isSame ? [] : [`${row.model}: ${row.workers} workers found something else than one thread`];
  });
}

function table(rows: readonly ClusterRow[]): Table {
  return {
    title: "Workers over Redis",
    columns: [
      "model",
      "workers",
      "states",
      "busiest (s)",
      "all workers (s)",
      "Redis (s)",
      "bytes a state",
      "elapsed (s)",
    ],
    rows: rows.map((row) => [
      row.model,
      row.workers === 0 ? "one thread" : String(row.workers),
      whole(row.states),
      decimal(Math.max(...row.workerSeconds), 2),
      decimal(
        row.workerSeconds.reduce((a, b) => a + b, 0),
        2,
      ),
      decimal(row.serverSeconds, 2),
      decimal(row.bytesPerState, 1),
      decimal(row.elapsedSeconds, 1),
    ]),
  };
}
