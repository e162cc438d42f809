/** Whatever happens to workers, connections and Redis: the answer is the same. */

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import type { CheckResult } from "../../src/check/result.ts";
import { Broker } from "../../src/cluster/broker.ts";
import type { ClusterOptions } from "../../src/cluster/cluster-check.ts";
import { faultPoints } from "../../src/cluster/fault-point.ts";
import type { FaultPoint } from "../../src/cluster/fault-point.ts";
import { keysOf } from "../../src/cluster/keys.ts";
import { loadModel } from "../../src/node/load.ts";
import { checkBy, ended, hasty, startWorker, stopWorkers, summary } from "../support/cluster.ts";
import type { WorkerProcess } from "../support/cluster.ts";
import { isLong, onlyInLongRun } from "../support/random-runs.ts";
import { RedisServer, withoutRedis } from "../support/redis.ts";

const path = "examples/seq/dining-philosophers.seq";
const defines = { N: "6" };
const options: Pick<CheckOptions, "partialOrder" | "symmetry"> = { partialOrder: "on", symmetry: "off" };

/** Points that only workers with a storage come to, or those of a run that keeps checkpoints (`resume.test.ts`). */
const ofLogs: ReadonlySet<FaultPoint> = new Set(["logging", "logged", "reading", "copying"] as const);

/** How often a worker comes to a point before it is killed there: few in `npm test`, all points in the long run. */
function killsAt(points: readonly FaultPoint[], usual: readonly (readonly [FaultPoint, number])[]): typeof usual {
  if (!isLong) return usual;
  return points.flatMap((point, k) => {
    const isOnce = ["joined", "formed", "loading", "loaded", "settled"].includes(point);
    const isEarly = point === "adopting" || point === "adopted";
    return (isOnce ? [1] : isEarly ? [1, 2, 3] : [1, 2, 3 + (k % 3), 6]).map((times) => [point, times] as const);
  });
}
const kills = killsAt(
  faultPoints.filter((point) => !ofLogs.has(point)),
  [
    ["slice", 4],
    ["sent", 6],
  ],
);
const killsWithLogs = killsAt(
  faultPoints.filter((point) => point !== "reading" && point !== "copying"),
  [["logging", 5]],
);

