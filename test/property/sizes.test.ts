/** Sizes of automata: known figures, those of SPIN beside them, limits and time. */

import { execFileSync, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import type { Ltl } from "../../src/model/model.ts";
import { automatonFacts, degeneralize, withStateAcceptance } from "../../src/property/automaton-operations.ts";
import { AutomatonTooLarge } from "../../src/property/automaton.ts";
import { automatonOfLtl } from "../../src/property/ltl.ts";
import { Random } from "../../src/util/random.ts";
import { skipped } from "../support/skipped.ts";
import { ltl } from "./formulas.ts";

/** States, acceptance sets, states with one set, states with acceptance by states, strength. */
test.each([
  ["true", 1, 0, 1, 1, "terminal"],
  ["false", 1, 0, 1, 1, "terminal"],
  ["p", 2, 0, 2, 2, "terminal"],
  ["[]p", 1, 0, 1, 1, "weak"],
  ["<>p", 2, 1, 2, 2, "terminal"],
  ["[]<>p", 1, 1, 1, 2, "general"],
  ["<>[]p", 2, 1, 2, 2, "weak"],
  ["p U q", 2, 1, 2, 2, "terminal"],
  ["p W q", 2, 0, 2, 2, "weak"],
  ["p R q", 2, 0, 2, 2, "weak"],
  ["[](p -> <>q)", 2, 1, 2, 2, "general"],
  ["!([](p -> <>q))", 2, 1, 2, 2, "weak"],
  ["[](p -> X X q)", 4, 0, 4, 4, "weak"],
  ["[]<>p && []<>q", 1, 2, 2, 3, "general"],
  ["[]<>p && []<>q && []<>r", 1, 3, 3, 4, "general"],
  ["[]<>p || []<>q", 1, 1, 1, 2, "general"],
  ["<>[]p || <>[]q", 3, 1, 3, 3, "weak"],
  ["<>[]p && <>[]q", 2, 1, 2, 2, "weak"],
  ["!([]<>p1 && []<>p2 && []<>p3 -> [](q -> <>r))", 2, 3, 4, 5, "general"],
  ["!([]<>p1 && []<>p2 && []<>p3 && []<>p4 && []<>p5 -> [](q -> <>r))", 2, 5, 6, 7, "general"],
  ["!(p1 U (p2 U (p3 U (p4 U p5))))", 5, 0, 5, 5, "weak"],
  ["<>(p && <>(q && <>r))", 4, 1, 4, 4, "terminal"],
] as const)("%s has %i states and %i acceptance sets", (text, states, sets, one, old, strength) => {
  const automaton = automatonOfLtl(ltl(text));
  expect([
    automaton.states.length,
    automaton.acceptanceCount,
    degeneralize(automaton).states.length,
    withStateAcceptance(automaton).states.length,
    automatonFacts(automaton).strength,
  ]).toEqual([states, sets, one, old, strength]);
});

/** Without X, which an installed SPIN may not have, and W, which it does not know here; R is its V. */
const beside = `
p U q
p U (q U r)
!(p U (q U r))
p R q
p R (q R r)
[]p
<>p
[]<>p
<>[]p
[]<>p -> []<>q
<>p U []q
[]p U q
!(<><>p <-> <>p)
!([]<>p -> []<>q)
!([]<>p <-> []<>q)
p R (p || q)
[](p -> <>q)
!([](p -> <>q))
!([]<>p || <>[]q)
[](<>p && <>q)
<>p && <>!p
([]<>p && []<>q) || <>[]r
!([]<>p1 && []<>p2 -> [](q -> <>r))
!([]<>p1 && []<>p2 && []<>p3 -> [](q -> <>r))
<>q -> (p U q)
[](q && !r && <>r -> (!p U r))
<>r -> ((p -> (!r U (s && !r))) U r)
[](q -> [](p -> <>s))
[]((q && !r && <>r) -> ((p -> (!r U (s && !r))) U r))
[](p -> (q U (r U s)))
<>[]p && []<>q
<>[](p -> <>q)
[]<>p && []<>q && []<>r
[]<>p || []<>q || []<>r
(p U q) U r
((p U q) U r) U s
(p1 U (p2 U (p3 U p4)))
!(p1 U (p2 U (p3 U (p4 U p5))))
[]!q || <>(q && <>p)
[](q -> (!p U (r || []!p)))
<>(p && <>(q && <>r))
(<>p -> <>q) && []<>r
[](p || <>[]q)
[](r -> (<>p && <>q))`
  .trim()
  .split("\n");

const withoutSpin = skipped(spawnSync("spin", ["-V"]).error !== undefined, "spin is not installed");

test.skipIf(withoutSpin)("no never claim has more states than SPIN's for the same formula", () => {
  const rows = beside.map((text) => {
    const output = execFileSync("spin", ["-f", text.replaceAll(" R ", " V ")], { encoding: "utf8", cwd: tmpdir() });
    const automaton = automatonOfLtl(ltl(text));
    return {
      text,
      spin: output.match(/^\s+(?:do|if|skip|false;?)$/gm)?.length ?? 0,
      states: withStateAcceptance(automaton).states.length,
      edges: degeneralize(automaton).states.length,
      sets: automaton.states.length,
    };
  });
  const line = (cells: readonly (string | number)[], text: string): string =>
    `${cells.map((cell) => String(cell).padStart(8)).join("")}  ${text}`;
  const sum = (key: "spin" | "states" | "edges" | "sets"): number => rows.reduce((total, row) => total + row[key], 0);
  console.log(
    [
      line(["SPIN", "states", "edges", "sets"], "states with acceptance by states, by edges, by several sets of edges"),
      ...rows.map(({ text, spin, states, edges, sets }) => line([spin, states, edges, sets], text)),
      line([sum("spin"), sum("states"), sum("edges"), sum("sets")], "together"),
    ].join("\n"),
  );
  expect(rows.filter(({ spin, states }) => spin === 0 || states > spin)).toEqual([]);
  expect(sum("states")).toBeLessThan(0.8 * sum("spin"));
});

test("an automaton that would be too large is refused", () => {
  const conjunction = (n: number): string => Array.from({ length: n }, (_, i) => `<>p${i}`).join(" && ");
  expect(() => automatonOfLtl(ltl(conjunction(9)), { stateLimit: 100 })).toThrow(AutomatonTooLarge);
  expect(() => automatonOfLtl(ltl(conjunction(14)))).toThrow(AutomatonTooLarge);
  let equivalences = "p";
  for (let i = 0; i < 40; i++) equivalences = `(X ${"pqr"[i % 3]} <-> <>${equivalences})`;
  expect(() => automatonOfLtl(ltl(equivalences))).toThrow(/nodes/);
  let nested = ltl("p U q");
  for (let i = 0; i < 100_000; i++) nested = { kind: "unary", op: "X", operand: nested };
  expect(() => automatonOfLtl(nested)).toThrow(/nested/);
});

test("thirty-one untils at a time are fine, one more is not", () => {
  const nested = (n: number): string => (n === 0 ? "p" : `<>(${n % 2 ? "q" : "r"} && X ${nested(n - 1)})`);
  const automaton = automatonOfLtl(ltl(nested(31)));
  expect([automaton.states.length, automaton.acceptanceCount, automatonFacts(automaton).strength]).toEqual([
    33,
    1,
    "terminal",
  ]);
  expect(() => automatonOfLtl(ltl(nested(32)))).toThrow(/32 acceptance sets, the limit is 31/);
});

test("many promises at a time cost an edge for each combination, and are refused when that is too much", () => {
  const fair = (n: number): Ltl => ltl(Array.from({ length: n }, (_, i) => `[]<>p${i}`).join(" && "));
  const { states, acceptanceCount } = automatonOfLtl(fair(10));
  expect([states.length, acceptanceCount, states[0]!.edges.length]).toEqual([1, 10, 1024]);
  expect(() => automatonOfLtl(fair(25))).toThrow(AutomatonTooLarge);
});

test("random formulas of ten and of twenty operators have small automata, and few of them large ones", () => {
  const random = new Random(5);
  const formula = (operators: number, propositions: number): Ltl => {
    if (operators === 0) {
      return { kind: "state", condition: { kind: "variable", name: `p${random.below(propositions)}` } };
    }
    if (random.below(3) === 0) {
      const op = (["!", "X", "[]", "<>"] as const)[random.below(4)]!;
      return { kind: "unary", op, operand: formula(operators - 1, propositions) };
    }
    const left = random.below(operators);
    const op = (["&&", "||", "U", "W", "R", "->", "<->"] as const)[random.below(7)]!;
    return {
      kind: "binary",
      op,
      left: formula(left, propositions),
      right: formula(operators - 1 - left, propositions),
    };
  };
  for (const [operators, median, most] of [
    [10, 6, 28],
    [20, 10, 113],
  ] as const) {
    const sizes = Array.from({ length: 100 }, () => automatonOfLtl(formula(operators, 5)).states.length);
    sizes.sort((a, b) => a - b);
    expect(sizes[50]).toBeLessThanOrEqual(median);
    expect(sizes.at(-1)).toBeLessThanOrEqual(most);
  }
});
