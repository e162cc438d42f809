/** Each error is reported once, in the right place, under the right slug. */

import { describe, expect, test } from "vitest";
import { formatDiagnostic, parse } from "../../../src/index.ts";
import { locate } from "../../../src/syntax/source.ts";

/** Each `§` in a text stands before the place that a diagnostic must point at, in order. */
type Case = readonly [title: string, slugs: string | readonly string[], text: string];

function expectDiagnostics(marked: string, slugs: string | readonly string[]): void {
  const parts = marked.split("§");
  const source = { name: "model.m", text: parts.join("") };
  let offset = 0;
  const places = parts.slice(0, -1).map((part) => locate({ source, start: (offset += part.length), end: offset }));
  const expected = [slugs].flat().map((slug, i) => `${places[i]} murphi/${slug}`);
  const { model, diagnostics } = parse(source.text, { name: source.name });
  expect(model).toBeUndefined();
  expect(diagnostics.map(({ code, span }) => `${locate(span)} ${code}`)).toEqual(expected);
}

/** A program around a statement, a guard, or more. */
function program({ body = "", guard = "true", more = "" }: { body?: string; guard?: string; more?: string }): string {
  return `
const N: 3;
type P: scalarset(N); E: enum { A, B }; R: 0..3; M: record kind: E; n: R; end;
var x: R; e: E; p: P; b: boolean; m: M; a: array [P] of M; t: array [0..2] of R; net: multiset [2] of M;
function twice(k: R): R; begin return k; end;
procedure bump(var k: R); begin k := 0; end;
startstate begin x := 0; e := A; b := false; end;
ruleset i: P do rule "go" ${guard} ==> begin ${body} end; end;
${more}`;
}

const inBody = (body: string): string => program({ body });
const inGuard = (guard: string): string => program({ guard });
const after = (more: string): string => program({ more });

const characters: Case[] = [
  ["a character of no language", "unexpected-character", `var x: §é;`],
  ["a text without an end", "unclosed-string", `rule §"go\n`],
  ["a comment without an end", "unclosed-comment", `var §/* x: 0..1;`],
  ["a real number", "unsupported", inBody("x := §1.5;")],
  ["a number that is too large", "literal-too-large", inBody("x := §99999999999;")],
  ["a number with letters", "malformed-number", inBody("x := §3x;")],
  ["a preprocessor", "unexpected-character", `§#include "x"\nvar x: boolean; startstate begin x := true; end;`],
  ["a comment of C++", "unexpected-character", `§// x\nvar y: boolean; startstate begin y := true; end;`],
];

const grammar: Case[] = [
  ["an assignment with =", "expected-assignment", inBody("x §= 1;")],
  ["a rule without an end", "unclosed-block", `startstate begin end; rule "r" true ==> begin x := 1;§`],
  ["a guard without an arrow", "unexpected-token", `startstate begin end; rule "r" x = 1 §begin x := 1; end;`],
  ["an if without then", "unexpected-token", inBody("if b §x := 1; end;")],
  ["a loop without do", "unexpected-token", inBody("for j: P §x := 1; end;")],
  ["an unclosed parenthesis", "unclosed-parenthesis", inBody("x := (1 + 2§;")],
  ["an unclosed bracket", "unclosed-bracket", inBody("t[1 §:= 2;")],
  ["two comparisons", "chained-comparison", inGuard("0 < x §< 2")],
  ["a missing operand", "expected-expression", inBody("x := 1 + §;")],
  ["a reserved word as a name", "reserved-word", `var §to: boolean; startstate begin end;`],
  ["no type", "expected-type", `var x: §;`],
  ["a statement outside", "expected-rule", `§x := 1;`],
  ["a range without an end", "expected-expression", `type R: 0..§; startstate begin end;`],
  ["an array without of", "unexpected-token", `var a: array [0..1] §boolean; startstate begin end;`],
  ["a switch with a stray word", "unclosed-block", inBody("switch e §x := 1; end;")],
  ["an error without words", "unexpected-token", inBody("error §x;")],
];

