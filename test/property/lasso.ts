/**
 * The values of a formula and of an automaton on a lasso, by simple means: a run is a prefix and a loop of valuations.
 * Formulas are evaluated by fixpoints over positions. An automaton accepts if its states, on the way round the loop,
 * form a strongly connected component with edges of all acceptance sets.
 */

import type { Expression, Ltl } from "../../src/model/model.ts";
import type { Automaton, AutomatonEdge } from "../../src/property/automaton.ts";

/** `letters[i]` is the set, in bits, of propositions that hold at position i; after the last comes `letters[loop]`. */
export interface Lasso {
  readonly letters: readonly number[];
  readonly loop: number;
}

/** The bit of a proposition in a letter. */
export type BitOf = (proposition: Expression) => number;

/** All lassos of up to `length` letters over `count` propositions. */
export function allLassos(length: number, count: number): Lasso[] {
  const words: number[][] = [[]];
  for (let i = 0; words[i]!.length < length; i++) {
    for (let letter = 0; letter < 2 ** count; letter++) words.push([...words[i]!, letter]);
  }
  return words.flatMap((letters) => letters.map((_, loop) => ({ letters, loop })));
}

/** The positions of which a formula holds are bits of a number; position 0 is the lowest. */
export function satisfies({ letters, loop }: Lasso, formula: Ltl, bitOf: BitOf): boolean {
  const n = letters.length;
  const everywhere = 2 ** n - 1;
  const next = (a: number): number => (a >> 1) | (((a >> loop) & 1) << (n - 1));
  const fixpoint = (start: number, step: (a: number) => number): number => {
    let a = start;
    while (step(a) !== a) a = step(a);
    return a;
  };
  const visit = (f: Ltl): number => {
    if (f.kind === "state") {
      if (f.condition.kind === "boolean") return f.condition.value ? everywhere : 0;
      const bit = bitOf(f.condition);
      return letters.reduce((sum, letter, i) => sum | (((letter >> bit) & 1) << i), 0);
    }
    if (f.kind === "unary") {
      const a = visit(f.operand);
      switch (f.op) {
        case "!":
          return everywhere & ~a;
        case "X":
          return next(a);
        case "[]":
          return fixpoint(everywhere, (x) => a & next(x));
        case "<>":
          return fixpoint(0, (x) => a | next(x));
      }
    }
    const a = visit(f.left);
    const b = visit(f.right);
    switch (f.op) {
      case "&&":
        return a & b;
      case "||":
        return a | b;
      case "->":
        return everywhere & (~a | b);
      case "<->":
        return everywhere & ~(a ^ b);
      case "U":
        return fixpoint(0, (x) => b | (a & next(x)));
      case "W":
        return fixpoint(everywhere, (x) => b | (a & next(x)));
      case "R":
        return fixpoint(everywhere, (x) => b & (a | next(x)));
    }
  };
  return (visit(formula) & 1) === 1;
}

/** From state to state, the marks of all ways through the automaton that read one word; -1 where there is no way. */
type Ways = readonly Int32Array[];

export function acceptor(automaton: Automaton, bitOf: BitOf): (lasso: Lasso) => boolean {
  const bits = automaton.propositions.map(bitOf);
  const n = automaton.states.length;
  const isTaken = ({ guard }: AutomatonEdge, letter: number): boolean =>
    guard.some(
      ({ positive, negative }) =>
        positive.every((p) => letter & (1 << bits[p]!)) && negative.every((p) => !(letter & (1 << bits[p]!))),
    );
  const taken = remembered(([letter]) =>
    automaton.states.map(({ edges }) => edges.filter((edge) => isTaken(edge, letter!))),
  );
  const ways = remembered((word): Ways => {
    if (word.length === 0) {
      return automaton.states.map((_, state) => new Int32Array(n).fill(-1).fill(0, state, state + 1));
    }
    const edges = taken(word.slice(-1));
    return ways(word.slice(0, -1)).map((reached) => {
      const after = new Int32Array(n).fill(-1);
      for (let state = 0; state < n; state++) {
        if (reached[state] === -1) continue;
        for (const { target, marks } of edges[state]!) {
          after[target] = (after[target] === -1 ? 0 : after[target]!) | marks | reached[state]!;
        }
      }
      return after;
    });
  });
  /** The states from which the word, repeated forever, is accepted. */
  const accepting = remembered((word): readonly boolean[] => {
    const steps = ways(word);
    const reach = steps.map((_, state) => reachable(steps, state));
    const isGood = steps.map((_, state) => {
      let marks = -1;
      for (let from = 0; from < n; from++) {
        if (!reach[state]![from] || !reach[from]![state]) continue;
        for (let to = 0; to < n; to++) {
          const isInside = reach[state]![to] && reach[to]![state] && steps[from]![to] !== -1;
          if (isInside) marks = (marks === -1 ? 0 : marks) | steps[from]![to]!;
        }
      }
      return marks === 2 ** automaton.acceptanceCount - 1;
    });
    return isGood.map((good, state) => good || isGood.some((other, i) => other && reach[state]![i]));
  });
  return ({ letters, loop }) => {
    const reached = ways(letters.slice(0, loop))[automaton.initial]!;
    return accepting(letters.slice(loop)).some((good, state) => good && reached[state] !== -1);
  };
}

/** In one step or more. */
function reachable(steps: Ways, start: number): Uint8Array {
  const seen = new Uint8Array(steps.length);
  const pending = [start];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    for (let other = 0; other < steps.length; other++) {
      if (seen[other] || steps[state]![other] === -1) continue;
      seen[other] = 1;
      pending.push(other);
    }
  }
  return seen;
}

function remembered<Result>(compute: (word: readonly number[]) => Result): (word: readonly number[]) => Result {
  const known = new Map<string, Result>();
  return (word) => {
    const key = word.join(",");
    let result = known.get(key);
    if (result === undefined) {
      result = compute(word);
      known.set(key, result);
    }
    return result;
  };
}
