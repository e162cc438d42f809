/** Every construct is read, means what it says, and survives being printed as a sequential model. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { withObserversOf } from "../../../src/model/observers.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { withoutObserverMarks } from "../../support/without-spans.ts";
import { exploreModel } from "./explore-model.ts";

function read(text: string, defines: Record<string, string> = {}): Model {
  const { model, diagnostics } = parse(text, { name: "model.csp", defines });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  const reread = parseModel({ name: "model.seq", text: printModel(model) });
  expect(reread.diagnostics).toEqual([]);
  expect(withoutObserverMarks(reread.model)).toEqual(withoutObserverMarks(model));
  return model;
}

const guide = Array.from(
  readFileSync("docs/guide/csp.md", "utf8").matchAll(/^```\n(.*?)^```/gms),
  (match) => match[1]!,
);

test.each(guide)("example %# of the guide is a model", (text) => {
  expect(read(text).transitions.length).toBeGreaterThan(0);
});

const examples = readdirSync("examples/csp").filter((file) => file.endsWith(".csp"));

test.each(examples)("every step of %s is one of components", (file) => {
  const text = readFileSync(`examples/csp/${file}`, "utf8");
  const { model } = parse(text, { name: file, defines: text.includes("#define N ") ? { N: "3" } : {} });
  const { transitions } = withObserversOf(model!, []);
  expect(transitions.filter(({ owner }) => !owner).map(({ name }) => name)).toEqual([]);
});

test("a step belongs to all components that take part", () => {
  const text = `channel s 0; channel c 1;
    A = a -> s!1 -> c!1 -> Skip; B = a -> s?x -> Skip; C = a -> c?x -> Skip;
    System = A || B || C;`;
  const { transitions } = read(text);
  const taking = transitions.map(({ name, owner, partners = [] }) => [
    name,
    [owner!, ...partners].map(({ process }) => process).join(),
  ]);
  expect(Object.fromEntries(taking)).toEqual({
    a: "A,B,C",
    "s.1": "A,B",
    "c!1": "A",
    "c?x": "C",
    terminate: "A,B,C",
  });
});

/** A process called `System`, the number of its states, edges and deadlocks, worked out by hand. */
const counted: readonly (readonly [text: string, states: number, edges: number, deadlocks: number])[] = [
  ["System = Stop;", 1, 0, 1],
  ["System = Skip;", 2, 1, 0],
  ["System() = a -> Skip;", 3, 2, 0],
  ["System = a -> System;", 1, 1, 0],
  ["System = a -> b -> Stop;", 3, 2, 1],
  ["System = a -> b -> System [] c -> b -> System;", 2, 2, 0],
  ["System = a -> Skip [] b -> Stop;", 4, 3, 1],
  ["System = a -> Stop <> b -> Stop;", 4, 4, 1],
  ["System = (tau -> Stop) [*] (a -> Stop);", 3, 3, 1],
  ["System = (tau -> Stop) [] (a -> Stop);", 2, 1, 1],
  ["System = (a -> Skip); (b -> Skip);", 5, 4, 0],
  ["System = a -> Skip; b -> Skip;", 5, 4, 0],
  ["System = (a -> Skip) ||| (b -> Skip);", 5, 5, 0],
  ["System = (a -> Skip) || (a -> Skip);", 3, 2, 0],
  ["System = (a -> b -> Skip) || (b -> a -> Skip);", 1, 0, 1],
  ["System = (a -> b -> Stop) || (c -> b -> Stop);", 5, 5, 1],
  ["System = (a -> Skip) \\ {a};", 3, 2, 0],
  ["System = ((a -> Stop) \\ {a}) || (a -> Stop);", 4, 4, 1],
  ["System = (a -> b -> Stop) interrupt (c -> Stop);", 4, 5, 1],
  ["System = (a -> b -> Skip) interrupt (c -> Stop);", 5, 6, 1],
  ["System = a -> (b -> Skip ||| c -> Skip);", 6, 6, 0],
  ["System = (a -> Skip ||| b -> Skip); System;", 4, 5, 0],
  ["System = [] i:{0..2} @ a.i -> Stop;", 2, 1, 1],
  ["System = [] i:{0..2} @ a -> b.i -> Stop;", 5, 6, 1],
  ["System = <> i:{0, 2, 5} @ a.i -> Stop;", 5, 6, 1],
  ["System = ||| i:{0..1}; j:{0..1} @ a.i.j -> Stop;", 16, 32, 1],
  ["System = |||{3} @ (a -> Stop);", 8, 12, 1],
  ["System = || i:{0..2} @ (a -> b.i -> Stop);", 9, 13, 1],
  ["var x:{0..2} = 0; System = [x < 2] up{x++;} -> System [] [x == 2] down{x = 0;} -> System;", 3, 3, 0],
  ["var x:{0..1} = 1; System = if (x == 1) { a -> Stop } else { b -> Stop };", 3, 2, 1],
  ["var x:{0..1} = 1; System = if (x == 0) { a -> Stop };", 3, 2, 0],
  ["var x:{0..1} = 1; System = ifa (x == 1) { a -> Stop } else { b -> Stop };", 2, 1, 1],
  ["var x:{0..1} = 0; System = ifb (x == 1) { a -> Stop };", 1, 0, 1],
  ["var x:{0..3} = 2; System = case { x == 1: a -> Stop x == 2: b -> c -> Stop default: Stop };", 4, 3, 1],
  ["var x:{0..3} = 3; System = case { x == 1: a -> Stop x == 2: b -> Stop };", 1, 0, 1],
  ["var x:{0..3} = 3; System = case { x == 1: a -> Stop default: b -> Stop };", 3, 2, 1],
  ["var x:{0..1} = *; System = [x == 1] a -> Stop;", 3, 1, 2],
  // PAT since 3.4.2: an atomic process has priority from its first step on.
  ["System = atomic{a -> b -> Stop} ||| (c -> Stop);", 4, 3, 1],
  ["System = P ||| Q; P = a -> atomic{b -> c -> Stop}; Q = atomic{d -> e -> Stop};", 6, 5, 1],
  ["System = P ||| (c -> Stop); P = atomic{a -> b -> P};", 2, 2, 0],
  ["channel c 2; System = P ||| Q; P = c!1 -> P; Q = c?x -> Q;", 3, 4, 0],
  ["channel c 1; System = P ||| Q; P = c!1 -> c!2 -> P; Q = c?x -> a.x -> Q;", 8, 10, 0],
  ["channel c 0; System = P ||| Q; P = c!1 -> c!2 -> P; Q = c?x -> a.x -> Q;", 4, 4, 0],
  ["channel c 0; System = c!1 -> Stop ||| c?2 -> Stop;", 1, 0, 1],
  ["channel c 0; System = c!1.2 -> Stop ||| c?x.2 -> a.x -> Stop;", 3, 2, 1],
  ["channel c 1; System = c!1 -> c?[x > 1]x -> Stop;", 2, 1, 1],
  ["channel c[2] 1; System = ||| i:{0..1} @ (c[i]!i -> c[1-i]?x -> a.x -> Stop);", 12, 16, 1],
  ["B(v) = put?y -> B(y) [] get.v -> B(v); channel put 0; System = B(0) ||| P; P = put!1 -> put!0 -> P;", 2, 4, 0],
  ["P(i) = a.i -> P((i+1)%3); System = P(0);", 3, 3, 0],
  ["enum {red, green}; var x = red; System = [x == red] a{x = green;} -> System;", 2, 1, 1],
  ["#define goal x == 1; var x:{0..1} = 0; System = [!goal] a{x = 1;} -> System;", 2, 1, 1],
  ["var m[2][2]:{0..1} = [[0, 1], [1, 0]]; System = [m[0][1] == m[1][0]] a{m[1][0] = 0;} -> System;", 2, 1, 1],
  ["var a[4]:{0..3} = [0..1, 3(2)]; System = [&& i:{2..3} @ a[i] == 3] e{a[2] = a[1];} -> System;", 2, 1, 1],
  ["var x:{0..9} = 0; System = e{var i = 3; while (i > 0) { x = x + i; i--; } if (x == 6) x = 7;} -> Stop;", 2, 1, 1],
  ["channel c 1; System = [call(cempty, c)] a -> c!1 -> System;", 3, 2, 1],
  ["#alphabet P {a, b}; P = a -> P; Q = a -> b -> Q; System = P || Q;", 2, 1, 1],
  ["#alphabet P {k:{0..1} @ a.k}; P = a.0 -> P; Q = a.1 -> a.0 -> Q; System = P || Q;", 1, 0, 1],
];

