/**
 * Decides directly whether a model has a run that an automaton accepts: all states by the reference interpreter, all
 * pairs with states of the automaton, components by reachability. Fairness follows its definition.
 */

import type { Fairness } from "../../src/engine/engine.ts";
import { facts } from "../../src/model/facts.ts";
import { isRuntimeError } from "../../src/model/interpret.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";
import type { Automaton } from "../../src/property/automaton.ts";
import { allMarks } from "../../src/property/automaton.ts";

interface Edge {
  readonly target: number;
  readonly marks: number;
  readonly movers: readonly string[];
  /** The index of the step among those of the state of the model. */
  readonly step: number;
}

interface Vertex {
  readonly state: string;
  readonly isTransient: boolean;
  /** The processes that can move. */
  readonly enabled: ReadonlySet<string>;
  readonly stepCount: number;
  readonly edges: readonly Edge[];
}

/**
 * `undefined` if the model has a run-time error or too many states. With representatives, each state is replaced by its
 * representative as soon as it is reached, and nothing else changes. That is wrong in general, and shows what can go
 * wrong.
 */
export function hasAcceptedRun(
  model: Model,
  automaton: Automaton,
  fairness: Fairness,
  limit: number,
  representativeOf: (state: State) => State = (state) => state,
): boolean | undefined {
  const graph = productOf(model, automaton, limit, representativeOf);
  if (!graph) return undefined;
  const all = allMarks(automaton.acceptanceCount);
  const movers = new Set(graph.flatMap(({ edges }) => edges.flatMap((edge) => edge.movers)));
  return isFair(graph, new Set(graph.keys()), { all, fairness, movers });
}

interface Question {
  readonly all: number;
  readonly fairness: Fairness;
  readonly movers: ReadonlySet<string>;
}

/** Whether some run inside these vertices is accepted and fair. */
function isFair(graph: readonly Vertex[], inside: ReadonlySet<number>, question: Question): boolean {
  const { all, fairness, movers } = question;
  return components(graph, inside).some((component): boolean => {
    const edges = [...component].flatMap((v) => graph[v]!.edges.filter(({ target }) => component.has(target)));
    const isRead = [...component].some((v) => !graph[v]!.isTransient);
    if (edges.length === 0 || !isRead) return false;
    if ((edges.reduce((met, { marks }) => met | marks, 0) & all) !== all) return false;
    const moves = (process: string): boolean => edges.some((edge) => edge.movers.includes(process));
    const vertices = [...component].filter((v) => !graph[v]!.isTransient);
    switch (fairness) {
      case "none":
        return true;
      case "weak":
        return [...movers].every((p) => moves(p) || vertices.some((v) => !graph[v]!.enabled.has(p)));
      case "strong": {
        const starved = [...movers].filter((p) => !moves(p) && [...component].some((v) => graph[v]!.enabled.has(p)));
        if (starved.length === 0) return true;
        const rest = [...component].filter((v) => !starved.some((p) => graph[v]!.enabled.has(p)));
        return isFair(graph, new Set(rest), question);
      }
      case "global": {
        const taken = new Map<string, Set<number>>();
        for (const v of component) {
          const { state, edges: own } = graph[v]!;
          const steps = taken.get(state) ?? new Set();
          taken.set(state, steps);
          for (const { target, step } of own) if (component.has(target)) steps.add(step);
        }
        return [...component].every((v) => taken.get(graph[v]!.state)!.size === graph[v]!.stepCount);
      }
      default:
        throw new TypeError("no such fairness");
    }
  });
}

function productOf(
  model: Model,
  automaton: Automaton,
  limit: number,
  representativeOf: (state: State) => State,
): Vertex[] | undefined {
  const reference = facts(model).interpreter;
  const numbers = new Map<string, number>();
  const pairs: { readonly state: State; readonly q: number }[] = [];
  const numberOf = (reached: State, q: number): number => {
    const state = representativeOf(reached);
    const key = `${state.join()} ${q}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, pairs.length);
    pairs.push({ state, q });
    return pairs.length - 1;
  };
  for (const state of reference.initialStates()) {
    if (isRuntimeError(state)) return undefined;
    numberOf(state, automaton.initial);
  }
  const graph: Vertex[] = [];
  for (let v = 0; v < pairs.length; v++) {
    if (v > limit) return undefined;
    const { state, q } = pairs[v]!;
    const isTransient = model.transient !== undefined && reference.holds(model.transient, state) === true;
    const values = automaton.propositions.map((condition) => reference.holds(condition, state));
    if (!isTransient && values.some(isRuntimeError)) return undefined;
    const reading = isTransient
      ? [{ target: q, marks: 0 }]
      : automaton.states[q]!.edges.filter(({ guard }) =>
          guard.some(
            ({ positive, negative }) =>
              positive.every((k) => values[k] === true) && negative.every((k) => values[k] !== true),
          ),
        );
    const steps = [...reference.steps(state)];
    if (steps.some(({ error }) => error)) return undefined;
    const moves = steps.map((step) => {
      const { owner, partners = [] } = step.transition;
      const movers = (owner ? [owner, ...partners] : []).map(
        (each) => `${each.process} ${reference.ownerIndices(step, each).join()}`,
      );
      return { target: step.target!, movers };
    });
    if (moves.length === 0) moves.push({ target: state, movers: [] });
    graph.push({
      state: state.join(),
      isTransient,
      enabled: new Set(moves.flatMap(({ movers }) => movers)),
      stepCount: moves.length,
      edges: moves.flatMap(({ target, movers }, step) =>
        reading.map(({ target: next, marks }) => ({ target: numberOf(target, next), marks, movers, step })),
      ),
    });
  }
  return graph;
}

/** The components, by reachability in both directions. */
function components(graph: readonly Vertex[], inside: ReadonlySet<number>): Set<number>[] {
  const backwards = new Map<number, number[]>();
  for (const v of inside) {
    for (const { target } of graph[v]!.edges) backwards.set(target, [...(backwards.get(target) ?? []), v]);
  }
  const reach = (from: number, next: (v: number) => readonly number[]): Set<number> => {
    const seen = new Set([from]);
    for (const v of seen) for (const w of next(v)) if (inside.has(w)) seen.add(w);
    return seen;
  };
  const rest = new Set(inside);
  const found: Set<number>[] = [];
  for (const v of rest) {
    const forwards = reach(v, (w) => graph[w]!.edges.map(({ target }) => target));
    const component = new Set([...reach(v, (w) => backwards.get(w) ?? [])].filter((w) => forwards.has(w)));
    for (const w of component) rest.delete(w);
    found.push(component);
  }
  return found;
}
