/** Each error is reported once, in the right place, under the right slug. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "../../../src/index.ts";
import { locate } from "../../../src/syntax/source.ts";

/** Each `^` in a text stands before the place that a diagnostic must point at, in order. */
type Case = readonly [title: string, slugs: string | readonly string[], text: string];

const prelude = `
#define N 3;
var x:{0..7} = 0;
var b = true;
var a[N] = [1, 2, 3];
channel c 1;
channel s 0;
channel d[N] 2;
`;

function expectDiagnostics(
  text: string,
  slugs: string | readonly string[],
  defines: Record<string, string> = {},
): void {
  const parts = text.split("^");
  const source = { name: "model.csp", text: parts.join("") };
  let offset = 0;
  const places = parts.slice(0, -1).map((part) => locate({ source, start: (offset += part.length), end: offset }));
  const expected = [slugs].flat().map((slug, i) => `${places[i]} csp/${slug}`);
  const { model, diagnostics } = parse(source.text, { name: source.name, defines });
  expect(diagnostics.map(({ code, span }) => `${locate(span)} ${code}`)).toEqual(expected);
  expect(model).toBeUndefined();
}

const characters: Case[] = [
  ["a binary file", "not-text", "^\u0000\u0001ELF"],
  ["a character that means nothing", "unexpected-character", "P = a -> ^§ Skip;"],
  ["a single ampersand", "unexpected-character", `${prelude}P = [b ^& b] a -> Skip;`],
  ["a comment without end", "unclosed-comment", "P = Skip; ^/* and so on"],
  ["a text without end", "unclosed-string", 'P = Skip;\n#assert P |= []^"a;\n'],
  ["a number with letters", "malformed-number", "#define N ^3x;"],
  ["a number beyond 32 bits", "literal-too-large", "#define N ^99999999999;"],
];

const grammar: Case[] = [
  ["something that is no declaration", "expected-declaration", "^-> Skip;"],
  ["a call in the place of a declaration", "expected-declaration", "^P();"],
  ["an unknown directive", "unknown-directive", "#^pragma x;"],
  ["a definition without a process", "expected-process", "P = ^;"],
  ["an event that leads nowhere", "expected-process", "P = a -> ^;"],
  ["an event without an arrow", "unexpected-token", "P = a.1 ^;"],
  ["a missing semicolon", "unexpected-token", "P = Skip^"],
  ["a missing semicolon between definitions", "unexpected-token", "P = a -> Skip^\nQ = Skip;"],
  ["a parenthesis that stays open", "unclosed-parenthesis", "P = (a -> Skip^;\nQ = Skip;"],
  ["a bracket that stays open", "unclosed-bracket", `${prelude}P = [x > 1 ^a -> Skip;`],
  ["a brace that stays open", "unclosed-brace", `${prelude}P = atomic{a -> Skip^;`],
  ["a data operation that stays open", "missing-semicolon", `${prelude}P = a{x = 1 ^-> Skip;`],
  ["a reserved word as a name", "reserved-word", "P(^case) = Skip;"],
  ["something that is no statement", "expected-statement", `${prelude}P = a{^3;} -> Skip;`],
  ["a statement that does nothing", "unexpected-token", `${prelude}P = a{x^;} -> Skip;`],
  ["a missing operand", "expected-expression", `${prelude}P = [x + ^] a -> Skip;`],
  ["an index without values", "unexpected-token", "P = ||| i ^@ Skip;"],
  ["an index without a process", "expected-process", "P = ||| i:{0..1} @ ^;"],
  ["an operator without its second process", "expected-process", "P = a -> Skip [] ^;"],
  ["a channel that does nothing", "unexpected-token", `${prelude}P = d[1] ^-> Skip;`],
  ["an assertion that claims nothing", "unexpected-token", "P = Skip;\n#assert P ^;"],
  ["a formula that ends too early", "expected-formula", `${prelude}P = Skip;\n#assert P |= [] ^;`],
  ["a case without a colon", "unexpected-token", `${prelude}P = case { x == 1 ^Skip };`],
  ["parentheses without end", "nested-too-deeply", `P = ${"(".repeat(150)}^(${"(".repeat(200)}`],
  ["two errors in two declarations", ["expected-process", "expected-expression"], "P = ^;\nvar x = ^;\nQ = Skip;"],
];

