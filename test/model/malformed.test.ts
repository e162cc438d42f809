/** Each error is reported once, in the right place, under the right slug. */

import { describe, expect, test } from "vitest";
import { parseModel } from "../../src/model/text/parse.ts";
import { locate } from "../../src/syntax/source.ts";

/** Each `^` in a text stands before the place that a diagnostic must point at, in order. */
type Case = readonly [title: string, slugs: string | readonly string[], text: string];

/** Declarations that most texts build on. */
const prelude = `
type Agent = 0..2
type State = enum { idle, busy }
var x: 0..7 = 0
var y: bool = true
var a: array [Agent] of 0..7 = 0
var q: queue [2] of (Agent, bool)
var r: record { src: Agent, body: bool } = { src: 0, body: true }
var s: State = idle
`;

function expectDiagnostics(
  text: string,
  slugs: string | readonly string[],
  defines: Record<string, string> = {},
): void {
  const parts = text.split("^");
  const source = { name: "model.seq", text: parts.join("") };
  let offset = 0;
  const places = parts.slice(0, -1).map((part) => locate({ source, start: (offset += part.length), end: offset }));
  const expected = [slugs].flat().map((slug, i) => `${places[i]} seq/${slug}`);
  const { model, diagnostics } = parseModel(source, { defines });
  expect(diagnostics.map(({ code, span }) => `${locate(span)} ${code}`)).toEqual(expected);
  expect(model).toBeUndefined();
}

const characters: Case[] = [
  ["a binary file", "not-text", "^\u0000\u0001\u0002ELF\u0000"],
  ["a binary file whose bytes are no text", "not-text", "^\ufffdPNG\r\n\u001a\n"],
  ["a character that means nothing", "unexpected-character", "var x: bool = ^@ true"],
  ["a single ampersand", "unexpected-character", "var x: bool = true ^& false"],
  ["an arrow with a double line", "unexpected-character", "var x: bool = true ^=> false"],
  ["a name with letters beyond a to z", "unexpected-character", "var ^größe: bool = *"],
  ["a comment without end", "unclosed-comment", "var x: bool = * ^/* and so on"],
  ["a quoted name without end", "unclosed-name", "var ^`x: bool = *\nvar y: bool = *"],
  ["a quoted name without letters", "empty-name", "var ^``: bool = *"],
  ["a text without end", "unclosed-string", `${prelude}transition t { assert y, ^"so; }`],
  ["an unknown escape", "unknown-escape", `${prelude}transition t { assert y, "a^\\q"; }`],
  ["a number with letters", "malformed-number", "var x: 0..^0x10 = 0"],
  ["a number beyond 53 bits", "literal-too-large", "var x: 0..7 = ^99999999999999999999"],
];

