/** What a newcomer gets wrong in the first hour, and what Noether says. */

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-messages-"));

/** The first line of the error, without the folder. */
function said(name: string, text: string, ...args: string[]): string[] {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { code, stderr } = runCli(["check", path, ...args]);
  expect(code).toBe(2);
  return stderr.replaceAll(`${folder}/`, "").trimEnd().split("\n");
}

test("a queue has functions, not methods, and the message writes the call", () => {
  expect(said("q.seq", "var q: queue [2] of 0..3 = []\ntransition t { q.push(1); }\n")).toEqual([
    "q.seq:2:16: error: expected `push(q, 1)`, found `q.push` [seq/method]",
    "  2 | transition t { q.push(1); }",
    "    |                ^^^^^^",
  ]);
  expect(said("q.seq", "var q: queue [2] of 0..3 = []\ntransition t when q.empty() { push(q, 1); }\n")[0]).toContain(
    "expected `empty(q)`, found `q.empty`",
  );
});

test("a missing semicolon in CSP# is missing in its own line", () => {
  expect(said("p.csp", "P() = a -> Skip\nQ() = b -> Skip;\n")).toEqual([
    "p.csp:1:16: error: expected `;` at the end of the declaration, found the end of the line [csp/unexpected-token]",
    "  1 | P() = a -> Skip",
    "    |                ^",
  ]);
});

test("an element of PNML that stays open is named, with its place", () => {
  const net =
    '<pnml>\n<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet">\n  <page id="p">\n    <place id="a">\n  </page>\n</net>\n</pnml>\n';
  expect(said("n.pnml", net)).toEqual([
    "n.pnml:4:5: error: expected `</place>` to close `<place>`, found `</page>` at 5:3 [pnml/unclosed-element]",
    '  4 |     <place id="a">',
    "    |     ^^^^^^",
  ]);
});

test("misspelled words get the right one", () => {
  expect(said("p.pml", 'active proctype P() { prinf("x") }')[0]).toContain("found `prinf`; did you mean `printf`?");
  expect(said("p.pml", "inline visit(x) { skip }\nactive proctype P() { vist(1) }")[0]).toContain(
    "did you mean `visit`?",
  );
  expect(said("p.csp", "P() = a -> Skip;\n#assert P() deadlokfree;\n")[0]).toContain("did you mean `deadlockfree`?");
});

test("a wrong name after -D gets the right one, and the list of all", () => {
  const model = "const CLIENTS = 2\nconst SERVERS = 1\nvar x: 0..CLIENTS = SERVERS\n";
  expect(said("d.seq", model, "-D", "CLIENT=3")[0]).toContain(
    "the model has no `CLIENT`; there are `CLIENTS`, `SERVERS`; did you mean `CLIENTS`?",
  );
  expect(said("d.seq", model, "-D", "N=3")[0]).toContain("the model has no `N`; there are `CLIENTS`, `SERVERS`");
  const bare = "var x: 0..1 = 0\n";
  expect(said("e.seq", bare, "-D", "N=3")[0]).toContain("the model has no `N`, and no constants at all [");
});

test("a constant in place of a type gets the range", () => {
  const text = "const N = 3\nvar x: array [0..N-1] of bool = false\ntransition t(i: N) { x[i] := true; }\n";
  expect(said("t.seq", text)[0]).toContain("found `N`, which is a constant; the values from 0 on are `0..N-1`");
});

test("a file that is not there has no line to show", () => {
  expect(runCli(["check", "nowhere.seq"]).stderr).toBe(
    "nowhere.seq:1:1: error: cannot read the file: there is no such file or folder [noether/unreadable]\n",
  );
});

test("one state is one state, and a small search has no rate", () => {
  const path = join(folder, "one.seq");
  writeFileSync(path, "var x: 0..1 = 0\nproperty p: invariant x == 0\n");
  const { stdout } = runCli(["check", path, "--symmetry", "on"]);
  expect(stdout).toContain("holds  1 state, 0 transitions, depth 0, all states seen\n");
  expect(stdout).not.toContain("states/s");
  expect(runCli(["simulate", "examples/seq/hanoi.seq"]).stdout).not.toContain("/s");
});

test("the help says what `show` prints", () => {
  expect(runCli(["--help"]).stdout).not.toContain("waist");
});
