/** What a team may do that one shard cannot. */

import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import { spreadStates } from "../../src/explicit/fold.ts";
import { localMembers } from "../../src/explicit/local-members.ts";
import type { Report } from "../../src/explicit/orders.ts";
import { search } from "../../src/explicit/search.ts";
import { Shard } from "../../src/explicit/shard.ts";
import { Team } from "../../src/explicit/team.ts";
import type { Members } from "../../src/explicit/team.ts";
import { noTotals } from "../../src/explicit/totals.ts";
import { Watch } from "../../src/util/limits.ts";
import { modelOf } from "../support/symmetries.ts";

// A search of 662 million states ended at the limit of one shard, though nobody had asked for a limit.
test.each([
  [undefined, undefined],
  [300_000_000, "states"],
] as const)("with a limit of %s, more states than one shard can number end with %s", async (maxStates, limit) => {
  const compiled = compile(modelOf("var a: 0..9 = 0\ntransition t when a < 9 { a := a + 1; }"), [], {
    fingerprints: false,
  });
  const module = new WebAssembly.Module(compiled.program.bytes);
  const totals = { ...noTotals, stored: 400_000_000, levelEnd: 100_000_000 };
  const report: Report = { totals, findings: [], limit: undefined, stored: [200_000_000, 200_000_000] };
  const members = { memberCount: 1, order: () => Promise.resolve([report]), end: () => {} };
  const division = { memberOf: [0, 0], shardBytes: 2 ** 32 };
  const crew = new Team(members, new Shard(compiled.program, module), {
    ...{ division, depth: 3, found: [undefined, undefined], reports: [report] },
  });
  const exploration = new Exploration(compiled, { maxStates }, module, { crew, before: noTotals, lineage: {} });
  expect(await exploration.advance()).toBe(limit === undefined);
  expect(exploration.limit).toBe(limit);
});

// Several shards in one thread: what was counted was lost when a limit was reached.
test.each([1, 3])(
  "a search by %s members in one thread that is cancelled tells what it has seen",
  async (memberCount) => {
    const model = modelOf(`
    var a: 0..300 = 0
    var b: 0..300 = 0
    transition first when a < 300 { a := a + 1; }
    transition second when b < 300 { b := b + 1; }`);
    let hasMembers = false;
    const watch = new Watch({ isInterrupted: () => hasMembers });
    const compiled = compile(model, [], { fingerprints: false });
    const start = (): ReturnType<typeof localMembers> => localMembers({ memberCount, watch });
    const exploration = await search(compiled, {
      watch,
      isDecided: (running) => {
        hasMembers = running.isSpread && running.states > 2000;
        return false;
      },
      spreads: [{ fromStates: 1000, shardCount: 3, shardBytes: 2 ** 28, start }],
    });
    expect(exploration).toMatchObject({ limit: "cancelled", isSpread: true });
    expect(exploration.states).toBeGreaterThan(2000);
  },
);

// Once, both were counted in states: 65,536 of 8 KB make a letter that is longer than a string can be.
test("orders and reports with wide states are not larger than others", async () => {
  const model = modelOf("var a: array [0..2999] of 0..60000 = 0\ntransition t when a[0] < 9 { a[0] := a[0] + 1; }");
  const { program } = compile(model, [], { fingerprints: false });
  const module = new WebAssembly.Module(program.bytes);
  const { wordCount } = program.layout;
  const report: Report = { totals: noTotals, findings: [], limit: undefined, stored: [0] };
  const sizes: number[] = [];
  const members: Members = {
    memberCount: 1,
    order: (orders) => {
      for (const order of "kind" in orders ? [orders] : orders) {
        if (order.kind === "copy") sizes.push(order.most * wordCount);
        if (order.kind === "adopt") sizes.push(order.states!.length);
      }
      return Promise.resolve([report]);
    },
    end: () => {},
  };
  const division = { memberOf: [0], shardBytes: 2 ** 26 };
  const source = { levelCount: 1, pieces: () => [new Int32Array(3000 * wordCount)] };
  await spreadStates(source, members, { kind: "load", program, module, division });
  expect(sizes.reduce((sum, size) => sum + size)).toBe(3000 * wordCount);
  const team = new Team(members, new Shard(program, module), {
    ...{ division, depth: 1, found: [undefined, undefined], reports: [report] },
  });
  for await (const _ of team.pieces(0)) throw new Error("there are no states");
  expect(wordCount).toBeGreaterThan(300);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 20);
});
