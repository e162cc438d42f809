/** Whatever happens to Redis: the run ends with the same answer, or stops with a message. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { CheckResult } from "../../src/check/result.ts";
import { Broker } from "../../src/cluster/broker.ts";
import { keysOf } from "../../src/cluster/keys.ts";
import { packageVersion, readRecord, recordOf } from "../../src/cluster/run-record.ts";
import { ClusterStopped, Session } from "../../src/cluster/session.ts";
import { loadModel } from "../../src/node/load.ts";
import { Stopped, Watch } from "../../src/util/limits.ts";
import { checkBy, hasty, startWorker, stopWorkers, summary } from "../support/cluster.ts";
import type { WorkerProcess } from "../support/cluster.ts";
import { isLong, onlyInLongRun } from "../support/random-runs.ts";
import { RedisServer, withoutRedis } from "../support/redis.ts";

const file = { path: "examples/seq/peterson.seq", defines: { N: "5" } };
const asked = { properties: ["mutex"], symmetry: "off" } as const;
const opened: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function start(options: readonly string[] = [], count = 2): Promise<[RedisServer, WorkerProcess[]]> {
  const redis = await RedisServer.start(options);
  opened.push(() => redis.stop());
  const workers = Array.from({ length: count }, () => startWorker(["--redis", redis.url]));
  opened.push(() => stopWorkers(workers));
  return [redis, workers];
}

async function alone(): Promise<CheckResult> {
  return check(loadModel(file.path, { defines: file.defines }).model!, asked);
}

/** Does something as soon as the search has so many states. */
function once(
  states: number,
  action: () => Promise<void>,
): (progress: { readonly depth?: number | undefined; readonly states?: number | undefined }) => void {
  let isDone = false;
  return (progress) => {
    if (isDone || (progress.states ?? 0) < states) return;
    isDone = true;
    void action();
  };
}

