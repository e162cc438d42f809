/** Traces use the names of the program: in the model, channels, control points and members of enumerations are numbers. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  check,
  checkDocument,
  Describer,
  formatDiagnostic,
  parse,
  plain,
  simulate,
  checkText,
} from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import { traceText } from "../../src/report/trace-text.ts";

function modelOf(text: string, name: string): Model {
  const { model, diagnostics } = parse(text, { name });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

const options = { palette: plain, fullStates: false };

const promela = modelOf(
  `mtype = { req, ack, nak };
typedef Box { mtype kind; chan back };
chan server = [2] of { mtype, chan, byte };
chan links[2] = [1] of { byte };
Box box;
active [2] proctype client() {
  chan reply = [1] of { mtype };
  mtype m;
  do
  :: server!req,reply,_pid ->
     if
     :: reply?m; assert(m == ack)
     :: links[_pid]!7
     fi
  od
}
active proctype boss() {
  byte n;
  do
  :: atomic { server?box.kind,box.back,n; box.back!nak }
  :: links[0]?n
  od
}
`,
  "names.pml",
);

test("Promela: channels by name, control points by line and text, members of mtype by name", async () => {
  const result = await check(promela);
  const { trace } = result.properties.find(({ kind }) => kind === "assertion")!;
  expect(traceText(trace!, new Describer(promela), options)).toEqual([
    "  0  initial state",
    "     box = { kind: 0, back: no channel }",
    "     server = []",
    "     links[0] = []",
    "     links[1] = []",
    "     client[0].reply = []",
    "     client[1].reply = []",
    "     client[0] = { pc: 9 do, m: 0 }",
    "     client[1] = { pc: 9 do, m: 0 }",
    "     boss[0] = { pc: 19 do, n: 0 }",
    "     exclusive = nobody",
    "  1  client:10 server!req,reply,_pid  by client[0]",
    "     server: [] -> [(req, client[0].reply, 0)]",
    "     client[0].pc: 9 do -> 11 if",
    "  2  boss:20 server?box.kind,box.back,n  by boss[0]",
    "     box.kind: 0 -> req",
    "     box.back: no channel -> client[0].reply",
    "     server: [(req, client[0].reply, 0)] -> []",
    "     boss[0].pc: 19 do -> 20 box.back!nak",
    "     exclusive: nobody -> boss[0]",
    "  3  boss:20 box.back!nak  by boss[0]",
    "     client[0].reply: [] -> [nak]",
    "     boss[0].pc: 20 box.back!nak -> 19 do",
    "     exclusive: boss[0] -> nobody",
    "  4  client:12 reply?m  by client[0]",
    "     client[0].reply: [nak] -> []",
    "     client[0].pc: 11 if -> 12 assert(m == ack)",
    "     client[0].m: 0 -> nak",
    "  5  client:12 assert(m == ack)  by client[0]",
    "     client[0].pc: 12 assert(m == ack) -> 9 do",
    "     assertion fails",
  ]);
});

test("JSON has the state as the model has it, and changes for people", async () => {
  const { properties } = checkDocument(await check(promela));
  const [first] = properties.find(({ kind }) => kind === "assertion")!.trace!.steps;
  expect(first).toMatchObject({ transition: "client:10 server!req,reply,_pid", parameters: { i: "0" } });
  expect(first!.label).toBeUndefined();
  expect(first!.state!["channels"]).toBe("[[(3, 4, 0)]]");
  expect(first!.changes[0]).toEqual({ place: "server", before: "[]", after: "[(req, client[0].reply, 0)]" });
});

test("CSP#: events with values and members of enumerations, control states by what comes next", () => {
  const text = `enum {red, green};
var x = 0;
channel c 2;
P() = put{x = 2} -> got.x.green -> c!x.red -> P();
Q() = c?a.b -> seen.a.b -> Stop;
System() = P() ||| Q();
`;
  const model = modelOf(text, "names.csp");
  const { trace } = simulate(model, { steps: 6, seed: 5 });
  const lines = traceText(trace, new Describer(model), options);
  expect(lines.slice(0, 5)).toEqual([
    "  0  initial state",
    "     x = 0",
    "     c = []",
    "     P = 4 put",
    "     Q = 5 c?a.b",
  ]);
  expect(lines).toContain("  2  got.2.green  by P");
  expect(lines).toContain("     P: 4 got.x.green -> 4 c!x.red");
  expect(lines.join("\n")).toMatch(/ c!2\.red {2}by P/);
  expect(lines.join("\n")).toMatch(/ c\?2\.0 {2}by Q/);
});

test("CSP#: messages on indexed channels and by rendezvous have their values", () => {
  const text = `channel net[2] 1;
channel meet 0;
Sender() = net[0]!3.1 -> meet!7 -> Sender();
Relay()  = net[0]?x.1 -> net[1]!x.0 -> Relay();
Sink()   = net[1]?x.y -> meet?z -> got.x.z -> Sink();
System() = Sender() ||| Relay() ||| Sink();`;
  const model = modelOf(text, "messages.csp");
  const describer = new Describer(model);
  const { trace } = simulate(model, { steps: 6 });
  const states = [trace.initial, ...trace.steps.map(({ target }) => target!)];
  const names = trace.steps.map((step, i) => describer.step(step, states[i]));
  expect(names).toEqual(["net[0]!3.1", "net[0]?3.1", "net[1]!3.0", "net[1]?3.0", "meet.7", "got.3.7"]);
});

test("a label of a step is in JSON if the name of the transition does not tell it", async () => {
  const model = modelOf("var x = 1; System = a.x -> Stop; #assert System deadlockfree;", "label.csp");
  const [property] = checkDocument(await check(model)).properties;
  expect(property!.trace!.steps[0]).toMatchObject({ transition: "a.x", label: "a.1" });
});

test("Petri nets: only marked places", async () => {
  const file = "examples/petri/philosophers-5.pnml";
  const result = await check(modelOf(readFileSync(file, "utf8"), file));
  const text = checkText(result, options);
  expect(text).toContain("     fork_5 = 1\n  1  takeLeft_1\n");
  expect(text).not.toMatch(/ = 0$/m);
  const [property] = checkDocument(result).properties;
  expect(property!.trace!.initial["eat_1"]).toBe("0");
});
