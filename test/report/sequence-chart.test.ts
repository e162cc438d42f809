import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { parse } from "../../src/languages/parse.ts";
import { chartSvg } from "../../src/report/chart-svg.ts";
import { chartText } from "../../src/report/chart-text.ts";
import { sequenceChart } from "../../src/report/sequence-chart.ts";
import type { SequenceChart } from "../../src/report/sequence-chart.ts";

async function chartOf(text: string, name: string): Promise<SequenceChart> {
  const { model, diagnostics } = parse(text, { name });
  if (!model) throw new Error(diagnostics[0]!.message);
  const { properties } = await check(model);
  return sequenceChart(model, properties.find(({ trace }) => trace)!.trace!);
}

const messages = `
  channel c 2;
  var x:{0..3} = 0;
  P() = c!1 -> c!2 -> d -> P();
  Q() = c?y -> e{x = y;} -> Q();
  System() = P() ||| Q();
  #define done x == 2;
  #assert System() reaches done;`;

test("messages are arrows between processes and queues", async () => {
  const chart = await chartOf(messages, "messages.csp");
  expect(chart.lanes).toEqual([
    { name: "P", kind: "process" },
    { name: "Q", kind: "process" },
    { name: "c", kind: "queue" },
  ]);
  expect(chart.rows.map(({ arrows }) => arrows)).toEqual([
    [{ from: 0, to: 2, label: "1" }],
    [{ from: 2, to: 1, label: "1" }],
    [],
    [{ from: 0, to: 2, label: "2" }],
    [{ from: 2, to: 1, label: "2" }],
    [],
  ]);
  expect(chartText(chart)).toEqual([
    "    P      Q      c",
    "1   *------1----->|   c!1",
    "2   |      |<-1---*   c?1",
    "3   |      *      |   e",
    "4   *------2----->|   c!2",
    "5   |      |<-2---*   c?2",
    "6   |      *      |   e",
  ]);
});

test("processes that meet are connected, and a failure is marked", async () => {
  const chart = await chartOf(
    `type Pair = record { at: 0..2 }
     var left: Pair = { at: 0 } var right: Pair = { at: 0 }
     transition meet by left when left.at == 0 { left.at := 1; right.at := 1; }
     transition fail by right when right.at == 1 { assert left.at == 0, "left has <moved>"; }`,
    "meet.seq",
  );
  expect(chart.lanes.map(({ name }) => name)).toEqual(["left", "right"]);
  expect(chart.rows).toMatchObject([
    { label: "meet", lane: 0, arrows: [{ from: 0, to: 1, label: "" }] },
    { label: "fail", lane: 1, arrows: [], failure: "left has <moved>" },
  ]);
  const svg = chartSvg(chart, "a & b");
  expect(svg).toMatch(/^<svg xmlns/);
  expect(svg).toContain("<title>a &amp; b</title>");
  expect(svg).toContain("left has &lt;moved&gt;");
  expect(svg.match(/marker-end/g)).toHaveLength(1);
});

test("messages that are lists themselves are told apart", async () => {
  const chart = await chartOf(
    `var q: queue [2] of (0..3, array [2] of bool) = [(1, [true, false])]
     transition next by server when len(q) == 1 { pop(q); push(q, 2, [false, false]); push(q, 3, [true, true]); }
     property short: invariant len(q) < 2`,
    "lists.seq",
  );
  expect(chart.rows[0]!.arrows.map(({ label }) => label)).toEqual([
    "(1, [true, false])",
    "(2, [false, false])",
    "(3, [true, true])",
  ]);
});

test("a chart marks the violation: the failing step, or what the last state shows", async () => {
  const failing = parse("var x: 0..1 = 0\ntransition t by p { assert x == 0; x := 1 - x; }").model!;
  const { trace } = (await check(failing)).properties.find(({ kind }) => kind === "assertion")!;
  expect(chartText(sequenceChart(failing, trace!, "assertion")).at(-1)).toBe("2   X   t  !! assertion fails");
  expect(chartSvg(sequenceChart(failing, trace!, "assertion"), "t")).toContain('stroke="#b00020" stroke-width="2.5"');
  const stuck = parse("var x: 0..1 = 0\ntransition t by p when x == 0 { x := 1; }\nproperty d: deadlock-free").model!;
  const [property] = (await check(stuck)).properties;
  const chart = sequenceChart(stuck, property!.trace!, "deadlock");
  expect(chartText(chart).at(-1)).toMatch(/^ +!+ {2}!! deadlock: no transition is enabled$/);
  expect(chartSvg(chart, "t")).toContain("deadlock: no transition is enabled");
  expect(sequenceChart(stuck, property!.trace!).ending).toBeUndefined();
});

test("the queue of a process is a lane, and the process only if it takes part", async () => {
  const text =
    "chan c = [1] of { byte }; active proctype A() { c!1 } active proctype B() { chan d = [1] of { byte }; byte x; c?x; d!x; assert(false) }";
  const { model } = parse(text, { name: "lanes.pml" });
  const { trace } = (await check(model!)).properties.find(({ kind }) => kind === "assertion")!;
  expect(sequenceChart(model!, trace!).lanes.map(({ name }) => name)).toEqual(["A[0]", "B[0]", "B[0].d", "c"]);
});