test.each(counted)("%s", (text, states, edges, deadlocks) => {
  const model = read(`${text}\n#assert System deadlockfree;`);
  expect(exploreModel(model)).toEqual({ states, edges, deadlocks });
});

describe("the model", () => {
  test("has arrays of instances, by the indices of the composition", () => {
    const { variables } = read("P(i) = a.i -> b.i -> P(i); System = ||| i:{2..4} @ P(i);");
    expect(variables).toEqual([
      expect.objectContaining({
        name: "P",
        type: { kind: "array", index: { kind: "range", low: 2, high: 4 }, element: { kind: "range", low: 0, high: 1 } },
      }),
    ]);
  });

  test("groups instances by their arguments, or by number", () => {
    const two = read("P(i) = a.i -> b.i -> P(i); System = P(0) ||| P(1);");
    expect(two.variables.map(({ type }) => type.kind)).toEqual(["array"]);
    const copies = read("P() = a -> b -> P(); System = P() ||| P();");
    expect(copies.variables.map(({ type }) => type.kind)).toEqual(["array"]);
  });

  test("keeps instances apart that have other control states", () => {
    const text = "P(i) = if (i == 0) { a -> P(i) } else { b -> c -> P(i) }; System = ||| i:{0..2} @ P(i);";
    expect(read(text).variables.map(({ name }) => name)).toEqual(["P", "P_2"]);
  });

  test("has no variable for a process with one control state", () => {
    const { variables } = read("var x:{0..1} = *; P(i) = a.i -> P(i); System = ||| i:{0..2} @ P(i);");
    expect(variables.map(({ name }) => name)).toEqual(["x"]);
  });

  test("has a variable all the same where nothing ever changes", () => {
    expect(read("P = a -> P;").variables.map(({ name }) => name)).toEqual(["P"]);
  });

  test("names steps by events and says who takes them", () => {
    const { transitions } = read("P(i) = get.i.(i+1)%2 -> P(i); System = (||| i:{0..1} @ P(i)) ||| get.0.1 -> Stop;");
    expect(transitions.map(({ name }) => name)).toEqual(["get.0.1", "get.1.0", "get.0.1_2"]);
    expect(transitions[1]!.owner).toMatchObject({ process: "P" });
  });

  test("carries data with the range of what is sent, and forgets it in time", () => {
    const { variables } = read("channel c 1; System = P ||| Q; P = c!3 -> c!5 -> P; Q = c?x -> a.x -> Q;");
    expect(variables.find(({ name }) => name === "Q_x")).toMatchObject({ type: { kind: "range", low: 3, high: 5 } });
    expect(variables.find(({ name }) => name === "c")).toMatchObject({ type: { element: { low: 3, high: 5 } } });
  });

  test("takes constants from outside", () => {
    const text = "#define N 2; P(i) = a.i -> b -> P(i); System = ||| i:{0..N-1} @ P(i);";
    expect(exploreModel(read(text)).states).toBe(4);
    expect(exploreModel(read(text, { N: "4" })).states).toBe(16);
  });
});