describe.skipIf(withoutRedis)("two workers, and a third one in trouble", () => {
  let redis: RedisServer;
  let workers: WorkerProcess[];
  let alone: CheckResult;
  beforeAll(async () => {
    redis = await RedisServer.start();
    workers = [1, 2].map(() => startWorker(["--redis", redis.url]));
    alone = await check(loadModel(path, { defines }).model!, options);
  });
  afterAll(async () => {
    await stopWorkers(workers);
    await redis.stop();
  });

  async function expectSameAnswer(events: string[], more: { readonly path?: string } = {}): Promise<void> {
    const found = await checkBy(
      { path, defines, ...more },
      { ...hasty, ...options, address: { url: redis.url }, workers: 3, onEvent: (text) => events.push(text) },
    );
    expect(summary(found)).toEqual(summary(alone));
  }

  test.each(kills)("killed at the point `%s`, the %ith time", async (point, times) => {
    const events: string[] = [];
    const third = startWorker(["--redis", redis.url, "--once"], { NOETHER_FAULT: `kill:${point}:${times}` });
    // If it dies before it can take part, another one must come.
    const fourth = point === "joined" ? startWorker(["--redis", redis.url, "--once"]) : undefined;
    await expectSameAnswer(events);
    await ended(third);
    if (fourth) await stopWorkers([fourth]);
    expect(third.child.signalCode, third.said()).toBe("SIGKILL");
    if (!fourth) expect(events.join()).toMatch(/is lost/);
  });

  // Once, a worker that came back gave what was left of its unfinished work to the others, and the last cards, which are
  // for progress, were taken for counts. It depends on the moment at which it comes back.
  const times = Array.from({ length: isLong ? 8 : 1 }, (_, k) => k + 1);
  test.each(times)("stopped for longer than its lease, it comes back and disturbs nobody (%i)", async () => {
    const events: string[] = [];
    const third = startWorker(["--redis", redis.url], { NOETHER_FAULT: "pause:slice:3" });
    const timer = setInterval(() => {
      if (events.some((text) => text.includes("is lost"))) third.child.kill("SIGCONT");
    }, 20);
    await expectSameAnswer(events);
    await expectSameAnswer(events);
    clearInterval(timer);
    await stopWorkers([third]);
    expect(events.join()).toMatch(/is lost/);
  });

  // Once, nobody missed a worker that had taken its name off the list, and the run waited for its report for ever.
  test("ended by Ctrl-C, it leaves, and the others go on", async () => {
    const events: string[] = [];
    const third = startWorker(["--redis", redis.url]);
    const larger = { path: "examples/seq/peterson.seq", defines: { N: "5" } };
    const asked = { properties: ["mutex"], symmetry: "off" } as const;
    const found = await checkBy(larger, {
      ...{ ...hasty, ...asked, address: { url: redis.url }, workers: 3 },
      onEvent: (text) => events.push(text),
      onProgress: ({ states = 0 }) => {
        // The second Ctrl-C would end it at once.
        if (states > 20_000 && !third.child.killed) third.child.kill("SIGINT");
      },
    });
    await ended(third);
    expect(third.child.exitCode).toBe(0);
    expect(third.said()).toMatch(/has left \S+: ended, after/);
    expect(events.join("\n")).toMatch(/is lost/);
    const { model } = loadModel(larger.path, { defines: larger.defines });
    expect(summary(found)).toEqual(summary(await check(model!, asked)));
  });

  test.skipIf(onlyInLongRun())("who comes later gets states too", async () => {
    const events: string[] = [];
    const late = { path: "examples/seq/peterson.seq", defines: { N: "5" } };
    const asked = { properties: ["mutex"], symmetry: "off" } as const;
    const third: WorkerProcess[] = [];
    const found = await checkBy(late, {
      ...{ ...hasty, ...asked, leaseMs: 3000, address: { url: redis.url }, workers: 2 },
      onEvent: (text) => {
        events.push(text);
        if (text.startsWith("run ")) third.push(startWorker(["--redis", redis.url]));
      },
    });
    await stopWorkers(third);
    const { model } = loadModel(late.path, { defines: late.defines });
    expect(summary(found)).toEqual(summary(await check(model!, asked)));
  });

  test("a stranger's entries are refused and reported", async () => {
    const events: string[] = [];
    const broker = await Broker.connect({ url: redis.url });
    const inboxes = new Set<string>();
    const third = startWorker(["--redis", redis.url, "--once"]);
    const intrude = async (): Promise<void> => {
      for (const run of await broker.items("noether:runs")) {
        const keys = keysOf("noether:", run);
        for (const name of [...(await broker.items(keys.workers)), "coordinator"]) {
          const inbox = keys.inbox(name);
          if (inboxes.has(inbox)) continue;
          inboxes.add(inbox);
          await broker.append(inbox, Buffer.from("malformed"));
          await broker.append(inbox, Buffer.alloc(100_000, 1));
        }
      }
    };
    const timer = setInterval(() => void intrude(), 5);
    await expectSameAnswer(events);
    clearInterval(timer);
    await stopWorkers([third]);
    broker.close();
    expect(events.join("\n")).toMatch(/refused \d+ entries of a stranger in an inbox: it/);
  });
});

