import { afterEach, expect, test } from "vitest";
import { Broker } from "../../src/cluster/broker.ts";
import { EmbeddedServer } from "../../src/cluster/embedded-server.ts";
import { keysOf } from "../../src/cluster/keys.ts";
import { RollCall } from "../../src/cluster/roll-call.ts";
import { Troubles } from "../../src/cluster/troubles.ts";
import { writtenCard } from "../../src/cluster/worker-card.ts";
import type { WorkerCard } from "../../src/cluster/worker-card.ts";

const key = Buffer.from("a key");
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
  return { name, inbox: keys.inbox(name), isIdle: false, ...counts, ...more };
}

/** What a roll call says of the members, whose cards are written anew before each look, until it says something. */
async function standstillOf(cardsAt: (look: number) => readonly WorkerCard[], mostLooks = Infinity): Promise<unknown> {
  const server = await EmbeddedServer.start();
  opened.push(() => server.stop());
  const broker = await Broker.connect({ url: server.url });
  opened.push(() => broker.close());
  const rollCall = new RollCall(broker, keys, 1, key, new Troubles());
  for (let look = 0; look < mostLooks; look++) {
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
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return "nothing";
}

const busy = (look: number): Partial<WorkerCard> => ({ steps: look });

test("members that all wait are silent, and letters were lost", async () => {
  expect(await standstillOf(() => [card("a", { isIdle: true }), card("b", { isIdle: true })])).toBe("silence");
});

// Once, nobody missed a worker whose disk did not answer any more: its card was renewed, and the run waited for ever.
test("a member that neither waits nor gets on is stuck, and the others are not", async () => {
  expect(await standstillOf(() => [card("a", { isIdle: true }), card("b"), card("c")])).toEqual(["b", "c"]);
});

test("nobody is stuck as long as one of them gets on, or has trouble with Redis", async () => {
  expect(await standstillOf((look) => [card("a", busy(look)), card("b")], 200)).toBe("nothing");
  expect(await standstillOf((look) => [card("a", { isIdle: true, received: look }), card("b")], 200)).toBe("nothing");
  expect(await standstillOf(() => [card("a", { trouble: "OOM", troubleMs: 9 }), card("b")], 200)).toBe("nothing");
});