describe("assertions", () => {
  const text = `var x:{0..2} = 0;
    #define goal x == 2; #define never x > 2;
    P = up{x = (x + 1) % 3;} -> P;
    #assert P() deadlockfree; #assert P deadlockfree; #assert P nonterminating;
    #assert P reaches goal; #assert P reaches never; #assert P |= [](goal -> <> !goal && X (never U goal));`;

  test("have names for the command line", () => {
    const names = ["deadlockfree", "deadlockfree_2", "nonterminating", "reaches_goal", "reaches_never", "ltl"];
    expect(read(text).properties.map(({ name }) => name)).toEqual(names);
  });

  test("are decided", async () => {
    const { properties } = await check(read(text), { properties: ["nonterminating", "reaches_goal", "reaches_never"] });
    const verdicts = Object.fromEntries(properties.map(({ name, verdict }) => [name, verdict]));
    expect(verdicts).toMatchObject({ nonterminating: "holds", reaches_goal: "holds", reaches_never: "violated" });
  });

  test("tell termination from deadlock", async () => {
    const ends = read("P = a -> Skip; #assert P deadlockfree; #assert P nonterminating;");
    const { properties } = await check(ends, {});
    expect(properties.map(({ verdict }) => verdict).slice(0, 2)).toEqual(["holds", "violated"]);
  });

  test("inside data operations fail with a trace", async () => {
    const { properties } = await check(read("var x = 0; P = a{x = 1; assert(x == 0);} -> P;"), {});
    expect(properties.find(({ name }) => name === "assertions")).toMatchObject({ verdict: "violated" });
  });

  test("may be about an instance", () => {
    const { properties, transitions } = read("P(i) = a.i -> Skip; #assert P(3) deadlockfree;");
    expect(properties).toHaveLength(1);
    expect(transitions[0]!.name).toBe("a.3");
  });
});