describe.skipIf(withoutRedis)("two workers that keep logs, and a third one in trouble", () => {
  let redis: RedisServer;
  let storage: string;
  let workers: WorkerProcess[];
  beforeAll(async () => {
    redis = await RedisServer.start();
    storage = mkdtempSync(join(tmpdir(), "noether-storage-"));
  });
  afterAll(async () => {
    await redis.stop();
    rmSync(storage, { recursive: true });
  });
  beforeEach(() => {
    workers = [1, 2].map(() => worker({}));
  });
  afterEach(() => stopWorkers(workers));

  function worker(
    env: Readonly<Record<string, string>>,
    args: readonly string[] = ["--storage", storage],
  ): WorkerProcess {
    return startWorker(["--redis", redis.url, "--once", ...args], env);
  }

  async function answer(events: string[], more: Partial<ClusterOptions> = {}): Promise<CheckResult> {
    const found = await checkBy(
      { path, defines },
      { ...hasty, ...options, address: { url: redis.url }, workers: 3, onEvent: (text) => events.push(text), ...more },
    );
    const { model } = loadModel(path, { defines });
    expect(summary(found)).toEqual(summary(await check(model!, { ...options, ...more })));
    return found;
  }

  /** The numbers of levels that the workers have expanded. */
  async function levelsOf(those: readonly WorkerProcess[]): Promise<number[]> {
    await Promise.all(those.map(ended));
    return those.map(({ said }) => Number(/after (\d+) levels/.exec(said())?.[1]));
  }

  test.each(killsWithLogs)("killed at the point `%s`, the %ith time", async (point, times) => {
    const events: string[] = [];
    const third = worker({ NOETHER_FAULT: `kill:${point}:${times}` });
    if (point === "joined") workers.push(worker({}));
    await answer(events);
    await ended(third);
    expect(third.child.signalCode, third.said()).toBe("SIGKILL");
    // Whoever ends last leaves nothing behind.
    await Promise.all(workers.map(ended));
    expect(readdirSync(storage)).toEqual(["noether-storage"]);
  });

  test.each(isLong ? (["on", "off"] as const) : (["on"] as const))(
    "no level is explored again but the one under way (partial order: %s)",
    async (partialOrder) => {
      const events: string[] = [];
      const third = worker({ NOETHER_FAULT: "kill:expanding:9" });
      const { depth } = await answer(events, { partialOrder });
      await ended(third);
      expect(events.join("\n")).toMatch(/is lost\n(?:.*\n)*\d+ states of \d+ levels were read from logs/);
      // The command expands the first levels by itself. Once more is the level in which the worker was lost.
      for (const levels of await levelsOf(workers)) {
        expect(levels).toBeGreaterThan(9);
        expect(levels).toBeLessThanOrEqual(depth! + 2);
      }
    },
  );

  test.skipIf(onlyInLongRun())("without logs, all levels are explored again", async () => {
    const events: string[] = [];
    await stopWorkers(workers);
    workers = [1, 2].map(() => worker({}, []));
    const third = worker({ NOETHER_FAULT: "kill:expanding:9" }, []);
    const { depth } = await answer(events);
    await ended(third);
    expect(events.join()).not.toMatch(/logs/);
    for (const levels of await levelsOf(workers)) expect(levels).toBeGreaterThan(depth! + 2);
  });

  test.skipIf(onlyInLongRun())("a second loss, while logs are read", async () => {
    const events: string[] = [];
    const third = worker({ NOETHER_FAULT: "kill:expanding:7" });
    const fourth = worker({ NOETHER_FAULT: "kill:reading:3" });
    await answer(events, { workers: 4 });
    await Promise.all([third, fourth].map(ended));
    expect(fourth.child.signalCode, fourth.said()).toBe("SIGKILL");
    expect(events.join("\n")).toMatch(/were read from logs/);
  });

  test.skipIf(onlyInLongRun())("who comes after a loss reads too, and all who were there may be lost", async () => {
    const events: string[] = [];
    await stopWorkers(workers);
    workers = ["expanding:6", "expanding:6"].map((point) => worker({ NOETHER_FAULT: `kill:${point}` }));
    const late: WorkerProcess[] = [];
    const { depth } = await answer(events, {
      workers: 2,
      onEvent: (text) => {
        events.push(text);
        if (text.includes("lost") && late.length === 0) late.push(worker({}), worker({}));
      },
    });
    expect(events.join("\n")).toMatch(/were read from logs/);
    for (const levels of await levelsOf(late)) expect(levels).toBeLessThan(depth!);
  });

  test("logs that are damaged or gone are noticed, and the search is repeated", async () => {
    const events: string[] = [];
    const damage = (): void => {
      for (const run of readdirSync(storage)) {
        if (run.startsWith("noether")) continue;
        for (const [k, name] of readdirSync(join(storage, run)).entries()) {
          const file = join(storage, run, name);
          if (k === 0) rmSync(file);
          else writeFileSync(file, Buffer.alloc(statSync(file).size, 1));
        }
      }
    };
    const third = worker({ NOETHER_FAULT: "kill:expanding:9" });
    third.child.once("exit", damage);
    await answer(events);
    expect(events.join("\n")).toMatch(/the log \S+ (?:is damaged|cannot be read)/);
  });

  test.skipIf(onlyInLongRun())("who shares another folder cannot help, and the run is told", async () => {
    const events: string[] = [];
    const other = mkdtempSync(join(tmpdir(), "noether-storage-"));
    const third = worker({ NOETHER_FAULT: "kill:expanding:5" }, ["--storage", other]);
    await answer(events);
    await ended(third);
    rmSync(other, { recursive: true });
    expect(events.join("\n")).toMatch(/workers do not share one storage: a loss repeats what is not in logs/);
  });
});
