/** Each error is reported once, in the right place, under the right slug. */

import { describe, expect, test } from "vitest";
import { parse } from "../../../src/index.ts";
import { locate } from "../../../src/syntax/source.ts";

/** Each `§` in a text stands before the place that a diagnostic must point at, in order. */
type Case = readonly [title: string, slugs: string | readonly string[], text: string];

function expectDiagnostics(
  text: string,
  slugs: string | readonly string[],
  defines: Record<string, string> = {},
): void {
  const parts = text.split("§");
  const source = { name: "model.rebeca", text: parts.join("") };
  let offset = 0;
  const places = parts.slice(0, -1).map((part) => locate({ source, start: (offset += part.length), end: offset }));
  const expected = [slugs].flat().map((slug, i) => `${places[i]} rebeca/${slug}`);
  const { model, diagnostics } = parse(source.text, { name: source.name, defines });
  expect(diagnostics.map(({ code, span }) => `${locate(span)} ${code}`)).toEqual(expected);
  expect(model).toBeUndefined();
}

/** A server of a class with a bit of everything. */
function inServer(body: string): string {
  return `
env byte N = 3;
reactiveclass A(3) {
  knownrebecs { A next; B other; }
  statevars { int n; boolean b; byte[3] a; A r; }
  msgsrv initial() { ${body} }
  msgsrv m(byte x, A y) { }
  int half(int k) { return k / 2; }
  void nothing() { }
  void loops() { loops(); }
}
reactiveclass B(2) { msgsrv only() { } }
main { A a1(a1, b1):(); B b1():(); }`;
}

const simple = "reactiveclass A(3) { knownrebecs { A next; } msgsrv initial(byte x) { } }\n";

const characters: Case[] = [
  ["a binary file", "not-text", "§\u0000\u0001ELF"],
  ["a character that means nothing", "unexpected-character", `${simple}main { A a(a):(§#1); }`],
  ["a comment without end", "unclosed-comment", `${simple}§/* and so on`],
  ["a text without end", "unclosed-string", inServer('assertion(b, §"oh);\n')],
  ["a number with letters", "malformed-number", "env int N = §3x;"],
  ["a number beyond 32 bits", "literal-too-large", "env int N = §99999999999;"],
  ["a fraction", "unsupported", "env int N = §1.5;"],
];

const grammar: Case[] = [
  ["something that is no declaration", "expected-declaration", "§-> x;"],
  ["a class without a name", "unexpected-token", "reactiveclass §(3) { }"],
  ["a reserved word for a name", "reserved-word", "reactiveclass §while(3) { }"],
  ["something that is no member", "expected-member", "reactiveclass A(3) { §; } main { A a():(); }"],
  ["a statement without a semicolon", "unexpected-token", inServer("n = 1 §b = true;")],
  ["a last statement without a semicolon", "unexpected-token", `${simple}reactiveclass B(1) { statevars { int n; } msgsrv m() { n = 1 §} }\nmain { A a(a):(1); }`], // prettier-ignore
  ["an expression that is missing", "expected-expression", inServer("n = §;")],
  ["a parenthesis that is not closed", "unclosed-parenthesis", inServer("n = (1 + 2§;")],
  ["a choice of nothing", "empty-choice", inServer("n = §?();")],
  ["two mains", "duplicate-main", `${simple}main { A a(a):(1); }\n§main { }`],
  ["an annotation", "unsupported", "§@priority(1) reactiveclass A(3) { }"],
  ["Timed Rebeca's delay", "unsupported", inServer("§delay(3);")],
  ["Timed Rebeca's after", "unsupported", inServer("next.m(1, null) §after(3);")],
  ["a type of fractions", "unsupported", "reactiveclass A(3) { statevars { §float x; } }"],
  ["a property section that is none", "unexpected-token", `${simple}property { §Sometimes { } }`],
  ["branching time without end", "unexpected-token", `${simple}property { CTL { p: EF(a1.b)§} }`],
  ["errors in two statements", ["expected-expression", "expected-expression"], inServer("n = §; b = §;")],
];

