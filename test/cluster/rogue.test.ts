/** Who writes into Redis what no worker would write: it is refused and reported, and the answer is the same. */

import fc from "fast-check";
import { Redis } from "ioredis";
import { afterEach, describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { Broker } from "../../src/cluster/broker.ts";
import { EmbeddedServer } from "../../src/cluster/embedded-server.ts";
import { sealed } from "../../src/cluster/envelope.ts";
import { keysOf } from "../../src/cluster/keys.ts";
import { encode, formationIn, letter, orderIn, reportIn } from "../../src/cluster/letters.ts";
import { MailTransport } from "../../src/cluster/mail-transport.ts";
import { Mailbox } from "../../src/cluster/mailbox.ts";
import { keyOf, readRecord, packageVersion } from "../../src/cluster/run-record.ts";
import { ClusterStopped } from "../../src/cluster/session.ts";
import { writtenCard } from "../../src/cluster/worker-card.ts";
import { loadModel } from "../../src/node/load.ts";
import { checkBy, hasty, startWorker, stopWorkers, summary } from "../support/cluster.ts";
import { onlyInLongRun } from "../support/random-runs.ts";
import { RedisServer, withoutRedis } from "../support/redis.ts";

const file = { path: "examples/seq/peterson.seq", defines: { N: "5" } };
const asked = { properties: ["mutex"], symmetry: "off" } as const;
const opened: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function startRedis(): Promise<{ readonly redis: RedisServer; readonly admin: Redis }> {
  const redis = await RedisServer.start();
  opened.push(() => redis.stop());
  const admin = new Redis(redis.port).on("error", () => {});
  opened.push(() => admin.disconnect());
  return { redis, admin };
}

function startWorkers(redis: RedisServer, count: number, env: Readonly<Record<string, string>> = {}): void {
  const workers = Array.from({ length: count }, () => startWorker(["--redis", redis.url], env));
  opened.push(() => stopWorkers(workers));
}

async function alone(): Promise<unknown> {
  return summary(await check(loadModel(file.path, { defines: file.defines }).model!, asked));
}

/** A card of somebody who will never answer, and never seems to wait. */
function fakeCard(name: string, inbox: string): Parameters<typeof writtenCard>[0] {
  const counts = {
    shards: 1,
    epoch: 0,
    order: 0,
    steps: 0,
    sent: 0,
    received: 0,
    refused: 0,
    states: 0,
    transitions: 0,
  };
  return { name, inbox, isIdle: false, isWaiting: false, ...counts };
}

describe.skipIf(withoutRedis)("somebody who writes everywhere in Redis, and does not know the secret", () => {
  test("changes nothing", async () => {
    const { redis, admin } = await startRedis();
    startWorkers(redis, 2, { NOETHER_CLUSTER_SECRET: "open sesame" });
    // Names of runs that nobody can have given.
    await admin.sadd("noether:runs", "}{", "a b\n", "../../x", "long".repeat(1000));
    const events: string[] = [];
    let attacks = 0;
    const attack = async (): Promise<void> => {
      for (const run of await admin.smembers("noether:runs")) {
        const keys = keysOf("noether:", run);
        const json = await admin.get(keys.record);
        if (json === null) continue;
        const record = readRecord(json, packageVersion());
        if (typeof record === "string") continue;
        await admin.sadd(keys.workers, "fake", "unsigned", "\u001b[31mred", "x".repeat(500));
        const fake = fakeCard("fake", keys.inbox("fake"));
        await admin.set(keys.worker("fake"), writtenCard(fake, keyOf(record, "")));
        await admin.set(keys.worker("unsigned"), JSON.stringify({ ...fake, name: "unsigned" }));
        const names = [...(await admin.smembers(keys.workers)), "coordinator"];
        const inboxes = names.map(keys.inbox);
        const copies = await Promise.all(
          inboxes.map((inbox) => admin.xrangeBuffer(inbox, "-", "+", "COUNT", 3).catch(() => [])),
        );
        for (const inbox of inboxes) {
          // Nothing of an envelope, some of it, an old one, and what was meant for others.
          await admin.xadd(inbox, "*", "x", "y", "z", "");
          await admin.xadd(inbox, "*", "b", "");
          await admin.xadd(inbox, "*", "b", Buffer.alloc(300_000, 7));
          for (const kind of Object.values(letter)) {
            for (const epoch of [0, 1, 2]) {
              const head = { epoch, from: kind % 3 === 0 ? -1 : 0, to: 0, number: 1 };
              const entry = sealed({ key: keyOf(record, "guess"), inbox }, head, kind, Buffer.from("{}"));
              await admin.xadd(inbox, "*", "b", entry);
              await admin.xadd(inbox, "*", "b", entry.subarray(0, 44));
            }
          }
          for (const [, fields] of copies.flat()) await admin.xadd(inbox, "*", "b", fields[1]!);
        }
        attacks++;
      }
    };
    const check = { isOver: false };
    const attacking = (async (): Promise<void> => {
      while (!check.isOver) {
        await attack();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const found = await checkBy(file, {
      ...{ ...hasty, ...asked, leaseMs: 2000, workers: 2, secret: "open sesame", address: { url: redis.url } },
      onEvent: (text) => events.push(text),
    });
    check.isOver = true;
    await attacking;
    expect(attacks).toBeGreaterThan(0);
    expect(summary(found)).toEqual(await alone());
    expect(events.join("\n")).toMatch(/refused .* of a stranger in an inbox: it/);
    expect(events.join("\n")).toMatch(/fake is left out|unsigned is left out/);
  });

  test("can make an inbox something else, and the run stops with a message", async () => {
    const { redis, admin } = await startRedis();
    startWorkers(redis, 2);
    const spoil = async (): Promise<void> => {
      for (const run of await admin.smembers("noether:runs")) {
        for (const name of await admin.smembers(keysOf("noether:", run).workers)) {
          await admin.set(keysOf("noether:", run).inbox(name), "no stream");
        }
      }
    };
    const timer = setInterval(() => void spoil().catch(() => {}), 20);
    opened.push(() => clearInterval(timer));
    const stopped = checkBy(file, {
      ...{ ...hasty, ...asked, workers: 2, patienceMs: 1500, address: { url: redis.url } },
    });
    await expect(stopped).rejects.toThrow(ClusterStopped);
    await expect(stopped).rejects.toThrow(/WRONGTYPE/);
  });
});

describe.skipIf(withoutRedis)("somebody who knows no secret", () => {
  test("may change the record of a run that waits: it is written anew", async () => {
    const { redis, admin } = await startRedis();
    const { record } = keysOf("noether:", "changed");
    const found = await checkBy(file, {
      ...{ ...hasty, ...asked, workers: 1, run: "changed", address: { url: redis.url } },
      onEvent: (text) => {
        if (text.startsWith("waiting")) void admin.set(record, "no record").then(() => startWorkers(redis, 1));
      },
    });
    expect(summary(found)).toEqual(await alone());
  });

  // Once, the run waited for its report for ever.
  test.skipIf(onlyInLongRun())("may keep the card of a worker that was killed: it is left out", async () => {
    const { redis, admin } = await startRedis();
    const secret = "open sesame";
    startWorkers(redis, 2, { NOETHER_CLUSTER_SECRET: secret });
    startWorkers(redis, 1, { NOETHER_CLUSTER_SECRET: secret, NOETHER_FAULT: "kill:slice:9" });
    const kept = new Map<string, string>();
    const run = { isOver: false };
    const keeping = (async (): Promise<void> => {
      const keys = keysOf("noether:", "kept");
      while (!run.isOver) {
        for (const name of new Set([...kept.keys(), ...(await admin.smembers(keys.workers))])) {
          const card = await admin.get(keys.worker(name));
          if (card !== null) kept.set(name, card);
          else await admin.set(keys.worker(name), kept.get(name)!);
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    const events: string[] = [];
    const found = await checkBy(file, {
      ...{ ...hasty, ...asked, workers: 3, run: "kept", secret, address: { url: redis.url } },
      onEvent: (text) => events.push(text),
    });
    run.isOver = true;
    await keeping;
    expect(summary(found)).toEqual(await alone());
    expect(events.join("\n")).toMatch(/does not get on|cannot take part: it does not understand the letters/);
  });
});

describe.skipIf(withoutRedis)("Redis", () => {
  test("that takes only the connection on which a worker reads is not out of reach afterwards", async () => {
    const { redis, admin } = await startRedis();
    const broker = await Broker.connect({ url: redis.url });
    opened.push(() => broker.close());
    await broker.append("inbox", Buffer.from("1"));
    expect(await broker.take("inbox")).toHaveLength(1);
    const waiting = broker.take("inbox");
    const readers = (): Promise<string[]> =>
      admin.call("CLIENT", "LIST").then((list) =>
        String(list)
          .split("\n")
          .filter((line) => / cmd=xread/.test(line)),
      );
    let found: string[] = [];
    while (found.length === 0) found = await readers();
    for (const line of found) await admin.call("CLIENT", "KILL", "ID", /id=(\d+)/.exec(line)![1]!);
    await waiting;
    await broker.append("inbox", Buffer.from("2"));
    expect(await broker.take("inbox")).toHaveLength(1);
    expect(broker.unreachableMs).toBe(0);
  });

  test.skipIf(onlyInLongRun())("that is read-only for a while, as after a failover", async () => {
    const { redis, admin } = await startRedis();
    startWorkers(redis, 2);
    let hasFailed = false;
    const fail = async (): Promise<void> => {
      await admin.replicaof("127.0.0.1", 1);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await admin.replicaof("NO", "ONE");
    };
    const found = await checkBy(file, {
      ...{ ...hasty, ...asked, workers: 2, address: { url: redis.url } },
      onProgress: ({ states = 0 }) => {
        if (hasFailed || states < 20_000) return;
        hasFailed = true;
        void fail();
      },
    });
    expect(hasFailed).toBe(true);
    expect(summary(found)).toEqual(await alone());
  });

  test("that goes away while a run waits for workers lets a signal end it", async () => {
    const { redis } = await startRedis();
    const controller = new AbortController();
    const run = checkBy(file, {
      ...{ ...hasty, ...asked, workers: 2, address: { url: redis.url }, signal: controller.signal },
      onEvent: (text) => {
        if (!text.startsWith("waiting")) return;
        void redis.kill().then(() => setTimeout(() => controller.abort(), 300));
      },
    });
    const ended = await run.then(
      ({ limit }) => limit,
      (error: unknown) => (error as { readonly limit?: string }).limit,
    );
    expect(ended).toBe("cancelled");
  });
});

describe.skipIf(withoutRedis)("a second starter", () => {
  test("that takes a run over whose starter was silent: the first one stops, and disturbs nobody", async () => {
    const { redis, admin } = await startRedis();
    startWorkers(redis, 1);
    const options = { ...hasty, ...asked, address: { url: redis.url }, run: "twice" };
    const keys = keysOf("noether:", "twice");
    let second: Promise<unknown> | undefined;
    // As if the lease of the first one had ended: it would take it again before the second one comes to that.
    const endLease = async (): Promise<void> => {
      const own = await admin.get(keys.coordinator);
      for (let owner = own; owner === own || owner === null; owner = await admin.get(keys.coordinator)) {
        if (owner !== null) await admin.del(keys.coordinator);
      }
    };
    const first = checkBy(file, {
      ...options,
      leaseMs: 3000,
      workers: 2,
      onEvent: (text) => {
        if (!text.startsWith("waiting") || second) return;
        second = checkBy(file, { ...options, workers: 1 }).then(summary);
        void endLease();
      },
    });
    await expect(first).rejects.toThrow(/run `twice` was started by somebody else/);
    expect(await second).toEqual(await alone());
  });
});

describe("what arrives from a member is held against its form before it reaches a memory", () => {
  const shape = { wordCount: 2, mostTargets: 3 };
  const words = (length: number): unknown => ({ words64: Buffer.alloc(4 * length).toString("base64") });

  test("orders", () => {
    const isRead = (order: unknown): boolean => orderIn(encode({ number: 1, order }), shape) !== undefined;
    expect(isRead({ kind: "adopt", level: 0, states: words(4) })).toBe(true);
    expect(isRead({ kind: "adopt", level: 0, states: words(3) })).toBe(false);
    // Before there is a program.
    expect(orderIn(encode({ number: 1, order: { kind: "settle" } }), undefined)).toBeUndefined();
    expect(isRead({ kind: "seek", level: 0, targets: [words(2), words(2)] })).toBe(true);
    expect(isRead({ kind: "seek", level: 0, targets: [words(3)] })).toBe(false);
    expect(isRead({ kind: "seek", level: 0, targets: [1, 2, 3, 4].map(() => words(2)) })).toBe(false);
    const found = { level: 0, words: words(2), transition: 0, isPassed: false, state: 0 };
    expect(isRead({ kind: "expand", found: [found, null], reduces: false })).toBe(true);
    expect(isRead({ kind: "expand", found: [{ ...found, words: words(9) }], reduces: false })).toBe(false);
    expect(isRead({ kind: "expand", found: [1, 2, 3, 4].map(() => found), reduces: false })).toBe(false);
    const piece = { file: "run-1/worker.log", firstWord: 0, words: 4, digest: "0".repeat(64) };
    const read = (change: object): unknown => ({
      kind: "read",
      level: 0,
      goesOn: false,
      pieces: [{ ...piece, ...change }],
    });
    expect(isRead(read({}))).toBe(true);
    for (const wrong of [
      { file: "../worker.log" },
      { file: "/etc/passwd" },
      { file: "a/../../b.log" },
      { words: 3 },
      { words: 2 ** 30 },
      { firstWord: -1 },
      { digest: "" },
    ]) {
      expect(isRead(read(wrong)), JSON.stringify(wrong)).toBe(false);
    }
  });

  test("reports and formations", () => {
    expect(reportIn(encode({ number: 1, report: {} }), 2)).toBeUndefined();
    const formation = { epoch: 1, self: 0, inboxes: ["a", "b"], memberOf: [0, 1], after: 0 };
    expect(formationIn(encode(formation))).toEqual(formation);
    for (const wrong of [{ self: 2 }, { memberOf: [0, 2] }, { memberOf: new Array(257).fill(0) }, { epoch: 0 }]) {
      expect(formationIn(encode({ ...formation, ...wrong })), JSON.stringify(wrong)).toBeUndefined();
    }
  });

  test("any JSON and any bytes are no order, report or formation, or one that fits", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json().map((text) => Buffer.from(text)),
          fc.uint8Array(),
        ),
        (bytes) => {
          for (const read of [orderIn(bytes, shape), reportIn(bytes, 2), formationIn(bytes)]) {
            expect(read).toBeUndefined();
          }
        },
      ),
    );
  });

  test("messages between members", async () => {
    const server = await EmbeddedServer.start();
    opened.push(() => server.stop());
    const key = Buffer.from("key");
    const brokers = await Promise.all([0, 1].map(() => Broker.connect({ url: server.url })));
    opened.push(() => brokers.forEach((broker) => broker.close()));
    const inboxes = ["a", "b"];
    const [a, b] = inboxes.map((inbox, k) => new Mailbox(brokers[k]!, key, inbox)) as [Mailbox, Mailbox];
    opened.push(() => [a, b].forEach((mailbox) => mailbox.end()));
    let epoch = 0;
    /** What member 1 says to a message of member 0. There are two shards, one for each. */
    const heard = async (message: readonly number[], kind: number = letter.words): Promise<string> => {
      epoch++;
      [a, b].forEach((mailbox, self) => mailbox.enter({ epoch, self, inboxes, coordinatorInbox: "c" }));
      const transport = new MailTransport(b, 1, 2, [0, 1]);
      transport.expect({ exchange: { stateBytes: 8, bins: 0, targets: 0 } } as never);
      a.sendWords(1, kind, message.length, (place) => place.set(message));
      a.flush();
      for (;;) {
        const taken = transport.take();
        if (transport.refusal !== undefined) return transport.refusal;
        if (taken) return "taken";
        await b.change(50);
      }
    };
    const [states, ahead, end] = [1, 2, 3];
    expect(await heard([states, 0, 0, 1, 2, 1, 2, 3, 4])).toBe("taken");
    expect(await heard([ahead, 0, 0, 1, 2, 1, 2])).toBe("taken");
    expect(await heard([end, 0, 0, 0, 0])).toBe("taken");
    expect(await heard([states, 0, 0])).toMatch(/no message/);
    expect(await heard([states, 0, 0, 1, 1, 1, 2], letter.report)).toMatch(/no message/);
    expect(await heard([9, 0, 0, 1, 1, 1, 2])).toMatch(/no known kind/);
    expect(await heard([states, 0, 1, 1, 1, 1, 2])).toMatch(/another shard/);
    expect(await heard([states, 0, 0, 0, 1, 1, 2])).toMatch(/another shard/);
    expect(await heard([states, 0, 0, 7, 1, 1, 2])).toMatch(/another shard/);
    expect(await heard([states, 0, 0, 1, 2, 1, 2])).toMatch(/length/);
    expect(await heard([states, 0, 0, 1, -1, 1, 2])).toMatch(/length/);
    expect(await heard([states, 0, 0, 1, 0])).toMatch(/length/);
    expect(await heard([ahead, 0, 0, 1, 1, 1, 2])).toMatch(/length/);
    expect(await heard([end, 0, 1, 0, 0])).toMatch(/end of a phase/);
    expect(await heard([end, 0, 0, 0, 9])).toMatch(/end of a phase/);
  });
});
