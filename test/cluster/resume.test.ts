/** A run that keeps checkpoints goes on from the last one, with other workers, whatever ended it. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { checkEnlarging } from "../../src/check/enlarge.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import type { CheckResult } from "../../src/check/result.ts";
import type { CheckpointStore } from "../../src/engine/engine.ts";
import type { SavedDecisions } from "../../src/explicit/decisions.ts";
import { checkpointsIn } from "../../src/node/checkpoint.ts";
import { loadModel } from "../../src/node/load.ts";
import { checkBy, ended, hasty, startWorker, stopWorkers, summary } from "../support/cluster.ts";
import type { WorkerProcess } from "../support/cluster.ts";
import { isLong, onlyInLongRun } from "../support/random-runs.ts";
import { RedisServer, withoutRedis } from "../support/redis.ts";

type Asked = Pick<CheckOptions, "properties" | "symmetry" | "partialOrder">;

interface Case {
  readonly path: string;
  readonly defines?: Readonly<Record<string, string>>;
  readonly asked?: Asked;
  /** The number of levels in the checkpoint when the starter is killed, and what was decided by then. */
  readonly levels: number;
  readonly decided?: (decisions: SavedDecisions) => boolean;
}

const opened: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function startRedis(): Promise<RedisServer> {
  const redis = await RedisServer.start();
  opened.push(() => redis.stop());
  return redis;
}

function startWorkers(redis: RedisServer, count: number, env: Readonly<Record<string, string>> = {}): WorkerProcess[] {
  const workers = Array.from({ length: count }, () => startWorker(["--redis", redis.url], env));
  opened.push(() => stopWorkers(workers));
  return workers;
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "noether-resume-"));
  opened.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

function storeIn(folder: string, resumes: boolean): CheckpointStore {
  return checkpointsIn(folder, { everyMs: 0, resumes, force: false });
}

interface Saved {
  readonly levels: readonly unknown[];
  readonly decisions: SavedDecisions;
}

/** The checkpoint in a folder. */
function savedIn(folder: string): Saved | undefined {
  const file = join(folder, "checkpoint.json");
  if (!existsSync(file)) return undefined;
  const [, text] = readFileSync(file, "utf8").split("\n");
  return JSON.parse(text!) as Saved;
}

function levelsIn(folder: string): number {
  return savedIn(folder)?.levels.length ?? 0;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface Starter {
  readonly child: ChildProcess;
  readonly wrote: () => string;
  readonly said: () => string;
  readonly code: Promise<number | null>;
}

/** `noether cluster check`, as its users call it. */
function startStarter({ path, defines = {}, asked = {} }: Omit<Case, "levels">, more: readonly string[]): Starter {
  const { properties, symmetry = "auto", partialOrder = "auto" } = asked;
  const words = [
    ...[
      "dist/cli/main.js",
      "cluster",
      "check",
      path,
      "--json",
      "--symmetry",
      symmetry,
      "--partial-order",
      partialOrder,
    ],
    ...Object.entries(defines).flatMap(([name, value]) => ["-D", `${name}=${value}`]),
    ...(properties ?? []).flatMap((name) => ["-p", name]),
    ...["--lease", "400ms", "--from-states", "10", ...more],
  ];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  opened.push(() => void child.kill("SIGKILL"));
  const texts = ["", ""];
  [child.stdout, child.stderr].forEach((stream, k) =>
    stream.on("data", (piece: Buffer) => (texts[k] += piece.toString())),
  );
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, wrote: () => texts[0]!, said: () => texts[1]!, code };
}

async function alone({ path, defines = {}, asked = {} }: Omit<Case, "levels">): Promise<CheckResult> {
  const { model, enlarged } = loadModel(path, { defines });
  return checkEnlarging(model!, enlarged, asked);
}

const peterson = {
  path: "examples/seq/peterson.seq",
  defines: { N: "5" },
  asked: { properties: ["mutex"], symmetry: "off" },
} as const;

const hasSymmetries = ({ enlargements }: SavedDecisions): boolean => enlargements.includes(true);
const cases: readonly Case[] = [
  { ...peterson, levels: 20 },
  // Symmetries were found while the search grew, and it began again.
  { path: "examples/seq/german.seq", defines: { N: "4" }, levels: 12, decided: hasSymmetries },
  ...(isLong
    ? [
        { path: "examples/rebeca/load-balancer-dynamic.rebeca", levels: 20, decided: hasSymmetries },
        // It began again with partial-order reduction, and had found something before.
        {
          path: "examples/seq/dining-philosophers.seq",
          defines: { N: "9" },
          levels: 12,
          decided: ({ isReduced }: SavedDecisions) => isReduced,
        },
        { path: "examples/seq/peterson.seq", defines: { N: "5" }, asked: { symmetry: "on" } as const, levels: 10 },
        { path: "examples/seq/bug-invariant.seq", levels: 3 },
      ]
    : []),
];