const names: Case[] = [
  ["no main", "missing-main", `${simple}§`],
  ["a main without rebecs", "no-rebecs", `${simple}§main { }`],
  ["a rebec of no class", "unknown-type", `${simple}main { §B a():(); }`],
  ["a rebec of an abstract class", "unknown-type", "abstract reactiveclass A(3) { }\nmain { §A a():(); }"],
  ["an unknown rebec", "unknown-rebec", `${simple}main { A a(§b):(1); }`],
  ["too few known rebecs", "wrong-arity", `${simple}main { A §a():(1); }`],
  ["too many arguments", "wrong-arity", `${simple}main { A §a(a):(1, 2); }`],
  ["an argument of another type", "type-mismatch", `${simple}main { A a(a):(§true); }`],
  ["an argument out of range", "out-of-range", `${simple}main { A a(a):(§200); }`],
  ["a known rebec of another class", "type-mismatch", "reactiveclass A(1) { knownrebecs { A x; } } reactiveclass B(1) { }\nmain { A a(§b):(); B b():(); }"], // prettier-ignore
  ["two rebecs of one name", "duplicate-name", `${simple}main { A a(a):(1); A §a(a):(1); }`],
  ["two classes of one name", "duplicate-name", `${simple}reactiveclass §A(2) { }\nmain { A a(a):(1); }`],
  ["a class that extends itself", "cyclic-inheritance", "reactiveclass A(1) extends B { }\nreactiveclass B(1) extends §A { }\nmain { A a():(); }"], // prettier-ignore
  ["an unknown parent", "unknown-type", "reactiveclass A(1) extends §X { }\nmain { A a():(); }"],
  ["a queue for nothing", "bad-count", "reactiveclass A(§0) { }\nmain { A a():(); }"],
  ["a server that an interface demands", "missing-server", "interface I { msgsrv go(); }\nreactiveclass §A(1) implements I { }\nmain { A a():(); }"], // prettier-ignore
  ["a server without a body", "missing-body", "reactiveclass A(1) { msgsrv §go(); }\nmain { A a():(); }"],
  ["a size that is no constant", "not-constant", "reactiveclass A(1) { statevars { int[§k] a; } }\nmain { A a():(); }"],
  ["an unknown name", "unknown-name", inServer("n = §m1;")],
  ["a rebec of main that is not known", "unknown-name", inServer("§b1.only();")],
  ["an unknown server", "unknown-server", inServer("next.§k();")],
  ["a server of another class", "unknown-server", inServer("next.§only();")],
  ["a send with too few arguments", "wrong-arity", inServer("next.§m(1);")],
  ["a send with an argument of another type", "type-mismatch", inServer("next.m(§true, self);")],
  ["a send of a rebec of another class", "type-mismatch", inServer("next.m(1, §other);")],
  ["a send to a number", "type-mismatch", inServer("§n.m(1, null);")],
  ["a call of nothing", "unknown-method", inServer("§k(1, null);")],
  ["a call of a server with too few arguments", "wrong-arity", inServer("§m(1);")],
  ["a method of another rebec with too many arguments", "wrong-arity", inServer("next.§half(1, 2);")],
  ["a power with one argument", "wrong-arity", inServer("n = §pow(2);")],
  ["a root", "unsupported", inServer("n = §sqrt(4);")],
  ["an array of constants of the wrong size", "wrong-size", `env int[2] w = §{ 1 };\n${simple}main { A a():(); }`],
  ["an array of constants without values", "not-constant", `env int[2] §w;\n${simple}main { A a():(); }`],
  ["a variable of another rebec", "private-variable", inServer("n = next.§n;")],
  ["an assignment to a known rebec", "not-assignable", inServer("§next = self;")],
  ["an assignment to a constant", "not-assignable", inServer("§N = 2;")],
  ["a condition that is a number", "type-mismatch", inServer("if (§n) { }")],
  ["a number that is a condition", "type-mismatch", inServer("n = §b;")],
  ["numbers compared with truth values", "type-mismatch", inServer("b = n == §b;")],
  ["an index into a number", "type-mismatch", inServer("n = §n[0];")],
  ["the value of a send", "no-value", inServer("n = §next.m(1, null);")],
  ["the value of a method without", "no-value", inServer("n = §nothing();")],
  ["a value that is nobody's", "useless-expression", inServer("§n + 1;")],
  ["a break without a loop", "stray-jump", inServer("§break;")],
  [
    "a method that calls itself",
    "recursive-method",
    inServer("loops();").replace("{ loops(); }\n}", "{ §loops(); }\n}"),
  ],
  ["a choice in a loop", "choice-in-loop", inServer("while (n < 3) n = §?(1, 2);")],
  ["a rebec created in a loop", "choice-in-loop", inServer("while (n < 3) r = §new A(self, other):();")],
  ["a constructor that creates its own kind", "recursive-constructor", "reactiveclass A(1) { A() { A x = §new A():(); } }\nmain { A a():(); }"], // prettier-ignore
  ["bits of a variable", "unsupported", inServer("n = §n & 1;")],
  ["a local twice", "duplicate-name", inServer("int k = 1; int §k = 2;")],
  ["an array for a local", "unsupported", inServer("§int[3] k;")],
  ["an array with an effect beside it", "unsupported", inServer("n = §a + n++;")],
  ["a choice by an array", "unsupported", inServer("switch (§a) { case 1: break; }")],
  ["a long row of operators", "nested-too-deeply", inServer(`n = ${"1 - ".repeat(201)}1 §- ${"1 - ".repeat(9000)}1;`)],
  ["a long row of members", "nested-too-deeply", inServer(`n = a${".b".repeat(200)}.b§${".b".repeat(9000)};`)],
  ["a case that is no constant", "not-constant", inServer("switch (n) { case §n: break; }")],
  ["a new rebec with too few known ones", "wrong-arity", inServer("r = §new A(self):();")],
  ["errors in two servers' statements", ["unknown-name", "unknown-name"], inServer("n = §q; b = §z;")],
  ["an error in a class without rebecs", "unknown-name", "reactiveclass A(1) { }\nreactiveclass B(1) { msgsrv m() { §x = 1; } }\nmain { A a():(); }"], // prettier-ignore
];