const unsupported: Case[] = [
  ["a C# function", "unsupported-call", `${prelude}P = [call(^Sqrt, x) > 0] a -> Skip;`],
  ["a C# function as a statement", "unsupported-call", `${prelude}P = a{call(^f, x);} -> Skip;`],
  ["a question as a statement", "unsupported-call", `${prelude}P = a{^call(cfull, c);} -> Skip;`],
  ["a value as a statement", "unsupported-call", `${prelude}#define f(i) i + 1;\nP = a{call(^f, x);} -> Skip;`],
  ["a block as a value", "unsupported-call", `${prelude}#define f(i) {x = i;};\nP = [call(^f, 1) > 0] a -> Skip;`],
  ["a C# object", "unsupported", "var<^HashTable> x;"],
  ["a library", "unsupported", '#import ^"PAT.Lib.Example";'],
  ["a library without quotes", "unexpected-token", "#import ^Example;"],
  ["another file", "unsupported", '#^include "other.csp";'],
  ["a collection made of another type", "type-mismatch", "var<Set> s = new ^Queue();"],
  ["a method that a collection has not", "unknown-method", "var<Set> s;\nP = a{s.^Push(1);} -> Skip;"],
  ["a method that changes, as a value", "unknown-method", "var<Set> s;\nP = [s.^Add(1) == 1] a -> Skip;"],
  ["a method that changes nothing, as a statement", "unknown-method", "var<List> s;\nP = a{s.^Count();} -> Skip;"],
  ["a method with too many arguments", "wrong-arity", "var<Stack> s;\nP = a{^s.Push(1, 2);} -> Skip;"],
  ["a method of a number", "not-a-collection", `${prelude}P = a{^x.Push(1);} -> Skip;`],
  ["a method of nothing", "undefined-variable", "P = a{^s.Push(1);} -> Skip;"],
  [
    "arrays of different sizes as messages",
    "wrong-length",
    "channel c 1;\nvar a[2];\nvar b[3];\nP = c!a -> c!^b -> Skip;",
  ],
  ["a number in the place of an array", "type-mismatch", "channel c 1;\nvar a[2];\nP = c!a -> c!^1 -> Skip;"],
  [
    "two indices of a received array",
    "wrong-dimension",
    "channel c 1;\nvar a[2];\nP = c!a -> c?x -> b.^x[0][1] -> Skip;",
  ],
  ["a function with too few arguments", "wrong-arity", `${prelude}P = [^call(Max, x) > 0] a -> Skip;`],
  ["a power that varies", "not-constant", `${prelude}P = [call(Pow, 2, ^x) > 0] a -> Skip;`],
  ["fairness to an event that varies", "not-constant", `${prelude}P = ^wf(a.x) -> P;`],
  ["refinement of nobody", "undefined-process", "P = Skip;\n#assert P refines ^Q;"],
  ["refinement in an unknown model", "unexpected-token", "P = Skip;\n#assert P refines <^T> P;"],
  ["an extreme that is none", "unexpected-token", `${prelude}P = Skip;\n#assert P reaches x with ^mean(x);`],
  ["an extreme of nothing", "undefined-variable", `${prelude}P = Skip;\n#assert P reaches x with min(^z);`],
  ["the invisible event in LTL", "unsupported", "P = tau -> P;\n#assert P |= []<> ^tau;"],
  ["infinitely many copies", "unsupported", "P = |||{^..} @ Skip;"],
  ["a range of a parameter", "unsupported", "P(i^:{0..2}) = Skip;"],
];