const grammar: Case[] = [
  ["something that is no declaration", "expected-declaration", "^hello"],
  ["a brace too many", "expected-declaration", "var x: bool = * ^}\nvar y: bool = *"],
  ["a variable without colon", "unexpected-token", "var x ^0..7 = 1"],
  ["a variable without type", "expected-type", "var x: ^= 1"],
  ["a variable initialized by assignment", "assignment-sign", "var x: bool ^:= true"],
  ["a reserved word as a name", "reserved-word", "var ^when: bool = *"],
  ["an enumeration in a variable", "unnamed-enumeration", "var x: ^enum { a, b } = a"],
  ["a range without upper bound", "expected-expression", "var x: 0..^= 1"],
  ["a type that is a number", "unexpected-token", "type T = 3 ^var x: bool = *"],
  ["a record without fields", "unexpected-token", "var x: record { ^} = *"],
  ["an equation with one sign", "unexpected-token", `${prelude}transition t when x ^= 3 { }`],
  ["an assignment with the wrong sign", "assignment-sign", `${prelude}transition t { x ^= 3; }`],
  ["a statement without semicolon", "missing-semicolon", `${prelude}transition t { x := ^3\n y := true; }`],
  ["a word of another language", "unexpected-token", `${prelude}transition t when y ^and y { }`],
  ["something that is no statement", "expected-statement", `${prelude}transition t { ^3 := x; }`],
  ["a missing operand", "expected-expression", `${prelude}transition t { x := 1 + ^; }`],
  ["a missing condition", "expected-expression", `${prelude}transition t { if ^{ x := 1; } }`],
  ["two comparisons in a row", "chained-comparison", `${prelude}transition t when 0 < x ^< 3 { }`],
  ["two equations in a row", "chained-comparison", `${prelude}transition t when y == y ^!= y { }`],
  ["a parenthesis that stays open", "unclosed-parenthesis", `${prelude}transition t when (x > 1 ^{ x := 1; }`],
  ["a bracket that stays open", "unclosed-bracket", `${prelude}transition t { x := a[1^; }`],
  ["a brace that stays open", "unclosed-brace", `${prelude}transition t { x := 1;\n^transition u { }`],
  ["a loop without bound", "unexpected-token", `${prelude}transition t { while x > 0 ^{ x := 0; } }`],
  ["a local without value", "unexpected-token", `${prelude}transition t { var z: 0..3^; }`],
  ["an unknown kind of property", "expected-property", `${prelude}property p: ^always y`],
  ["half of deadlock-free", "unexpected-token", `${prelude}property p: deadlock ^property p2: invariant y`],
  ["always outside LTL", "temporal-operator", `${prelude}property p: invariant ^[] y`],
  ["eventually outside LTL", "temporal-operator", `${prelude}property p: invariant ^<> y`],
];

const names: Case[] = [
  ["an unknown name", "unknown-name", `${prelude}transition t { x := ^z; }`],
  ["an unknown type", "unknown-type", "var x: ^Agnt = 0\ntype Agent = 0..2"],
  ["a type of another language", "unknown-type", "var x: ^int = 0"],
  ["a type as a value", "wrong-kind", `${prelude}transition t { x := ^Agent; }`],
  ["a variable as a type", "wrong-kind", `${prelude}var z: ^x = 0`],
  ["two variables of one name", "duplicate-name", `${prelude}var ^x: bool = *`],
  ["a variable named like a member", "duplicate-name", `${prelude}var ^idle: bool = *`],
  ["two transitions of one name", "duplicate-name", `${prelude}transition t { } transition ^t { }`],
  ["two properties of one name", "duplicate-name", `${prelude}property p: invariant y property ^p: reachable y`],
  ["a parameter that hides a variable", "hides-name", `${prelude}transition t(^x: Agent) { y := x == 1; }`],
  ["a quantified name inside another", "hides-name", `${prelude}predicate p = forall i: Agent, ^i: Agent . a[i] == i`],
  ["an index that hides a variable", "hides-name", "var x: bool = *\nvar b: array [3] of 0..2 = [^x: x]"],
  ["a local before its declaration", "unknown-name", `${prelude}transition t { ^z := 1; var z: 0..3 = 1; }`],
  ["a local after its block", "unknown-name", `${prelude}transition t { if y { var z: 0..3 = 1; } ^z := 1; }`],
  ["a local in its own value", "unknown-name", `${prelude}transition t { var z: 0..3 = ^z; }`],
  ["constants that need each other", "cycle", "const ^A = B\nconst B = A\nvar x: 0..A = B"],
  [
    "a constant that needs two that need each other",
    "cycle",
    "const A = B + C\nconst ^B = C\nconst C = B\nvar x: 0..A = B",
  ],
  [
    "two cycles with a constant in common",
    ["cycle", "cycle"],
    "const ^A = B\nconst ^B = A + C\nconst C = B\nvar x: 0..A = C",
  ],
  ["a type inside itself", "cycle", "type ^T = array [2] of T\nvar x: T = *"],
  ["predicates that need each other", "cycle", `${prelude}predicate ^p = q1 predicate q1 = !p`],
];

