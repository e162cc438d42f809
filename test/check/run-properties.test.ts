import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import type { CheckResult, PropertyResult } from "../../src/check/result.ts";
import type { Model } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { modelOf } from "../support/symmetries.ts";

async function checkText(text: string, options: CheckOptions = {}): Promise<CheckResult> {
  const { model, diagnostics } = parseModel({ name: "test.seq", text }, { defines: {} });
  if (!model) throw new Error(diagnostics[0]!.message);
  return check(model, options);
}

async function verdictOf(text: string, name: string, options: CheckOptions = {}): Promise<PropertyResult> {
  const { properties } = await checkText(text, { ...options, properties: [name] });
  return properties.find((property) => property.name === name)!;
}

/** Each of two processes can be busy or not. A quotient that mixes them up shows only that one of them is busy. */
const busy = `
  type P = 0..1 var busy: array [P] of bool = false
  transition toggle(p: P) by process[p] { busy[p] := !busy[p]; }
  property first: ltl [] <> busy[0]
  property each: ltl forall p: P . [] <> busy[p]
  property some: ltl [] <> (exists p: P . busy[p])`;

test("a formula that names a process is not fooled by symmetry", async () => {
  const first = await verdictOf(busy, "first", { symmetry: "on" });
  expect(first).toMatchObject({ verdict: "violated", runs: { symmetry: { order: 1n } } });
  expect(await verdictOf(busy, "first", { fairness: "weak", symmetry: "on" })).toMatchObject({ verdict: "holds" });
  expect(await verdictOf(busy, "some", { fairness: "weak", symmetry: "on" })).toMatchObject({
    verdict: "holds",
    runs: { symmetry: { order: 2n } },
  });
});

