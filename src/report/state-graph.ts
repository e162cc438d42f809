/**
 * The state graph of a small model, as data and for Graphviz. With symmetries, it is the graph of the representatives: a
 * step leads to the representative of its target. In the picture initial states are bold, states without a successor
 * are red, and each representative has the size of its orbit.
 */

import { compile } from "../explicit/compile.ts";
import { Exploration } from "../explicit/exploration.ts";
import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { State } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { imageOfState } from "../symmetry/symmetry.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { look } from "../util/limits.ts";
import { getOrAdd, Numbering } from "../util/numbering.ts";
import { printable } from "../util/printable.ts";
import { Describer } from "./describe.ts";
import { quoteDot, shortened } from "./markup.ts";

/** The most steps that an arrow names, and the most letters of a line. */
const mostNames = 3;
const longestLine = 60;

/** The largest orbit that is counted. */
const mostImages = 10_000;

/** Steps from one state to another, or from one representative to another. */
export interface StateArrow {
  readonly from: number;
  readonly to: number;
  /** What the steps are called. */
  readonly names: ReadonlySet<string>;
}

export interface StateGraph {
  /** The states, breadth first, with the initial ones first; of each orbit one, if there are symmetries. */
  readonly states: readonly State[];
  readonly initialCount: number;
  readonly arrows: readonly StateArrow[];
  /** The states without a step. */
  readonly stuck: ReadonlySet<number>;
  /** The state of a breadth-first tree from which each state was found first; -1 for initial ones. */
  readonly parents: readonly number[];
  /** The number of a state, or of the representative of its orbit. */
  readonly numberOf: (state: State) => number | undefined;
}

/** The graph; `undefined` if the model has more than `maxStates` states. */
export function stateGraph(model: Model, maxStates: number, symmetry?: ValidatedGroup): StateGraph | undefined {
  const canonicalizer = symmetry && new Exploration(compile(model, [], { fingerprints: false, symmetry }));
  const semantics = facts(model).interpreter;
  const describer = new Describer(model, printable);
  const numbering = new Numbering<State>();
  const { items: states } = numbering;
  const parents: number[] = [];
  const imageOf = (found: State): State => (canonicalizer ? canonicalizer.space.representativeOf(found) : found);
  const number = (found: State, parent: number): number => {
    const state = imageOf(found);
    const id = numbering.numberOf(state, state.join());
    if (id === parents.length) parents.push(parent);
    return id;
  };
  for (const state of semantics.initialStates()) {
    look();
    if (!isRuntimeError(state)) number(state, -1);
    if (states.length > maxStates) return undefined;
  }
  const initialCount = states.length;
  const arrows = new Map<string, { readonly from: number; readonly to: number; readonly names: Set<string> }>();
  const stuck = new Set<number>();
  for (let id = 0; id < states.length; id++) {
    look();
    if (id >= maxStates) return undefined;
    let stepCount = 0;
    for (const step of semantics.steps(states[id]!)) {
      stepCount++;
      if (!step.target) continue;
      const to = number(step.target, id);
      // Between representatives, steps of different processes are one.
      const name = symmetry ? printable(step.transition.name) : describer.step(step, states[id]);
      getOrAdd(arrows, `${id} ${to}`, () => ({ from: id, to, names: new Set<string>() })).names.add(name);
    }
    if (stepCount === 0) stuck.add(id);
  }
  const known = new Map(states.map((state, id) => [state.join(), id]));
  const numberOf = (state: State): number | undefined => known.get(imageOf(state).join());
  return { states, initialCount, arrows: [...arrows.values()], stuck, parents, numberOf };
}

/** The graph for Graphviz; `undefined` if the model has more than `maxStates` states. */
export function stateGraphDot(model: Model, maxStates: number, symmetry?: ValidatedGroup): string | undefined {
  const graph = stateGraph(model, maxStates, symmetry);
  if (!graph) return undefined;
  const { states, initialCount, arrows, stuck } = graph;
  const describer = new Describer(model, printable);
  const described = states.map((state) => describer.state(state));
  const isVaried = variedNames(described);
  return [
    `digraph ${quoteDot(model.name)} {`,
    '  node [shape=box, style="rounded,filled", fillcolor="#f6f8fa", color="#57606a", fontname="monospace", fontsize=11];',
    '  edge [color="#57606a", fontname="sans-serif", fontsize=10];',
    ...described.map((values, id) => {
      const shown = values.filter(({ name }) => isVaried(name)).map(({ name, value }) => `${name} = ${value}`);
      const count = symmetry && orbitSize(states[id]!, symmetry);
      if (count !== undefined && count > 1) shown.push(`one of ${count}`);
      const label = shown.map((line) => shortened(line, longestLine)).join("\n");
      const fill = stuck.has(id) ? ', fillcolor="#ffdce0", color="#b00020"' : "";
      return `  ${id} [label=${quoteDot(label)}${fill}${id < initialCount ? ", penwidth=3" : ""}];`;
    }),
    ...arrows.map(({ from, to, names }) => {
      const shown = [...names].slice(0, mostNames).map((name) => shortened(name, longestLine));
      if (names.size > mostNames) shown.push(`and ${names.size - mostNames} more`);
      return `  ${from} -> ${to} [label=${quoteDot(shown.join("\n"))}];`;
    }),
    "}",
    "",
  ].join("\n");
}

/** Which variables differ between the states. If none does, all are shown. */
function variedNames(described: readonly (readonly { name: string; value: string }[])[]): (name: string) => boolean {
  const seen = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const { name, value } of described.flat()) {
    getOrAdd(seen, name, () => new Set<string>()).add(value);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // A place of a net that is marked in some states only varies too.
  const isVaried = (name: string): boolean => seen.get(name)!.size > 1 || counts.get(name)! < described.length;
  return [...seen.keys()].some(isVaried) ? isVaried : () => true;
}

/** The number of states that symmetries map a state to; `undefined` if there are too many to count. */
function orbitSize(state: State, { generators }: ValidatedGroup): number | undefined {
  const images = new Map<string, State>([[state.join(), state]]);
  for (const image of images.values()) {
    for (const g of generators) {
      const next = imageOfState(g, image);
      images.set(next.join(), images.get(next.join()) ?? next);
    }
    if (images.size > mostImages) return undefined;
  }
  return images.size;
}