const types: Case[] = [
  ["an empty range", "empty-range", "var x: ^7..0 = 0"],
  ["a bound beyond 32 bits", "bound-too-large", "var x: 0..^3000000000 = 0"],
  ["a bound that is no integer", "type-mismatch", "var x: 0..^true = 0"],
  ["a bound that is no constant", "not-constant", "var x: bool = *\nvar y: 0..^x = 0"],
  ["a parameter as a bound", "not-constant", `${prelude}transition t(u: Agent) { for v: 0..^u { } }`],
  ["an array without elements", "bad-length", "var x: array [^0] of bool = *"],
  ["an array of negative length", "bad-length", "const N = -1\nvar x: array [^N] of bool = *"],
  ["a queue without capacity", "bad-capacity", "var x: queue [^0] of bool"],
  ["a queue in a queue", "nested-queue", "var x: queue [2] of ^array [2] of queue [2] of bool"],
  ["two fields of one name", "duplicate-field", "var x: record { a: bool, ^a: bool } = *"],
  ["a type beyond all memory", "too-large", "var x: ^array [1000, 1000, 1000] of bool = *"],
  [
    "a model beyond all memory",
    "too-large",
    "type Big = array [600000] of bool\nvar x: Big = *\nvar ^y: Big = *\nvar z: bool = *",
  ],
  ["a loop over records", "not-a-domain", `${prelude}type P = (Agent, Agent) predicate p = forall i: ^P . y`],
  ["a composite local", "composite-local", `${prelude}transition t { var v: ^array [2] of bool = [true, true]; }`],
  ["a composite constant", "not-a-domain", "const c: ^array [2] of bool = [true, true]\nvar x: bool = *"],
];

const expressions: Case[] = [
  ["a number as a condition", "type-mismatch", `${prelude}property p: invariant ^x`],
  ["a sum of truth values", ["type-mismatch", "type-mismatch"], `${prelude}property p: invariant ^y + ^y > 1`],
  ["an equation between types", "type-mismatch", `${prelude}property p: invariant y == ^x`],
  ["members in an order", ["type-mismatch", "type-mismatch"], `${prelude}property p: invariant ^s < ^busy`],
  ["branches of two types", "type-mismatch", `${prelude}property p: invariant (y ? x : ^y) == 1`],
  ["an index of the wrong type", "type-mismatch", `${prelude}property p: invariant a[^y] == 1`],
  ["an index into a number", "type-mismatch", `${prelude}property p: invariant ^x[1] == 1`],
  ["a field of a number", "type-mismatch", `${prelude}property p: invariant ^x.f == 1`],
  ["an unknown field", "unknown-field", `${prelude}property p: invariant r.^dst == 1`],
  ["the length of a number", "type-mismatch", `${prelude}property p: invariant len(^x) == 1`],
  ["a part of a choice", "not-a-place", `${prelude}property p: invariant ^(y ? a : a)[0] == 1`],
  ["lists without a type", "untyped-value", `${prelude}property p: invariant ^[1, 2] == [1, 2]`],
  ["any value in a condition", "any-value", `${prelude}property p: invariant x == ^*`],
  ["a value that may leave 53 bits", "may-overflow", `${prelude}var c: 0..2147483647 = 0 predicate p = ^c * c > c`],
  [
    "a sum that may leave 53 bits",
    "may-overflow",
    "var c: 0..2147483647 = 0 predicate p = ^(sum i: 0..2147483647 . c) > 0",
  ],
  ["a division by zero in a constant", "division-by-zero", "const A = 1 / ^(2 - 2)\nvar x: bool = *"],
  ["a constant that takes for ever", "constant-too-costly", "const A = sum i: 0..2000000000 . ^1\nvar x: bool = *"],
  ["a temporal operator below a comparison", "temporal-operator", `${prelude}property p: ltl a[^[] y] == 1`],
  ["an automaton without states", "unexpected-token", `${prelude}property p: never { ^}`],
  ["an edge to nowhere", "unknown-state", `${prelude}property p: never { state s { when y goto ^t } }`],
  ["an edge without a state", "unexpected-token", `${prelude}property p: never { state s { when y ^} }`],
  ["two states of one name", "duplicate-name", `${prelude}property p: never { state s { } accepting state ^s { } }`],
  [
    "a number as the condition of an edge",
    "type-mismatch",
    `${prelude}property p: never { state s { when ^x goto s } }`,
  ],
  ["a number in a formula", "type-mismatch", `${prelude}property p: ltl [] (^x U y)`],
];