test("processes of an orbit are followed by a program of their own, made only if there is a component to judge", async () => {
  const idle = `${busy} transition wait by other {} property idle: ltl <> (forall p: P . !busy[p])`;
  let programs = 0;
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(...given: ConstructorParameters<typeof Instance>) {
      super(...given);
      programs++;
    }
  };
  try {
    const fair = { fairness: "weak", symmetry: "on" } as const;
    expect(await verdictOf(idle, "idle", fair)).toMatchObject({ verdict: "holds", runs: { symmetry: { order: 2n } } });
    expect(programs).toBe(1);
    expect(await verdictOf(idle, "some", fair)).toMatchObject({ verdict: "holds" });
    expect(programs).toBe(3);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

test("of formulas that symmetries take to each other, one is checked", async () => {
  const six = busy.replace("type P = 0..1", "type P = 0..5");
  const each = await verdictOf(six, "each", { fairness: "weak", symmetry: "on" });
  expect(each).toMatchObject({ verdict: "holds", runs: { symmetry: { order: 120n } } });
  expect(each.runs!.states).toBeLessThanOrEqual(2 * 2 * 6);
});

test("symmetries come into play when a search is not small", async () => {
  const text = (count: number): string => `
    type P = 0..${count - 1} var at: array [P] of 0..5 = 0
    transition go(p: P) by process[p] when at[p] < 5 { at[p] := at[p] + 1; }
    property ends: ltl <> (forall p: P . at[p] == 5)
    property stays: ltl forall p: P . [] <> at[p] < 5`;
  const small = await verdictOf(text(3), "ends");
  expect(small).toMatchObject({ verdict: "holds", runs: { symmetry: { order: 1n, methods: [] } } });
  expect(small.runs!.symmetry.skipped).toBe("the search was too small for symmetries to pay");
  const large = await verdictOf(text(8), "ends");
  expect(large).toMatchObject({ verdict: "holds", runs: { symmetry: { order: 40_320n } } });
  expect(large.runs!.symmetry.skipped).toBeUndefined();
  // A violation is found before that.
  const violated = await verdictOf(text(8), "stays");
  expect(violated).toMatchObject({ verdict: "violated", runs: { symmetry: { methods: [] } } });
  // The user's limit is reached, not that of the first look.
  expect(await verdictOf(text(8), "ends", { maxStates: 1000 })).toMatchObject({
    verdict: "undecided",
    reason: "the limit on states was reached",
    runs: { symmetry: { methods: [] } },
  });
});

/** Weak fairness is not enough for those who wait for a lock that is free again and again. */
const lock = `
  type P = 0..2 var at: array [P] of 0..2 = 0 var free: bool = true
  transition wait(p: P) by process[p] when at[p] == 0 { at[p] := 1; }
  transition enter(p: P) by process[p] when at[p] == 1 && free { at[p] := 2; free := false; }
  transition leave(p: P) by process[p] when at[p] == 2 { at[p] := 0; free := true; }
  property served: ltl forall p: P . [] (at[p] == 1 -> <> at[p] == 2)`;

test.each(["weak", "strong", "global"] as const)(
  "with %s fairness, a bad beginning of a run is enough: it is shown without a loop",
  async (fairness) => {
    const text = lock.replace(
      "property served:",
      "property nobody: ltl [] !(exists p: P . at[p] == 2) property served:",
    );
    for (const symmetry of ["on", "off"] as const) {
      const { verdict, trace } = await verdictOf(text, "nobody", { fairness, symmetry });
      expect([verdict, trace!.steps.length, trace!.loop]).toEqual(["violated", 2, undefined]);
    }
  },
);

test("a bad beginning is not enough for a fair run if no run comes out of the step under way", async () => {
  const text = `
    var x: 0..2 = 0 transient where x == 2
    transition go by p when x == 0 { x := 1; }
    transition fall by p when x >= 1 { x := 2; }
    property start: ltl [] x == 0`;
  expect(await verdictOf(text, "start")).toMatchObject({ verdict: "violated" });
  for (const fairness of ["weak", "strong", "global"] as const) {
    expect(await verdictOf(text, "start", { fairness })).toMatchObject({ verdict: "holds" });
  }
});

test("fairness to more processes than there are bits", async () => {
  const many = `
    type P = 0..39 var x: bool = false var done: bool = false
    transition flip(p: P) by process[p] when p < 39 { x := !x; }
    transition end(p: P) by process[p] when p == 39 && !done { done := true; }
    property ends: ltl <> done
    property never: ltl [] <> !done`;
  for (const symmetry of ["off", "on"] as const) {
    expect(await verdictOf(many, "ends", { symmetry })).toMatchObject({ verdict: "violated" });
    expect(await verdictOf(many, "ends", { symmetry, fairness: "weak" })).toMatchObject({ verdict: "holds" });
    expect(await verdictOf(many, "never", { symmetry, fairness: "weak" })).toMatchObject({ verdict: "violated" });
  }
});

test.each([
  ["none", "violated"],
  ["weak", "violated"],
  ["strong", "holds"],
  ["global", "holds"],
] as const)("with %s fairness, it is %s that everybody gets the lock", async (fairness, verdict) => {
  for (const symmetry of ["on", "off"] as const) {
    const result = await verdictOf(lock, "served", { fairness, symmetry });
    expect(result.verdict).toBe(verdict);
    if (verdict === "violated") expect(result.trace!.loop).toBeLessThan(result.trace!.steps.length);
  }
});

test("a run that cannot go on stays in its last state", async () => {
  const text = `
    var x: 0..3 = 0 transition up when x < 3 { x := x + 1; }
    property ends: ltl <> [] x == 3
    property goes: ltl [] <> x != 3`;
  expect(await verdictOf(text, "ends")).toMatchObject({ verdict: "holds" });
  const goes = await verdictOf(text, "goes");
  expect(goes).toMatchObject({ verdict: "violated", reason: "the run cannot go on, and stays in its last state" });
  expect(goes.trace).toMatchObject({ loop: 3 });
  expect(goes.trace!.steps).toHaveLength(3);
});

test("what is transient is not seen", async () => {
  const text = `
    var x: 0..2 = 0 transient where x == 1
    transition up { x := (x + 1) % 3; }
    property unseen: ltl [] x != 1
    property next: ltl [] (x == 0 -> X x == 2)`;
  expect(await verdictOf(text, "unseen")).toMatchObject({ verdict: "holds" });
  expect(await verdictOf(text, "next")).toMatchObject({ verdict: "holds" });
});

test("a safety formula is violated by a shortest prefix", async () => {
  const text = `
    var x: 0..9 = 0
    transition up when x < 9 { x := x + 1; }
    transition jump when x == 0 { x := 5; }
    property low: ltl (x < 7) W (x == 9)`;
  const { verdict, trace } = await verdictOf(text, "low");
  expect({ verdict, steps: trace!.steps.length, loop: trace!.loop }).toEqual({
    verdict: "violated",
    steps: 3,
    loop: undefined,
  });
});

test("limits and run-time errors leave properties of runs undecided", async () => {
  const large = "var x: 0..1000000 = 0 transition up { x := (x + 1) % 1000000; } property l: ltl [] <> x == 0";
  const states = await verdictOf(large, "l", { maxStates: 1000 });
  expect(states).toMatchObject({ verdict: "undecided", reason: "the limit on states was reached" });
  const time = await verdictOf(large, "l", { timeoutMs: 0 });
  expect(time).toMatchObject({ verdict: "undecided", reason: "the time limit was reached" });
  const broken = "var x: 0..5 = 0 transition up { x := x + 1; } property l: ltl [] <> x == 0";
  const { verdict, properties } = await checkText(broken);
  expect(verdict).toBe("violated");
  expect(properties).toMatchObject([
    { name: "l", verdict: "undecided", reason: "the search ended at a run-time error" },
    { name: "ranges", verdict: "violated" },
  ]);
});

test("a run that was found is shown, though a shortest way there is beyond the limit on states", async () => {
  const text = `
    var x: 0..60 = 0 var y: 0..60 = 0 var z: bool = false
    transition right when x < 60 { x := x + 1; }
    transition up when y < 60 { y := y + 1; }
    transition turn when x == 60 { z := !z; }
    property l: ltl <> y == 60`;
  for (const fairness of ["none", "weak"] as const) {
    const found = await verdictOf(text, "l", { maxStates: 300, fairness });
    expect(found).toMatchObject({ verdict: "violated", trace: { loop: 119 } });
    expect(await verdictOf(text, "l", { maxStates: 60, fairness })).toMatchObject({ verdict: "undecided" });
  }
});

test("a search for a run begins again with many symmetries, not with few", async () => {
  const model = (rows: number, most: number): Model =>
    modelOf(`
      type P = 0..${rows - 1}
      var at: array [P] of 0..${most} = 0
      transition go(p: P) when at[p] < ${most} { at[p] := at[p] + 1; }
      transition back(p: P) when at[p] == ${most} { at[p] := 0; }
      property again: ltl [] <> (exists p: P . at[p] == 0)`);
  const [few] = (await check(model(2, 599))).properties;
  expect(few).toMatchObject({
    verdict: "holds",
    runs: { symmetry: { order: 1n, methods: ["text"] } },
  });
  expect(few!.runs!.states).toBeGreaterThan(360_000);
  expect(few!.runs!.symmetry.unused).toBe("the search was too small for so few of them to pay");
  const [many] = (await check(model(3, 79))).properties;
  expect(many).toMatchObject({ verdict: "holds", runs: { symmetry: { order: 6n, methods: ["text"] } } });
  expect(many!.runs!.states).toBeLessThan((2 * 512_000) / 5);
});
