/** The state graph of a small model in Graphviz's language: initial states are bold, states without a successor are red. */

import { interpreter, isRuntimeError } from "../model/interpret.ts";
import type { State } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { Describer } from "./describe.ts";

/** The graph, or undefined if the model has more states than that. */
export function stateGraphDot(model: Model, maxStates: number): string | undefined {
  const semantics = interpreter(model);
  const describer = new Describer(model);
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const number = (state: State): number => {
    const key = state.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, states.length);
    return states.push(state) - 1;
  };
  for (const state of semantics.initialStates()) {
    if (!isRuntimeError(state)) number(state);
    if (states.length > maxStates) return undefined;
  }
  const initialCount = states.length;
  const lines = [`digraph ${quote(model.name)} {`, '  node [shape=box, fontname="monospace"];'];
  const edges: string[] = [];
  for (let id = 0; id < states.length; id++) {
    if (id >= maxStates) return undefined;
    let stepCount = 0;
    for (const step of semantics.steps(states[id]!)) {
      stepCount++;
      if (step.target) edges.push(`  ${id} -> ${number(step.target)} [label=${quote(describer.step(step))}];`);
    }
    const label = describer.state(states[id]!).map(({ name, value }) => `${name} = ${value}`).join("\n"); // prettier-ignore
    const style = `${id < initialCount ? ", penwidth=3" : ""}${stepCount === 0 ? ", color=red" : ""}`;
    lines.push(`  ${id} [label=${quote(label)}${style}];`);
  }
  return [...lines, ...edges, "}", ""].join("\n");
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
