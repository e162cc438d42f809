import { afterEach, expect, test } from "vitest";
import { Broker } from "../../src/cluster/broker.ts";
import { EmbeddedServer } from "../../src/cluster/embedded-server.ts";
import { keysOf } from "../../src/cluster/keys.ts";
import { RollCall } from "../../src/cluster/roll-call.ts";
import { Troubles } from "../../src/cluster/troubles.ts";
import { writtenCard } from "../../src/cluster/worker-card.ts";
import type { WorkerCard } from "../../src/cluster/worker-card.ts";

const key = Buffer.from("a key");
const leaseMs = 20;
const keys = keysOf("noether:", "run");
const opened: (() => void)[] = [];

afterEach(() => {
  for (const close of opened.splice(0).reverse()) close();
});

function card(name: string, more: Partial<WorkerCard> = {}): WorkerCard {
  const counts = {
    shards: 1,
    epoch: 1,
    order: 3,
    steps: 0,
    sent: 5,
    received: 5,
    refused: 0,
    states: 0,
    transitions: 0,
  };
  return { name, inbox: keys.inbox(name), isIdle: false, isWaiting: false, ...counts, ...more };
}

const idle = { isIdle: true, isWaiting: true };

interface Looks {
  readonly most?: number;
  readonly before?: (look: number) => Promise<void>;
}

/** What a roll call says of the members, whose cards are written anew before each look, until it says something. */
async function standstillOf(
  cardsAt: (look: number) => readonly WorkerCard[],
  { most = Infinity, before }: Looks = {},
): Promise<unknown> {
  const server = await EmbeddedServer.start();
  opened.push(() => server.stop());
  const broker = await Broker.connect({ url: server.url });
  opened.push(() => broker.close());
  const rollCall = new RollCall(broker, keys, leaseMs, key, new Troubles());
  for (let look = 0; look < most; look++) {
    await before?.(look);
    const cards = cardsAt(look);
    for (const each of cards) {
      await broker.add(keys.workers, each.name);
      await broker.set(keys.worker(each.name), writtenCard(each, key));
    }
    await rollCall.call();
    const names = cards.map(({ name }) => name);
    expect(names.filter((name) => rollCall.isLost(name))).toEqual([]);
    const found = rollCall.standstill(names, 1);
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, leaseMs / 10));
  }
  return "nothing";
}

const busy = (look: number): Partial<WorkerCard> => ({ steps: look });

test("members that all wait are silent, and letters were lost", async () => {
  expect(await standstillOf(() => [card("a", idle), card("b", idle)])).toBe("silence");
});

// Once, nobody missed a worker whose disk did not answer any more: its card was renewed, and the run waited for ever.
test("a member that neither waits nor gets on is stuck, and the others are not", async () => {
  const crowded = { isWaiting: true };
  expect(await standstillOf(() => [card("a", idle), card("b"), card("c"), card("d", crowded)])).toEqual(["b", "c"]);
  expect(await standstillOf(() => [card("a", idle), card("d", crowded)])).toBe("silence");
});

test("nobody is stuck as long as nobody looks", async () => {
  const before = async (look: number): Promise<void> => {
    if (look % 4 === 3) await new Promise((resolve) => setTimeout(resolve, 3 * leaseMs));
  };
  expect(await standstillOf(() => [card("a"), card("b")], { most: 60, before })).toBe("nothing");
});

test("nobody is stuck as long as one of them gets on, or has trouble with Redis", async () => {
  expect(await standstillOf((look) => [card("a", busy(look)), card("b")], { most: 300 })).toBe("nothing");
  expect(await standstillOf((look) => [card("a", { ...idle, received: look }), card("b")], { most: 300 })).toBe(
    "nothing",
  );
  expect(await standstillOf(() => [card("a", { trouble: "OOM", troubleMs: 9 }), card("b")], { most: 300 })).toBe(
    "nothing",
  );
});
