/** What a member does with messages that no other member of one crew would usually send. */

import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Member } from "../../src/explicit/member.ts";
import type { Order, Report } from "../../src/explicit/member.ts";
import { kind } from "../../src/explicit/message.ts";
import { localTransports } from "../../src/explicit/transport.ts";
import { modelOf } from "../support/symmetries.ts";

test("a message from a sender with larger bins is taken in pieces", () => {
  const model = modelOf("var a: 0..999999 = 0\ntransition t when a < 999999 { a := a + 1; }");
  const { program } = compile(model, [], { fingerprints: false });
  const transports = localTransports(2);
  const members = transports.map((transport) => new Member(transport));
  const orderAll = (order: Order): Report[] => {
    const work = members.map((member) => member.obey(order));
    const reports: (Report | undefined)[] = work.map(() => undefined);
    while (reports.includes(undefined)) {
      for (const [k, own] of work.entries()) {
        const step = own.next();
        if (step.done === true) reports[k] ??= step.value;
      }
    }
    return reports.map((report) => report!);
  };
  const module = new WebAssembly.Module(program.bytes);
  orderAll({ kind: "load", program, module, division: { memberOf: [0, 1], shardBytes: 2 ** 26 } });
  const count = 1_000_000;
  const states = Int32Array.from({ length: count }, (_, i) => i);
  transports[1]!.post(
    0,
    { kind: kind.states, phase: 0, from: 1, to: 0, count },
    () => states,
    () => {},
  );
  const [report] = orderAll({ kind: "adopt", level: 0, states: new Int32Array(0) });
  expect(report!.stored).toEqual([count]);
  expect(report!.limit).toBe(undefined);
});
