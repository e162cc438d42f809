/** Nets that are unbounded, and bounded nets whose bounds no invariant shows. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { checkEnlarging } from "../../../src/check/enlarge.ts";
import { proposedUnboundedness } from "../../../src/check/unbounded.ts";
import { pumping } from "../../../src/hints/pumping.ts";
import { check, parse, printModel } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { parseLola } from "../../../src/languages/lola/parse.ts";
import { expected, times } from "../../support/random-runs.ts";
import { asLola, plainNet } from "./plain-net.ts";
import type { PlainNet } from "./token-game.ts";

/**
 * Whether a net is bounded, by the tree of Karp and Miller: a marking that is larger than one on the way to it gets
 * infinitely many tokens where it is larger. `undefined` if the tree has more than `limit` nodes.
 */
function isBounded({ initial, transitions }: PlainNet, limit: number): boolean | undefined {
  const open: { marking: readonly number[]; before: readonly (readonly number[])[] }[] = [
    { marking: initial, before: [] },
  ];
  for (let count = 0; open.length > 0; count++) {
    if (count > limit) return undefined;
    const { marking, before } = open.pop()!;
    if (before.some((earlier) => earlier.join() === marking.join())) continue;
    if (before.some((earlier) => earlier.every((tokens, p) => tokens <= marking[p]!))) return false;
    for (const { takes, puts } of transitions) {
      if (!takes.every((needed, p) => marking[p]! >= needed)) continue;
      const next = marking.map((tokens, p) => tokens - takes[p]! + puts[p]!);
      open.push({ marking: next, before: [...before, marking] });
    }
  }
  return true;
}

function lola(text: string): Model {
  const { model, diagnostics } = parse(text, { name: "net.lola" });
  expect(diagnostics).toEqual([]);
  return model!;
}

// Mutants that this catches: a marking that is less in some place counts as larger; equal markings do.
test("a net is said to be unbounded if and only if it is", async () => {
  let [unbounded, bounded] = [0, 0];
  await fc.assert(
    fc.asyncProperty(plainNet, async (net) => {
      const isFinite = isBounded(net, 5_000);
      fc.pre(isFinite !== undefined);
      const { model, enlarged } = parseLola({ name: "net.lola", text: asLola(net) });
      const { properties } = await checkEnlarging(model!, enlarged, { symmetry: "off", maxStates: 20_000 });
      const ranges = properties.find(({ name }) => name === "ranges")!;
      const said = ranges.reason?.startsWith("the net is unbounded") ?? false;
      expect([said, ranges.verdict === "violated"]).toEqual([!isFinite, !isFinite]);
      if (isFinite) bounded++;
      if (isFinite) return;
      unbounded++;
      // The last steps can be taken again and again, and the place has more tokens each time.
      const [, place, from, to] = /`(\w+)` .* steps? (\d+)(?: to (\d+))?/.exec(ranges.reason!)!;
      const names = ranges.trace!.steps.map(({ transition }) => transition.name);
      expect(names.length).toBe(Number(to ?? from));
      const repeated = names.slice(Number(from) - 1);
      const state = model!.variables.map(({ initial }) => (initial.kind === "value" ? initial.value : Number.NaN));
      const slot = model!.variables.findIndex(({ name }) => name === place);
      const fire = (name: string): void => {
        const { takes, puts } = net.transitions[Number(name.slice(1))]!;
        takes.forEach((needed, p) => expect(state[p]).toBeGreaterThanOrEqual(needed));
        takes.forEach((needed, p) => (state[p]! += puts[p]! - needed));
      };
      names.forEach(fire);
      for (let round = 0; round < 3; round++) {
        const before = state[slot]!;
        repeated.forEach(fire);
        expect(state[slot]).toBeGreaterThan(before);
      }
    }),
    { numRuns: times(300) },
  );
  expect(unbounded).toBeGreaterThan(expected(30));
  expect(bounded).toBeGreaterThan(expected(30));
});

/** 300 tokens move to `b`. No invariant bounds `b`, since `never` puts tokens there, but it needs two tokens in `s`. */
const hidden = `
  PLACE a, b, s; MARKING a: 300, s: 1;
  TRANSITION move CONSUME a, s; PRODUCE b, s;
  TRANSITION never CONSUME s: 2; PRODUCE s: 2, b;`;

test("a guessed bound that is too small grows", async () => {
  const { model, enlarged } = parseLola({ name: "net.lola", text: hidden });
  const small = await check(model!, { properties: [] });
  expect([small.verdict, small.modelLimit]).toEqual(["undecided", "a place holds more than 255 tokens"]);
  const result = await checkEnlarging(model!, enlarged, { properties: [] });
  expect([result.verdict, result.states, result.complete]).toEqual(["holds", 301, true]);
});

test("a bound that the user gives does not grow, and what is beyond it is undecided", async () => {
  const { model, enlarged } = parseLola({ name: "net.lola", text: hidden }, { NOETHER_BOUND: "20" });
  expect(enlarged).toBeUndefined();
  const { properties } = await check(model!);
  expect(properties.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ["undecided", "a limit of the model was met: a place holds more than 20 tokens"],
    ["undecided", "a limit of the model was met: a place holds more than 20 tokens"],
  ]);
});

