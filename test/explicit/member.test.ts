/** What a member does with messages that no other member of one crew would usually send. */

import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Member } from "../../src/explicit/member.ts";
import { kind } from "../../src/explicit/message.ts";
import type { Order, Report } from "../../src/explicit/orders.ts";
import { localTransports } from "../../src/explicit/transport.ts";
import type { Transport } from "../../src/explicit/transport.ts";
import { modelOf } from "../support/symmetries.ts";

const model = modelOf("var a: 0..999999 = 0\ntransition t when a < 999999 { a := a + 1; }");
const { program } = compile(model, [], { fingerprints: false });
const module = new WebAssembly.Module(program.bytes);

/** Gives all members an order, and lets them take turns. */
function orderAll(members: readonly Member[], orders: (k: number) => Order): Report[] {
  const work = members.map((member, k) => member.obey(orders(k)));
  const reports: (Report | undefined)[] = work.map(() => undefined);
  while (reports.includes(undefined)) {
    for (const [k, own] of work.entries()) {
      const step = own.next();
      if (step.done === true) reports[k] ??= step.value;
    }
  }
  return reports.map((report) => report!);
}

function loaded(transports: readonly Transport[]): Member[] {
  const members = transports.map((transport) => new Member(transport));
  orderAll(members, () => ({ kind: "load", program, module, division: { memberOf: [0, 1], shardBytes: 2 ** 26 } }));
  return members;
}

test("a message from a sender with larger bins is taken in pieces", () => {
  const transports = localTransports(2);
  const members = loaded(transports);
  const count = 1_000_000;
  const states = Int32Array.from({ length: count }, (_, i) => i);
  transports[1]!.post(
    0,
    { kind: kind.states, phase: 0, from: 1, to: 0, count },
    () => states,
    () => {},
  );
  const [report] = orderAll(members, () => ({ kind: "adopt", level: 0, states: new Int32Array(0) }));
  expect(report!.stored).toEqual([count]);
  expect(report!.limit).toBe(undefined);
});

// Both used the same room: states that waited to be adopted were overwritten, and lost.
test("messages that arrive while there is no room for others do not disturb states that are being adopted", () => {
  const hesitant = localTransports(2).map((transport): Transport => {
    return {
      ...transport,
      post: (to, header, payload, meanwhile) => {
        meanwhile();
        transport.post(to, header, payload, meanwhile);
      },
    };
  });
  const half = 200_000;
  const share = (k: number): Int32Array => Int32Array.from({ length: half }, (_, i) => k * half + i);
  const reports = orderAll(loaded(hesitant), (k) => ({ kind: "adopt", level: 0, states: share(k) }));
  const stored = reports.flatMap((report) => report.stored);
  expect(stored.reduce((a, b) => a + b)).toBe(2 * half);
  for (const each of stored) expect(each).toBeGreaterThan(half / 2);
});
