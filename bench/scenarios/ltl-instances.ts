/** The models and formulas of the scenario `ltl`. */

export interface LtlInstance {
  /** As shown in tables. */
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  /** Over the propositions `p` and `q`. */
  readonly formula: string;
  readonly p: string;
  readonly q?: string;
  readonly verdict: "holds" | "violated";
  /** About how many pairs of a state and a state of the automaton there are. */
  readonly states: number;
}

const example = (name: string): string => `examples/promela/${name}.pml`;
const scaled = (name: string): string => `bench/promela/${name}.pml`;
const inside = { p: "inside == 1", q: "inside == 0" };
const elected = { p: "leaders == 1 && followers == N - 1" };

export const instances: readonly LtlInstance[] = [
  { name: "Peterson 5", file: scaled("peterson"), defines: { N: "5" }, formula: "[] <> p", ...inside, verdict: "holds", states: 529_038 },
  { name: "Peterson 5", file: scaled("peterson"), defines: { N: "5" }, formula: "[] (p -> <> q)", ...inside, verdict: "holds", states: 300_000 },
  { name: "token ring 13", file: scaled("token-ring"), defines: { N: "13" }, formula: "[] (p -> <> q)", ...inside, verdict: "holds", states: 500_000 },
  { name: "mutual exclusion 7", file: example("mutex"), defines: { N: "7" }, formula: "[] <> p", ...inside, verdict: "holds", states: 400_000 },
  { name: "leader election 5", file: example("leader-election"), defines: { N: "5" }, formula: "<> p", ...elected, verdict: "holds", states: 60_000 },
  { name: "e-mail 3", file: example("email-3"), defines: {}, formula: "[] p", p: "received_from != 3", verdict: "holds", states: 410_177 },
  { name: "e-mail 3", file: example("email-3"), defines: {}, formula: "[] (q -> <> p)", p: "received_from == 1", q: "received_from == 2", verdict: "violated", states: 410_177 },
  { name: "Peterson 5", file: scaled("peterson"), defines: { N: "5" }, formula: "<> [] q", ...inside, verdict: "violated", states: 529_038 },
  { name: "token ring 13", file: scaled("token-ring"), defines: { N: "13" }, formula: "[] <> p", ...inside, verdict: "violated", states: 500_000 },
  { name: "philosophers 10", file: scaled("dining-philosophers"), defines: { N: "10" }, formula: "[] <> p", p: "taken[0] == 0", verdict: "violated", states: 300_000 },
]; // prettier-ignore

/** Small enough for a test. */
export const quickInstances: readonly LtlInstance[] = [
  { name: "Peterson 3", file: scaled("peterson"), defines: { N: "3" }, formula: "[] <> p", ...inside, verdict: "holds", states: 1048 },
  { name: "token ring 5", file: scaled("token-ring"), defines: { N: "5" }, formula: "[] <> p", ...inside, verdict: "violated", states: 1000 },
]; // prettier-ignore

/** The program with its formula, named `formula`. */
export function withFormula(text: string, { formula, p, q }: LtlInstance): string {
  const written = formula.replace(/\b[pq]\b/g, (name) => `(${name === "p" ? p : q})`);
  return `${text}\nltl formula { ${written} }\n`;
}
