/** The state graph of a small model for Graphviz. Initial states are bold, and states without a successor are red. */

import { compile } from "../explicit/compile.ts";
import { Exploration } from "../explicit/search.ts";
import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { State } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { Numbering } from "../util/numbering.ts";
import { printable } from "../util/printable.ts";
import { Describer } from "./describe.ts";
import { quoteDot } from "./markup.ts";

/**
 * The graph; `undefined` if the model has more than `maxStates` states. With symmetries, it is the graph of the
 * representatives: a step leads to the representative of its target.
 */
export function stateGraphDot(model: Model, maxStates: number, symmetry?: ValidatedGroup): string | undefined {
  const canonicalizer = symmetry && new Exploration(compile(model, [], { fingerprints: false, symmetry }));
  const semantics = facts(model).interpreter;
  const describer = new Describer(model, printable);
  const numbering = new Numbering<State>();
  const { items: states } = numbering;
  const number = (found: State): number => {
    const state = canonicalizer ? canonicalizer.space.representativeOf(found) : found;
    return numbering.numberOf(state, state.join());
  };
  for (const state of semantics.initialStates()) {
    if (!isRuntimeError(state)) number(state);
    if (states.length > maxStates) return undefined;
  }
  const initialCount = states.length;
  const lines = [`digraph ${quoteDot(model.name)} {`, '  node [shape=box, fontname="monospace"];'];
  const edges: string[] = [];
  for (let id = 0; id < states.length; id++) {
    if (id >= maxStates) return undefined;
    let stepCount = 0;
    const seen = new Set<string>();
    for (const step of semantics.steps(states[id]!)) {
      stepCount++;
      if (!step.target) continue;
      // Between representatives, steps of different processes are one arrow.
      const to = number(step.target);
      const name = symmetry ? printable(step.transition.name) : describer.step(step, states[id]);
      if (seen.has(`${to} ${name}`)) continue;
      seen.add(`${to} ${name}`);
      edges.push(`  ${id} -> ${to} [label=${quoteDot(name)}];`);
    }
    const label = describer.state(states[id]!).map(({ name, value }) => `${name} = ${value}`).join("\n"); // prettier-ignore
    const style = `${id < initialCount ? ", penwidth=3" : ""}${stepCount === 0 ? ", color=red" : ""}`;
    lines.push(`  ${id} [label=${quoteDot(label)}${style}];`);
  }
  return [...lines, ...edges, "}", ""].join("\n");
}
