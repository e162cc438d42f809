import { describe, expect, test } from "vitest";
import { check, InputError, parse, positionAt, RequestError } from "../../src/index.ts";
import type { CheckOptions, CheckResult, Model, PropertyResult } from "../../src/index.ts";

function model(text: string): Model {
  const { model: parsed, diagnostics } = parse(text);
  if (!parsed) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return parsed;
}

async function checkText(text: string, options?: CheckOptions): Promise<CheckResult> {
  return check(model(text), options);
}

function property(result: CheckResult, name: string): PropertyResult {
  return result.properties.find((candidate) => candidate.name === name)!;
}

const counter = `
  var x: 0..1000000 = 0
  transition up when x < 1000000 { x := x + 1; }
`;

test("a search can be cancelled, and says so", async () => {
  const abort = new AbortController();
  const reports: number[] = [];
  const endless = model("var a: array [24] of bool = false\ntransition flip(i: 0..23) { a[i] := !a[i]; }");
  const result = await check(endless, {
    symmetry: "off",
    // A search that begins again begins its count again too.
    partialOrder: "off",
    signal: abort.signal,
    onProgress: ({ states }) => {
      reports.push(states);
      if (reports.length === 2) abort.abort();
    },
  });
  expect(result).toMatchObject({ verdict: "undecided", limit: "cancelled", complete: false });
  expect(reports).toHaveLength(2);
  expect(reports[1]).toBeGreaterThan(reports[0]!);
});

test("a signal that is aborted already stops the search before it starts", async () => {
  const result = await checkText(counter, { signal: AbortSignal.abort() });
  expect(result).toMatchObject({ verdict: "undecided", limit: "cancelled", states: 0 });
});

test("a long chain of states is as deep as it is long", async () => {
  const result = await checkText(counter);
  expect(result).toMatchObject({ verdict: "holds", states: 1_000_001, transitions: 1_000_000, depth: 1_000_000 });
});

test("an error in the initial condition is a violation without a trace, and nothing holds", async () => {
  const result = await checkText("var x: 0..3 = *\ninit where 6 / x > 1\nproperty p: invariant true");
  expect(result.verdict).toBe("violated");
  expect(property(result, "ranges")).toMatchObject({
    verdict: "violated",
    trace: undefined,
    reason: "division by zero, in the initial condition",
  });
  expect(property(result, "p").verdict).toBe("undecided");
});

test("a property that cannot be evaluated is undecided, and the error is shown", async () => {
  const result = await checkText(`
    var q: queue [1] of 0..3 = [2]
    transition take when !empty(q) { pop(q); }
    property p: invariant q[0] == 2
  `);
  expect(result.verdict).toBe("violated");
  expect(property(result, "p").verdict).toBe("undecided");
  expect(property(result, "ranges")).toMatchObject({ reason: "index 0 is outside a queue of length 0, in property p" });
  expect(property(result, "ranges").trace!.steps).toHaveLength(1);
});

// It once said `holds, 0 states`: a mistake in the initial condition made every property true.
describe("a model without initial states is an error of the input", () => {
  const text = `
    var x: 0..3 = *
    init where x > 5
    transition up(k: 1..2) when x < 2 { x := x + k; }
    property safe: invariant false
    property found: reachable true
    property always: ltl [] <> (x == 3)
    property never: ltl <> false
    property sure: ltl <> true
  `;

  test.each<CheckOptions>([
    {},
    { symmetry: "off" },
    { hashCompaction: true },
    { properties: [] },
    { properties: ["ranges"], maxStates: 0 },
    { properties: ["always"] },
    { properties: ["always"], fairness: "weak", symmetry: "off" },
    { properties: ["never"] },
    { properties: ["sure"] },
    { engine: "symbolic" },
    { engine: "symbolic", symmetry: "off" },
  ])("with %j", async (options) => {
    const error: unknown = await checkText(text, options).catch((reason: unknown) => reason);
    if (!(error instanceof InputError)) throw new Error("there is no error", { cause: error });
    expect(error.code).toBe("noether/no-initial-state");
    expect(error.message).toContain("no initial state");
    expect(positionAt(error.span!.source, error.span!.start)).toEqual({ line: 3, column: 16 });
  });

  test("but not if a limit or an error came first", async () => {
    expect(await checkText(text, { timeoutMs: 0 })).toMatchObject({ verdict: "undecided", limit: "time" });
    const broken = await checkText("var x: 0..3 = *\ninit where 6 / x > 9\nproperty p: invariant true");
    expect(property(broken, "ranges").verdict).toBe("violated");
  });
});

