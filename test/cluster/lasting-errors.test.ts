/** Errors of Redis that stay: the run stops with a message that names them, and its workers serve the next one. */

import { Redis } from "ioredis";
import { afterEach, describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { keysOf } from "../../src/cluster/keys.ts";
import { ClusterStopped } from "../../src/cluster/session.ts";
import { loadModel } from "../../src/node/load.ts";
import { checkBy, hasty, startWorker, stopWorkers, summary } from "../support/cluster.ts";
import { isLong, onlyInLongRun } from "../support/random-runs.ts";
import { RedisServer, withoutRedis } from "../support/redis.ts";

const file = { path: "examples/seq/peterson.seq", defines: { N: "5" } };
const asked = { properties: ["mutex"], symmetry: "off" } as const;
const opened: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

interface Fault {
  /** Makes it, again and again, or once. */
  readonly make: (admin: Redis) => Promise<unknown>;
  readonly isOnce?: boolean;
  readonly end?: (admin: Redis) => Promise<unknown>;
  readonly message: RegExp;
  /** The states after which it begins. */
  readonly after: number;
}

/** Does something to the keys of each run: the inbox of each worker, and what else there is. */
async function eachRun(
  admin: Redis,
  act: (keys: ReturnType<typeof keysOf>, inboxes: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (const run of await admin.smembers("noether:runs")) {
    const keys = keysOf("noether:", run);
    const names = await admin.smembers(keys.workers).catch(() => []);
    await act(keys, names.toSorted((a, b) => (a < b ? -1 : 1)).map(keys.inbox));
  }
}

async function spoil(admin: Redis, inboxes: readonly string[]): Promise<void> {
  for (const inbox of inboxes) await admin.set(inbox, "no stream");
}

const spoilAll: Fault["make"] = (admin) => eachRun(admin, (_, inboxes) => spoil(admin, inboxes));
const rights = (rule: string): Pick<Fault, "make" | "end"> => ({
  make: (admin) => admin.call("ACL", "SETUSER", "runs", ...rule.split(" ")),
  end: (admin) => admin.call("ACL", "SETUSER", "runs", "+@all"),
});

let turn = 0;
const faults: readonly (readonly [string, Fault])[] = [
  ["rights that are taken away", { ...rights("-xadd -set"), message: /NOPERM/, after: 20_000 }],
  ...(isLong
    ? ([
        ["inboxes that are no streams, from the beginning", { make: spoilAll, message: /WRONGTYPE/, after: 0 }],
        ["inboxes that are no streams, later", { make: spoilAll, message: /WRONGTYPE.*inbox/, after: 20_000 }],
        [
          "one inbox that is no stream",
          {
            make: (admin) => eachRun(admin, (_, inboxes) => spoil(admin, inboxes.slice(0, 1))),
            message: /WRONGTYPE/,
            after: 20_000,
          },
        ],
        [
          "an inbox of the starter that is no stream",
          {
            make: (admin) => eachRun(admin, (keys) => spoil(admin, [keys.inbox("coordinator")])),
            message: /WRONGTYPE/,
            after: 20_000,
          },
        ],
        [
          "inboxes that come and go",
          {
            make: (admin) =>
              eachRun(admin, (_, inboxes) => (turn++ % 8 === 0 ? admin.del([...inboxes]) : spoil(admin, inboxes))),
            message: /came no further|WRONGTYPE/,
            after: 20_000,
          },
        ],
        [
          "a list of workers that is none",
          {
            make: (admin) => eachRun(admin, (keys) => spoil(admin, [keys.workers])),
            message: /WRONGTYPE/,
            after: 0,
          },
        ],
        ["no right to read letters", { ...rights("-xread"), message: /NOPERM.*xread/, after: 20_000 }],
        ["no right to anything", { ...rights("-@all"), message: /NOPERM/, after: 20_000 }],
        [
          "a server that is read-only",
          {
            isOnce: true,
            make: (admin) => admin.replicaof("127.0.0.1", 1),
            end: (admin) => admin.replicaof("NO", "ONE"),
            message: /READONLY/,
            after: 20_000,
          },
        ],
        [
          "a password that is another one",
          {
            make: async (admin) => {
              await admin.call("ACL", "SETUSER", "runs", "resetpass", ">other");
              await admin.call("CLIENT", "KILL", "USER", "runs");
            },
            end: (admin) => admin.call("ACL", "SETUSER", "runs", "resetpass", ">password"),
            message: /WRONGPASS/,
            after: 20_000,
          },
        ],
        [
          "no memory",
          {
            make: (admin) => admin.config("SET", "maxmemory", "1"),
            end: (admin) => admin.config("SET", "maxmemory", "0"),
            message: /OOM/,
            after: 20_000,
          },
        ],
      ] satisfies readonly (readonly [string, Fault])[])
    : []),
];

// Once, it kept its old card, by which it seemed to work.
test.skipIf(withoutRedis || onlyInLongRun())(
  "a worker that may no longer write is lost, and the others go on",
  async () => {
    const redis = await RedisServer.start();
    opened.push(() => redis.stop());
    const admin = new Redis(redis.port).on("error", () => {});
    opened.push(() => admin.disconnect());
    await admin.call("ACL", "SETUSER", "odd", "on", ">password", "~*", "&*", "+@all");
    const workers = ["", "", "odd:password@"].map((login) =>
      startWorker([], { NOETHER_REDIS_URL: `redis://${login}127.0.0.1:${redis.port}` }),
    );
    opened.push(() => stopWorkers(workers));
    const events: string[] = [];
    const found = await checkBy(file, {
      ...{ ...hasty, ...asked, workers: 3, address: { url: redis.url } },
      onEvent: (text) => events.push(text),
      onProgress: ({ states = 0 }) => {
        if (states > 20_000) void admin.call("ACL", "SETUSER", "odd", "-set", "-xadd");
      },
    });
    expect(summary(found)).toEqual(summary(await check(loadModel(file.path, { defines: file.defines }).model!, asked)));
    expect(events.join("\n")).toMatch(/is lost/);
    expect(workers[2]!.said()).toMatch(/Redis refuses: NOPERM/);
  },
);

describe.skipIf(withoutRedis)("a run stops, and its workers take part in the next one, after", () => {
  test.each(faults)("%s", async (_, { make, isOnce = false, end, message, after }) => {
    const redis = await RedisServer.start();
    opened.push(() => redis.stop());
    const admin = new Redis(redis.port).on("error", () => {});
    opened.push(() => admin.disconnect());
    await admin.call("ACL", "SETUSER", "runs", "on", ">password", "~*", "&*", "+@all");
    const url = `redis://runs:password@127.0.0.1:${redis.port}`;
    const workers = [1, 2].map(() => startWorker([], { NOETHER_REDIS_URL: url }));
    opened.push(() => stopWorkers(workers));
    const options = { ...hasty, ...asked, workers: 2, address: { url } };

    const fault = { isMade: after === 0, isOver: false };
    const making = (async (): Promise<void> => {
      for (let times = 0; !fault.isOver;) {
        if (fault.isMade && !(isOnce && times > 0)) {
          times++;
          await make(admin);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const stopped = checkBy(file, {
      ...{ ...options, run: "again", patienceMs: 1500 },
      onProgress: ({ states = 0 }) => {
        if (states >= after) fault.isMade = true;
      },
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    const error = await stopped;
    fault.isOver = true;
    await making;
    expect(error).toBeInstanceOf(ClusterStopped);
    expect((error as Error).message).toMatch(message);
    await end?.(admin);
    expect(workers.map(({ child }) => child.exitCode)).toEqual([null, null]);
    // What nobody could remove may stay for some time, so the next run has another name.
    const alone = await check(loadModel(file.path, { defines: file.defines }).model!, asked);
    expect(summary(await checkBy(file, { ...options, run: "next" }))).toEqual(summary(alone));
    for (const { said } of workers) expect(said()).toMatch(/takes part in next/);
  });
});
