/**
 * The semantics of formulas and claims on a lasso: finitely many positions, the last of which is followed by the
 * position at `loop`.
 *
 * This is the definition, by fixpoints over the positions. It is independent of the translation to automata and decides
 * whether a counterexample is correct before it is shown.
 */

import type { Claim, Expression, Ltl } from "../model/model.ts";

export interface Lasso {
  /** The number of positions, at least 1. */
  readonly length: number;
  readonly loop: number;
  readonly holds: (condition: Expression, position: number) => boolean;
}

/** Whether the run from position 0 satisfies the formula. */
export function satisfies(lasso: Lasso, formula: Ltl): boolean {
  return valuesOf(lasso, formula)[0]!;
}

function valuesOf(lasso: Lasso, formula: Ltl): boolean[] {
  const { length, loop, holds } = lasso;
  const positions = Array.from({ length }, (_, i) => i);
  const next = (i: number): number => (i + 1 < length ? i + 1 : loop);
  /** The least or greatest solution of `v[i] = step(i, v[next(i)])`. Two backward passes reach it. */
  const fixpoint = (start: boolean, step: (i: number, later: boolean) => boolean): boolean[] => {
    const values = positions.map(() => start);
    for (let round = 0; round < 2; round++) {
      for (let i = length - 1; i >= 0; i--) values[i] = step(i, values[next(i)]!);
    }
    return values;
  };
  switch (formula.kind) {
    case "state":
      return positions.map((i) => holds(formula.condition, i));
    case "unary": {
      const operand = valuesOf(lasso, formula.operand);
      switch (formula.op) {
        case "!":
          return operand.map((value) => !value);
        case "X":
          return positions.map((i) => operand[next(i)]!);
        case "[]":
          return fixpoint(true, (i, later) => operand[i]! && later);
        case "<>":
          return fixpoint(false, (i, later) => operand[i]! || later);
      }
    }
    case "binary": {
      const left = valuesOf(lasso, formula.left);
      const right = valuesOf(lasso, formula.right);
      switch (formula.op) {
        case "&&":
          return positions.map((i) => left[i]! && right[i]!);
        case "||":
          return positions.map((i) => left[i]! || right[i]!);
        case "->":
          return positions.map((i) => !left[i]! || right[i]!);
        case "<->":
          return positions.map((i) => left[i] === right[i]);
        case "U":
          return fixpoint(false, (i, later) => right[i]! || (left[i]! && later));
        case "W":
          return fixpoint(true, (i, later) => right[i]! || (left[i]! && later));
        case "R":
          return fixpoint(true, (i, later) => right[i]! && (left[i]! || later));
      }
    }
  }
}

/** Whether the automaton of a claim accepts the run. */
export function accepts({ length, loop, holds }: Lasso, { states }: Claim): boolean {
  /**
   * Maps each start state to the states after the given positions, each with whether the path passed an accepting
   * state.
   */
  const walk = (from: ReadonlyMap<number, boolean>, first: number, last: number): Map<number, boolean> => {
    let current = new Map(from);
    for (let i = first; i < last; i++) {
      const later = new Map<number, boolean>();
      for (const [q, met] of current) {
        const { accepting, edges } = states[q]!;
        for (const { condition, target } of edges) {
          if (later.get(target) === true || !holds(condition, i)) continue;
          later.set(target, met || accepting);
        }
      }
      current = later;
    }
    return current;
  };
  const entered = walk(new Map([[0, false]]), 0, loop);
  const rounds = states.map((_, q) => walk(new Map([[q, false]]), loop, length));
  // A state that returns to itself after some number of rounds, past an accepting state.
  return [...reachable(entered.keys(), rounds)].some((q) => {
    const around = new Map<string, { readonly state: number; readonly met: boolean }>();
    const visit = (state: number, met: boolean): void => {
      for (const [target, onTheWay] of rounds[state]!) {
        const item = { state: target, met: met || onTheWay };
        const key = `${target} ${item.met}`;
        if (around.has(key)) continue;
        around.set(key, item);
        visit(target, item.met);
      }
    };
    visit(q, false);
    return around.has(`${q} true`);
  });
}

function reachable(from: Iterable<number>, rounds: readonly ReadonlyMap<number, boolean>[]): Set<number> {
  const seen = new Set(from);
  for (const q of seen) for (const target of rounds[q]!.keys()) seen.add(target);
  return seen;
}