const names: Case[] = [
  ["an undefined process", "undefined-process", "P = a -> ^Q();"],
  ["an undefined process in an assertion", "undefined-process", "P = Skip;\n#assert ^R() deadlockfree;"],
  ["a variable called like a process", "undefined-process", `${prelude}P = a -> ^x;`],
  ["too many arguments", "wrong-arity", "P(i) = a -> ^P(1, 2);\nS = P(1);"],
  ["too few arguments", "wrong-arity", "P(i) = a -> Skip;\nS = ^P();"],
  ["an undefined variable", "undefined-variable", "P = [^y == 1] a -> Skip;"],
  ["an undefined variable in a process that nobody calls", "undefined-variable", "P = a.^y -> P;\nSystem = Skip;"],
  ["an undefined variable in a data operation", "undefined-variable", "P = a{^y = 1;} -> Skip;"],
  ["an undefined array", "undefined-variable", "P = [^y[0] == 1] a -> Skip;"],
  ["an undefined channel", "undefined-channel", "P = ^c!1 -> Skip;"],
  [
    "the first message of several numbers",
    "unsupported-call",
    `${prelude}P = c!1.2 -> [call(cpeek, ^c) == 1] a -> Skip;`,
  ],
  ["a variable to receive into", "input-is-variable", `${prelude}P = c?^x -> Skip;`],
  ["two processes of one name", "duplicate-name", "P = Skip;\n^P = Stop;"],
  ["a process and a variable of one name", "duplicate-name", "var P = 1;\n^P = Stop;"],
  ["two parameters of one name", "duplicate-name", "P(i, ^i) = Skip;\nS = P(1, 2);"],
  ["two members of one name", "duplicate-name", "enum {red, ^red};\nP = Skip;"],
  ["an alphabet of nobody", "undefined-process", "P = Skip;\n#alphabet ^Q {a};"],
  ["two alphabets", "duplicate-name", "P = Skip;\n#alphabet P {a};\n#alphabet ^P {b};"],
  ["a condition that is none", "undefined-condition", `${prelude}P = Skip;\n#assert P reaches ^x;`],
  ["no assertion, and several processes", "no-system", "P = Skip;\n^Q = Skip;"],
  ["nothing at all", "no-system", "^"],
  ["a local called like a variable", "duplicate-name", `${prelude}P = a{var ^x = 1;} -> Skip;`],
];

const values: Case[] = [
  ["a constant defined by itself", "circular-definition", "#define A B + 1;\n#define B ^A;\nP = Skip;"],
  ["a variable without range that may be anything", "non-finite", "var ^x = *;\nP = Skip;"],
  ["an empty range", "empty-range", "var ^x:{3..1} = 2;\nP = Skip;"],
  ["an initial value outside its range", "outside-range", "var x:{0..1} = ^2;\nP = Skip;"],
  ["too few initial values", "wrong-length", "var x[3] = ^[1, 2];\nP = Skip;"],
  ["an array of no elements", "array-size", "var x[^0];\nP = Skip;"],
  ["an initial value that is no constant", "not-constant", `${prelude}var y = ^x;\nP = Skip;`],
  ["a negative capacity", "channel-capacity", "channel c ^-1;\nP = Skip;"],
  ["a number as a guard", "type-mismatch", `${prelude}P = [^x] a -> Skip;`],
  ["a truth value as a number", "type-mismatch", `${prelude}P = a{x = ^b;} -> Skip;`],
  ["an array without index", "wrong-dimension", `${prelude}P = [^a == 1] e -> Skip;`],
  ["an index too many", "wrong-dimension", `${prelude}P = [^a[1][2] == 1] e -> Skip;`],
  ["an index of no array", "wrong-dimension", `${prelude}P = [^x[1] == 1] e -> Skip;`],
  ["a channel without its index", "wrong-dimension", `${prelude}P = ^d!1 -> Skip;`],
  ["a division by zero in a constant", "division-by-zero", `${prelude}P = ||| i:{0..^1 / (N - 3)} @ Skip;`],
  ["an assignment to a constant", "not-assignable", `${prelude}P = e{^N = 1;} -> Skip;`],
  ["an assignment to a parameter", "not-assignable", `${prelude}P(i) = e{^i = 1;} -> Skip;\nS = P(1);`],
  ["indices that are no constants", "not-constant", `${prelude}P = ||| i:{0..^x} @ Skip;`],
  ["an empty set of indices", "empty-set", "P = ||| ^i:{1..0} @ Skip;"],
  ["too many indices", "too-many-instances", "P = ||| ^i:{0..99999} @ Skip;"],
  ["a product that may be too large", "too-large", "var x = 1;\nP = [^x * x * x * x > 0] a -> Skip;"],
  ["a list for a number", "not-an-array", `${prelude}P = a{^x = [1, 2];} -> Skip;`],
  ["a list that is too short", "wrong-length", "var a[3];\nP = go{a = ^[1, 2];} -> Skip;"],
  ["a list that is too long", "wrong-length", "var a[3];\nP = go{a = ^[0(1000000)];} -> Skip;"],
  ["an array of another size", "wrong-length", "var a[3];\nvar b[2];\nP = go{a = ^b;} -> Skip;"],
  ["an array of truth values for numbers", "type-mismatch", "var a[1];\nvar b = [true];\nP = go{a = ^b;} -> Skip;"],
  ["an array for a number", "wrong-dimension", "var a[3];\nvar x = 0;\nP = go{x = ^a;} -> Skip;"],
  ["too few arguments of a definition", "wrong-arity", "#define f(i, j) i * j;\nP = [^call(f, 1) > 0] a -> Skip;"],
  ["a definition by itself", "circular-definition", "#define f(i) ^call(f, i);\nP = [call(f, 1) > 0] a -> Skip;"],
  ["a truth value in a message", "type-mismatch", `${prelude}P = c!^b -> Skip;`],
];