const names: Case[] = [
  ["an unknown variable", "unknown-name", inBody("§y := 1;")],
  ["an unknown value", "unknown-name", inBody("x := §xx;")],
  ["an unknown type", "unknown-name", `var x: §Rr; startstate begin end;`],
  ["an unknown field", "unknown-field", inBody("m.§kid := A;")],
  ["an unknown function", "unknown-name", inBody("x := §twce(1);")],
  ["a type as a value", "wrong-name", inBody("x := §R;")],
  ["a name declared twice", "duplicate-name", `var x: boolean; §x: boolean; startstate begin x := true; end;`],
  ["a field declared twice", "duplicate-name", `type M: record a: boolean; §a: boolean; end; startstate begin end;`],
  ["a member declared twice", "duplicate-name", `type E: enum { A, §A }; startstate begin end;`],
  ["a variable as a bound", "not-constant", `var x: 0..3; y: 0..§x; startstate begin end;`],
  ["no start state", "missing-startstate", `§var x: boolean; rule "r" true ==> begin x := true; end;`],
];

const types: Case[] = [
  ["a truth value for a number", "type-mismatch", inBody("§x := b;")],
  ["a number for a truth value", "type-mismatch", inBody("§b := 1;")],
  ["a member for a number", "type-mismatch", inBody("§x := A;")],
  ["a number as a condition", "type-mismatch", inBody("if §x then x := 1; end;")],
  ["a number as a guard", "type-mismatch", inGuard("§x")],
  ["truth values that are added", "type-mismatch", inBody("x := §b + 1;")],
  ["members and numbers that are compared", "type-mismatch", inGuard("§e = 1")],
  ["a field of a number", "type-mismatch", inBody("§x.n := 1;")],
  ["an element of a number", "type-mismatch", inBody("§x[0] := 1;")],
  ["a wrong index", "type-mismatch", inBody("t[§e] := 1;")],
  ["a record for an array", "type-mismatch", inBody("§a := m;")],
  ["a record as a value", "type-mismatch", inBody("x := §m;")],
  ["isundefined of a record", "type-mismatch", inGuard("isundefined(§m)")],
  ["an empty range", "empty-type", `type R: §3..1; startstate begin end;`],
  ["an empty enumeration", "empty-type", `type E: §enum { }; startstate begin end;`],
  ["a scalarset of no elements", "out-of-range", `type P: scalarset(§0); startstate begin end;`],
  ["an array over records", "type-mismatch", after(`var z: array [§M] of boolean;`)],
  ["a union of numbers", "type-mismatch", after(`type U: union { P, §R };`)],
  ["too many arguments", "wrong-arity", inBody("x := §twice(1, 2);")],
  ["a value for a var parameter", "not-a-variable", inBody("bump(§1);")],
  ["a name of a ruleset that is changed", "wrong-name", inBody("§i := p;")],
  ["a loop that never ends", "endless-loop", inBody("for §j := 3 to 0 do x := 1; end;")],
  [
    "an unknown name in a function that nothing calls",
    "unknown-name",
    after(`function f(): R; begin return §xx; end;`),
  ],
  [
    "a wrong type in a procedure that nothing calls",
    "type-mismatch",
    after(`procedure f(var z: M; k: R); begin z.n := k; §b := k; end;`),
  ],
  ["a procedure as a value", "no-value", inBody("x := §bump(x);")],
  ["a multiset of another type", "type-mismatch", inBody("multisetadd(§x, net);")],
  ["an element that was not chosen", "wrong-name", inBody("multisetremove(§x, net);")],
];

