/**
 * Translates a formula to a transition-based generalized Buechi automaton (Couvreur 1999; Duret-Lutz 2014).
 *
 * A state represents a formula, and its edges represent the ways to satisfy it now. One function has three kinds of
 * variables: propositions that hold now, formulas left for the next state, and promises of postponed untils.
 *
 *     now(f U g) = now(g) || now(f) && next(f U g) && promise(g)        now(f R g) = now(g) && (now(f) || next(f R g))
 *
 * Propositions come first in the order of variables. So for each valuation of the propositions, the rest of the diagram
 * is a monotone function of `next` and `promise`, and its prime implicants are the edges. An edge is in the acceptance
 * set of a promise if it does not make that promise. Formulas with equal functions have equal edges and are one state.
 * This makes the usual simplification of formulas during translation (`<>f && []<>f` is `[]<>f`) unnecessary, and needs
 * no proof.
 *
 * Splitting by valuations gives edges that overlap less than those of the textbook, at the price of larger labels.
 * Simulation (`simulation.ts`) then merges more.
 */

import { look } from "../util/limits.ts";
import { Numbering, getOrAdd } from "../util/numbering.ts";
import { acceptanceLimit, allMarks, AutomatonTooLarge } from "./automaton.ts";
import type { DecisionDiagrams } from "./decision-diagrams.ts";
import type { Formula } from "./formula.ts";
import { mergedEdges } from "./labeled-automaton.ts";
import type { LabeledAutomaton, LabeledEdge } from "./labeled-automaton.ts";

export interface TranslateLimits {
  readonly states: number;
  readonly edges: number;
}

export function translate(
  formula: Formula,
  propositionCount: number,
  diagrams: DecisionDiagrams,
  limits: TranslateLimits,
): LabeledAutomaton {
  const expansion = new Expansion(diagrams, propositionCount);
  const numbering = new Numbering<number>();
  const { items: pending } = numbering;
  const stateOf = (whole: number): number => {
    const state = numbering.numberOf(whole);
    if (state >= limits.states) throw new AutomatonTooLarge(`the automaton has more than ${limits.states} states`);
    return state;
  };

  stateOf(expansion.now(formula));
  const states: { label: number; target: number; promises: readonly number[] }[][] = [];
  let edgeCount = 0;
  // `pending` grows during the loop.
  for (const whole of pending) {
    const edges = [];
    for (const [rest, label] of diagrams.split(whole, propositionCount)) {
      for (const { positive } of diagrams.cubes(rest)) {
        look();
        const { target, promises } = expansion.meaning(positive);
        edges.push({ label, target: stateOf(target), promises });
      }
    }
    edgeCount += edges.length;
    if (edgeCount > limits.edges) throw new AutomatonTooLarge(`the automaton has more than ${limits.edges} edges`);
    states.push(edges);
  }

  const { promiseCount } = expansion;
  if (promiseCount > acceptanceLimit) {
    throw new AutomatonTooLarge(`the automaton has ${promiseCount} acceptance sets, the limit is ${acceptanceLimit}`);
  }
  const all = allMarks(promiseCount);
  const marked = states.map((edges) => {
    const plain = edges.map(({ label, target, promises }): LabeledEdge => ({
      label,
      target,
      marks: promises.reduce((marks, promise) => marks & ~(1 << promise), all),
    }));
    return mergedEdges(plain, diagrams);
  });
  return { diagrams, acceptanceCount: promiseCount, initial: 0, states: marked };
}

/** The functions of formulas, and the variables other than propositions. */
class Expansion {
  readonly #diagrams: DecisionDiagrams;
  readonly #now = new Map<Formula, number>();
  readonly #nextVariables = new Map<Formula, number>();
  readonly #promises = new Map<Formula, number>();
  /** The meanings of the variables after the propositions. */
  readonly #meanings: ({ readonly next: Formula } | { readonly promise: number })[] = [];
  readonly #first: number;

  constructor(diagrams: DecisionDiagrams, propositionCount: number) {
    this.#diagrams = diagrams;
    this.#first = propositionCount;
  }

  get promiseCount(): number {
    return this.#promises.size;
  }

  now(f: Formula): number {
    return getOrAdd(this.#now, f, () => this.#compute(f));
  }

  /** The target and the promises of the edge of an implicant. */
  meaning(variables: readonly number[]): { readonly target: number; readonly promises: readonly number[] } {
    let target = 1;
    const promises: number[] = [];
    for (const v of variables) {
      const meaning = this.#meanings[v - this.#first]!;
      if ("promise" in meaning) promises.push(meaning.promise);
      else target = this.#diagrams.and(target, this.now(meaning.next));
    }
    return { target, promises };
  }

  #compute(f: Formula): number {
    const diagrams = this.#diagrams;
    switch (f.kind) {
      case "true":
        return 1;
      case "false":
        return 0;
      case "literal": {
        const variable = diagrams.variable(f.proposition);
        return f.positive ? variable : diagrams.not(variable);
      }
      case "and":
        return f.operands.reduce((sum, part) => diagrams.and(sum, this.now(part)), 1);
      case "or":
        return f.operands.reduce((sum, part) => diagrams.or(sum, this.now(part)), 0);
      case "X":
        return this.#next(f.operand);
      case "U": {
        const later = diagrams.and(this.#promise(f.right), diagrams.and(this.now(f.left), this.#next(f)));
        return diagrams.or(this.now(f.right), later);
      }
      case "R":
        return diagrams.and(this.now(f.right), diagrams.or(this.now(f.left), this.#next(f)));
    }
  }

  #next(f: Formula): number {
    const v = getOrAdd(this.#nextVariables, f, () => this.#first + this.#meanings.push({ next: f }) - 1);
    return this.#diagrams.variable(v);
  }

  #promise(f: Formula): number {
    const promise = { promise: this.#promises.size };
    const v = getOrAdd(this.#promises, f, () => this.#first + this.#meanings.push(promise) - 1);
    return this.#diagrams.variable(v);
  }
}
