/**
 * Names and messages of a model go to terminals and files. A model must not be able to move the cursor, clear the
 * screen, or write a line `holds` of its own.
 */

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-hostile-"));

/** Control characters except our newlines, line separators, and direction overrides. */
const hostile = /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function expectHarmless(text: string, escape = "\\u{1b}"): void {
  expect(text).not.toMatch(hostile);
  expect(text).not.toMatch(/^FAKE/m);
  expect(text).toContain(escape);
}

const evil = String.raw`\u{1b}[2J\u{7}\nFAKE\u{9b}\u{202e}\u{2028}`;
const model = file(
  "evil\u001b[31m.seq",
  `
  type T = enum { \`a${evil}\`, b }
  var \`x${evil}\`: array [0..1] of T = b
  var \`q${evil}\`: queue [2] of T = []
  var n: 0..3 = 0
  transition \`t${evil}\`(\`i${evil}\`: 0..1) by \`P${evil}\`[\`i${evil}\`] when n < 2 {
    \`x${evil}\`[\`i${evil}\`] := \`a${evil}\`;
    push(\`q${evil}\`, \`a${evil}\`);
    assert n < 1, "m${evil}";
    n := n + 1;
  }
  property \`p${evil}\`: invariant n < 2
  property \`l${evil}\`: ltl [] (n < 2)
  `,
);

describe("hostile names are shown as escapes", () => {
  test.each([
    ["in a report", ["check", model]],
    ["in full states", ["check", model, "--full-states", "--chart"]],
    ["in symmetries", ["symmetry", model, "--explain"]],
    ["in a colored graph", ["symmetry", model, "--dot"]],
    ["in a state graph", ["show", model, "--graph"]],
    ["in a quotient", ["show", model, "--quotient"]],
    ["in domains", ["show", model, "--domains"]],
    ["in a simulation", ["simulate", model]],
    ["in a printed model", ["show", model]],
  ])("%s", (_, args) => {
    const { stdout, stderr } = runCli(args);
    expectHarmless(stdout);
    expect(stderr).toBe("");
  });

  test("in a session, a trace file and a report", () => {
    const trace = join(folder, "trace.json");
    expectHarmless(runCli(["simulate", model, "-i"], `1\nproperties\nstate\ntrace\nsave ${trace}\n`).stdout);
    expectHarmless(runCli(["replay", model, trace]).stdout);
    const other = file("other.seq", "var n: 0..3 = 0\ntransition t { n := 1; }\n");
    expectHarmless(runCli(["replay", other, trace]).stderr);
    const page = join(folder, "page.html");
    expect(runCli(["check", model, "--html", page]).stderr).toBe("");
    // The text of the model is in the page as JSON.
    expectHarmless(readFileSync(page, "utf8").replace(/<script type="application\/json".*/, ""));
  });

  test("in a picture", () => {
    const svg = join(folder, "chart.svg");
    expect(runCli(["check", model, "--chart-svg", svg]).stderr).toBe("");
    expectHarmless(readFileSync(svg, "utf8"));
  });

  test("in an automaton", () => {
    const path = file("claim.seq", `var \`x${evil}\`: bool = false\nproperty p: ltl [] <> \`x${evil}\`\n`);
    expectHarmless(runCli(["show", path, "--automaton", "p"]).stdout);
    expectHarmless(runCli(["show", path, "--automaton", "p", "--dot"]).stdout);
  });

  test("in diagnostics, with the line they are about", () => {
    const path = file("wrong\u009b.seq", `var x: 0..1 = \`y${evil}\` // \u001b[31m\u202e\n`);
    const { code, stdout, stderr } = runCli(["check", path]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expectHarmless(stderr);
    expectHarmless(stderr, "\\u{9b}");
    expectHarmless(runCli(["check", model, "-p", "\u001b[31m"]).stderr);
    expectHarmless(runCli(["check", model, "--\u001b[31m"]).stderr);
    const include = file("include.pml", '#include "a\u001b.h"\ninit { skip }\n');
    expectHarmless(runCli(["check", include]).stderr);
  });

  test("in Petri nets and families of systems", () => {
    const net = file(
      "net.pnml",
      `<?xml version="1.0"?><pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n"
       type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
       <place id="p&#x9b;2J&#x202e;"><initialMarking><text>1</text></initialMarking></place>
       <transition id="t&#x9b;"/><arc id="a" source="p&#x9b;2J&#x202e;" target="t&#x9b;"/></page></net></pnml>`,
    );
    expectHarmless(runCli(["show", net, "--graph"]).stdout, "\\u{9b}");
    expectHarmless(runCli(["symmetry", net, "--dot"]).stdout, "\\u{9b}");
    const family = file("family.rsp", "alphabet { a\u001b, b }\ntransition turn: (a\u001b, b) (b, a\u001b)*\n");
    // A letter of a family has no such characters: the text is refused, and the message is harmless.
    const refused = runCli(["pattern", "verify", family, "--pattern", "rotation"]);
    expect(refused.code).toBe(2);
    expectHarmless(refused.stderr);
  });

  test("but stay as they are in JSON, which is data", () => {
    const { properties } = JSON.parse(runCli(["check", model, "--json"]).stdout) as { properties: { name: string }[] };
    expect(properties[0]!.name).toBe("p\u001b[2J\u0007\nFAKE\u009b\u202e\u2028");
  });
});