const properties: Case[] = [
  ["a property of no rebec", "unknown-rebec", `${inServer("")} property { Assertion { p: §a2.b; } }`],
  ["a property of no variable", "unknown-name", `${inServer("")} property { Assertion { p: a1.§c; } }`],
  ["a property that is a number", "type-mismatch", `${inServer("")} property { Assertion { p: §a1.n; } }`],
  ["a name that is not defined", "unknown-name", `${inServer("")} property { LTL { p: G(§x); } }`],
  ["a name defined twice", "duplicate-name", `${inServer("")} property { define { x = a1.b; §x = a1.b; } }`],
  ["a name that is taken", "reserved-name", `${inServer("")} property { Assertion { §deadlock: a1.b; } }`],
  ["until of one formula", "wrong-arity", `${inServer("")} property { LTL { p: §U(a1.b); } }`],
  ["a choice in a condition", "expected-condition", `${inServer("")} property { Assertion { p: §?(true, false); } }`],
  ["an unknown name beside something unsupported", "unknown-name", `${inServer("")} property { LTL { p: G(§x && (a1.n & 1) == 0); } }`], // prettier-ignore
  ["a formula in a condition", "expected-condition", `${inServer("")} property { Assertion { p: §G(a1.b); } }`],
];

describe.each([
  ["characters", characters],
  ["grammar", grammar],
  ["names and types", names],
  ["properties", properties],
])("%s", (_, cases) => {
  test.each(cases)("%s", (_title, slugs, text) => expectDiagnostics(text, slugs));
});

test("a define for no constant, and one that is no number", () => {
  const complaints = (defines: Record<string, string>): string[] =>
    parse(inServer(""), { name: "m.rebeca", defines }).diagnostics.map(({ code, span }) => `${locate(span)} ${code}`);
  expect(complaints({ M: "3" })).toEqual(["-D M=3:1:4 rebeca/unknown-constant"]);
  expect(complaints({ N: "three" })).toEqual(["-D N=three:1:6 rebeca/malformed-define"]);
  expect(complaints({ NOETHER_POOL: "0" })).toEqual(["-D NOETHER_POOL=0:1:17 rebeca/malformed-define"]);
});

test("a problem in the property file points there", () => {
  const { diagnostics } = parse(inServer(""), {
    name: "folder/model.rebeca",
    include: (name) => (name === "model.property" ? "property {\n  LTL { p: G(; }\n}" : undefined),
  });
  expect(diagnostics.map(({ code, span }) => `${locate(span)} ${code}`)).toEqual([
    "folder/model.property:2:14 rebeca/expected-expression",
  ]);
});