const behavior: Case[] = [
  ["recursion without an event", "unguarded-recursion", "P = ^P [] a -> Skip;"],
  ["mutual recursion without an event", "unguarded-recursion", "P = Q;\nQ = ^P;\n#assert P deadlockfree;"],
  [
    "recursion through parallel composition",
    "unbounded-recursion",
    "P = a -> (^P ||| b -> Skip);\n#assert P deadlockfree;",
  ],
  ["recursion that counts up", "unbounded-recursion", "P(i) = a -> ^P(i + 1);\nS = P(0);"],
  ["recursion before a sequence", "unbounded-recursion", "P = a -> (^P; b -> Skip);\n#assert P deadlockfree;"],
  [
    "a shared event that depends on a variable",
    "open-alphabet",
    `${prelude}P = ^e.x -> P;\nQ = e.1 -> Q;\nS = P || Q;`,
  ],
  ["hidden events that depend on a variable", "not-constant", `${prelude}P = (e.x -> Skip) \\ {^e.x};`],
  [
    "recursion without an event, with a variable",
    "unguarded-recursion",
    "var x:{0..1} = 0;\nP(v) = a -> Skip [] ^P(x);\nS = P(x);",
  ],
  [
    "an assignment to a parameter that is not known yet",
    "not-assignable",
    "var x:{0..1} = 0;\nP(v) = a{^v = 1;} -> Skip;\nS = P(x);",
  ],
];

const formulas: Case[] = [
  ["an unknown event", "unknown-event", "P = a -> P;\n#assert P |= []<> ^b;"],
  ["an unknown event with parts", "unknown-event", "P = a.1 -> P;\n#assert P |= []<> (<> ^b.1);"],
  ["an event without its part", "wrong-arity", "P = a.1 -> P;\n#assert P |= []<> ^a;"],
  ["an event with a part too many", "wrong-arity", "P = a.1 -> P;\n#assert P |= X (true U ^a.1.2);"],
  ["a variable event", "not-constant", `${prelude}P = e.1 -> P;\n#assert P |= []<> ^e.x;`],
  ["an unknown name in an event", "undefined-variable", "P = a.1 -> P;\n#assert P |= []<> a.^M;"],
  ["a variable in the place of a condition", "undefined-condition", `${prelude}P = e -> P;\n#assert P |= []^x;`],
  ["a process in the place of a condition", "undefined-condition", "P = e -> P;\n#assert P |= []^P;"],
  ["a message on no channel", "undefined-channel", "P = a -> P;\n#assert P |= []<> ^a!1;"],
  ["a message on no channel, in quotes", "undefined-channel", 'P = a -> P;\n#assert P |= []<> "^a!1";'],
  ["a field too many", "wrong-arity", `${prelude}P = c!1 -> P;\n#assert P |= []<> ^c!1.2;`],
  ["a message that is no constant", "not-constant", `${prelude}P = c!1 -> P;\n#assert P |= []<> c!^x;`],
  ["an index that is missing", "wrong-dimension", `${prelude}P = d[0]!1 -> P;\n#assert P |= []<> ^d!1;`],
  ["an index too many in a formula", "wrong-dimension", `${prelude}P = c!1 -> P;\n#assert P |= []<> ^c[0]!1;`],
  ["a rendezvous of a channel with room", "wrong-channel-event", `${prelude}P = c!1 -> P;\n#assert P |= []<> ^c.1;`],
  ["half of a rendezvous", "wrong-channel-event", `${prelude}P = s!1 -> P;\n#assert P |= []<> ^s!1;`],
  ["a channel without a message", "unexpected-token", `${prelude}P = d[0]!1 -> P;\n#assert P |= []<> d[0] ^U true;`],
  ["a text that is no event", "unexpected-token", 'P = a -> P;\n#assert P |= []<> "^1";'],
  ["more than an event in quotes", "unexpected-token", 'P = a -> P;\n#assert P |= []<> "a ^a";'],
  ["a condition in a formula", "condition-in-formula", "var x = 0;\nP = a -> P;\n#assert P |= [] (x ^< 3);"],
  ["a condition on an element", "condition-in-formula", "var x[2];\nP = a -> P;\n#assert P |= <> x[0] ^== 1;"],
  [
    "a condition that begins with a number",
    "condition-in-formula",
    "var x = 0;\nP = a -> P;\n#assert P |= <> 1 ^<= x;",
  ],
  ["a formula without end", "expected-formula", "P = a -> P;\n#assert P |= []<> (a U ^);"],
];

