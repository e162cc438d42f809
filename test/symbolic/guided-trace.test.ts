/** Traces that need not be shortest: they end where they should, by steps of the model. */

import { expect, test } from "vitest";
import { nets, writePnml } from "../../examples/petri/generate.ts";
import { parse } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import { facts } from "../../src/model/facts.ts";
import { isWanted, stateQuestions } from "../../src/model/question.ts";
import { lastState, sameState } from "../../src/model/replay.ts";
import type { Trace } from "../../src/model/replay.ts";
import { loadModel } from "../../src/node/load.ts";
import { guidedTrace } from "../../src/symbolic/guided-trace.ts";
import { prepare } from "../../src/symbolic/prepare.ts";
import { reach } from "../../src/symbolic/reach.ts";
import { suspectsIn } from "../../src/symbolic/suspects.ts";
import { Watch } from "../../src/util/limits.ts";

async function traceIn(model: Model): Promise<Trace | undefined> {
  const prepared = prepare(model, new Watch({}), {}, () => {});
  const question = stateQuestions(model.properties).find(({ isStuck }) => isStuck);
  const { found } = suspectsIn(prepared, await reach(prepared), [question!]);
  const trace = guidedTrace(prepared, found[0]!.set);
  if (!trace) return undefined;
  const { interpreter } = facts(model);
  expect(trace.mayBeShorter).toBe(true);
  expect(interpreter.isInitial(trace.initial)).toBe(true);
  let before = trace.initial;
  for (const { target } of trace.steps) {
    expect([...interpreter.steps(before)].some((step) => step.target && sameState(step.target, target!))).toBe(true);
    before = target!;
  }
  expect(isWanted(interpreter, question!, lastState(trace))).toBe(true);
  return trace;
}

test("forty philosophers are stuck after forty steps", async () => {
  const { model } = loadModel("examples/seq/dining-philosophers.seq", { defines: { N: "40" } });
  expect((await traceIn(model!))!.steps).toHaveLength(40);
});

test("a way that must first lead away from the goal is found", async () => {
  // The token must go round through d to get to b, while c, next to b, leads nowhere.
  const text = `PLACE a, b, c, d, e; MARKING a: 1;
    TRANSITION up CONSUME a: 1; PRODUCE c: 1, e: 1; TRANSITION back CONSUME c: 1, e: 1; PRODUCE a: 1;
    TRANSITION round CONSUME a: 1; PRODUCE d: 3; TRANSITION arrive CONSUME d: 3; PRODUCE b: 1;`;
  const trace = await traceIn(parse(text, { name: "net.lola" }).model!);
  expect(trace!.steps.map(({ transition }) => transition.name)).toEqual(["round", "arrive"]);
});

test("of many ways towards the goal, those are taken that come nearest", async () => {
  // Each philosopher may take either fork first. One who takes the wrong one comes nearer, too, but blocks the way.
  const { model } = parse(writePnml("philosophers", nets["philosophers"]!.make(150)), { name: "net.pnml" });
  expect((await traceIn(model!))!.steps).toHaveLength(150);
});
