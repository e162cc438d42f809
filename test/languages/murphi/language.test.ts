/** What programs mean: values, errors, properties, multisets and scalarsets. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { CheckOptions, Model } from "../../../src/index.ts";
import { findSymmetries } from "../../../src/symmetry/find.ts";
import { runCli } from "../../support/run-cli.ts";

function read(text: string, defines: Record<string, string> = {}): Model {
  const { model, diagnostics } = parse(text, { name: "model.m", defines });
  if (!model) throw new Error(diagnostics.map((d) => formatDiagnostic(d)).join("\n"));
  return model;
}

/** The numbers of states and rules fired, and the verdicts that are not `holds`. */
async function result(text: string, options: CheckOptions = {}, defines: Record<string, string> = {}): Promise<string> {
  const { states, transitions, properties } = await check(read(text, defines), { symmetry: "off", ...options });
  const faults = properties
    .filter(({ verdict }) => verdict === "violated")
    .map(({ name, reason, trace }) => `; ${name}: ${reason}${trace ? ` after ${trace.steps.length}` : ""}`);
  return `${states} states, ${transitions} rules${faults.join("")}`;
}

/** What the command line prints. */
function shown(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "noether-murphi-"));
  try {
    writeFileSync(join(folder, "model.m"), text);
    return runCli(["check", join(folder, "model.m")]).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const whole = (declarations: string, start: string, rules: string): string =>
  `${declarations} startstate begin ${start} end; ${rules}`;

test.each([
  ["reading an undefined variable", "var x, y: 0..3;", "y := 0;", "rule begin y := x; end;", "read of undefined value in x"],
  ["an undefined guard", "var x: 0..3;", "", "rule x = 1 ==> begin x := 1; end;", "read of undefined value in x"],
  ["an undefined index", "var x: 0..1; a: array [0..1] of boolean;", "", "rule begin a[x] := true; end;", "read of undefined value in x"],
  ["an undefined field of a local", "type M: record a: 0..1; end; var y: 0..1;", "y := 0;", "rule var m: M; begin y := m.a; end;", "read of undefined value in m.a"],
  ["a function without a result", "var y: 0..1; function f(): 0..1; begin if y = 1 then return 0; end; end;", "y := 0;", "rule begin y := f(); end;", "no return from function f"],
  ["a value out of range", "var x: 0..3;", "x := 3;", "rule begin x := x + 1; end;", "value 4 is outside 0..3, the range of x"],
  ["a value out of range where undefined is possible", "var x: 0..3; b: boolean;", "x := 0; b := false;", "rule begin x := x - 1; undefine x; end;", "write of out-of-range value into x"],
  ["an index out of range", "var x: 0..9; a: array [1..2] of boolean;", "x := 0;", "rule begin a[x] := true; end;", "index 0 is outside 1..2"],
  ["a division by zero", "var x: 0..3;", "x := 0;", "rule begin x := 1 / x; end;", "division by zero"],
  ["a multiset that is full", "var x: multiset [1] of 0..1; b: boolean;", "b := true; multisetadd(0, x);", "rule begin multisetadd(1, x); end;", "value 2 is outside 0..1, the range of x.size"],
])("%s is a run-time error with a trace", async (_, declarations, start, rules, message) => {
  const { properties } = await check(read(whole(declarations, start, rules)), { symmetry: "off" });
  const ranges = properties.find(({ name }) => name === "ranges")!;
  expect(ranges).toMatchObject({ verdict: "violated", reason: message });
  expect(ranges.trace!.steps.at(-1)!.error!.span).toBeDefined();
}); // prettier-ignore

test("an error in a start state is a violation with a trace", async () => {
  expect(await result("var x, y: 0..1; startstate begin y := x; end; rule begin y := 0; end;")).toBe(
    "0 states, 0 rules; ranges: read of undefined value in x after 1",
  );
});

test("an invariant that cannot be evaluated is violated", async () => {
  const text = whole("var x: 0..1; b: boolean;", "b := false;", `rule begin b := !b; end; invariant "low" x < 2;`);
  expect(await result(text)).toMatch(/low: the condition fails in the last state after 0/);
});

test("asserts and errors are violations with their words", async () => {
  const text = (statement: string): string => whole("var x: 0..2;", "x := 0;", `rule x < 2 ==> begin x := x + 1; ${statement} end;`);
  expect(await result(text(`assert "small" x < 2;`))).toContain("; assertions: small after 2");
  expect(await result(text(`if x = 2 then error "too far"; end;`))).toContain("; assertions: too far after 2");
}); // prettier-ignore

test("steps that change nothing are no way out of a deadlock", async () => {
  const text = whole("var x: 0..2;", "x := 0;", "rule begin if x < 2 then x := x + 1; end; end;");
  // The search ends there, so the last step need not be counted.
  expect(await result(text)).toContain("deadlock: no transition changes anything in the last state after 2");
  expect(shown(text)).toContain("deadlock: no transition changes anything");
});

test("constants are given from outside", async () => {
  const text = whole("const N: 3; M: N + 1; var x: 0..M;", "x := 0;", "rule begin x := (x + 1) % M; end;");
  expect(await result(text)).toBe("4 states, 4 rules");
  expect(await result(text, {}, { N: "6" })).toBe("7 states, 7 rules");
});

test("a cover that is never met is violated", async () => {
  const text = whole("var x: 0..1;", "x := 0;", `rule begin x := 1 - x; end; cover "one" x = 1; cover "two" x = 2;`);
  expect(await result(text)).toBe("2 states, 2 rules; two: no reachable state meets the condition");
});

test("states outside the assumptions are not counted, and lead nowhere", async () => {
  const text = whole("var x: 0..9;", "x := 0;", `rule begin x := (x + 1) % 10; end; assume x < 4; invariant x < 4;`);
  expect(await result(text)).toBe("4 states, 4 rules");
  const inRule = whole("var x: 0..9;", "x := 0;", `rule begin assume x < 4; x := x + 1; end; rule begin x := 0; end;`);
  expect(await result(inRule)).toBe("5 states, 9 rules");
});

test("liveness is always eventually; with global fairness it is what Rumur checks", async () => {
  const text = whole(
    "var x: 0..2;",
    "x := 0;",
    `rule begin x := 1; end; rule begin x := 2; end; liveness "two" x = 2;`,
  );
  expect(await result(text)).toContain("two");
  expect(await result(text, { fairness: "global" })).toBe("3 states, 6 rules");
});

test("liveness beside an assumption stays undecided", async () => {
  const text = whole("var x: 0..2;", "x := 0;", `rule begin x := 1 - x; end; assume x < 2; liveness "two" x = 1;`);
  const { properties } = await check(read(text), { symmetry: "off" });
  expect(properties.find(({ name }) => name === "two")).toMatchObject({ verdict: "undecided" });
});

test("many start states that depend on each other", async () => {
  const text = "var x, y: 0..200; ruleset v: 0..200 do startstate begin x := v; y := v; end; end; rule begin x := 0; y := 0; end;";
  expect(await result(text, { properties: [] })).toBe("201 states, 201 rules");
  const all = "var x, y: 0..20; ruleset v: 0..20; w: 0..20 do startstate begin x := v; y := w; end; end; rule begin x := y; end;";
  expect(read(all).initialCondition).toBeUndefined();
  expect(await result(all, { properties: [] })).toBe("441 states, 441 rules");
}); // prettier-ignore

test("a union has the values of its parts", async () => {
  const text = whole(
    "type P: scalarset(2); Q: scalarset(2); H: enum { home, away }; U: union { P, H }; V: union { Q, H }; var u: U; p: P; n: 0..9; a: array [U] of boolean;",
    "u := home; n := 0; for i: P do p := i; end; for i: U do a[i] := false; end;",
    `ruleset i: U do rule begin u := i; a[i] := true; if ismember(u, P) then p := u; n := 1; else n := 0; end; end; end;
     invariant (n = 1) = ismember(u, P) | u = home;`,
  );
  expect(await result(text)).toMatch(/^\d+ states, \d+ rules$/);
  const narrow = whole("type P: scalarset(2); H: enum { home }; U: union { P, H }; var u: U; p: P;", "u := home;", "rule begin p := u; end;");
  expect(await result(narrow)).toContain("ranges: ");
}); // prettier-ignore

test("a multiset forgets the order, and a choice is one of its elements", async () => {
  const text = whole(
    "type M: record a: 0..1; b: boolean; end; var net: multiset [2] of M; n: 0..2;",
    "n := 0;",
    `ruleset x: 0..1 do rule n < 2 ==> var m: M; begin m.a := x; m.b := true; multisetadd(m, net); n := n + 1; end; end;
     choose c: net do rule "drop" net[c].a = 1 ==> begin multisetremove(c, net); n := n - 1; end; end;
     rule multisetcount(c: net, net[c].a = 0) = 2 ==> begin multisetremovepred(c: net, net[c].a = 0); n := 0; end;
     invariant multisetcount(c: net, net[c].b) = n;`,
  );
  // The multisets of at most two numbers.
  expect(await result(text)).toBe("6 states, 10 rules");
});

const asymmetric = `
type P: scalarset(3);
var s: array [P] of boolean; x: array [0..1] of boolean;
startstate begin for i: P do s[i] := false; end; x[0] := false; x[1] := false; end;
ruleset i: P; j: P do rule "take" i < j & !s[i] ==> begin s[i] := true; end; end;
ruleset i: P do rule "give" s[i] ==> begin s[i] := false; end; end;
ruleset k: 0..1 do rule "flip" begin x[k] := !x[k]; end; end;
invariant "never" forall i: P do i = 2 -> !s[i] end;
`;

test("a scalarset whose order matters is refuted with the place, and what is not declared is found", async () => {
  const model = read(asymmetric);
  const found = findSymmetries(model);
  expect(found.notes).toEqual([
    'declared scalarset "P": refuted, the order of scalarset "P" is used at 5:35',
    expect.stringContaining("found and not declared: (x[0] x[1])"),
  ]);
  expect(found.objections.map(({ message }) => message)).toContain('the order of scalarset "P" is used');
  // Elements 0 and 1 are alike: each takes whatever is before 2.
  expect(found.group.group.order).toBe(4n);
  for (const symmetry of ["off", "on", "declared"]) {
    expect(await check(model, { symmetry })).toMatchObject({ verdict: "holds" });
  }
  const { unreducedStates } = await check(model, { symmetry: "declared" });
  expect(unreducedStates).toBe(BigInt((await check(model, { symmetry: "off" })).states));
});

test.each([
  ["!s[i] & i + 1 = 2", "arithmetic is done with elements of"],
  ["!s[i] & i = 1", "is compared with a number"],
  ["!s[1]", "a number is used as an element of"],
])("a scalarset in `%s` is refuted", (guard, what) => {
  const text = asymmetric.replace("i < j & !s[i]", guard);
  expect(findSymmetries(read(text), { method: "declared" }).notes[0]).toContain(what);
});

test("a trace has the words of the text", () => {
  const text = whole(
    "type P: scalarset(2); var owner: P; n: 0..2;",
    "n := 0;",
    `ruleset i: P; k: 1..2 do rule "take it" isundefined(owner) ==> begin owner := i; n := k; end; end; invariant "none" n = 0;`,
  );
  const output = shown(text);
  for (const words of ["owner = Undefined", "take it(i = P_0, k = 1)", "owner: Undefined -> P_0", "n: 0 -> 1"]) {
    expect(output).toContain(words);
  }
});

test("symmetries of ranges that nobody declared are found", () => {
  const text = readFileSync("examples/murphi/german.m", "utf8");
  const ranges = text
    .replace("Client: scalarset(N);", "Client: 1..N;")
    .replace("Value: scalarset(D);", "Value: 0..D-1;");
  expect(findSymmetries(read(ranges)).group.group.order).toBe(12n);
  expect(findSymmetries(read(text), { method: "declared" }).group.group.order).toBe(12n);
});

test("a loop that is followed no further leaves the verdict open", async () => {
  const loop = "x := 0; while x < 2000 do x := x + 1; end;";
  for (const text of [
    `var x: 0..5000; startstate begin x := 0; end; rule begin ${loop} end;`,
    `var x: 0..5000; startstate begin ${loop} end; rule begin x := 1 - x % 2; end;`,
  ]) {
    expect(await check(read(text), { properties: ["ranges"] })).toMatchObject({ verdict: "undecided" });
    expect(await check(read(text, { NOETHER_LOOP: "2000" }), { properties: ["ranges"] })).toMatchObject({
      verdict: "holds",
    });
  }
});

test("an index that is out of range is an error where only `isundefined` looks", async () => {
  const text = whole(
    "var t: array [0..2] of 0..1; k: 0..3; b: boolean;",
    "for i := 0 to 2 do t[i] := 0; end; k := 0; b := false;",
    "rule begin b := isundefined(t[k]); k := (k + 1) % 4; end;",
  );
  expect(await result(text)).toContain("ranges: index 3 is outside 0..2 after 4");
});

test("functions return records and arrays", async () => {
  const text = whole(
    `type M: record n: 0..3; b: boolean; end; T: array [0..1] of 0..3; var m: M; t: T;
     function made(n: 0..3): M; var r: M; begin r.n := n; if n > 1 then r.b := true; return r; end; r.b := false; return r; end;
     function turned(x: T): T; var r: T; begin for i := 0 to 1 do r[i] := x[1 - i]; end; return r; end;`,
    "m := made(0); t[0] := 0; t[1] := 3;",
    "rule begin t := turned(turned(turned(t))); m := made((m.n + 1) % 4); if made(2) = m then assert m.b; end; end;",
  );
  expect(await result(text)).toBe("4 states, 4 rules");
});

test("a shift may be by a variable, and to the other side", async () => {
  const text = whole(
    "var x: 0..40; y: -2..3;",
    "x := 5; y := -2;",
    `rule y < 3 ==> begin y := y + 1; end;
     invariant y = -2 -> x << y = 1; invariant y = 3 -> x << y = 40; invariant y = -2 -> -x >> y = -20;
     invariant y = 1 -> -x >> y = -3; invariant y = 2 -> x >> y = 1;`,
  );
  expect(await result(text)).toBe(
    "6 states, 5 rules; deadlock: no transition changes anything in the last state after 5",
  );
});

test("a cover inside a rule or a procedure is reachable if it was met", async () => {
  const text = whole(
    'var x: 0..3; procedure note(n: 0..3); begin if n > 1 then cover n = 3 "three"; end; end;',
    "x := 0;",
    'rule begin x := (x + 1) % 4; note(x); cover x = 2 "two"; cover x = 5 "five"; end;',
  );
  expect(await result(text)).toContain("; five: no reachable state meets the condition");
  expect(await result(text, { properties: ["deadlock"] })).toBe("4 states, 4 rules");
  const { properties } = await check(read(text));
  expect(properties.map(({ name, trace }) => [name, trace?.steps.length])).toEqual(
    expect.arrayContaining([["two", 2], ["three", 3]]), // prettier-ignore
  );
});

test("CMurphi's spellings are read: several quantifiers, a colon for `do`, and undefined as a value", async () => {
  const text = `
type P: scalarset(2);
var a: array [P] of array [P] of 0..1; x: P;
startstate begin for i: P; j: P do a[i][j] := 0; end; x := undefined; end;
ruleset i: P; j: P : rule a[i][j] = 0 ==> begin a[i][j] := 1; x := i; x := Undefined; end; end;
rule forall i: P; j: P do a[i][j] = 1 end ==> begin for i: P; j: P: a[i][j] := 0; end; end;
invariant isundefined(x);`;
  expect(await result(text)).toBe("16 states, 33 rules");
});

test("the check says which scalarset is not taken for a symmetry, and where", () => {
  const text = `type P: scalarset(3); var x: array [P] of 0..2;
startstate begin for p: P do x[p] := 0; end; end;
ruleset p: P; q: P do rule p < q & x[p] < 2 ==> begin x[p] := x[p] + 1; end; end;
rule begin for p: P do x[p] := 0; end; end;`;
  expect(shown(text)).toContain(
    'scalarset "P" is not taken for a symmetry: the order of scalarset "P" is used at 3:28\n',
  );
});

test("a record that is given by value keeps its contents while the original is changed", async () => {
  const text = whole(
    `type M: record n: 0..3; end; T: array [0..1] of 0..3; var m: M; t: T;
     procedure set(n: 0..3); begin m.n := n; end;
     procedure f(a: M; x: T; var y: M); begin set(3); t[0] := 3; m.n := a.n; t[0] := x[0]; y.n := a.n; end;`,
    "m.n := 1; t[0] := 1; t[1] := 2;",
    "rule begin f(m, t, m); end; invariant m.n = 1 & t[0] = 1;",
  );
  expect(await result(text, { properties: ["invariant"] })).toBe("1 states, 1 rules");
});

test("a function that changes the state is called only where its result is needed", async () => {
  const text = (statement: string): string =>
    whole(
      "var x: 0..3; b: boolean; function f(): boolean; begin x := (x + 1) % 4; return x > 1; end;",
      "x := 0; b := false;",
      `rule begin ${statement} end;`,
    );
  // Rumur counts the same.
  expect(await result(text("b := b & f();"), { properties: [] })).toBe("1 states, 1 rules");
  expect(await result(text("b := b | f();"), { properties: [] })).toBe("3 states, 3 rules");
  expect(await result(text("b := b -> f();"), { properties: [] })).toBe("6 states, 6 rules");
  expect(await result(text("while f() do b := !b; end;"), { properties: [] })).toBe("2 states, 2 rules");
  expect(await result(text("while f() do if x = 3 then return; end; end; b := true;"), { properties: [] })).toBe(
    "4 states, 4 rules",
  );
});

test("a mask ends the bits of a negative number", async () => {
  const text = whole(
    "var x: 0..15; y: -9..9;",
    "x := 0; y := -9;",
    "rule y < 9 ==> begin y := y + 1; x := y & 15; assert x = ((y % 16) + 16) % 16; x := ~y & 5; assert x = 5 - (y & 5); end;",
  );
  expect(await result(text, { properties: ["assertions", "ranges"] })).toBe("19 states, 18 rules");
});

test("the result of a function is checked against its type", async () => {
  const text = whole(
    "var x: 0..9; function f(): 0..3; begin return x; end;",
    "x := 0;",
    "rule begin x := f() + 1; end;",
  );
  expect(await result(text, { properties: ["ranges"] })).toContain(
    "ranges: write of out-of-range value into the result",
  );
});

test("an undefined variable is given to a routine, and is an error where that reads it", async () => {
  const text = (body: string): string =>
    whole(
      `var x: 0..3; y: boolean; procedure f(p: 0..3); begin ${body} end;
       function g(p: 0..3): boolean; begin return isundefined(p); end;
       function h(n: 0..3): 0..3; var t: 0..3; begin if isundefined(t) then t := n; else t := 3; end; return t; end;`,
      "y := false;",
      "rule begin f(x); end; rule g(x) ==> begin x := 1; end; rule h(1) + h(0) = 1 ==> begin y := false; end;",
    );
  expect(await result(text("y := isundefined(p);"), { properties: [] })).toBe("4 states, 10 rules");
  expect(await result(text("y := p = 1;"))).toContain("ranges: read of undefined value in p after 1");
});

test("an assumption that cannot be evaluated in one of several start states is a violation", async () => {
  const text = `var x, y: 0..1; startstate begin x := 0; y := 0; end; startstate begin y := 1; end;
    rule begin y := y; end; assume x = 0;`;
  expect(await result(text)).toContain("ranges: read of undefined value in x");
  expect(
    await result(text.replace("end; startstate", "end; startstate begin x := 1; y := 0; end; startstate")),
  ).toContain("ranges: read of undefined value in x");
});