test("a bound that the net declares is part of it, and more is an error", async () => {
  const model = lola("PLACE SAFE 2: b; MARKING b: 1; TRANSITION t CONSUME ; PRODUCE b;");
  const { properties } = await check(model);
  expect(properties.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ["undecided", "the search ended at a run-time error"],
    ["violated", "value 3 is outside 0..2, the range of b"],
  ]);
});

const counter = "PLACE a, b; MARKING a: 1; TRANSITION t CONSUME a; PRODUCE a, b; TRANSITION u CONSUME b; PRODUCE ;";

test("what is not found in an unbounded net is undecided, and a deadlock is a violation", async () => {
  const endless = await check(lola(counter));
  expect(endless.properties.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ["undecided", "the net is unbounded, so not all of its markings can be seen"],
    ["violated", "the net is unbounded: place `b` can hold any number of tokens, since step 1 can be repeated forever"],
  ]);
  const stopping = await check(lola(`${counter} TRANSITION v CONSUME a; PRODUCE ;`));
  expect(stopping.properties.map(({ verdict }) => verdict)).toEqual(["violated", "violated"]);
});

test("the set of markings within guessed bounds is not said to be all of them", async () => {
  const stopping = lola(`${counter} TRANSITION v CONSUME a; PRODUCE ;`);
  for (const symmetry of ["off", "on"] as const) {
    const { complete, properties } = await check(stopping, { engine: "symbolic", symmetry });
    expect([complete, ...properties.map(({ verdict }) => verdict)]).toEqual([false, "violated", "violated"]);
  }
});

test("the run to a guessed bound shows that a net is unbounded if nobody proposes one", async () => {
  const model = lola(counter);
  const { properties } = await check(pumping.give(model, { steps: [], start: 0 }));
  expect(properties.at(-1)!.reason).toContain("the net is unbounded: place `b`");
});

// Mutants that these catch: a proposal is believed although its steps are not taken, its guards are not monotone, its
// last marking is not larger, or the range of the growing place belongs to the model.
test("a wrong proposal is not believed", () => {
  const model = lola(counter);
  const show = (steps: number[], start: number, of: Model = model): boolean =>
    proposedUnboundedness(pumping.give(of, { steps, start })) !== undefined;
  expect(show([0], 0)).toBe(true);
  expect(show([0, 0, 1], 0)).toBe(true);
  expect(show([0, 0, 1], 1)).toBe(false);
  expect(show([0, 1], 0)).toBe(false);
  expect(show([1, 0], 0)).toBe(false);
  expect(show([], 0)).toBe(false);
  const known = { ...model, variables: model.variables.map((variable) => ({ ...variable, limit: undefined })) };
  expect(show([0], 0, known)).toBe(false);
  const limit = "a guess";
  const asNet = (guard: string, body: string): Model => {
    const { model: other } = parse(`var b: 0..9 = 0\nvar c: 0..9 = 5\ntransition t when ${guard} { ${body} }`, {
      name: "n.seq",
    });
    return { ...other!, variables: other!.variables.map((variable) => ({ ...variable, limit })) };
  };
  expect(show([0], 0, asNet("b >= 0", "b := b + 1;"))).toBe(true);
  expect(show([0], 0, asNet("c >= 1", "b := b + 1; c := c - 1;"))).toBe(false);
  expect(show([0], 0, asNet("b <= 3", "b := b + 1;"))).toBe(false);
  expect(show([0], 0, asNet("!(b >= 3)", "b := b + 1;"))).toBe(false);
  expect(show([0], 0, asNet("b >= 0 && c == 5", "b := b + 1;"))).toBe(false);
  expect(show([0], 0, asNet("b >= 0", "b := 1;"))).toBe(false);
  expect(show([0], 0, asNet("b >= 0", "b := c + 1;"))).toBe(false);
  expect(show([0], 0, asNet("b >= 0", "b := b + 2; b := b - 1;"))).toBe(false);
});

test("the text of a net's model says which ranges are guesses", () => {
  const model = lola(counter);
  const { model: again, diagnostics } = parse(printModel(model), { name: "counter.seq" });
  expect(diagnostics).toEqual([]);
  expect(again!.variables.map(({ limit }) => limit)).toEqual([undefined, "a place holds more than 255 tokens"]);
});

test("an unbounded net whose reduced search has an end is still unbounded", async () => {
  const { model } = parse(
    `PLACE a, b, go, many, idle; MARKING a: 1, go: 1, many: 1, idle: 1;
     TRANSITION back CONSUME b: 1, many: 1; PRODUCE a: 1;
     TRANSITION forth CONSUME a: 1; PRODUCE b: 1;
     TRANSITION stay CONSUME idle: 1; PRODUCE idle: 1;
     TRANSITION more CONSUME go: 1; PRODUCE go: 1, many: 1;`,
    { name: "net.lola" },
  );
  for (const partialOrder of ["off", "on"] as const) {
    const { properties } = await check(model!, { symmetry: "off", engine: "explicit", partialOrder });
    const verdicts = properties.map(({ name, verdict }) => [name, verdict]);
    expect(verdicts).toEqual([[properties[0]!.name, "undecided"], ["ranges", "violated"]]); // prettier-ignore
  }
});
