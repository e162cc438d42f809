import { afterAll, describe, expect, test } from "vitest";
import { Broker } from "../../src/cluster/broker.ts";
import { EmbeddedServer } from "../../src/cluster/embedded-server.ts";
import { sealed } from "../../src/cluster/envelope.ts";
import type { EnvelopeHead } from "../../src/cluster/envelope.ts";
import { Mailbox } from "../../src/cluster/mailbox.ts";
import type { Arrived } from "../../src/cluster/mailbox.ts";
import { RedisServer, withoutRedis } from "../support/redis.ts";

const key = Buffer.from("a key");
const none = new Uint8Array(0);
const ends: (() => void | Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function connected(url: string): Promise<Broker> {
  const broker = await Broker.connect({ url });
  ends.push(() => broker.close());
  return broker;
}

/** Two mailboxes that know each other as 0 and 1. */
async function pair(url: string, name: string): Promise<[Mailbox, Mailbox]> {
  const inboxes = [`${name}0`, `${name}1`];
  const made: Mailbox[] = [];
  for (const [self, inbox] of inboxes.entries()) {
    const mailbox = new Mailbox(await connected(url), key, inbox);
    ends.push(() => mailbox.end());
    mailbox.enter({ epoch: 1, self, inboxes, coordinatorInbox: `${name}c` });
    made.push(mailbox);
  }
  return made as [Mailbox, Mailbox];
}

async function receive(mailbox: Mailbox, count: number): Promise<Arrived[]> {
  const all: Arrived[] = [];
  while (all.length < count) {
    const letter = mailbox.next();
    if (letter) all.push(letter);
    else await mailbox.change(100);
  }
  return all;
}

function describeMailboxes(server: () => Promise<{ readonly url: string }>): void {
  test("letters arrive once and in order, small and large ones", async () => {
    const [a, b] = await pair((await server()).url, "order");
    // The largest one is cut into parts.
    const sizes = Array.from({ length: 300 }, (_, k) => (k === 150 ? 9_000_001 : k % 50 === 0 ? 100_000 : k));
    sizes.forEach((size, k) => a.send(1, k + 1, new Uint8Array(size).fill(k)));
    a.flush();
    const letters = (await receive(b, sizes.length)).map(({ letter }) => letter);
    expect(letters.map(({ kind }) => kind)).toEqual(sizes.map((_, k) => k + 1));
    expect(letters.map(({ byteLength }) => byteLength)).toEqual(sizes);
    expect(letters.every(({ bytes }, k) => Buffer.alloc(bytes.length, k).equals(bytes))).toBe(true);
  });

  test("envelopes that arrive twice, in disorder, or from another epoch do no harm", async () => {
    const { url } = await server();
    const [a, b] = await pair(url, "disorder");
    const broker = await connected(url);
    const envelope = (epoch: number, number: number): Buffer =>
      sealed({ key, inbox: b.inbox }, { epoch, from: 0, to: 1, number }, 10 * epoch + number, none);
    for (const [epoch, number] of [
      [1, 2],
      [0, 1],
      [1, 1],
      [1, 1],
      [2, 2],
      [1, 2],
      [2, 1],
      [1, 3],
    ] as const) {
      await broker.append(b.inbox, envelope(epoch, number));
    }
    const kinds = (letters: readonly Arrived[]): number[] => letters.map(({ letter }) => letter.kind);
    expect(kinds(await receive(b, 3))).toEqual([11, 12, 13]);
    expect(b.nextCommand()?.kind).toBe(1);
    for (const [self, mailbox] of [a, b].entries()) {
      mailbox.enter({ epoch: 2, self, inboxes: [a.inbox, b.inbox], coordinatorInbox: "c" });
    }
    expect(kinds(await receive(b, 2))).toEqual([21, 22]);
    await broker.append(b.inbox, envelope(1, 4));
    await broker.append(b.inbox, envelope(2, 3));
    expect(kinds(await receive(b, 1))).toEqual([23]);
    expect(b.refused).toBe(0);
  });

  test("what a stranger writes into an inbox is refused", async () => {
    const { url } = await server();
    const [a, b] = await pair(url, "stranger");
    const broker = await connected(url);
    await broker.append(b.inbox, Buffer.from("hello"));
    const append = (head: EnvelopeHead, used = key, inbox = b.inbox): Promise<void> =>
      broker.append(b.inbox, sealed({ key: used, inbox }, head, 5, none));
    const head = { epoch: 1, from: 0, to: 1, number: 1 };
    await append(head, Buffer.from("other"));
    await append({ ...head, from: 7 });
    // What somebody who knows no key copies from one inbox to another.
    await append(head, key, a.inbox);
    await append({ ...head, epoch: 0 }, key, a.inbox);
    a.send(1, 5, new Uint8Array([1, 2, 3]));
    a.flush();
    const [{ from, letter } = await Promise.reject(new Error("nothing came"))] = await receive(b, 1);
    expect([from, letter.kind, [...letter.bytes]]).toEqual([0, 5, [1, 2, 3]]);
    expect(b.nextCommand()).toBeUndefined();
    expect(b.refused).toBe(5);
    expect(b.lastRefusal).toMatch(/was not for this inbox/);
  });
}

describe("over the embedded server", () => {
  let started: Promise<EmbeddedServer> | undefined;
  describeMailboxes(() => {
    if (!started) ends.unshift(async () => (await started)!.stop());
    return (started ??= EmbeddedServer.start());
  });
});

describe.skipIf(withoutRedis)("over Redis", () => {
  let started: Promise<RedisServer> | undefined;
  const server = (): Promise<RedisServer> => {
    if (!started) ends.unshift(async () => (await started)!.stop());
    return (started ??= RedisServer.start());
  };
  describeMailboxes(server);

  // Once, a worker that belonged to no formation never heard of one.
  test("after a change of servers entries with smaller numbers are read too", async () => {
    const redis = await server();
    const admin = await import("ioredis").then(({ Redis }) => new Redis(redis.port));
    ends.push(() => admin.disconnect());
    const broker = await connected(redis.url);
    await admin.xadd("numbers", "99999999999999-0", "b", "1");
    expect(String(await broker.take("numbers"))).toBe("1");
    await admin.del("numbers");
    await broker.append("numbers", Buffer.from("2"));
    let taken: Buffer[] = [];
    while (taken.length === 0) taken = await broker.take("numbers");
    expect(String(taken)).toBe("2");
  });

  test("a connection that is cut and comes back loses nothing", async () => {
    const redis = await server();
    const [a, b] = await pair(redis.url, "cut");
    const admin = await import("ioredis").then(({ Redis }) => new Redis(redis.port));
    ends.push(() => admin.disconnect());
    const count = 2000;
    const received = receive(b, count);
    for (let k = 0; k < count; k++) {
      a.send(1, k + 1, new Uint8Array(500));
      if (k % 100 === 0) a.flush();
      if (k % 250 === 0) await admin.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    }
    a.flush();
    expect((await received).map(({ letter }) => letter.kind)).toEqual(Array.from({ length: count }, (_, k) => k + 1));
  });
});
