/**
 * Processes that are gone at their ends (`--end-order any`): the same verdicts as with SPIN's order of dying, and
 * SPIN's order wherever something looks at it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { check, parse } from "../../../src/index.ts";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { times } from "../../support/random-runs.ts";
import { runCli } from "../../support/run-cli.ts";
import { program, programWithFormula } from "./arbitrary-program.ts";
import { explore } from "./count-states.ts";
import { spinFindings, withoutSpin } from "./spin.ts";

const counters = `byte count; bool busy;
proctype P() { byte k;
  do
  :: atomic { !busy -> busy = true }; k = count; count = k + 1; busy = false; if :: count >= 5 -> break :: else fi
  od
}
init { atomic { run P(); run P(); run P(); run P() } }
`;

const read = (text: string, endOrder: "any" | "spin") => parsePromela({ name: "m.pml", text }, { endOrder });

test("processes that end are interchangeable if nothing looks at the order of dying", async () => {
  const options = { symmetry: "on", partialOrder: "off" } as const;
  const [any, inOrder] = await Promise.all(
    (["any", "spin"] as const).map((endOrder) => check(parse(counters, { name: "m.pml", endOrder }).model!, options)),
  );
  expect(any).toMatchObject({ verdict: "holds", states: 1304, symmetry: { order: 24n } });
  expect(inOrder).toMatchObject({ verdict: "holds", states: 52119, symmetry: { order: 1n } });
});

test.each([
  ["the number of processes", counters.replace("count >= 5", "count >= 5 && _nr_pr > 0")],
  ["the last mover", counters.replace("count >= 5", "count >= 5 && _last < 9")],
  ["a label of a process", `${counters}ltl f { [] !(P[1]@there) }`.replace("k = count;", "there: k = count;")],
  ["a variable of a process", `${counters}ltl f { [] (P[1]:k < 9) }`],
  ["whether a process can move", `${counters}ltl f { [] (enabled(1) || true) }`],
  ["the next step", `${counters}ltl f { [] (busy -> X (true)) }`],
  ["a claim", `${counters}never { do :: true od }`],
  ["a channel that dies with its process", counters.replace("byte k;", "byte k; chan c = [1] of { byte };")],
  ["priorities", counters.replace("run P();", "run P() priority 2;")],
  [
    "processes that start one by one",
    counters.replace("atomic { run P(); run P(); run P(); run P() }", "run P(); run P(); run P()"),
  ],
])("SPIN's order stays if the text has %s", (_, text) => {
  const [any, inOrder] = (["any", "spin"] as const).map((endOrder) => {
    const { model, diagnostics } = read(text, endOrder);
    expect(diagnostics).toEqual([]);
    return explore(model!, 400_000);
  });
  expect(any).toEqual(inOrder);
  expect(read(text, "any").model!.transitions.some(({ name }) => name.startsWith("P dies"))).toBe(true);
});

const watching = "active proctype Watch() { if :: timeout -> assert(x != 1) :: x == 2 -> assert(y < 2) fi }\n";

test("random programs have the same failing assertions and invalid end states with either order", () => {
  fc.assert(
    fc.property(program, (text) => {
      const [any, inOrder] = (["any", "spin"] as const).map((endOrder) => {
        const { model } = read(text + watching, endOrder);
        return model && explore(model, 50_000);
      });
      fc.pre(any !== undefined && inOrder !== undefined);
      const { states: fewer, ...safety } = any;
      const { states, ...expected } = inOrder;
      expect(safety).toEqual(expected);
      expect(fewer).toBeLessThanOrEqual(states);
    }),
    { numRuns: times(200), maxSkipsPerRun: 20 },
  );
});

test.skipIf(withoutSpin)("random programs are right or wrong as SPIN says, with any order", () => {
  const folder = mkdtempSync(join(tmpdir(), "order-"));
  try {
    fc.assert(
      fc.property(program, (text) => {
        const { model } = read(text + watching, "any");
        const ours = model && explore(model, 50_000);
        fc.pre(ours !== undefined);
        writeFileSync(join(folder, "m.pml"), text + watching);
        const theirs = spinFindings("m.pml", folder);
        fc.pre(theirs?.safety !== undefined);
        expect({ assertion: ours.assertion, endState: ours.endState }).toEqual(theirs.safety);
      }),
      { numRuns: times(20), endOnFailure: true, maxSkipsPerRun: 20 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("random formulas hold or fail alike with either order", async () => {
  await fc.assert(
    fc.asyncProperty(programWithFormula({ endless: false }), async (text) => {
      const verdicts = [];
      for (const endOrder of ["any", "spin"] as const) {
        const { model } = read(text, endOrder);
        fc.pre(model !== undefined);
        const { properties } = await check(model, { properties: ["l"], maxStates: 20_000 });
        verdicts.push(properties.find(({ name }) => name === "l")!.verdict);
      }
      fc.pre(!verdicts.includes("undecided"));
      expect(verdicts[0]).toBe(verdicts[1]);
    }),
    { numRuns: times(200), maxSkipsPerRun: 20 },
  );
});

test("the command line counts as SPIN does if no property is asked for, or with -o", () => {
  const folder = mkdtempSync(join(tmpdir(), "order-"));
  try {
    const file = join(folder, "m.pml");
    writeFileSync(file, counters);
    const states = (...given: string[]): number => {
      const { stdout } = runCli(["check", file, "--symmetry", "off", "--partial-order", "off", "--json", ...given]);
      return (JSON.parse(stdout) as { readonly states: number }).states;
    };
    expect(states()).toBe(25491);
    expect(states("--end-order", "spin")).toBe(52119);
    expect(states("--property", "none")).toBe(52119);
    expect(states("--property", "none", "--end-order", "any")).toBe(25491);
    const other = runCli(["check", "examples/seq/peterson.seq", "--end-order", "any"]);
    expect(other.code).toBe(2);
    expect(other.stderr).toContain("--end-order is for Promela");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
