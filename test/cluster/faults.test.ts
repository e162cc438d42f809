/** Whatever happens to workers, connections and Redis: the answer is the same. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import type { CheckResult } from "../../src/check/result.ts";
import { Broker } from "../../src/cluster/broker.ts";
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

/** How often a worker comes to a point before it is killed there: one in `npm test`, several in the long run. */
const kills: readonly (readonly [FaultPoint, number])[] = faultPoints.flatMap((point, k) => {
  const usual = [
    ["slice", 4],
    ["sent", 6],
  ] as const;
  const chosen = usual.find(([name]) => name === point)?.[1];
  if (!isLong) return chosen === undefined ? [] : [[point, chosen] as const];
  const isOnce = ["joined", "formed", "loading", "loaded", "settled"].includes(point);
  const isEarly = point === "adopting" || point === "adopted";
  return (isOnce ? [1] : isEarly ? [1, 2, 3] : [1, 2, 3 + (k % 3), 6]).map((times) => [point, times] as const);
});

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
