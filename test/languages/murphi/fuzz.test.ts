/** The parser returns for every text, and its diagnostics point into the text. */

import { expect, test } from "vitest";
import { parse } from "../../../src/index.ts";
import { testHostileTexts } from "../../support/hostile-texts.ts";

/** A bit of everything. */
const sink = `
const N: 2; limit: N + 1; on: true;
type
  P: scalarset(N); Q: scalarset(2); Home: enum { home }; Node: union { P, Home };
  E: enum { A, B, C, }; R: -1..limit;
  M: record kind: E; from, dest: Node; n: R; b: boolean; end;
  T: array [P] of array [R] of E;
var
  x, y: R; e: E; p: P; q: Node; b: boolean; m: M; t: T; net: multiset [3] of M; ms: array [boolean] of M;
function half(k: R): R; begin if k < 0 then return 0; else return k / 2; end; end;
function count(): R; var n: R; begin n := 0; for i: P do if t[i][0] = A then n := n + 1; end; end; return n; end;
function next(var k: R; i: P): boolean; var old: R; begin old := k; k := (k + 1) % 2; return old = 0 & t[i][k] != B; end;
procedure send(k: E; i: P); var msg: M; begin msg.kind := k; msg.from := i; msg.dest := home; multisetadd(msg, net); end;
startstate "begin" begin
  x := 0; y := limit; clear e; for i: P do p := i; for k: R do t[i][k] := A; end; end;
  b := on; undefine m; undefine net; clear ms; q := home;
end;
ruleset i: P; k: 0..1 do
  alias cell: t[i][k]; more: k + 1 do
    rule "step" cell = A & !b ==> var l: R; a: array [P] of R; begin
      l := half(x); a[i] := l; if next(x, i) then cell := B; elsif x > 0 then cell := C; else cell := A; end;
      for j := 1 to 3 by 2 do y := j % 2; end; for j := x to y do b := !b; end;
      while x > 0 do x := x - 1; end;
      switch e case A: send(B, i); case B, C: clear m; else return; end;
      assert "fine" x >= 0; put "text"; put x; if isundefined(p) then error "gone"; end;
      x := (b ? 1 : 0) + (more << 1) - (k | 1) - (3 ^ 1);
    end;
  end;
end;
choose c: net do
  rule "receive" net[c].kind = B -> ismember(net[c].dest, Home) ==> begin multisetremove(c, net); end;
end;
rule begin multisetremovepred(c: net, net[c].n = 0); m := ms[true]; ms[false] := m; end;
rule "idle" exists v := 0 to 1 do x = v end | forall i: P do i = p -> t[i][0] = e end ==> end;
invariant "low" x <= limit & multisetcount(c: net, net[c].kind = A) < 3;
ruleset i: P do invariant count() >= 0 "each"; end;
cover "seen" b; assume y >= -1; liveness "again" !b; -- the end
/* of it */
`;

testHostileTexts("murphi", {
  language: "murphi",
  ending: ".m",
  texts: [sink, sink, sink, sink],
  pieces: [
    ..."begin end endif ruleset choose do ==> := .. -- /* scalarset union multiset undefine forall".split(" "),
    "startstate",
    "rule begin",
    "array [P] of",
    "record end",
    "while true do",
    "for i: P do",
  ],
  runs: 1500,
});

test("the bit of everything is a model", () => {
  const { model, diagnostics } = parse(sink, { name: "model.m" });
  expect(diagnostics).toEqual([]);
  expect(model!.transitions.map(({ name }) => name)).toEqual(["step", "receive", "rule", "idle"]);
});
