/** Events in formulas, compared with the graph of terms, whose edges carry the events, and with results by hand. */

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { withObserversOf } from "../../../src/model/observers.ts";
import { automatonOfLtl } from "../../../src/property/ltl.ts";
import { expected, times } from "../../support/random-runs.ts";
import { hasAcceptedRun } from "../../support/reference-runs.ts";
import { arbitrarySystem } from "./arbitrary-process.ts";
import { graphOf, print, printDefinitions } from "./term-semantics.ts";
import type { Definitions, Graph, Process } from "./term-semantics.ts";

function read(text: string): Model {
  const { model, diagnostics } = parse(text, { name: "model.csp" });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

/** The states that can be reached from some, by steps other than `avoided`. */
function reachable({ edges }: Graph, from: readonly number[], avoided?: string): Set<number> {
  const seen = new Set(from);
  for (const id of seen) for (const { label, target } of edges[id]!) if (label !== avoided) seen.add(target);
  return seen;
}

/** Whether a run from here never takes the step: it ends, or goes in a circle. */
function canAvoid(graph: Graph, from: readonly number[], event: string): boolean {
  const inside = reachable(graph, from, event);
  return [...inside].some((id) => {
    const own = graph.edges[id]!;
    if (own.length === 0) return true;
    const next = own.filter(({ label }) => label !== event).map(({ target }) => target);
    return reachable(graph, next, event).has(id);
  });
}

function verdictOf(isViolated: boolean): string {
  return isViolated ? "violated" : "holds";
}

/** `eventually`, `again and again`, `answered`, by their meanings in the graph. */
function expectedOf(graph: Graph, e: string, f: string): string[] {
  const all = [...reachable(graph, [0])];
  const after = all.flatMap((id) => graph.edges[id]!.filter(({ label }) => label === e).map(({ target }) => target));
  return [canAvoid(graph, [0], e), canAvoid(graph, all, e), e !== f && canAvoid(graph, after, f)].map(verdictOf);
}

function textOf(definitions: Definitions, system: Process, formulas: readonly string[]): string {
  return [
    "var x:{0..1} = 0;",
    "channel c 1;",
    "channel s 0;",
    ...printDefinitions(definitions),
    `System() = ${print(system)};`,
    // This makes each event known, whether the system has it or not.
    "Unused() = a -> b -> c1 -> r.0 -> d -> e -> Skip;",
    ...formulas.map((formula) => `#assert System() |= ${formula};`),
  ].join("\n");
}

test("verdicts on random systems are those of the graph of terms", async () => {
  const seen = { holds: 0, violated: 0, messages: 0 };
  await fc.assert(
    fc.asyncProperty(arbitrarySystem, fc.nat(), fc.nat(), async ({ definitions, system }, first, second) => {
      const graph = graphOf(definitions, system, 60);
      if (!graph) return;
      const occurring = new Set(graph.edges.flatMap((own) => own.map(({ label }) => label)));
      occurring.delete("tau");
      const events = [...occurring, "a"];
      const [e, f] = [events[first % events.length]!, events[second % events.length]!];
      const [one, other] = [e, f].map((event) => (event === "tick" ? "terminate" : event));
      const model = read(textOf(definitions, system, [`<> ${one}`, `[]<> ${one}`, `[] (${one} -> <> ${other})`]));
      const { properties } = await check(model, { properties: ["ltl", "ltl_2", "ltl_3"] });
      const expected = expectedOf(graph, e, f);
      expect(properties.map(({ verdict }) => verdict)).toEqual(expected);
      for (const verdict of expected) seen[verdict as "holds" | "violated"]++;
      if (/[!?]|s\./.test(e)) seen.messages++;
    }),
    { numRuns: times(200), endOnFailure: true },
  );
  expect(Math.min(seen.holds, seen.violated)).toBeGreaterThan(expected(100));
  expect(seen.messages).toBeGreaterThan(expected(10));
});

/** A system, a formula, and whether it holds. */
const decided: readonly (readonly [text: string, formula: string, holds: boolean])[] = [
  ["P = a -> b -> P;", "[]<> a", true],
  ["P = a -> b -> P;", "G F a", true],
  ["P = a -> b -> P;", "a", false],
  ["P = a -> b -> P;", "!a && X a && X X b && X X X a", true],
  ["P = a -> b -> P;", "[] !(a && b)", true],
  ["P = a -> b -> P;", "[] (a <-> !b)", false],
  ["P = a -> b -> P;", "X [] (a <-> !b)", true],
  ["P = a -> b -> P;", "!b U a", true],
  ["P = a -> b -> P;", "!b W a", true],
  ["P = a -> b -> P;", "a R !b", true],
  ["P = a -> b -> P;", "a V !b", true],
  ["P = a -> b -> P [] b -> P;", "[]<> a", false],
  ["P = a -> b -> P [] b -> P;", "[] (a -> X b)", true],
  // The last event does not happen again and again if nothing more happens.
  ["P = a -> Stop;", "<> a", true],
  ["P = a -> Stop;", "[]<> a", false],
  ["P = a -> Stop;", "<>[] !a", true],
  ["P = a -> Skip;", "<> terminate", true],
  ["P = a -> Skip;", "[]<> terminate", false],
  ["Q = a -> Q; P = Q \\ {a};", "<> a", false],
  // Both take it together, and it happens once.
  ["Q = a -> Stop; R = a -> b -> Stop; P = Q || R;", "<> (a && X b)", true],
  ["Q = a -> Stop; R = a -> b -> Stop; P = Q || R;", "!b U a", true],
  ["#define N 3; Q(i) = e.i.(i+1)%N -> Q(i); P = Q(2);", "X e.(N-1).(3%N)", true],
  ["#define N 3; Q(i) = e.i.(i+1)%N -> Q(i); P = Q(2);", "<> e.2.1", false],
  ["var x:{0..2} = 0; P = up.x{x = (x + 1) % 3;} -> P;", "X up.0 && X X up.1 && []<> up.2", true],
  ["var x:{0..2} = 0; #define top x == 2; P = up.x{x = (x + 1) % 3;} -> P;", "[] (top <-> up.1)", true],
  ["var b = true; P = e.b{b = !b;} -> P;", "X e.true && X X e.false && [] !e.1", true],
  ["channel c 1; P = c!1.2 -> c?x.y -> P;", "[]<> c!1.2 && []<> c?1.2 && [] !c?2.1", true],
  ["channel c 1; P = c!1 -> c?x -> P;", '[]<> "c!1" && [] ("c!1" -> X "c?1")', true],
  ["channel d[2] 1; P = d[1]!0 -> d[1]?0 -> P;", "[]<> d[1]!0 && [] !d[0]!0", true],
  ["channel s 0; Q(v) = s!v -> Q(1 - v); R = s?v -> R; P = Q(0) ||| R;", "X s.0 && X X s.1 && []<> s.0", true],
  ["channel s[2] 0; Q = s[1]!4 -> Q; R = s[1]?v -> R; P = Q ||| R;", "X [] s[1].4 && [] !s[0].4", true],
  // A condition goes before an event of the same name.
  ["var x:{0..1} = 0; #define a x == 1; P = a -> P;", "<> a", false],
];

test.each(decided)("%s |= %s: %s", async (text, formula, holds) => {
  const model = read(`${text}\n#assert P |= ${formula};`);
  for (const symmetry of ["on", "off"] as const) {
    const { verdict } = await check(model, { properties: ["ltl"], symmetry });
    expect(verdict).toBe(verdictOf(!holds));
  }
});

const philosophers = (n: number, assertions: readonly string[]): string => `
#define N ${n};
Phil(i) = get.i.(i+1)%N -> get.i.i -> eat.i -> put.i.(i+1)%N -> put.i.i -> Phil(i);
Fork(x) = get.x.x -> put.x.x -> Fork(x) [] get.(x-1+N)%N.x -> put.(x-1+N)%N.x -> Fork(x);
College() = || x:{0..N-1} @ (Phil(x) || Fork(x));
${assertions.map((assertion) => `#assert College() ${assertion};`).join("\n")}`;

describe("observers", () => {
  const model = read(
    philosophers(5, [
      "deadlockfree",
      "|= []<> eat.0",
      "|= []<> (eat.0 || eat.1 || eat.2 || eat.3 || eat.4)",
      "|= []<> eat.0 && []<> eat.1 && []<> eat.2 && []<> eat.3 && []<> eat.4",
    ]),
  );

  test("are left out where nothing asks for them", async () => {
    const plain = read(philosophers(5, ["deadlockfree"]));
    const { variables, transitions } = withObserversOf(model, []);
    expect(variables).toEqual(plain.variables);
    expect(transitions.map(({ name }) => name)).toEqual(plain.transitions.map(({ name }) => name));
    const [whole, part] = await Promise.all([model, plain].map((of) => check(of, { properties: [], symmetry: "on" })));
    expect(whole!.states).toBe(part!.states);
    expect(whole!.unreducedStates).toBe(part!.unreducedStates);
    const { properties } = await check(model, { properties: ["deadlockfree"] });
    expect(properties[0]).toMatchObject({ verdict: "violated", trace: { steps: { length: 5 } } });
  });

  test("leave a formula the symmetries that it has", async () => {
    const { properties } = await check(model, { properties: ["ltl", "ltl_2", "ltl_3"], symmetry: "on" });
    const orders = properties.flatMap(({ runs }) => (runs ? [runs.symmetry.order] : []));
    // One philosopher is told apart; nobody is; one of the five parts of the conjunction is checked.
    expect(orders).toEqual([1n, 5n, 1n]);
    expect(properties[0]!.runs!.states).toBe(properties[2]!.runs!.states);
  });

  test("are not in the trace of a property that does not read them", async () => {
    const { properties } = await check(model);
    const names = properties.map(({ model: own }) => own?.variables.map(({ name }) => name));
    expect(names[0]).toEqual(["Phil", "Fork"]);
    expect(names[1]).toEqual(["Phil", "Fork", "last_event"]);
    expect(names[2]).toEqual(["Phil", "Fork", "last_event_2"]);
    expect(properties[1]!.trace!.initial.length).toBe(11);
  });
});

test.each(["peterson-served", "philosophers-served"])(
  "verdicts on %s are those of the plain product, for every fairness",
  async (name) => {
    const model = read(readFileSync(`examples/csp/${name}.csp`, "utf8"));
    for (const property of model.properties) {
      if (property.kind !== "ltl") continue;
      const own = withObserversOf(model, [property]);
      const automaton = automatonOfLtl(property.formula, { negate: true });
      for (const fairness of ["none", "weak", "strong", "global"] as const) {
        const expected = verdictOf(hasAcceptedRun(own, automaton, fairness, 4000)!);
        const { verdict } = await check(model, { properties: [property.name], fairness, symmetry: "on" });
        expect(verdict, `${property.name}, ${fairness}`).toBe(expected);
      }
    }
  },
);

test("a local of the text and the variable for events have different names", async () => {
  const text = "var x = 0; P = a{var last_event = 1; x = last_event;} -> P;\n#assert P |= <> a;";
  expect((await check(read(text), { properties: ["ltl"] })).verdict).toBe("holds");
});
