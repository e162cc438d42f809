/** The parser returns for every text, and its diagnostics point into the text. */

import { expect, test } from "vitest";
import { parse } from "../../../src/index.ts";
import { testHostileTexts } from "../../support/hostile-texts.ts";

/** A bit of everything. */
const sink = `
env byte N = 2;
interface Talker { msgsrv say(byte k); }
abstract reactiveclass Base(3) { knownrebecs { Base next; } statevars { int n; byte[2][3] grid; Base[2] friends; } abstract msgsrv go(); }
reactiveclass A(4) extends Base implements Talker {
  statevars { boolean b = true; byte[2] list = {1, 2}; Talker t; }
  A(byte k, boolean f) { n = k; b = f; self.go(); }
  int half(int k) { if (k < 0) return 0; return k / 2; }
  void clear() { for (int i = 0; i < 2; i++) list[i] = 0; }
  msgsrv go() {
    int sum = half(n) + half(n++);
    for (int i = 0; i < N; i++) { if (i == 1) continue; grid[i][1] += sum; friends[i] = ?(next, self, null); }
    while (sum > 0 && b) { sum--; if (sum == 3) break; }
    switch (n % 3) { case 0: clear(); break; case 1: case 2: t = self; default: b = !b; }
    if (t != null) t.say((byte) (b ? 1 : 2)); else { sender.go(); }
    if (sender instanceof A) ((A) sender).say(1);
    A other = new A(next):(1, b);
    assertion(n >= 0 || other == null, "never");
    return;
  }
  msgsrv say(byte k) { n = ?(k, 1, half(k)); }
}
main { A x(y):(1, true), y(x):(N, false); }
property { define { p = x.b && y.n > 0; } Assertion { q: p -> x.list[0] != 3; } LTL { r: G(p -> F(!p)) && (p U x.b); } }
`;

testHostileTexts("rebeca", {
  language: "rebeca",
  ending: ".rebeca",
  texts: [sink, sink, sink, sink],
  pieces: [
    ..."++ ?( -> msgsrv reactiveclass self. sender".split(" "),
    "knownrebecs {",
    "new A(",
    "main {",
    "property {",
    "while (true)",
    "for (int i = 0; i < 3; i++)",
  ],
  runs: 1500,
});

test("the bit of everything is a model", () => {
  expect(parse(sink, { name: "model.rebeca" }).diagnostics).toEqual([]);
});
