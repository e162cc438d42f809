/** The effect of each construct of the language. */

import { describe, expect, test } from "vitest";
import { checkEnlarging } from "../../../src/check/enlarge.ts";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { facts } from "../../../src/model/facts.ts";
import type { State, Step } from "../../../src/model/interpret.ts";
import { Describer } from "../../../src/report/describe.ts";
import { locate } from "../../../src/syntax/source.ts";

function read(text: string, defines: Record<string, string> = {}): Model {
  const { model, diagnostics } = parse(text, { name: "model.rebeca", defines });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

function firstSteps(model: Model): Step[] {
  const reference = facts(model).interpreter;
  const [initial] = reference.initialStates();
  return [...reference.steps(initial as State)];
}

function valuesIn(model: Model, state: State, names: readonly string[]): number[] {
  const { slots } = facts(model);
  return names.map((name) => state[slots.findIndex((slot) => slot.name === `a.${name}`)]!);
}

const variables = "int n; int m; boolean b; boolean c; byte[3] list; A r;";
const members = `
  msgsrv go(int x, boolean y, A z) { }
  int half(int k) { if (k < 0) return 0; return k / 2; }
  int twice(int k) { int sum = half(k); sum += half(k); return sum; }
  int next() { n++; return n; }
  void raise(int k) { if (k > 3) return; n += k; }
  boolean noted(int k) { list[k] = 1; return k > 0; }`;

/** The variables after a run of a server with this body, one list for each choice. */
function after(body: string, names: readonly string[]): number[][] {
  const text = `env int K = 7;
    reactiveclass A(4) { knownrebecs { A other; } statevars { ${variables} } msgsrv initial() { ${body} } ${members} }
    main { A a(a):(); }`;
  const model = read(text);
  return firstSteps(model).map(({ target, error, failed }) => {
    expect({ error, failed }).toEqual({ error: undefined, failed: undefined });
    return valuesIn(model, target!, names);
  });
}

describe("statements", () => {
  test.each<[string, Record<string, number>]>([
    ["n = 3; n += 4; m = n * 2 - 1;", { n: 7, m: 13 }],
    ["n = 7 / 2; m = -7 % 3;", { n: 3, m: -1 }],
    ["n = K << 1; m = K & 3; b = true ^ false; c = true & false;", { n: 14, m: 3, b: 1, c: 0 }],
    ["n = ~5; m = -n;", { n: -6, m: 6 }],
    ["n = 1; m = n++ + n; b = n == 2;", { n: 2, m: 3, b: 1 }],
    ["n = 1; m = ++n + n;", { n: 2, m: 4 }],
    ["n = m = 4;", { n: 4, m: 4 }],
    ["n = next() + next() * 10 + n * 100;", { n: 221 }],
    ["m = n + next();", { n: 1, m: 1 }],
    ["b = n == 0 ? true : false; n = b ? 1 : 2;", { n: 1, b: 1 }],
    ["n = n == 0 ? next() : 5;", { n: 1 }],
    ["b = n == 1 && noted(1); c = n == 0 || noted(2);", { b: 0, c: 1, "list[1]": 0, "list[2]": 0 }],
    ["b = n == 0 && noted(1); c = n == 1 || noted(0);", { b: 1, c: 0, "list[0]": 1, "list[1]": 1 }],
    ["if (n == 0) { n = 1; } else n = 2; if (n == 2) m = 1;", { n: 1, m: 0 }],
    ["while (n < 5) n++;", { n: 5 }],
    ["while (true) { n++; if (n == 3) break; m++; }", { n: 3, m: 2 }],
    ["while (n < 6) { n++; if (n % 2 == 0) continue; m += n; }", { n: 6, m: 9 }],
    ["while (next() < 4) m++;", { n: 4, m: 3 }],
    ["for (int i = 0; i < 3; i++) list[i] = (byte) (i * i);", { "list[0]": 0, "list[1]": 1, "list[2]": 4 }],
    ["for (int i = 0; i < 10; i++) { if (i == 4) break; n += i; }", { n: 6 }],
    ["for (int i = 3; i > 0; i--) { if (i == 2) continue; n = n * 10 + i; }", { n: 31 }],
    ["m = 4; for (int i = 0; i < m; i++) { if (i == 1) continue; n += i; }", { n: 5 }],
    [
      "for (n = 0, m = 9; n < m; n++, m--) { }"
        .replace("n = 0, m = 9", "n = 0")
        .replace("n < m", "n < 3")
        .replace(", m--", ", m++"),
      { n: 3, m: 3 },
    ],
    ["for (int i = 0; i < 3; i++) for (int j = 0; j < i; j++) n++;", { n: 3 }],
    ["list[1] = 5; m = list[next()];", { n: 1, m: 5 }],
    ["m = list[0] + next(); list[next()] = 4;", { n: 2, m: 1, "list[2]": 4 }],
    ["n = 2; switch (n) { case 1: m = 1; break; case 2: m = 2; break; default: m = 3; }", { m: 2 }],
    ["n = 5; switch (n) { case 1: m = 1; break; case 2: case 5: m = 2; break; default: m = 3; }", { m: 2 }],
    ["n = 9; switch (n) { default: m = 3; break; case 1: m = 1; }", { m: 3 }],
    ["n = 1; switch (n) { case 1: m += 1; case 2: m += 10; break; case 3: m += 100; }", { m: 11 }],
    ["n = 1; switch (n) { case 1: if (m == 0) break; m = 5; default: m = 7; }", { m: 0 }],
    ["n = 1; if (n == 1) { m = 2; return; } m = 3;", { m: 2 }],
    ["while (n < 9) { n++; if (n == 4) return; } m = 1;", { n: 4, m: 0 }],
    ["n = twice(5); m = half(-3);", { n: 4, m: 0 }],
    ["raise(2); raise(9); self.n += 1;", { n: 3 }],
    ["int k = 3; { int l = k; k = l + 1; } n = k; boolean t; b = t;", { n: 4, b: 0 }],
    ["r = self; b = r == self; c = r != null; other.go(1, true, r);", { b: 1, c: 1 }],
    ["b = sender == null; r = other; c = r instanceof A;", { b: 1, c: 1 }],
  ])("%s", (body, expected) => {
    expect(after(body, Object.keys(expected))).toEqual([Object.values(expected)]);
  });

  test("a choice is one of its options", () => {
    expect(after("n = ?(1, 2, 5);", ["n"])).toEqual([[1], [2], [5]]);
    expect(after("if (?(true, false)) n = 1; else n = ?(2, 3);", ["n"])).toEqual([[1], [1], [2], [3]]);
    expect(after("for (int i = 0; i < 2; i++) n = n * 2 + ?(0, 1);", ["n"])).toEqual([[0], [1], [2], [3]]);
  });
});

describe("messages", () => {
  test("arrive in the order in which they were sent, with sender and parameters", () => {
    const model = read(`
      reactiveclass A(3) { knownrebecs { B to; } msgsrv initial() { to.one(5, true); to.two(self); } msgsrv back() { } }
      reactiveclass B(3) { statevars { int n; A r; } msgsrv one(int x, boolean y) { if (y) n = x; } msgsrv two(A who) { r = who; who.back(); } }
      main { A a(b):(); B b():(); }`);
    const [step] = firstSteps(model);
    const { slots } = facts(model);
    const shown = slots.flatMap(({ name }, i) =>
      name.startsWith("b.inbox") ? [`${name.slice(7)}=${step!.target![i]}`] : [],
    );
    expect(shown.slice(0, 10)).toEqual(["[0].message=2", "[0].sender=1", "[0].flag1=1", "[0].number1=5", "[0].rebec1=0", "[1].message=3", "[1].sender=1", "[1].flag1=0", "[1].number1=0", "[1].rebec1=1"]); // prettier-ignore
  });

  test("to a rebec of a class that extends another reach the servers of its own", async () => {
    const model = read(`
      abstract reactiveclass Shape(3) { knownrebecs { User user; } statevars { int id; } abstract msgsrv draw(); msgsrv name() { user.told(id); } }
      reactiveclass Circle(3) extends Shape { Circle(int k) { id = k; } msgsrv draw() { user.told(10 + id); } }
      reactiveclass Square(3) extends Shape { Square(int k) { id = k; } msgsrv draw() { user.told(20 + id); } }
      reactiveclass User(6) { knownrebecs { Shape s, t; } statevars { int sum; }
        User() { s.draw(); t.draw(); s.name(); }
        msgsrv told(int k) { sum += k; } }
      main { User u(c, q):(); Circle c(u):(1); Square q(u):(2); }
      property { LTL { all: F(u.sum == 34); } Assertion { most: u.sum <= 34; } }`);
    const { properties } = await check(model);
    const verdicts = properties.map(({ name, verdict }) => `${name} ${verdict}`);
    expect(verdicts.sort()).toEqual(["all holds", "deadlock violated", "most holds", "ranges holds"]);
  });

  test("to rebecs of an interface reach whoever implements it", () => {
    const model = read(`
      interface Pet { msgsrv feed(byte k); }
      reactiveclass Cat(2) implements Pet { statevars { byte n; } msgsrv feed(byte k) { n = k; } }
      reactiveclass Dog(2) implements Pet { msgsrv feed(byte k) { } }
      reactiveclass Owner(1) { knownrebecs { Pet p; } msgsrv initial() { Pet q = p; q.feed(3); } }
      main { Owner a(cat):(); Cat cat():(); Dog dog():(); }`);
    const { slots } = facts(model);
    const target = firstSteps(model)[0]!.target!;
    expect(target[slots.findIndex(({ name }) => name === "len(cat.inbox)")]).toBe(1);
    expect(target[slots.findIndex(({ name }) => name === "len(dog.inbox)")]).toBe(0);
  });

  test("interfaces extend interfaces, and the size of a queue may follow what a class extends", () => {
    const model = read(`
      interface One { msgsrv one(); }
      interface Two { msgsrv two(); }
      interface Both extends One, Two { }
      abstract reactiveclass Base implements Both (2) { msgsrv one() { } }
      reactiveclass Whole extends Base (3) { msgsrv two() { } }
      reactiveclass User(1) { knownrebecs { Both p; One q; } msgsrv initial() { p.one(); p.two(); q.one(); } }
      main { User a(w, w):(); Whole w():(); }`);
    const { slots } = facts(model);
    const length = slots.findIndex(({ name }) => name === "len(w.inbox)");
    expect(slots[length]!.high).toBe(3);
    expect(firstSteps(model)[0]!.target![length]).toBe(3);
  });

  test("what is defined for properties may be a number or a rebec", async () => {
    const model = read(`
      reactiveclass A(1) { statevars { int n; A r; } msgsrv initial() { n = 2; r = self; } }
      main { A a():(); A b():(); }
      property {
        define { n = a.n; m = n + b.n; who = a.r; big = m > 3; }
        Assertion { small: m <= 4 && (who == null || who == a); never: !big; }
        LTL { grows: F(big) && F(n == 2); }
      }`);
    const { properties } = await check(model);
    const verdicts = properties.map(({ name, verdict }) => `${name} ${verdict}`);
    expect(verdicts).toEqual(expect.arrayContaining(["small holds", "never violated", "grows holds"]));
  });

  test("a call of a server of one's own is a message to oneself", () => {
    const text =
      "reactiveclass A(2) { statevars { byte n; } A() { §m(3); n = 1; } msgsrv m(byte k) { n = k; } } main { A a():(); }";
    const targets = ["", "self."].map((how) => firstSteps(read(text.replace("§", how)))[0]!.target);
    expect(targets[0]).toEqual(targets[1]);
  });

  test("the paper's spelling and the current one mean the same", () => {
    const old = read(`
      reactiveclass A(2) { knownobjects { A next; } statevars { boolean on; } msgsrv initial(byte k) { on = k == 1; next.pass(); } msgsrv pass() { sender.pass(); } }
      main { A a(b):(1), b(a):(2); }`);
    const current = read(`
      reactiveclass A(2) { knownrebecs { A next; } statevars { boolean on; } msgsrv initial(byte k) { on = k == 1; next.pass(); } msgsrv pass() { ((A) sender).pass(); } }
      main { A a(b):(1); A b(a):(2); }`);
    const targets = (model: Model): (State | undefined)[] => firstSteps(model).map(({ target }) => target);
    expect(targets(old)).toEqual(targets(current));
  });
});

test("without fairness a rebec may be left out forever", async () => {
  const model = read(`
    reactiveclass A(2) { statevars { boolean done; } msgsrv initial() { self.go(); } msgsrv go() { done = true; self.go(); } }
    main { A a():(); A b():(); }
    property { LTL { both: F(a.done) && F(b.done); } }`);
  const verdict = async (fairness: "none" | "weak"): Promise<string | undefined> => {
    const { properties } = await check(model, { fairness, properties: ["both"] });
    return properties.find(({ name }) => name === "both")?.verdict;
  };
  expect(await verdict("none")).toBe("violated");
  expect(await verdict("weak")).toBe("holds");
});

describe("what goes wrong at run time", () => {
  async function violation(text: string, name: string, defines: Record<string, string> = {}): Promise<string> {
    const model = read(text, defines);
    // Errors occur without symmetry too, and a search for symmetries of a byte takes long.
    const { properties } = await check(model, { properties: [name], symmetry: "off" });
    const found = properties.find((property) => property.name === name)!;
    expect(found.verdict).toBe("violated");
    const last = found.trace!.steps.at(-1)!;
    const span = last.failed?.span ?? last.error?.span;
    return `${found.reason} ${span ? locate(span) : ""} after ${found.trace!.steps.length}`;
  }

  test("a queue that overflows", async () => {
    const text =
      "reactiveclass A(2) { knownrebecs { A to; }\nmsgsrv initial() { to.m(); to.m(); }\nmsgsrv m() { } }\nmain { A a(b):(); A b(a):(); }";
    expect(await violation(text, "ranges")).toBe(
      "push on b.inbox, a full queue of capacity 2 model.rebeca:2:28 after 1",
    );
    const roomy = text.replace("A(2)", "A");
    const { properties } = await check(read(roomy), { properties: ["ranges"] });
    expect(properties.at(-1)!.verdict).toBe("holds");
    expect(await violation(roomy, "ranges", { NOETHER_QUEUE: "2" })).toContain("capacity 2");
  });

  test("a message to an undefined reference", async () => {
    const text =
      "reactiveclass A(2) { statevars { A r; }\nmsgsrv initial() { r.m(); }\nmsgsrv m() { } }\nmain { A a():(); }";
    expect(await violation(text, "assertions")).toBe(
      "message `m` is sent to `r`, which is null model.rebeca:2:20 after 1",
    );
  });

  test("a message to a sender that has no such server", async () => {
    const text =
      "reactiveclass A(2) { knownrebecs { B to; } msgsrv initial() { to.m(); } }\nreactiveclass B(2) { msgsrv m() { sender.m(); } }\nmain { A a(b):(); B b():(); }";
    expect(await violation(text, "assertions")).toBe(
      "message `m` is sent to `sender`, which is null or has no server `m` model.rebeca:2:35 after 2",
    );
  });

  test("a cast that is wrong", async () => {
    const text =
      "reactiveclass A(2) { knownrebecs { B to; } msgsrv initial() { to.m(); } }\nreactiveclass B(2) { statevars { B r; } msgsrv m() { r = (B) sender; } }\nmain { A a(b):(); B b():(); }";
    expect(await violation(text, "assertions")).toBe("this rebec is no `B` model.rebeca:2:62 after 2");
  });

  // A pool that was too small was a failing assertion of the model, and a loop of 1001 rounds a run-time error.
  test("what Noether has no room for is no violation: the limit is named", async () => {
    const limitOf = async (text: string, defines: Record<string, string> = {}): Promise<string | undefined> => {
      const { model } = parse(text, { name: "model.rebeca", defines });
      const { verdict, modelLimit, properties, complete } = await check(model!, { properties: ["ranges"] });
      expect([verdict, complete, properties.at(-1)!.trace]).toEqual(["undecided", false, undefined]);
      expect(properties.at(-1)!.reason).toBe(`a limit of the model was met: ${modelLimit}`);
      return modelLimit;
    };
    const creating = "reactiveclass A(3) { msgsrv initial() { A x = new A():(); } }\nmain { A a():(); }";
    expect(await limitOf(creating)).toBe("there is room for 4 new rebecs `A` (NOETHER_POOL)");
    expect(await limitOf(creating, { NOETHER_POOL: "2" })).toBe("there is room for 2 new rebecs `A` (NOETHER_POOL)");
    const looping =
      "reactiveclass A(2) { statevars { int n; } msgsrv initial() { while (n == 0) { } } }\nmain { A a():(); }";
    expect(await limitOf(looping)).toBe("a loop goes on for more than 1000 rounds");
    const sending = `reactiveclass A { msgsrv initial() { ${"self.m(); ".repeat(6)} } msgsrv m() { } }\nmain { A a():(); }`;
    expect(await limitOf(sending)).toBe("there is room for 5 messages in a queue of `A` (NOETHER_QUEUE)");
  });

  test("where there is more room to be had, it is taken", async () => {
    const text = `reactiveclass A { msgsrv initial() { ${"self.m(); ".repeat(9)} } msgsrv m() { } }
      reactiveclass B(2) { statevars { byte n; } msgsrv initial() { self.go(); }
        msgsrv go() { n++; C c = new C():(); if (n < 6) self.go(); } }
      reactiveclass C(1) { msgsrv initial() { } }
      main { A a():(); B b():(); }`;
    const { model, enlarged } = parse(text, { name: "model.rebeca" });
    expect((await check(model!, { properties: ["ranges"] })).verdict).toBe("undecided");
    const result = await checkEnlarging(model!, enlarged, { properties: ["ranges"] });
    expect([result.verdict, result.complete, result.modelLimit]).toEqual(["holds", true, undefined]);
  });

  test("a rebec that a branch not taken would create leaves its room to the next one", async () => {
    const text = `reactiveclass A(3) { statevars { boolean b; } msgsrv initial() { self.go(); }
      msgsrv go() { if (b) { B x = new B():(); } B y = new B():(); } }
      reactiveclass B(1) { msgsrv initial() { } }
      main { A a():(); }`;
    const { model, diagnostics } = parse(text, { name: "model.rebeca", defines: { NOETHER_POOL: "1" } });
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    for (const symmetry of ["on", "off"] as const) {
      const { properties } = await check(model!, { properties: ["ranges"], symmetry });
      expect(properties).toMatchObject([{ name: "ranges", verdict: "holds" }]);
    }
  });

  test("an assertion, a value out of range and an index out of range", async () => {
    const text = (body: string): string =>
      `reactiveclass A(2) { statevars { byte n; byte[2] a; } msgsrv initial() { ${body} } }\nmain { A a():(); }`;
    expect(await violation(text('assertion(n == 1, "one");'), "assertions")).toContain("one model.rebeca:1:74");
    expect(await violation(text("n = 127; n++;"), "ranges")).toContain(
      "value 128 is outside -128..127, the range of a.n",
    );
    expect(await violation(text("n = 2; a[n] = 1;"), "ranges")).toContain("index 2 is outside 0..1");
  });
});

describe("constructors", () => {
  const pair = (body: string, main: string): string =>
    `reactiveclass A(3) { knownrebecs { A other; } statevars { byte x; boolean on; }
       A(byte first, boolean begins) { ${body} } msgsrv note(byte k) { x = k; } }
     main { ${main} }`;
  const text = pair("x = first; if (begins) { other.note(7); self.note(8); }", "A a(b):(3, true); A b(a):(4, false);");

  test("run at once in the order of main", async () => {
    const model = read(text);
    const [initial] = [...facts(model).interpreter.initialStates()];
    const { slots } = facts(model);
    const value = (name: string): number => (initial as State)[slots.findIndex((slot) => slot.name === name)]!;
    expect(["a.x", "b.x", "len(a.inbox)", "len(b.inbox)", "b.inbox[0].number1"].map(value)).toEqual([3, 4, 1, 1, 7]);
    expect((await check(model, { symmetry: "off", properties: [] })).states).toBe(4);
  });

  test("are first messages if one asks for that, or the text is in the older spelling", async () => {
    const states = async (own: string, constructors?: "queued"): Promise<number> => {
      const { model } = parse(own, { name: "model.rebeca", constructors });
      return (await check(model!, { symmetry: "off", properties: [] })).states;
    };
    expect(await states(text, "queued")).toBe(8);
    const older = text.replace(" A(byte first", " msgsrv initial(byte first");
    expect(await states(older)).toBe(8);
  });

  test("that choose or fail are steps that are not counted", async () => {
    const chosen = pair("x = ?(1, 2);", "A a(b):(0, true); A b(a):(0, true);");
    const { states, properties } = await check(read(chosen), { symmetry: "off" });
    expect(states).toBe(4);
    expect(properties.find(({ name }) => name === "deadlock")?.trace?.steps.length).toBe(2);
    const failing = pair("assertion(first == 0);", "A a(b):(0, true); A b(a):(1, true);");
    const { properties: faults } = await check(read(failing), { symmetry: "off" });
    expect(faults.find(({ name }) => name === "assertions")).toMatchObject({ verdict: "violated" });
  });
});

describe("constructors of new rebecs", () => {
  const text = `
    reactiveclass Maker(3) { statevars { byte got; Item last; } Maker() { self.go(); }
      msgsrv go() { Item i = new Item(self):(?(2, 3)); last = i; got = i.size(); }
      msgsrv made(byte k) { assertion(sender == last && k == got, "as made"); } }
    reactiveclass Item(2) { knownrebecs { Maker maker; } statevars { byte n; }
      Item(byte k) { n = k; if (k == 2) return; ((Maker) sender).made(k); }
      byte size() { return n; } }
    main { Maker m():(); }`;

  test("run in the step that creates them, with their creator for a sender", async () => {
    const model = read(text, { NOETHER_POOL: "1" });
    const { slots } = facts(model);
    const results = firstSteps(model).map(({ target, failed }) => {
      expect(failed).toBeUndefined();
      return ["m.got", "Item#1.n", "len(m.inbox)", "len(Item#1.inbox)"].map(
        (name) => target![slots.findIndex((slot) => slot.name === name)]!,
      );
    });
    expect(results).toEqual([
      [2, 2, 0, 0],
      [3, 3, 1, 0],
    ]);
    const { states, properties } = await check(model, { symmetry: "off", properties: ["assertions", "ranges"] });
    expect([states, ...properties.map(({ verdict }) => verdict)]).toEqual([4, "holds", "holds"]);
  });

  test("are first messages if one asks for that", async () => {
    const { model } = parse(text, { name: "model.rebeca", constructors: "queued", defines: { NOETHER_POOL: "1" } });
    const { states } = await check(model!, { symmetry: "off", properties: [] });
    expect(states).toBe(7);
  });

  test("may create others, of any of their names alike", async () => {
    const nested = `reactiveclass A(2) { A() { B b = new B():(1); } } 
      reactiveclass B(2) { statevars { byte n; C c; } B(byte k) { n = k; C one = new C():(); C two = new C():(); c = two; } }
      reactiveclass C(1) { statevars { boolean on; } C() { on = true; } }
      main { A a():(); }`;
    const model = read(nested, { NOETHER_POOL: "2" });
    const { states, verdict } = await check(model, { symmetry: "off", properties: ["ranges"] });
    // Two names for the first, and two orders of the others.
    expect([states, verdict]).toEqual([4, "holds"]);
    expect((await check(model, { symmetry: "on", properties: ["ranges"] })).states).toBe(1);
  });
});

test("a method of another rebec runs in the same step", async () => {
  const text = `
    reactiveclass Counter(2) { statevars { byte n; } int bump(byte by) { if (by > 2) return -1; n += by; return n; } }
    reactiveclass User(2) { knownrebecs { Counter c; } statevars { int got; int bad; }
      User() { self.go(); } msgsrv go() { got = c.bump(2) + c.bump(1); bad = c.bump(3); } }
    main { User u(c):(); Counter c():(); }
    property { Assertion { got: u.got == 0 || u.got == 5 && u.bad == -1 && c.n == 3; } }`;
  const { states, properties } = await check(read(text), { symmetry: "off", properties: ["got"] });
  expect([states, properties[0]!.verdict]).toEqual([2, "holds"]);
});

test("constants may be arrays", () => {
  const text = `env int[2][2] table = { { 1, 2 }, { 3, 4 } };
    reactiveclass A(2) { statevars { int n; } msgsrv initial() { for (int i = 0; i < 2; i++) n += table[i][1 - i]; } }
    main { A a():(); } property { Assertion { known: table[1][0] == 3; } }`;
  const model = read(text);
  expect(valuesIn(model, firstSteps(model)[0]!.target!, ["n"])).toEqual([5]);
});

test("functions of numbers are built in", () => {
  expect(after("n = pow(2, 5) + abs(-3); m = max(min(K, 3), 2);", ["n", "m"])).toEqual([[35, 3]]);
  expect(after("n = 3; m = pow(n, n - 1);", ["m"])).toEqual([[9]]);
});

test("a trace shows the messages that are taken, and of queues what messages have", () => {
  const text = `reactiveclass A(3) { knownrebecs { A o; } A(boolean begins) { if (begins) o.ask(3, true, self); }
      msgsrv ask(byte k, boolean b, A who) { who.answer(); } msgsrv answer() { } }
    main { A a(b):(true); A b(a):(false); }`;
  const model = read(text);
  const describer = new Describer(model);
  const [initial] = [...facts(model).interpreter.initialStates()] as State[];
  const [step] = [...facts(model).interpreter.steps(initial!)];
  expect(describer.step(step!, initial)).toBe("a -> b.ask(3, true, a)");
  expect(describer.changes(initial!, step!.target!)).toEqual([
    { place: "a.inbox", before: "[]", after: "[answer() from b]" },
    { place: "b.inbox", before: "[ask(3, true, a) from a]", after: "[]" },
  ]);
});