// A model without properties said `holds`, as if a property of the user had been checked.
test("that nothing was asserted is noted, unless nothing was asked for", async () => {
  const plain = "var x: 0..3 = 0\ntransition up when x < 3 { x := x + 1; }\n";
  expect((await checkText(plain)).notes).toEqual([expect.stringContaining("nothing was asserted")]);
  expect((await checkText(plain, { properties: [] })).notes).toEqual([]);
  expect((await checkText(`${plain}property p: invariant true`)).notes).toEqual([]);
  expect((await checkText(plain.replace("{", "{ assert(x < 3);"))).notes).toEqual([]);
});

test("a failing guard is an error, not a deadlock", async () => {
  const result = await checkText(`
    var x: 0..3 = 0
    transition t when 1 / x == 1 { x := 1; }
    property alive: deadlock-free
  `);
  expect(property(result, "alive").verdict).toBe("undecided");
  expect(property(result, "ranges")).toMatchObject({ verdict: "violated", reason: "division by zero" });
});

test("the search ends as soon as what was asked is decided", async () => {
  const text = `${counter}property soon: reachable x == 3`;
  const result = await checkText(text);
  expect(result).toMatchObject({ verdict: "holds", complete: false });
  expect(result.states).toBeLessThan(10_000);
  expect(property(result, "ranges").verdict).toBe("undecided");
  expect((await checkText(text, { properties: ["soon", "ranges"] })).complete).toBe(true);
});

test("a run-time error ends the search, unless the whole space is asked for", async () => {
  const text = `
    var x: 0..9 = 0
    transition up { x := x + 1; }
    transition down when x > 0 { x := x - 1; }
    property p: reachable x == 9
  `;
  expect(await checkText(text)).toMatchObject({ verdict: "violated", complete: false });
  const whole = await checkText(text, { properties: [] });
  expect(whole).toMatchObject({ verdict: "violated", complete: true, states: 10 });
  expect(property(whole, "ranges").trace!.steps).toHaveLength(10);
});

test("assertions are watched but do not change what happens", async () => {
  const text = `
    var x: 0..4 = 0
    transition up when x < 4 { x := x + 1; assert x != 2, "not two"; }
  `;
  const result = await checkText(text);
  expect(property(result, "assertions")).toMatchObject({ verdict: "violated", reason: "not two" });
  expect(property(result, "assertions").trace!.steps).toHaveLength(2);
  expect(await checkText(text, { properties: [] })).toMatchObject({ verdict: "holds", states: 5, complete: true });
});

test.each(["none", "assertions", "ranges"])(
  "a property cannot be called %s: asking for it would mean something else",
  async (name) => {
    await expect(checkText(`${counter}property ${name}: invariant false`)).rejects.toThrow(RequestError);
  },
);

test("unknown properties are refused, and LTL is checked like others", async () => {
  await expect(checkText(counter, { properties: ["nope"] })).rejects.toThrow(RequestError);
  const text = `${counter}property l: ltl <> x == 3 property m: ltl [] x < 3`;
  const { verdict, properties } = await checkText(text);
  expect(verdict).toBe("violated");
  expect(properties.find(({ name }) => name === "l")).toMatchObject({ kind: "ltl", verdict: "holds" });
  const m = properties.find(({ name }) => name === "m")!;
  expect(m).toMatchObject({ kind: "ltl", verdict: "violated" });
  expect(m.trace!.steps).toHaveLength(3);
});

test("large values, negative ranges and wide arithmetic are exact", async () => {
  const result = await checkText(`
    var a: -2147483648..2147483647 = -2147483648
    var b: -2147483648..2147483647 = 2147483647
    var done: bool = false
    transition t when !done {
      done := true;
      assert a + b == -1;
      assert a - b == -4294967295;
      assert a / -1 == 2147483648;
      assert -7 % 2 == -1;
      a := b;
      b := -7 / 2;
    }
    property result: invariant done -> a == 2147483647 && b == -3
  `);
  expect(result).toMatchObject({ verdict: "holds", states: 2 });
});