const unsupported: Case[] = [
  ["real numbers", "unsupported", `var x: §real;`],
  ["functions of C", "unsupported", `startstate begin end; §externfun f(): boolean;`],
  ["a function that calls itself", "recursive-function", `function f(k: 0..1): 0..1; begin return §f(k); end; var x: 0..1; startstate begin x := f(0); end;`], // prettier-ignore
  ["cover in a start state", "unsupported", `startstate begin §cover true; end;`],
  ["a rule with a priority", "unsupported", `startstate begin end; rule §3 "go" true ==> begin end;`],
  ["a rule with a probability", "unsupported", `startstate begin end; rule "go" §0.5 ==> begin end;`],
  ["a formula about probabilities", "unsupported", `startstate begin end; §pctl [true until <= 3 false] < 1;`],
  ["liveness inside a rule", "unsupported", inBody("§liveness b;")],
  ["assume after a statement", "unsupported", inBody("x := 1; §assume b;")],
  ["a function that changes the state in a guard", "unsupported", `var x: 0..1; function f(): boolean; begin §x := 1; return true; end; startstate begin x := 0; end; rule f() ==> begin x := 1; end;`], // prettier-ignore
  ["a loop in a guard", "unsupported", `var x: 0..1; function f(): boolean; begin §while x = 1 do put "x"; end; return true; end; startstate begin x := 0; end; rule f() ==> begin x := 1; end;`], // prettier-ignore
  ["a multiset of arrays", "unsupported", `var net: §multiset [2] of array [0..1] of boolean; startstate begin end;`],
  ["a multiset of too many elements", "unsupported", `var net: §multiset [2] of 0..99999; startstate begin end;`],
  ["a shift by many numbers", "unsupported", after(`var y: 0..99; rule begin x := §1 << y; end;`)],
  ["a record as a result in a guard", "unsupported", `type M: record n: 0..1; end; var x: M; function f(): M; begin return x; end; startstate begin x.n := 0; end; rule §f() = x ==> begin end;`], // prettier-ignore
];

describe.each([
  ["characters", characters],
  ["grammar", grammar],
  ["names", names],
  ["types", types],
  ["unsupported", unsupported],
])("%s", (_, cases) => {
  test.each(cases)("%s", (_title, slugs, text) => expectDiagnostics(text, slugs));
});

test("a misspelled name is told what is meant", () => {
  const [diagnostic] = parse(inBody("xy := 1; m.kid := A;"), { name: "m.m" }).diagnostics.slice(-1);
  expect(formatDiagnostic(diagnostic!).split("\n", 1)[0]).toBe(
    "m.m:8:53: error: expected a field of the record, found `kid`; did you mean `kind`? [murphi/unknown-field]",
  );
});

test.each([
  ["vra x: boolean; startstate begin end;", "found `vra`; did you mean `var`?"],
  ["var x: bolean; startstate begin x := true; end;", "found `bolean`; did you mean `boolean`?"],
  ["var x: boolean; startstate begin x := flase; end;", "found `flase`; did you mean `false`?"],
])("a misspelled word is told what is meant: %s", (text, end) => {
  const { diagnostics } = parse(text, { name: "m.m" });
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]!.message).toContain(end);
});

test("what uses a declaration with an error is not reported", () => {
  const text = inBody("x := 1;").replace("N: 3", "N: 0");
  expect(parse(text, { name: "m.m" }).diagnostics.map(({ code }) => code)).toEqual(["murphi/out-of-range"]);
});

test("a define for no constant, and one that is no number", () => {
  const complaints = (defines: Record<string, string>): string[] =>
    parse(inBody(""), { name: "m.m", defines }).diagnostics.map(({ code, span }) => `${locate(span)} ${code}`);
  expect(complaints({ M: "3" })).toEqual(["-D M=3:1:4 murphi/unknown-constant"]);
  expect(complaints({ N: "three" })).toEqual(["-D N=three:1:6 murphi/malformed-define"]);
  expect(complaints({ NOETHER_LOOP: "0" })).toEqual(["-D NOETHER_LOOP=0:1:17 murphi/malformed-define"]);
});
