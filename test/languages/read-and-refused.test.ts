/** The tables of what is read and what is refused in the guides are true, here and in the other tools that are installed. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseSystem } from "../../src/index.ts";
import { withoutRumur } from "./murphi/rumur.ts";
import { withoutSpin } from "./promela/spin.ts";

type Status = "read" | "refused";

interface Row {
  readonly part: string;
  readonly place: string;
  readonly code: string;
  readonly verdicts: readonly Status[];
}

/** The rows of the table under the heading. */
function rowsOf(guide: string): Row[] {
  const text = readFileSync(`docs/guide/${guide}.md`, "utf8");
  const [, section = ""] = text.split("## Read and refused\n");
  const lines = section.split(/\n(?:##|\*\*)/, 1)[0]!.split("\n");
  return lines
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
      const [, part, place, code, ...verdicts] = cells.slice(0, -1);
      return { part: part!, place: place!, code: code!.slice(1, -1), verdicts: verdicts as Status[] };
    });
}

/** A Murphi program with the code in its place. Declarations come before those of the program, other items after. */
function murphiAround({ place, code }: Row): string {
  const at = (where: string, other: string): string => (place === where ? code : other);
  const isDeclaration = /^(?:type|var|externfun)/.test(code);
  return `const N: 2;
type P: scalarset(N); E: enum { E1, E2 }; R: 0..3; M: record k: E; n: R; end; T: array [0..1] of R;
${isDeclaration ? at("text", "") : ""}
var x: R; y: R; b: boolean; p: P; m: M; r: M; a: array [P] of E;
function made(k: R): M; var q: M; begin q.n := k; return q; end;
function counted(): R; var t: T; begin t[0] := x; t[1] := 0; return t[0]; end;
function bumped(): R; begin y := 1; return y; end;
${code.includes("again(") ? "function again(k: R): R; begin return again(k); end;" : ""}
startstate begin x := 0; y := 0; b := false; for i: P do p := i; a[i] := E1; end; m := made(0); r := m; end;
ruleset i: P do rule "r" ${at("guard", "true")} ==> begin ${at("rule", "x := 0;")} end; end;
${isDeclaration ? "" : at("text", "")}
`;
}

function rebecaAround({ place, code }: Row): string {
  const at = (where: string): string => (place === where ? code : "");
  const args = code.startsWith("A(int k)") ? "1" : "";
  return `${at("text")}
reactiveclass A(3) { knownrebecs { A other; } statevars { int n; A r; } ${at("class")}
  msgsrv note(int k) { ${at("server")} } int half(int k) { return k / 2; } }
main { A a(a):(${args}); }`;
}

const statusHere = (text: string, name: string): Status => (parse(text, { name }).model ? "read" : "refused");

function statusInRumur(text: string): Status {
  const folder = mkdtempSync(join(tmpdir(), "noether-rumur-"));
  try {
    writeFileSync(join(folder, "model.m"), text);
    execFileSync("rumur", [join(folder, "model.m"), `--output=${join(folder, "model.c")}`], { stdio: "ignore" });
    return "read";
  } catch {
    return "refused";
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("Murphi", () => {
  const rows = rowsOf("murphi");

  test.each(rows)("$part: $code", (row) => {
    expect(statusHere(murphiAround(row), "model.m")).toBe(row.verdicts[0]);
  });

  test.skipIf(withoutRumur)("Rumur reads and refuses what the table says", () => {
    for (const row of rows) expect([row.part, statusInRumur(murphiAround(row))]).toEqual([row.part, row.verdicts[1]]);
  });
});

test.each(rowsOf("rebeca"))("Rebeca, $part: $code", (row) => {
  expect(statusHere(rebecaAround(row), "model.rebeca")).toBe(row.verdicts[0]);
});

function cspAround({ place, code }: Row): string {
  const at = (where: string, other: string): string => (place === where ? code : other);
  return `var x = 0; var b = true; var a[2]; channel c 1; channel d[2] 0;
${at("text", "")}
P() = start -> (${at("process", "Skip")});
Q() = step{${at("block", "x = 1;")}} -> Skip;
S() = P() ||| Q();
#assert S() deadlockfree;
`;
}

test.each(rowsOf("csp"))("CSP#, $part: $code", (row) => {
  expect(statusHere(cspAround(row), "model.csp")).toBe(row.verdicts[0]);
});

function pnmlAround({ place, code }: Row): string {
  const at = (where: string): string => (place === where ? code : "");
  return `<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">${at("page")}
<place id="p">${at("place")}</place><transition id="t">${at("transition")}</transition>
<arc id="e" source="p" target="t">${at("arc")}</arc></page></net></pnml>`;
}

test.each(rowsOf("petri"))("nets, $part: $code", (row) => {
  const [text, name] = row.place === "LoLA" ? [row.code, "model.lola"] : [pnmlAround(row), "model.pnml"];
  expect(statusHere(text, name)).toBe(row.verdicts[0]);
});

test.each(rowsOf("patterns"))("families, $part: $code", (row) => {
  const text = `alphabet { a, b }\ntransition t: id* (a, b) id*\n${row.code}\n`;
  expect(parseSystem(text, { name: "model.rsp" }).system ? "read" : "refused").toBe(row.verdicts[0]);
});

/** Line breaks in the code are written as a sign. */
function promelaAround({ place, code }: Row): string {
  const at = (where: string): string => (place === where ? code.replaceAll("⏎", "\n") : "");
  return `chan q = [2] of { byte, byte }; byte x, y, a[3]; int n;
${at("text")}
inline twice(k) { return k }
proctype R() { skip }
active proctype P() { skip; ${at("process")} }
`;
}

function statusInSpin(text: string): Status {
  const cwd = mkdtempSync(join(tmpdir(), "noether-spin-"));
  try {
    writeFileSync(join(cwd, "model.pml"), text);
    // Some errors do not change its exit code.
    const output = execFileSync("spin", ["-a", "model.pml"], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return /^error:/m.test(output) ? "refused" : "read";
  } catch {
    return "refused";
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

describe("Promela", () => {
  const rows = rowsOf("promela");

  test.each(rows)("$part: $code", (row) => {
    expect(statusHere(promelaAround(row), "model.pml")).toBe(row.verdicts[0]);
  });

  test.skipIf(withoutSpin)("SPIN reads and refuses what the table says", () => {
    for (const row of rows) expect([row.part, statusInSpin(promelaAround(row))]).toEqual([row.part, row.verdicts[1]]);
  });
});

test("the tables have rows", () => {
  expect(rowsOf("murphi").length).toBeGreaterThan(20);
  expect(rowsOf("rebeca").length).toBeGreaterThan(15);
  expect(rowsOf("promela").length).toBeGreaterThan(20);
  expect(rowsOf("csp").length).toBeGreaterThan(25);
  expect(rowsOf("petri").length).toBeGreaterThan(12);
  expect(rowsOf("patterns").length).toBeGreaterThan(8);
});