const values: Case[] = [
  ["a variable without initial value", "missing-initial", "var ^x: record { q: queue [1] of bool, b: bool }"],
  ["an initial value outside the type", "outside-domain", "var x: 0..7 = ^9"],
  ["a computed initial value outside the type", "outside-domain", "var x: array [3] of 0..2 = [i: ^i + 1]"],
  ["an initial value of the wrong type", "type-mismatch", "var x: bool = ^1"],
  ["an initial value that reads a variable", "not-constant", "var x: bool = *\nvar y: bool = ^x"],
  ["too few elements", "wrong-item-count", "var x: array [3] of bool = ^[true, false]"],
  ["too many elements in a queue", "wrong-item-count", "var x: queue [1] of bool = ^[true, false]"],
  ["a tuple for a record", "type-mismatch", `${prelude}transition t { r := ^(1, true); }`],
  ["a missing field", "missing-field", `${prelude}transition t { r := ^{ src: 1 }; }`],
  ["a field given twice", "duplicate-field", `${prelude}transition t { r := { src: 1, body: y, ^src: 1 }; }`],
  ["a list for a queue", "queue-value", `${prelude}transition t { q := ^[]; }`],
  ["a constant outside its type", "outside-domain", "const c: 0..3 = ^4\nvar x: bool = *"],
];

const statements: Case[] = [
  ["a truth value for an integer", "type-mismatch", `${prelude}transition t { x := ^y; }`],
  ["an assignment to a parameter", "read-only", `${prelude}transition t(u: Agent) { ^u := 1; }`],
  ["an assignment to a loop's name", "read-only", `${prelude}transition t { for i: Agent { ^i := 1; } }`],
  ["an assignment to a constant", "read-only", `${prelude}const C = 1 transition t { ^C := 1; }`],
  ["an assignment to a member", "read-only", `${prelude}transition t { ^idle := busy; }`],
  ["a push of the wrong type", "type-mismatch", `${prelude}transition t { push(q, ^1); }`],
  ["a push of too many values", "wrong-item-count", `${prelude}transition t { push(q, ^1, true, 2); }`],
  ["a push to a number", "type-mismatch", `${prelude}transition t { push(^x, 1); }`],
  ["a push to an expression", "not-a-place", `${prelude}transition t { push(^x + 1, 1); }`],
  ["a pop into the wrong type", "type-mismatch", `${prelude}transition t { pop(q, x, ^x); }`],
  ["a pop into too many places", "type-mismatch", `${prelude}transition t { pop(^q, x, y, x); }`],
  ["a bound that is no constant", "not-constant", `${prelude}transition t { while y bound ^x { } }`],
  ["a negative bound", "bad-bound", `${prelude}transition t { while y bound ^-1 { } }`],
  ["an owner that reads a variable", "owner-reads-state", `${prelude}transition t by process[^x] { }`],
  ["an owner with a composite index", "type-mismatch", `${prelude}transition t(u: (Agent, Agent)) by process[^u] { }`],
  ["no variable", "no-variables", "^const N = 3"],
];

describe.each([
  ["characters", characters],
  ["grammar", grammar],
  ["names", names],
  ["types", types],
  ["expressions", expressions],
  ["values", values],
  ["statements", statements],
])("in a text with wrong %s", (_, cases) => {
  test.each(cases)("%s is reported", (_, slugs, text) => expectDiagnostics(text, slugs));
});

test("several errors of grammar are reported at once, each without consequences", () => {
  expectDiagnostics(
    `${prelude}
    transition t1 when x > ^{ x := 1; }
    transition t2 { if x ^= 1 { x := 2; } else { x := 3; } x := ^; y := true; }
    const ^= 3
    var z: 0..^;
    transition t3 { x := 1; y := (true^; x := 2; }
    property p ^invariant y`,
    [
      "expected-expression",
      "unexpected-token",
      "expected-expression",
      "unexpected-token",
      "expected-expression",
      "unclosed-parenthesis",
      "unexpected-token",
    ],
  );
});

