/** Random programs with a multiset agree with Rumur, which is given counters instead. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import { arbitraryFrom } from "../../support/choices.ts";
import type { Choices } from "../../support/choices.ts";
import { expected, times } from "../../support/random-runs.ts";
import { rumur, withoutRumur } from "./rumur.ts";

/** The same program twice. */
interface Pair {
  readonly bags: string;
  readonly counters: string;
}

const both = (text: string): Pair => ({ bags: text, counters: text });
const joined = (...pairs: readonly Pair[]): Pair => ({
  bags: pairs.map(({ bags }) => bags).join(" "),
  counters: pairs.map(({ counters }) => counters).join(" "),
});

/** The parts of the chosen element. */
const part = (name: "k" | "v"): Pair => ({ bags: `net[c].${name}`, counters: `c${name}` });

const count = (choices: Choices): Pair => {
  const [k, v] = [choices.pick(["A", "B"]), choices.below(2)];
  return choices.weighted<Pair>([
    [2, () => ({ bags: `multisetcount(c: net, net[c].k = ${k})`, counters: `(net[${k}][0] + net[${k}][1])` })],
    [1, () => ({ bags: `multisetcount(c: net, net[c].k = ${k} & net[c].v = ${v})`, counters: `net[${k}][${v}]` })],
    [1, () => ({ bags: "multisetcount(c: net, true)", counters: "size" })],
  ]);
};

const condition = (choices: Choices): Pair =>
  choices.weighted<Pair>([
    [2, () => joined(count(choices), both(`${choices.pick(["<", "=", ">="])} ${choices.below(3)}`))],
    [1, () => both(choices.pick(["p = 1", "p = 0", "e = A", "m.k = B", "m.v = p"]))],
  ]);

const change = (choices: Choices): Pair =>
  choices.weighted<Pair>([
    [3, () => both(choices.pick(["p := 1 - p;", "e := A;", "e := B;", "m.k := e;", "m.v := p;", "m.v := 1 - m.v;"]))],
    [3, () => ({
      bags: "if multisetcount(c: net, true) < 3 then multisetadd(m, net); end;",
      counters: "if size < 3 then size := size + 1; net[m.k][m.v] := net[m.k][m.v] + 1; end;",
    })],
    [1, () => ({ bags: "multisetadd(m, net);", counters: "size := size + 1; net[m.k][m.v] := net[m.k][m.v] + 1;" })],
    [1, () => joined(both("if"), condition(choices), both("then"), change(choices), both("end;"))],
    [1, () => ({
      bags: "multisetremovepred(c: net, net[c].v = p);",
      counters: "for k: E do size := size - net[k][p]; net[k][p] := 0; end;",
    })],
  ]); // prettier-ignore

function rule(choices: Choices): Pair {
  const changes = (): Pair => joined(...choices.times(choices.between(1, 2), () => change(choices)));
  if (choices.chance(50)) {
    return joined(both("rule"), condition(choices), both("==> begin"), changes(), both("end;"));
  }
  const taken = choices.chance(80)
    ? { bags: "multisetremove(c, net);", counters: "size := size - 1; net[ck][cv] := net[ck][cv] - 1;" }
    : both("");
  const used = choices.pick([
    joined(both("m.k :="), part("k"), both(";")),
    joined(both("p :="), part("v"), both(";")),
    joined(both("if"), part("k"), both("= e then p := 1 - p; end;")),
  ]);
  return joined(
    { bags: "choose c: net do rule", counters: "ruleset ck: E; cv: 0..1 do rule net[ck][cv] > 0 &" },
    both("("),
    choices.chance(50) ? joined(part("v"), both(`= ${choices.below(2)}`)) : condition(choices),
    both(") ==> begin"),
    taken,
    used,
    changes(),
    both("end; end;"),
  );
}

const arbitraryPair = arbitraryFrom(
  (choices): Pair =>
    joined(
      both("type E: enum { A, B }; M: record k: E; v: 0..1; end; var p: 0..1; e: E; m: M;"),
      { bags: "net: multiset [3] of M;", counters: "net: array [E] of array [0..1] of 0..3; size: 0..3;" },
      both("startstate begin p := 0; e := A; m.k := B; m.v := 0;"),
      { bags: "", counters: "size := 0; for k: E do for v: 0..1 do net[k][v] := 0; end; end;" },
      both("end;"),
      ...choices.times(choices.between(2, 5), () => rule(choices)),
    ),
  200,
);

test.skipIf(withoutRumur)(
  "random multisets are bags",
  async () => {
    let [counted, faulty] = [0, 0];
    await fc.assert(
      fc.asyncProperty(arbitraryPair, async ({ bags, counters }) => {
        const { model, diagnostics } = parse(bags, { name: "model.m" });
        if (!model) throw new Error(`${bags}\n${diagnostics.map((d) => formatDiagnostic(d)).join("\n")}`);
        const found = await check(model, { symmetry: "off", properties: ["ranges"] });
        const theirs = await rumur(counters, { deadlocks: "off" });
        expect(found.verdict === "violated", bags).toBe(theirs.error !== undefined);
        if (theirs.error !== undefined) faulty++;
        else {
          counted++;
          const { states, transitions } = found;
          expect({ states, rules: transitions }, bags).toEqual({ states: theirs.states, rules: theirs.rules });
        }
      }),
      { numRuns: times(60), endOnFailure: true },
    );
    expect(counted).toBeGreaterThan(expected(14));
    expect(faulty).toBeGreaterThan(expected(1));
  },
  3_600_000,
);