describe.skipIf(withoutRedis)("Redis", () => {
  const kinds: readonly (readonly [string, readonly string[]])[] = [
    ["that keeps nothing", []],
    ...(isLong ? [["that keeps what it was told", ["--appendonly", "yes", "--appendfsync", "everysec"]] as const] : []),
  ];
  test.each(kinds)("%s is killed and started again", async (_, options) => {
    const [redis] = await start(options);
    let hasRestarted = false;
    const restart = async (): Promise<void> => {
      await redis.kill();
      await redis.run();
      hasRestarted = true;
    };
    const found = await checkBy(file, {
      ...{ ...hasty, ...asked, leaseMs: 1000, workers: 2, address: { url: redis.url } },
      onProgress: once(20_000, restart),
    });
    expect(hasRestarted).toBe(true);
    expect(summary(found)).toEqual(summary(await alone()));
  });

  test.skipIf(onlyInLongRun())("forgets everything in the middle", async () => {
    const [redis] = await start();
    const broker = await import("ioredis").then(({ Redis }) => new Redis(redis.port).on("error", () => {}));
    opened.push(() => broker.disconnect());
    const found = await checkBy(file, {
      ...{ ...hasty, ...asked, workers: 2, address: { url: redis.url } },
      onProgress: once(20_000, async () => void (await broker.flushall())),
    });
    expect(summary(found)).toEqual(summary(await alone()));
  });

  test.skipIf(onlyInLongRun())("cuts all connections now and then", async () => {
    const [redis] = await start();
    const admin = await import("ioredis").then(({ Redis }) => new Redis(redis.port).on("error", () => {}));
    opened.push(() => admin.disconnect());
    const timer = setInterval(() => void admin.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"), 500);
    opened.push(() => clearInterval(timer));
    const found = await checkBy(file, {
      ...{ ...hasty, ...asked, leaseMs: 2000, workers: 2, address: { url: redis.url } },
    });
    expect(summary(found)).toEqual(summary(await alone()));
  });

  test.skipIf(onlyInLongRun())("has too little memory for a while", async () => {
    const [redis] = await start();
    const admin = await import("ioredis").then(({ Redis }) => new Redis(redis.port).on("error", () => {}));
    opened.push(() => admin.disconnect());
    const found = await checkBy(file, {
      ...{ ...hasty, ...asked, workers: 2, address: { url: redis.url } },
      onProgress: once(20_000, async () => {
        await admin.config("SET", "maxmemory", "1");
        await new Promise((resolve) => setTimeout(resolve, 1500));
        await admin.config("SET", "maxmemory", "0");
      }),
    });
    expect(summary(found)).toEqual(summary(await alone()));
  });

  test.skipIf(onlyInLongRun())("that stays without memory, or away, stops the run with a message", async () => {
    const [redis] = await start();
    const admin = await import("ioredis").then(({ Redis }) => new Redis(redis.port).on("error", () => {}));
    opened.push(() => admin.disconnect());
    const options = { ...hasty, ...asked, workers: 2, address: { url: redis.url }, patienceMs: 800 };
    const full = checkBy(file, {
      ...options,
      onProgress: once(20_000, async () => void (await admin.config("SET", "maxmemory", "1"))),
    });
    await expect(full).rejects.toThrow(ClusterStopped);
    await expect(full).rejects.toThrow(/refuses to work: OOM.*the same command with --run run-/);
    await admin.config("SET", "maxmemory", "0");
    const away = checkBy(file, { ...options, onProgress: once(20_000, () => redis.kill()) });
    await expect(away).rejects.toThrow(/cannot be reached for \d+ seconds/);
  });
});

describe.skipIf(withoutRedis)("a run", () => {
  test("has one starter", async () => {
    const [redis] = await start([], 1);
    const options = { ...hasty, ...asked, address: { url: redis.url }, run: "twice" };
    const first = checkBy(file, options);
    const broker = await Broker.connect({ url: redis.url });
    opened.push(() => broker.close());
    while ((await broker.items("noether:runs")).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await expect(checkBy(file, options)).rejects.toThrow(/run `twice` was started before/);
    expect(summary(await first)).toEqual(summary(await alone()));
    // And afterwards the name is free.
    expect((await checkBy(file, options)).verdict).toBe("holds");
  });

  // Once, its inbox stayed in Redis for ever.
  test("whose starter was killed leaves nothing behind", async () => {
    const [redis] = await start([], 1);
    const args = ["dist/cli/main.js", "cluster", "check", file.path, "-D", "N=5", "--symmetry", "off"];
    const starter = spawn(process.execPath, [...args, "--run", "killed", "--lease", "100ms", "--redis", redis.url]);
    const keys = keysOf("noether:", "killed");
    const admin = await import("ioredis").then(({ Redis }) => new Redis(redis.port).on("error", () => {}));
    opened.push(() => admin.disconnect());
    while ((await admin.exists(keys.inbox("coordinator"))) === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    starter.kill("SIGKILL");
    // The list of runs is cleared by workers.
    await expect.poll(() => admin.keys("*"), { timeout: 30_000 }).toEqual([]);
  });

  test("of another version is not for this worker, and the starter is told", async () => {
    const [redis, [worker]] = await start([], 1);
    const broker = await Broker.connect({ url: redis.url });
    opened.push(() => broker.close());
    const keys = keysOf("noether:", "other");
    await broker.set(keys.record, JSON.stringify({ contents: { version: "99.0.0" } }));
    await broker.claim(keys.coordinator, "nonce", 60_000);
    await broker.add("noether:runs", "other");
    while (!worker!.said().includes("cannot take part")) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(worker!.said()).toMatch(/cannot take part in other: it is of version 99\.0\.0, and this is version /);
    let cards = "";
    while (cards === "") {
      const names = await broker.items(keys.workers);
      cards = (await broker.getAll(names.map(keys.worker))).join("");
    }
    expect(cards).toMatch(/it is of version 99/);
  });

  test("that a worker cannot read does not end the worker", async () => {
    const [redis, [worker]] = await start([], 1);
    const broker = await Broker.connect({ url: redis.url });
    opened.push(() => broker.close());
    const keys = keysOf("noether:", "odd");
    const asIs = { symmetry: "auto", representatives: "auto", partialOrder: "auto", options: {}, defines: {} } as const;
    const model = { name: "odd.seq", text: "this is no model" };
    const record = recordOf({ version: packageVersion(), model, files: [], ...asIs }, "0".repeat(32), 1000);
    await broker.set(keys.record, JSON.stringify(record));
    await broker.claim(keys.coordinator, record.nonce, 60_000);
    await broker.add("noether:runs", "odd");
    while (!worker!.said().includes("cannot take part in odd")) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await checkBy(file, { ...hasty, ...asked, address: { url: redis.url } })).verdict).toBe("holds");
    expect(worker!.child.exitCode).toBeNull();
  });

  test("that cannot begin, since Redis goes away, stops with a message", async () => {
    const [redis] = await start([], 0);
    const broker = await Broker.connect({ url: redis.url });
    opened.push(() => broker.close());
    await redis.kill();
    const model = { name: "m.seq", text: "" };
    const asIs = { symmetry: "auto", representatives: "auto", partialOrder: "auto", options: {}, defines: {} } as const;
    const record = recordOf({ version: packageVersion(), model, files: [], ...asIs }, "0".repeat(32), 1000);
    const common = { broker, prefix: "noether:", run: "late", record, secret: "", workers: 1, patienceMs: 300 };
    const opening = Session.open({ ...common, onEvent: () => {} }, new Watch({}));
    await expect(opening).rejects.toThrow(/cannot be reached for \d+ seconds: nobody listens there.*--run late/);
    const controller = new AbortController();
    controller.abort();
    const cancelled = Session.open({ ...common, onEvent: () => {} }, new Watch({ signal: controller.signal }));
    await expect(cancelled).rejects.toThrow(Stopped);
  });

  /** A run that waits for workers, with what Redis forgets each time after the run has claimed its lease. */
  async function expectToGoOn(forget: (session: Session, broker: Broker) => Promise<void>): Promise<void> {
    const [redis] = await start([], 0);
    const broker = await Broker.connect({ url: redis.url });
    opened.push(() => broker.close());
    const model = { name: "m.seq", text: "" };
    const asIs = { symmetry: "auto", representatives: "auto", partialOrder: "auto", options: {}, defines: {} } as const;
    const record = recordOf({ version: packageVersion(), model, files: [], ...asIs }, "0".repeat(32), 60);
    const common = { broker, prefix: "noether:", run: "forgotten", record, secret: "", workers: 1, patienceMs: 10_000 };
    const session = await Session.open({ ...common, onEvent: () => {} }, new Watch({}));
    const claim = broker.claim.bind(broker);
    const claims: boolean[] = [];
    broker.claim = async (...given) => {
      claims.push(await claim(...given));
      if (claims.length <= 3) await forget(session, broker);
      return claims.at(-1)!;
    };
    while (claims.length < 6) {
      session.requireRedis();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const { keys } = session;
    expect(await broker.get(keys.coordinator)).toBe(record.nonce);
    expect(readRecord((await broker.get(keys.record)) ?? "", packageVersion())).toEqual(record);
    expect(await broker.items("noether:runs")).toEqual(["forgotten"]);
    await session.close({});
  }

  // Once, it stopped, since somebody else had started it.
  test("whose lease is forgotten just after it was claimed goes on", async () => {
    await expectToGoOn(({ keys }, broker) => broker.remove(keys.coordinator));
  });

  // Once, workers never found it again: Redis forgot everything, accepted the lease, and had no memory for the rest.
  test("whose record is forgotten, and not its lease, is found by workers again", async () => {
    await expectToGoOn(async ({ keys }, broker) => {
      await broker.remove(keys.record);
      await broker.drop("noether:runs", "forgotten");
    });
  });

  test.skipIf(onlyInLongRun())("with a secret is for workers that know it", async () => {
    const [redis, [stranger]] = await start([], 1);
    const friends: WorkerProcess[] = [];
    opened.push(() => stopWorkers(friends));
    // A stranger is not counted on, so the run waits until somebody comes who knows the secret.
    const found = await checkBy(file, {
      ...{ ...hasty, ...asked, workers: 1, secret: "open sesame", address: { url: redis.url } },
      onEvent: (text) => {
        if (!text.includes("it may have another secret") || friends.length > 0) return;
        friends.push(startWorker(["--redis", redis.url], { NOETHER_CLUSTER_SECRET: "open sesame" }));
      },
    });
    expect(summary(found)).toEqual(summary(await alone()));
    expect(friends).toHaveLength(1);
    expect(stranger!.child.exitCode).toBeNull();
  });

  test("needs a model that is not too large", async () => {
    const [redis] = await start([], 0);
    const small = checkBy(file, { ...asked, address: { url: redis.url }, maxModelBytes: 100 });
    await expect(small).rejects.toThrow(/100 are the most that is sent to workers/);
    expect(existsSync(redis.folder)).toBe(true);
  });
});
