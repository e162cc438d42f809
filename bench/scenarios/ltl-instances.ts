/** The models and formulas of the scenario `ltl`. */

import { existsSync } from "node:fs";

export interface LtlInstance {
  /** The name in tables. */
  readonly name: string;
  /** The path, relative to the root of the repository. */
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  /** The formula over the propositions `p` and `q`; without `p`, the name of a formula of the model. */
  readonly formula: string;
  readonly p?: string;
  readonly q?: string;
  readonly fairness?: "weak";
  readonly verdict: "holds" | "violated";
  /**
   * The approximate number of pairs of a state and a state of the automaton without reduction, and the depth of SPIN's
   * search.
   */
  readonly states: number;
  readonly depth: number;
}

const example = (name: string): string => `examples/promela/${name}.pml`;
const scaled = (name: string): string => `bench/promela/${name}.pml`;
const inside = { p: "inside == 1", q: "inside == 0" };
const elected = { p: "leaders == 1 && followers == N - 1" };

/** In every state of the first fork, one of the two is true. */
const fork = { p: "taken[0] == 0", q: "taken[0] == 1" };

export const instances: readonly LtlInstance[] = [
  { name: "Peterson 5", file: scaled("peterson"), defines: { N: "5" }, formula: "[] <> p", ...inside, verdict: "holds", states: 529_038, depth: 80_000 },
  { name: "Peterson 5", file: scaled("peterson"), defines: { N: "5" }, formula: "[] (p -> <> q)", ...inside, verdict: "holds", states: 280_297, depth: 80_000 },
  { name: "philosophers 11", file: scaled("dining-philosophers"), defines: { N: "11" }, formula: "[] <> p || <> [] q", ...fork, verdict: "holds", states: 990_364, depth: 868_000 },
  { name: "token ring 13", file: scaled("token-ring"), defines: { N: "13" }, formula: "[] (p -> <> q)", ...inside, verdict: "holds", states: 593_907, depth: 328_000 },
  { name: "mutual exclusion 7", file: example("mutex"), defines: { N: "7" }, formula: "[] <> p", ...inside, verdict: "holds", states: 383_579, depth: 219_000 },
  { name: "leader election 5", file: example("leader-election"), defines: { N: "5" }, formula: "<> p", ...elected, verdict: "holds", states: 52_726, depth: 1_000 },
  { name: "e-mail 3", file: example("email-3"), defines: {}, formula: "[] p", p: "received_from != 3", verdict: "holds", states: 410_177, depth: 212_000 },
  { name: "e-mail 3", file: example("email-3"), defines: {}, formula: "[] (q -> <> p)", p: "received_from == 1", q: "received_from == 2", verdict: "violated", states: 410_177, depth: 1_000 },
  { name: "Peterson 5", file: scaled("peterson"), defines: { N: "5" }, formula: "<> [] q", ...inside, verdict: "violated", states: 529_038, depth: 20_000 },
  { name: "token ring 13", file: scaled("token-ring"), defines: { N: "13" }, formula: "[] <> p", ...inside, verdict: "violated", states: 593_907, depth: 1_000 },
  { name: "philosophers 11", file: scaled("dining-philosophers"), defines: { N: "11" }, formula: "[] <> p", ...fork, verdict: "violated", states: 990_364, depth: 1_000 },
]; // prettier-ignore

const folder = "/usr/share/doc/spin/examples/Examples/LTL";

/**
 * SPIN's own models, where they are installed, each with its formulas. petersonN with weak fairness, which holds for up
 * to 4 processes, is left out with its 5: pan does not end within 10 minutes.
 */
const spinModels: readonly (readonly [name: string, formula: string, verdict: LtlInstance["verdict"]])[] = [
  ["bakery", "invariant", "violated"],
  ["diskhead", "p", "holds"],
  ["ltl_always_eventually", "name", "violated"],
  ["ltl_example", "c6", "violated"],
  ["mobile2", "ltl", "holds"],
  ["petersonN", "bounded_bypass", "violated"],
  ["pftp", "p1", "violated"],
  ["pftp", "p2", "violated"],
  ["pftp", "p3", "violated"],
  ["salesman1", "p", "violated"],
  ["salesman2", "p", "violated"],
  ["train", "c1", "holds"],
  ["train", "c2", "violated"],
  ["train", "c3", "violated"],
  ["train", "c4", "violated"],
  ["train", "c5", "holds"],
  ["train", "c6", "violated"],
  ["train", "c7", "holds"],
  ["train", "c8", "holds"],
  ["zune", "p1", "violated"],
];

/** The formulas of the examples. */
const exampleFormulas: readonly (readonly [name: string, formula: string])[] = [
  ["cache", "coherent"],
  ["leader-election", "unique"],
  ["leader-election", "elected"],
  ["mutex", "exclusive"],
  ["peterson", "mutex"],
  ["resource-allocator", "exclusive"],
  ["token-ring", "mutex"],
];

const small = { defines: {}, states: 100_000, depth: 100_000 };

function withAndWithoutFairness(instance: LtlInstance): LtlInstance[] {
  return instance.name === "petersonN" ? [instance] : [instance, { ...instance, fairness: "weak" }];
}

/** The formulas that models state themselves, with and without weak fairness. */
export const ownFormulas: readonly LtlInstance[] = [
  ...(existsSync(folder) ? spinModels : []).flatMap(([name, formula, verdict]) =>
    withAndWithoutFairness({ ...small, name, file: `${folder}/${name}.pml`, formula, verdict }),
  ),
  ...exampleFormulas.flatMap(([name, formula]) =>
    withAndWithoutFairness({ ...small, name, file: example(name), formula, verdict: "holds" }),
  ),
];

/** Small enough for a test. */
export const quickInstances: readonly LtlInstance[] = [
  { name: "Peterson 3", file: scaled("peterson"), defines: { N: "3" }, formula: "[] <> p", ...inside, verdict: "holds", states: 1048, depth: 1_000 },
  { name: "token ring 5", file: scaled("token-ring"), defines: { N: "5" }, formula: "[] <> p", ...inside, verdict: "violated", states: 1000, depth: 1_000 },
]; // prettier-ignore

/** The program with its formula, which is named `formula` if it is not one of the program itself. */
export function withFormula(text: string, { formula, p, q }: LtlInstance): string {
  if (p === undefined) return text;
  const written = formula.replace(/\b[pq]\b/g, (name) => `(${name === "p" ? p : q})`);
  return `${text}\nltl formula { ${written} }\n`;
}
