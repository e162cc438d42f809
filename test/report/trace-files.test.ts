/** Traces go to files and come back, in both formats; what is not a run of the model is refused at its place. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { check, formatDiagnostic, parse, simulate } from "../../src/index.ts";
import type { Model, ScalarType, Trace, Type } from "../../src/index.ts";
import { valuesOf } from "../../src/model/interpret.ts";
import { boundsOf } from "../../src/model/slots.ts";
import { itfDocument, itfValue, cellsOf } from "../../src/report/itf.ts";
import { replayTrace } from "../../src/report/replay.ts";
import { TraceError } from "../../src/report/replayed-trace.ts";
import { traceFileSchema } from "../../src/report/schema.ts";
import { traceFile } from "../../src/report/trace-file.ts";
import { parseValue, valueText } from "../../src/report/value-text.ts";
import { parseJson } from "../../src/syntax/json.ts";

function modelOf(text: string, name = "test.seq"): Model {
  const { model, diagnostics } = parse(text, { name });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

const formats = {
  json: (model: Model, trace: Trace, property?: Parameters<typeof traceFile>[2]) => traceFile(model, trace, property),
  itf: (model: Model, trace: Trace, property?: Parameters<typeof traceFile>[2]) => itfDocument(model, trace, property),
};

const written = (document: unknown): string => JSON.stringify(document, undefined, 2);
const replayOf = (model: Model, text: string, name = "t.json"): ReturnType<typeof replayTrace> =>
  replayTrace(model, { name, text });

function complaint(model: Model, document: unknown): string {
  try {
    replayOf(model, written(document));
  } catch (error) {
    if (error instanceof TraceError) return formatDiagnostic(error.diagnostics[0]!);
    throw error;
  }
  return "none";
}

const files = ["seq", "csp", "promela", "rebeca", "petri"].flatMap((folder) =>
  readdirSync(`examples/${folder}`)
    .filter((file) => /\.(?:seq|csp|pml|rebeca|pnml)$/.test(file))
    .map((file) => `examples/${folder}/${file}`),
);

test.each(files)("a random run of %s goes to a file and comes back", (file) => {
  const include = (name: string): string | undefined => {
    const beside = file.replace(/[^/]*$/, name);
    return existsSync(beside) ? readFileSync(beside, "utf8") : undefined;
  };
  const { model } = parse(readFileSync(file, "utf8"), { name: file, include });
  const { trace } = simulate(model!, { seed: 3, steps: 12 });
  for (const format of Object.values(formats)) {
    const replayed = replayOf(model!, written(format(model!, trace)));
    expect(replayed.trace.initial).toEqual(trace.initial);
    expect(replayed.trace.steps).toEqual(trace.steps);
  }
});

describe.each(Object.entries(formats))("%s", (_, format) => {
  test.each(["bug-assertion", "bug-deadlock", "bug-invariant", "bug-range"])(
    "the trace of %s shows its violation",
    async (name) => {
      const file = `examples/seq/${name}.seq`;
      const model = modelOf(readFileSync(file, "utf8"), file);
      const { properties } = await check(model);
      const violated = properties.find(({ verdict }) => verdict === "violated")!;
      const replayed = replayOf(model, written(format(model, violated.trace!, violated)));
      expect(replayed).toMatchObject({ shows: true, violation: { name: violated.name, kind: violated.kind } });
    },
  );

  test("a lasso is a run that violates its formula, and a loop that is none is refused", async () => {
    const model = modelOf(
      "var x: 0..3 = 0\ntransition t { x := x == 3 ? 1 : x + 1; }\nproperty p: ltl <> x == 0 && <> [] x == 2",
    );
    const { properties } = await check(model);
    const [property] = properties;
    const { trace } = property!;
    expect(trace!.loop).toBe(1);
    const document = format(model, trace!, property);
    expect(replayOf(model, written(document))).toMatchObject({
      shows: true,
      trace: { loop: 1 },
      violation: { name: "p" },
    });
    const other = written(document).replace(/"loop": 1/, '"loop": 2');
    expect(() => replayOf(model, other)).toThrow(/not come back|not a step/);
  });

  test("a run that stays in its last state", async () => {
    const model = modelOf("var x: 0..1 = 0\ntransition t when x < 1 { x := x + 1; }\nproperty p: ltl [] <> x == 0");
    const [property] = (await check(model)).properties;
    const document = written(format(model, property!.trace!, property));
    expect(replayOf(model, document)).toMatchObject({ shows: true, trace: { loop: 1 } });
  });

  test("what a trace is said to show is looked at", () => {
    const model = modelOf(
      "var x: 0..3 = 0\ntransition t when x < 3 { x := x + 1; }\nproperty p: invariant x < 3\nproperty q: reachable x == 2",
    );
    const run = simulate(model, { steps: 2 }).trace;
    const said = { name: "p", kind: "invariant", verdict: "violated" } as const;
    expect(replayOf(model, written(format(model, run, said)))).toMatchObject({ shows: false });
    expect(replayOf(model, written(format(model, run, said))).violation).toBeUndefined();
    const reached = { name: "q", kind: "reachable", verdict: "holds" } as const;
    expect(replayOf(model, written(format(model, run, reached)))).toMatchObject({ shows: true });
    expect(replayOf(model, written(format(model, run, { ...said, name: "gone" })))).toMatchObject({ shows: false });
  });
});

test("the trace of an unbounded net is one that can be repeated", async () => {
  const net = `<?xml version="1.0"?><pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n"
    type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g"><place id="p"/>
    <transition id="t"/><arc id="a" source="t" target="p"/></page></net></pnml>`;
  const model = modelOf(net, "net.pnml");
  const property = (await check(model)).properties.find(({ kind }) => kind === "range")!;
  expect(property.verdict).toBe("violated");
  for (const format of Object.values(formats)) {
    const replayed = replayOf(model, written(format(model, property.trace!, property)));
    expect(replayed).toMatchObject({ shows: true, violation: { name: "ranges", reason: property.reason } });
  }
});

test("observers that a trace does not have are left out", async () => {
  const text = readFileSync("examples/csp/philosophers-served.csp", "utf8");
  const model = modelOf(text, "p.csp");
  expect(model.variables.some(({ observer }) => observer)).toBe(true);
  const { properties } = await check(model);
  for (const property of properties.filter(({ trace }) => trace)) {
    const own = property.model ?? model;
    for (const format of Object.values(formats)) {
      expect(replayOf(model, written(format(own, property.trace!, property)))).toMatchObject({ shows: true });
    }
  }
});

describe("a trace that is no run of the model", () => {
  const model = modelOf(`
    type Color = enum { red, green }
    var x: 0..3 = 0
    var c: array[0..1] of Color = [red, red]
    transition up(i: 0..1) when x < 3 { x := x + 1; c[i] := green; }
    transition fail when x == 3 { x := x + 1; }`);
  const { trace } = simulate(model, { steps: 3 });
  const good = traceFile(model, trace);
  const step = (i: number, change: object): object => ({
    ...good,
    trace: { ...good.trace, steps: good.trace.steps.with(i, { ...good.trace.steps[i]!, ...change }) },
  });

  test.each([
    [
      "another state",
      step(1, { state: { x: "3", c: "[green, red]" } }),
      /^t\.json:\d+:\d+: error: step 2 leads to x = 2, and the trace says x = 3 \[trace\/not-a-run\]/,
    ],
    ["no such transition", step(1, { transition: "down" }), /error: step 2: the model has no transition `down`/],
    [
      "a step that is not enabled",
      step(0, { transition: "fail" }),
      /error: step 1: `fail` is not enabled in the initial state/,
    ],
    [
      "a parameter that is none",
      step(0, { parameters: { i: "2" } }),
      /error: step 1: i: expected a number from 0 to 1, found `2`/,
    ],
    ["a parameter less", step(0, { parameters: {} }), /error: step 1: the parameter i is missing/],
    [
      "an error that is none",
      step(2, { state: undefined, error: "boom" }),
      /error: step 3 ends in no run-time error, and the trace says it does/,
    ],
    [
      "an assertion that holds",
      step(2, { failedAssertion: "boom" }),
      /error: an assertion does not fail in step 3, and the trace says it does/,
    ],
    ["a variable less", step(0, { state: { x: "1" } }), /error: the variable `c` of the model is missing/],
    ["a variable more", step(0, { state: { ...good.trace.initial, y: "1" } }), /error: the model has no variable `y`/],
    [
      "a value that is none",
      step(0, { state: { x: "1", c: "[red, blue]" } }),
      /error: `c`: expected a member of Color, found `blue\]`/,
    ],
    [
      "another beginning",
      { ...good, trace: { ...good.trace, initial: { x: "1", c: "[red, red]" } } },
      /not initial in the model: x begins differently/,
    ],
    ["another format", { ...good, version: 2 }, /^t\.json:2:14: error: not a trace: version: /],
    ["no trace at all", { version: 1, model: "m" }, /not a trace: trace: /],
  ])("%s", (_, document, message) => {
    expect(complaint(model, document)).toMatch(message);
  });

  test("a file that is not JSON", () => {
    expect(() => replayOf(model, "{ version: 1 }")).toThrow("expected a value, found `v`");
  });

  test("a trail of SPIN is refused by name in another language", () => {
    expect(() => replayOf(model, "-4:-4:-4\n1:0:3\n", "x.pml.trail")).toThrow("a trail of SPIN is for a Promela model");
  });

  const itf = itfDocument(model, trace) as { states: Record<string, unknown>[] };
  test.each([
    [
      "another state",
      { ...itf, states: itf.states.with(1, { ...itf.states[1]!, x: { "#bigint": "3" } }) },
      /error: step 1 is not a step `up` of the model: there is none from the initial state to this state/,
    ],
    [
      "a value that is none",
      { ...itf, states: itf.states.with(1, { ...itf.states[1]!, x: "1" }) },
      /error: state 1: `x`: expected a number from 0 to 3/,
    ],
    ["a variable less", { ...itf, states: [{ x: 0 }] }, /error: state 0: the variable `c` of the model is missing/],
    ["no states", { vars: [], states: [] }, /error: expected a list of states, at least one/],
  ])("in ITF: %s", (_, document, message) => {
    expect(complaint(model, document)).toMatch(message);
  });

  test("a trace in ITF of another tool needs no transitions, and may have plain numbers", () => {
    const states = itf.states.map(({ x, c }) => ({ x, c }));
    const plain = written({ vars: ["x", "c"], states }).replaceAll(/\{\s*"#bigint": "(\d+)"\s*\}/g, "$1");
    expect(replayOf(model, plain).trace.steps.map(({ target }) => target)).toEqual(
      trace.steps.map(({ target }) => target),
    );
  });
});

const scalar: fc.Arbitrary<ScalarType> = fc.oneof(
  fc.constant({ kind: "bool" } as const),
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), fc.nat({ max: 2 }))
    .map(([low, size]) => ({ kind: "range", low, high: low + size }) as const),
  fc.constant({ kind: "enum", name: "E", members: ["a", "ab", "b"] } as const),
);

/** Types without queues below a depth, and then queues of them. */
const type: fc.Arbitrary<Type> = fc.letrec<{ plain: Type; any: Type }>((tie) => ({
  plain: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalar,
    fc.record({ kind: fc.constant("array" as const), index: scalar, element: tie("plain") }),
    fc.tuple(fc.boolean(), fc.array(tie("plain"), { minLength: 1, maxLength: 3 })).map(([isTuple, types]) => ({
      kind: "record" as const,
      fields: types.map((own, i) => ({ name: isTuple ? `${i}` : `f${i}`, type: own })),
    })),
  ),
  any: fc.oneof(
    tie("plain"),
    fc.record({ kind: fc.constant("queue" as const), capacity: fc.integer({ min: 1, max: 3 }), element: tie("plain") }),
  ),
})).any;

test("every value of a type goes to text and comes back", () => {
  fc.assert(
    fc.property(type, fc.nat({ max: 50 }), (type, skip) => {
      let cells: readonly number[] = [];
      let i = 0;
      for (cells of valuesOf(type)) if (i++ >= skip) break;
      expect(parseValue(type, valueText(type, cells, 0))).toEqual(cells);
      const { json } = parseJson({ name: "", text: JSON.stringify(itfValue(type, cells, 0)) });
      expect(cellsOf(type, json!, (_, message) => new Error(message))).toEqual(cells);
      expect(boundsOf(type).low).toHaveLength(cells.length);
    }),
  );
});

test("a trace file matches its schema", () => {
  const model = modelOf("var x: 0..1 = 0\ntransition t { x := 1 - x; }");
  expect(v.is(traceFileSchema, JSON.parse(written(traceFile(model, simulate(model).trace))))).toBe(true);
});
