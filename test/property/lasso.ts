/**
 * What a formula and an automaton say of a lasso, by the plainest means: runs are a prefix and a loop of valuations, formulas are evaluated
 * by fixpoints over positions, acceptance is a strongly connected set of the product that meets all sets.
 */

import type { Ltl } from "../../src/model/model.ts";
import type { Automaton, AutomatonEdge } from "../../src/property/automaton.ts";

/** `letters[i]` is the set, in bits, of propositions that hold at position i; after the last comes `letters[loop]`. */
export interface Lasso {
  readonly letters: readonly number[];
  readonly loop: number;
}

/** All lassos of up to `length` letters over `count` propositions. */
export function allLassos(length: number, count: number): Lasso[] {
  const words: number[][] = [[]];
  for (let i = 0; i < words.length; i++) {
    if (words[i]!.length === length) break;
    for (let letter = 0; letter < 2 ** count; letter++) words.push([...words[i]!, letter]);
  }
  return words.flatMap((letters) => letters.map((_, loop) => ({ letters, loop })));
}

/** `indexOf` says which bit a proposition is. */
export function satisfies(lasso: Lasso, formula: Ltl, indexOf: (condition: unknown) => number): boolean {
  const { letters, loop } = lasso;
  const n = letters.length;
  const next = (i: number): number => (i + 1 < n ? i + 1 : loop);
  /** From `start` everywhere, until nothing changes. */
  const fixpoint = (start: boolean, step: (i: number, later: boolean) => boolean): boolean[] => {
    const values = letters.map(() => start);
    for (let round = 0; round <= n; round++) {
      for (let i = n - 1; i >= 0; i--) values[i] = step(i, values[next(i)]!);
    }
    return values;
  };
  const visit = (f: Ltl): boolean[] => {
    if (f.kind === "state") {
      if (f.condition.kind === "boolean") return letters.map(() => (f.condition as { value: boolean }).value);
      const bit = indexOf(f.condition);
      return letters.map((letter) => (letter & (1 << bit)) !== 0);
    }
    if (f.kind === "unary") {
      const a = visit(f.operand);
      if (f.op === "!") return a.map((value) => !value);
      if (f.op === "X") return a.map((_, i) => a[next(i)]!);
      if (f.op === "[]") return fixpoint(true, (i, later) => a[i]! && later);
      return fixpoint(false, (i, later) => a[i]! || later);
    }
    const a = visit(f.left);
    const b = visit(f.right);
    switch (f.op) {
      case "&&":
        return a.map((value, i) => value && b[i]!);
      case "||":
        return a.map((value, i) => value || b[i]!);
      case "->":
        return a.map((value, i) => !value || b[i]!);
      case "<->":
        return a.map((value, i) => value === b[i]!);
      case "U":
        return fixpoint(false, (i, later) => b[i]! || (a[i]! && later));
      case "W":
        return fixpoint(true, (i, later) => b[i]! || (a[i]! && later));
      case "R":
        return fixpoint(true, (i, later) => b[i]! && (a[i]! || later));
    }
  };
  return visit(formula)[0]!;
}

export function accepts(automaton: Automaton, lasso: Lasso, indexOf: (condition: unknown) => number): boolean {
  const { letters, loop } = lasso;
  const n = letters.length;
  const bits = automaton.propositions.map(indexOf);
  const isTaken = ({ guard }: AutomatonEdge, letter: number): boolean =>
    guard.some(
      ({ positive, negative }) =>
        positive.every((p) => letter & (1 << bits[p]!)) && negative.every((p) => !(letter & (1 << bits[p]!))),
    );
  const successors = (v: number): { to: number; marks: number }[] => {
    const position = v % n;
    const after = position + 1 < n ? position + 1 : loop;
    return automaton.states[(v - position) / n]!.edges
      .filter((edge) => isTaken(edge, letters[position]!))
      .map(({ target, marks }) => ({ to: target * n + after, marks }));
  };
  const reachableFrom = (start: number): Set<number> => {
    const seen = new Set<number>();
    const pending = [start];
    for (let v = pending.pop(); v !== undefined; v = pending.pop()) {
      for (const { to } of successors(v)) if (!seen.has(to)) pending.push(to), seen.add(to);
    }
    return seen;
  };
  // A vertex on a cycle, and the marks of all edges between vertices that reach it and are reached from it.
  const start = automaton.initial * n;
  const all = 2 ** automaton.acceptanceCount - 1;
  const reach = new Map<number, Set<number>>();
  const from = (v: number): Set<number> => {
    let set = reach.get(v);
    if (!set) reach.set(v, (set = reachableFrom(v)));
    return set;
  };
  for (const v of [start, ...from(start)]) {
    if (!from(v).has(v)) continue;
    let marks = 0;
    for (const u of from(v)) {
      if (!from(u).has(v)) continue;
      for (const edge of successors(u)) if (from(edge.to).has(v)) marks |= edge.marks;
    }
    if (marks === all) return true;
  }
  return false;
}