describe.skipIf(withoutRedis)("a run with checkpoints", () => {
  test.each(cases)("of $path $defines $asked, whose starter is killed, goes on with other workers", async (given) => {
    const redis = await startRedis();
    const folder = freshFolder();
    const workers = startWorkers(redis, 2);
    const keeping = ["--checkpoint", folder, "--every", "0s"];
    const starter = startStarter(given, ["--redis", redis.url, "--workers", "2", ...keeping]);
    const isFarEnough = (saved: Saved | undefined): boolean =>
      saved !== undefined && saved.levels.length >= given.levels && (given.decided?.(saved.decisions) ?? true);
    await until(() => isFarEnough(savedIn(folder)) || starter.child.exitCode !== null);
    starter.child.kill("SIGKILL");
    await starter.code;
    expect(starter.child.signalCode, starter.said()).toBe("SIGKILL");
    await stopWorkers(workers);
    startWorkers(redis, 3);
    const found = await checkBy(given, {
      ...{ ...hasty, ...given.asked, workers: 3, address: { url: redis.url }, checkpoint: storeIn(folder, true) },
    });
    expect(summary(found)).toEqual(summary(await alone(given)));
  });

  const times = isLong ? [1, 2, 3, 7, 20, 40] : [9];
  test.each(times)(
    "that loses a worker while it writes the %ith piece of a checkpoint, and one when it is resumed, is right",
    async (time) => {
      const redis = await startRedis();
      const folder = freshFolder();
      startWorkers(redis, 2);
      const [third] = startWorkers(redis, 1, { NOETHER_FAULT: `kill:copying:${time}` });
      const events: string[] = [];
      const common = { ...hasty, ...peterson.asked, address: { url: redis.url } };
      const controller = new AbortController();
      const levels = 4 + time;
      const stopped = await checkBy(peterson, {
        ...{ ...common, workers: 3, checkpoint: storeIn(folder, false), signal: controller.signal },
        onEvent: (text) => events.push(text),
        onProgress: () => {
          if (third!.child.signalCode !== null && levelsIn(folder) > levels) controller.abort();
        },
      });
      await ended(third!);
      expect(third!.child.signalCode).toBe("SIGKILL");
      expect(events.join()).toMatch(/is lost/);
      // A limit that is reached while a checkpoint is written loses no counts.
      expect(stopped).toMatchObject({ verdict: "undecided", limit: "cancelled" });
      expect(stopped.states).toBeGreaterThan(10);
      // What is restored is given again after a loss.
      const [fourth] = startWorkers(redis, 1, { NOETHER_FAULT: "kill:expanding:4" });
      const found = await checkBy(peterson, { ...common, workers: 3, checkpoint: storeIn(folder, true) });
      await ended(fourth!);
      expect(fourth!.child.signalCode).toBe("SIGKILL");
      expect(summary(found)).toEqual(summary(await alone(peterson)));
    },
  );

  test("that Redis leaves for good stops, says how to go on, and goes on over another Redis", async () => {
    const redis = await startRedis();
    const folder = freshFolder();
    startWorkers(redis, 2);
    const keeping = ["--checkpoint", folder, "--every", "0s", "--patience", "1s"];
    const starter = startStarter(peterson, ["--redis", redis.url, "--workers", "2", ...keeping]);
    await until(() => levelsIn(folder) >= 15 || starter.child.exitCode !== null);
    await redis.kill();
    expect(await starter.code, starter.said()).toBe(3);
    expect(starter.wrote()).toMatch(/cannot be reached for \d+ seconds/);
    expect(starter.said()).toContain(`note: to go on, call the same command with --resume ${folder}\n`);
    const other = await startRedis();
    startWorkers(other, 1);
    const again = startStarter(peterson, ["--redis", other.url, "--resume", folder]);
    expect(await again.code, again.said()).toBe(0);
    const { states, transitions, depth } = await alone(peterson);
    expect(JSON.parse(again.wrote())).toMatchObject({ verdict: "holds", states, transitions, depth });
  });

  test.skipIf(onlyInLongRun())("that ends at a limit on states goes on with a larger one", async () => {
    const redis = await startRedis();
    const folder = freshFolder();
    startWorkers(redis, 2);
    const common = { ...hasty, ...peterson.asked, workers: 2, address: { url: redis.url } };
    const store = checkpointsIn(folder, { everyMs: 1e9, resumes: false, force: false });
    const first = await checkBy(peterson, { ...common, maxStates: 20_000, checkpoint: store });
    expect(first).toMatchObject({ verdict: "undecided", limit: "states", states: 20_000 });
    expect(levelsIn(folder)).toBeGreaterThan(5);
    const found = await checkBy(peterson, { ...common, checkpoint: storeIn(folder, true) });
    expect(summary(found)).toEqual(summary(await alone(peterson)));
  });
});
