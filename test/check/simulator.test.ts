import { describe, expect, test } from "vitest";
import { parse, simulate, simulateEnlarging, simulator } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";

function modelOf(text: string, name = "test.seq"): Model {
  const { model, diagnostics } = parse(text, { name });
  if (!model) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return model;
}

const counter = modelOf(`
  var x: 0..3 = 0
  transition up when x < 3 { x := x + 1; }
  transition down when x > 0 { x := x - 1; }
  property small: invariant x < 3
`);

describe("a simulator", () => {
  test("begins in the first initial state, and lists what can happen there", () => {
    const walk = simulator(counter);
    expect(walk.state).toEqual([0]);
    expect(walk.steps().map(({ transition }) => transition.name)).toEqual(["up"]);
    expect(walk.violation()).toBeUndefined();
  });

  test("goes back and forth, and another step is another future", () => {
    const walk = simulator(counter);
    for (const name of ["up", "up", "down"]) {
      walk.take(walk.steps().find(({ transition }) => transition.name === name)!);
    }
    expect(walk.trace.steps.map(({ target }) => target)).toEqual([[1], [2], [1]]);
    walk.jump(1);
    expect({ state: walk.state, length: walk.length }).toEqual({ state: [1], length: 3 });
    walk.take(walk.steps()[0]!);
    expect(walk.length).toBe(3);
    walk.jump(1);
    walk.take(walk.steps()[1]!);
    expect({ state: walk.state, length: walk.length, next: walk.next }).toEqual({
      state: [0],
      length: 2,
      next: undefined,
    });
    expect(() => walk.jump(3)).toThrow("there is no state 3; the walk has the states 0 to 2");
  });

  test("refuses a step of another state", () => {
    const walk = simulator(counter);
    const [up] = walk.steps();
    walk.take(up!);
    expect(() => walk.take(up!)).toThrow("this step is not enabled in the present state");
  });

  test("says what a state violates", () => {
    const walk = simulator(counter);
    for (let i = 0; i < 3; i++) walk.take(walk.steps()[0]!);
    expect(walk.violation()).toEqual({
      name: "small",
      kind: "invariant",
      reason: "the condition fails in the last state",
    });
  });

  test("ends with a run-time error, and a deadlock is one only if the model says so", () => {
    const failing = simulator(modelOf("var x: 0..1 = 1\ntransition up { x := x + 1; }"));
    failing.take(failing.steps()[0]!);
    expect(failing.violation()).toMatchObject({ name: "ranges", kind: "range" });
    expect({ steps: failing.steps(), state: failing.state, failed: failing.hasFailed }).toEqual({
      steps: [],
      state: [1],
      failed: true,
    });
    expect(simulator(modelOf("var x: 0..1 = 1")).violation()).toBeUndefined();
    const stuck = simulator(modelOf("var x: 0..1 = 1\nproperty p: deadlock-free"));
    expect(stuck.violation()).toMatchObject({ name: "p", kind: "deadlock" });
  });

  test("takes the walk of a trace, unless it is not a run of the model", () => {
    const walk = simulator(counter);
    for (let i = 0; i < 2; i++) walk.take(walk.steps()[0]!);
    const other = simulator(counter);
    other.load(walk.trace);
    expect({ position: other.position, length: other.length }).toEqual({ position: 0, length: 2 });
    const [step] = walk.trace.steps;
    const down = { transition: counter.transitions[1]!, choice: [], target: [0] };
    expect(() => other.load({ initial: [0], steps: [step!, down, down] })).toThrow("step 3 of the trace is not a step");
    expect(other.length).toBe(2);
    expect(() => other.load({ initial: [1], steps: [] })).toThrow("not initial");
  });

  test("chooses initial states by number or at random, among those that the condition allows", () => {
    const walk = simulator(modelOf("var a: 0..9 = *\nvar q: queue[2] of bool = *\ninit where a > 6 && len(q) == 1"));
    expect(walk.state[0]).toBe(7);
    walk.restart(5);
    expect(walk.state.slice(0, 3)).toEqual([9, 1, 1]);
    expect(() => walk.restart(6)).toThrow("there is no initial state 6");
    const seen = new Set<string>();
    for (let i = 0; i < 200; i++) {
      walk.restartRandom();
      seen.add(walk.state.join());
    }
    expect(seen.size).toBe(6);
    expect(() => simulator(modelOf("var a: 0..1 = *\ninit where a > 1"))).toThrow("the model has no initial state");
    expect(() => simulator(modelOf("var a: 0..1 = *\ninit where 1 / a > 1"))).toThrow(
      "division by zero, in the initial condition",
    );
  });
});

describe("a simulation", () => {
  const wide = modelOf(
    "var x: array[0..5] of 0..5 = [0, 0, 0, 0, 0, 0]\ntransition t(i: 0..5, v: 0..5) { x[i] := v; }",
  );

  test("makes the same runs from the same seed, and others from others", () => {
    const run = (seed: number): string => JSON.stringify(simulate(wide, { seed, steps: 50, runs: 3 }).trace);
    expect(run(1)).toBe(run(1));
    expect(run(1)).not.toBe(run(2));
  });

  test("counts runs and steps, and ends with the first violation", () => {
    expect(simulate(wide, { steps: 20, runs: 5 })).toMatchObject({ runs: 5, steps: 100 });
    const { violation, trace } = simulate(counter, { runs: 100 });
    expect(violation?.name).toBe("small");
    expect(trace.steps.at(-1)!.target).toEqual([3]);
  });

  test("takes a step that fails as soon as there is one", () => {
    const model = modelOf('var x: 0..99 = 0\ntransition t(i: 0..99) { assert i != 42, "not 42"; x := i; }');
    expect(simulate(model)).toMatchObject({ steps: 1, violation: { name: "assertions", reason: "not 42" } });
  });

  test("ends at a limit, undecided", () => {
    expect(simulate(wide, { runs: 1e9, timeoutMs: 20 })).toMatchObject({ limit: "time" });
    const signal = AbortSignal.abort();
    expect(() => simulate(wide, { signal })).toThrow("stopped");
  });

  test("reads the text again if more processes are created than there is room for", () => {
    const text = `byte made; proctype P(byte n) { made++; if :: n < 12 -> run P(n + 1) :: else -> assert(made < 13) fi }
init { run P(0) }`;
    const parsed = parse(text, { name: "many.pml" });
    expect(simulate(parsed.model!).modelLimit).toBeDefined();
    const { violation, modelLimit } = simulateEnlarging(parsed.model!, parsed.enlarged, { steps: 1000 });
    expect({ violation: violation?.name, modelLimit }).toEqual({ violation: "assertions", modelLimit: undefined });
  });

  test("goes on after a prefix", () => {
    const walk = simulator(counter);
    walk.take(walk.steps()[0]!);
    const { trace } = simulate(counter, { prefix: walk.trace, steps: 2 });
    expect(trace.steps).toHaveLength(2);
    expect(trace.steps[0]).toEqual(walk.trace.steps[0]);
  });
});
