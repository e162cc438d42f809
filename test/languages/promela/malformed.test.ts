/** Malformed programs, and what is said about them: file, line, column and slug. */
import { expect, test } from "vitest";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { locate } from "../../../src/syntax/source.ts";

const programs: readonly (readonly [text: string, wrong: string])[] = [
  ["int x /* open", "m.pml:1:7 unclosed-comment"],
  ['init { printf("a) }', "m.pml:1:15 unclosed-string, m.pml:1:20 unclosed-brace"],
  ["init { x = 'ab' }", "m.pml:1:12 malformed-character"],
  ["init { skip $ }", "m.pml:1:13 unexpected-character"],
  ["init { skip; 09z = 1 }", "m.pml:1:14 malformed-number"],
  ["int x = 99999999999; init { skip }", "m.pml:1:9 number-too-large"],
  ["#if 1\ninit { skip }", "m.pml:1:1 unclosed-conditional"],
  ["#endif\ninit { skip }", "m.pml:1:1 unmatched-directive"],
  ["#if 1 +\n#endif\ninit { skip }", "m.pml:1:1 malformed-directive"],
  ["#define\ninit { skip }", "m.pml:1:1 malformed-directive"],
  ["#frob\ninit { skip }", "m.pml:1:1 unknown-directive"],
  ['#include "no.h"\ninit { skip }', "m.pml:1:1 missing-include"],
  ["#include <a.h>\ninit { skip }", "m.pml:1:1 malformed-directive"],
  ["#define f(x) x\ninit { f(1, 2) }", "m.pml:2:8 macro-arguments"],
  ["#define f(x) x\ninit { f(1 }", "m.pml:2:8 macro-arguments, m.pml:2:13 unclosed-brace"],
  ["#error no\ninit { skip }", "m.pml:1:1 error-directive"],
  ["init { if :: skip }", "m.pml:1:19 unclosed-if"],
  ["init { do :: skip fi }", "m.pml:1:19 unclosed-do, m.pml:1:19 unclosed-brace"],
  ["init { if skip fi }", "m.pml:1:11 missing-option, m.pml:1:16 unclosed-brace"],
  ["init { if :: fi }", "m.pml:1:14 empty-option, m.pml:1:14 unclosed-brace"],
  ["init { skip", "m.pml:1:12 unclosed-brace"],
  ["init { (1 + 2 }", "m.pml:1:15 unclosed-parenthesis"],
  ["int a[2]; init { a[1 = 3 }", "m.pml:1:22 unclosed-bracket"],
  ["init { skip skip }", "m.pml:1:13 missing-separator"],
  ["int x int y; init { skip }", "m.pml:1:7 missing-separator"],
  ["init { int if; }", "m.pml:1:12 reserved-word, m.pml:1:17 unclosed-brace"],
  ["init { x: int y }", "m.pml:1:11 labeled-declaration"],
  ["init { foo(3) }", "m.pml:1:8 unknown-inline"],
  ["inline f(a) { a = 1 } int x; init { f(x, x) }", "m.pml:1:37 inline-arguments"],
  ["inline f() { f() } init { f() }", "m.pml:1:14 recursive-inline"],
  ["inline f() { skip } inline f() { skip } init { skip }", "m.pml:1:28 duplicate-name"],
  ["Foo x; init { skip }", "m.pml:1:1 unknown-type"],
  ["proctype P(Foo x) { skip } init { skip }", "m.pml:1:12 unknown-type"],
  ["notrace { skip } init { skip }", "m.pml:1:1 unsupported"],
  ["c_code { x } init { skip }", "m.pml:1:1 unsupported"],
  ["init { c_code { x } }", "m.pml:1:8 unsupported"],
  ["init { x = 1 }", "m.pml:1:8 unknown-name"],
  ["int x; int x; init { skip }", "m.pml:1:12 duplicate-name"],
  ["mtype = { a, a }; init { skip }", "m.pml:1:14 duplicate-name"],
  ["typedef T { int a; int a } init { skip }", "m.pml:1:24 duplicate-name"],
  ["int counter; init { conter = 1 }", "m.pml:1:21 unknown-name"],
  ["int x; init { if :: { x = 1 } unless { x == 2 } fi }", "m.pml:1:21 unless-on-guard"],
  ["init { goto L }", "m.pml:1:13 unknown-label"],
  ["init { L: skip; L: skip }", "m.pml:1:17 duplicate-label"],
  ["init { break }", "m.pml:1:8 misplaced-break"],
  ["init { run P() }", "m.pml:1:12 unknown-name"],
  ["proctype P(int a) { skip } init { run P() }", "m.pml:1:35 run-arity"],
  ["chan c = [1] of { byte }; init { c!1,2 }", "m.pml:1:34 message-arity"],
  ["chan c = [1] of { byte }; init { byte x; c?x,x }", "m.pml:1:42 message-arity"],
  ["int c; init { c!1 }", "m.pml:1:15 not-a-channel"],
  ["int x; init { x[2] = 1 }", "m.pml:1:17 not-an-array"],
  ["typedef T { int a } T t; init { t.b = 1 }", "m.pml:1:35 unknown-field"],
  ["typedef T { int a } T t; init { t = 1 }", "m.pml:1:33 not-a-scalar"],
  ["int n; int a[n]; init { skip }", "m.pml:1:14 not-constant"],
  ["int a[0]; init { skip }", "m.pml:1:7 bad-size"],
  ["chan c = [300] of { byte }; init { skip }", "m.pml:1:11 bad-capacity"],
  ["int c = [1] of { byte }; init { skip }", "m.pml:1:5 not-a-channel"],
  ["init { int x; x = 1 / 0 }", "m.pml:1:23 division-by-zero"],
  ["int x; init { x = x << x }", "m.pml:1:19 unsupported"],
  ["init { assert(_ == 1) }", "m.pml:1:15 write-only"],
  ["mtype = { a }; init { a = 1 }", "m.pml:1:23 not-a-variable"],
  ["never { do :: skip od } init { skip }", "m.pml:1:1 unsupported"],
  ["int x;", "m.pml:1:1 no-process"],
  ["active [300] proctype P() { skip }", "m.pml:1:9 bad-count"],
  ["proctype P() priority 3 { skip } init { run P() }", "m.pml:1:23 unsupported"],
  ["init { int x; x = 1 + run P() } proctype P() { skip }", "m.pml:1:23 unsupported"],
  ["ltl f { [] Q@l } init { skip }", "m.pml:1:12 unknown-name"],
  ["proctype Q() { skip } ltl f { [] Q@l } init { run Q() }", "m.pml:1:36 unknown-name"],
  ["unsigned x : 40; init { skip }", "m.pml:1:14 bad-width"],
  ["chan q = [1] of { int }; init { int x; for (x in y) { skip } }", "m.pml:1:50 unknown-name"],
  ["init { int x; for (x in x) { skip } }", "m.pml:1:25 not-an-array"],
  ["init { pid p; p = enabled(1) }", "m.pml:1:19 unsupported"],
  ["init { assert(np_) }", "m.pml:1:14 unsupported"],
  ["init { int x; x = init:y }", "m.pml:1:19 reserved-word"],
  ["#define a a\ninit { a }", "m.pml:2:8 unknown-name"],
  ["ltl f { [] (1 } init { skip }", "m.pml:1:15 unclosed-parenthesis"],
  ["init { int x; for (x : 1 to 3) { skip } }", "m.pml:1:26 unexpected-token"],
  ["init { select(1 : 1..2) }", "m.pml:1:15 unexpected-token"],
];

test.each(programs)("%j is refused: %s", (text, wrong) => {
  const { diagnostics, model } = parsePromela({ name: "m.pml", text });
  expect(model).toBeUndefined();
  expect(diagnostics.map(({ code, span }) => `${locate(span)} ${code.replace("promela/", "")}`).join(", ")).toBe(wrong);
});

test("a text of any kind is parsed or refused, never thrown at", () => {
  for (const [text] of programs) {
    for (let end = 0; end < text.length; end++) {
      const { diagnostics, model } = parsePromela({ name: "m.pml", text: text.slice(0, end) });
      expect(model === undefined).toBe(diagnostics.length > 0);
    }
  }
});