test("several errors of meaning are reported at once, in the order of the text", () => {
  expectDiagnostics(
    `${prelude}
    property p: invariant ^unknown1 == 1
    predicate p2 = ^x
    transition t when ^y > 1 { x := ^true; a[^y] := 1; }
    const B = 1 / ^0`,
    ["unknown-name", "type-mismatch", "type-mismatch", "type-mismatch", "type-mismatch", "division-by-zero"],
  );
});

test("what depends on something wrong is not reported again", () => {
  expectDiagnostics(
    `const N = ^M
    type T = 0..N
    var x: array [N] of T = N
    predicate p = forall i: T . x[i] == N
    transition t(i: T) when p { x[i] := x[N] + 1; }`,
    "unknown-name",
  );
});

test("no more than twenty errors are reported", () => {
  expect(parseModel({ name: "model.seq", text: "var x: bool = @\n".repeat(1000) }).diagnostics).toHaveLength(20);
  expect(parseModel({ name: "model.seq", text: "var x: T = 0\n".repeat(1000) }).diagnostics).toHaveLength(20);
});

test.each([
  ["tokn", "token"],
  ["Token", "token"],
  ["tokne", "token"],
  ["leaders", "leader"],
  ["f", undefined],
  ["something", undefined],
])("for %s, the suggestion is %s", (written, suggestion) => {
  const text = `var token: bool = *\nvar leader: bool = *\nvar n: bool = *\npredicate p = ${written}`;
  const [diagnostic] = parseModel({ name: "model.seq", text }).diagnostics;
  expect(diagnostic?.code).toBe("seq/unknown-name");
  const hint = suggestion === undefined ? "" : `; did you mean \`${suggestion}\`?`;
  expect(diagnostic?.message).toBe(`expected a name that is declared, found \`${written}\`${hint}`);
});

describe("a value given with -D", () => {
  const text =
    "const N = 3\nconst B = true\ntype E = enum { e1, `e 2` }\nconst C = e1\nconst R: 0..3 = 1\nvar x: 0..N = *";
  const values = (defines: Record<string, string>): number[] | undefined =>
    parseModel({ name: "model.seq", text }, { defines }).model?.constants.map((constant) => constant.value);

  test("replaces the value of a constant, and what is computed from it", () => {
    expect(values({})).toEqual([3, 1, 0, 1]);
    expect(values({ N: "5", B: "false", C: "e 2", R: "3" })).toEqual([5, 0, 1, 3]);
    const { model } = parseModel({ name: "model.seq", text }, { defines: { N: " 12 " } });
    expect(model?.variables[0]?.type).toEqual({ kind: "range", low: 0, high: 12 });
  });

  test.each([
    ["an unknown constant", "M", "3", "1:4 seq/unknown-constant"],
    ["a variable", "x", "3", "1:4 seq/unknown-constant"],
    ["a malformed number", "N", "3.5", "1:6 seq/malformed-define"],
    ["no value", "N", "", "1:6 seq/malformed-define"],
    ["a value of another type", "B", "1", "1:6 seq/malformed-define"],
    ["an unknown member", "C", "e3", "1:6 seq/malformed-define"],
    ["a value outside the constant's range", "R", "4", "1:6 seq/malformed-define"],
    ["a number beyond 53 bits", "N", "99999999999999999999", "1:6 seq/malformed-define"],
    ["a number that makes a range empty", "N", "-1", "6:8 seq/empty-range"],
  ])("is refused if it is %s", (_, name, value, expected) => {
    const [diagnostic, ...others] = parseModel({ name: "model.seq", text }, { defines: { [name]: value } }).diagnostics;
    expect(others).toEqual([]);
    const { source } = diagnostic!.span;
    expect(source.name).toBe(expected.startsWith("6") ? "model.seq" : `-D ${name}=${value}`);
    expect(`${locate(diagnostic!.span).slice(source.name.length + 1)} ${diagnostic!.code}`).toBe(expected);
  });
});