describe.each([
  ["characters", characters],
  ["grammar", grammar],
  ["what PAT has and Noether has not", unsupported],
  ["names", names],
  ["values", values],
  ["behavior", behavior],
  ["formulas", formulas],
])("%s", (_, cases) => {
  test.each(cases)("%s: %s", (_title, slugs, text) => expectDiagnostics(text, slugs));
});

test.each([
  ["an unknown constant", "unknown-constant", { M: "3" }, "-D M=3:1:4"],
  ["a condition", "unknown-constant", { goal: "3" }, "-D goal=3:1:4"],
  ["a value that is none", "malformed-define", { N: "three" }, "-D N=three:1:6"],
])("%s on the command line: %s", (_, slug, defines, place) => {
  const text = `${prelude}#define goal x == 1;\nP = a.N -> Skip;`;
  const { diagnostics } = parse(text, { name: "model.csp", defines });
  expect(diagnostics.map(({ code, span }) => `${locate(span)} ${code}`)).toEqual([`${place} csp/${slug}`]);
});

test("a misspelt event is answered with what it may have been", () => {
  const { diagnostics } = parse("P = request.1 -> P;\n#assert P |= []<> requst.1;", { name: "model.csp" });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "expected a condition or an event, found `requst`; did you mean `request`?",
  ]);
});

test.each([
  ["var x = 1;\nvar x = 2;\nP = a -> P;", "expected a new name, found `x`, which is a variable already"],
  ["var x = 1;\nenum {x};\nP = a -> P;", "expected a new name, found `x`, which is a variable already"],
  ["channel c 1;\nvar c = 2;\nP = a -> P;", "expected a new name, found `c`, which is a channel already"],
  ["var a[n];\nvar n = 2;\nP = a -> P;", "expected a number that is known before the run, found a variable one"],
])("a variable is called a variable, before its declaration too: %s", (text, expected) => {
  const { diagnostics } = parse(text, { name: "model.csp" });
  expect(diagnostics.map(({ message }) => message)).toEqual([expected]);
});

describe("what the guide says is not supported", () => {
  const guide = readFileSync("docs/guide/csp.md", "utf8");
  const section = /^## What is not supported$(.*?)^## /ms.exec(guide)![1]!;
  const rows = Array.from(
    section.matchAll(/^\| ([^|]+?) +\| `(.+)` +\| `(csp\/[\w-]+)` +\|$/gm),
    ([, what, text, code]) => {
      return [what!, text!.replaceAll("\\|", "|"), code!] as const;
    },
  );

  test("has as many rows as it seems", () => {
    expect(rows).toHaveLength(section.split("\n").filter((line) => line.startsWith("| ")).length - 1);
    expect(rows.length).toBeGreaterThan(10);
  });

  test.each(rows)("%s: `%s` gives %s", (_, text, code) => {
    const { model, diagnostics } = parse(text, { name: "model.csp" });
    expect(model).toBeUndefined();
    expect(diagnostics.map((each) => each.code)).toContain(code);
  });
});
