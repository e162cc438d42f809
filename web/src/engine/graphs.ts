/** The state graph of a model and its quotient, with layouts; their states and traces on demand. */

import {
  Describer,
  facts,
  isRuntimeError,
  parseCondition,
  stateGraph,
  symmetryDocument,
  traceFile,
  violationOfState,
} from "noether";
import type { Model, State, StateGraph, Step } from "noether";
import { layered } from "./layout.ts";
import type { GraphAnswer, GraphName, GraphState, GraphView, ModelText } from "./protocol.ts";
import { modelOf } from "./read.ts";
import { symmetriesOf } from "./symmetries.ts";

interface Drawn {
  readonly model: Model;
  readonly full: StateGraph | undefined;
  readonly quotient: StateGraph | undefined;
}

let drawn: Drawn | undefined;

export async function graph(text: ModelText, limit: number): Promise<GraphAnswer> {
  const { model } = await modelOf(text);
  const found = await symmetriesOf(text);
  const { order, structure } = symmetryDocument(model, found, { properties: [], explain: false });
  const full = stateGraph(model, limit);
  const quotient = order === "1" ? undefined : stateGraph(model, limit, found.group);
  drawn = { model, full, quotient };
  return {
    full: full && viewOf(model, full),
    quotient: quotient && viewOf(model, quotient),
    orbitOf: full && quotient && Uint32Array.from(full.states, (state) => quotient.numberOf(state)!),
    structure,
    order,
    limit,
  };
}

function viewOf(model: Model, { states, initialCount, arrows, stuck }: StateGraph): GraphView {
  const from = Uint32Array.from(arrows, (arrow) => arrow.from);
  const to = Uint32Array.from(arrows, (arrow) => arrow.to);
  const isViolating = (state: State, id: number): boolean =>
    violationOfState(model, state, stuck.has(id)) !== undefined;
  return {
    stateCount: states.length,
    initialCount,
    from,
    to,
    stuck: [...stuck],
    violating: states.flatMap((state, id) => (isViolating(state, id) ? [id] : [])),
    ...layered(states.length, initialCount, from, to),
  };
}

function graphNamed(name: GraphName): { readonly model: Model; readonly graph: StateGraph } {
  const found = drawn?.[name];
  if (!found) throw new RangeError("there is no such graph");
  return { model: drawn!.model, graph: found };
}

/** A state, what follows, and a shortest trace to it. Of a representative, the trace ends in some state of its orbit. */
export function graphState(name: GraphName, id: number): GraphState {
  const { model, graph: shown } = graphNamed(name);
  const describer = new Describer(model);
  const { interpreter } = facts(model);
  const state = shown.states[id]!;
  const steps = [...interpreter.steps(state)].flatMap((step) => {
    const to = step.target && shown.numberOf(step.target);
    return to === undefined ? [] : [{ label: describer.step(step, state), to }];
  });
  const trace = traceTo(model, shown, id);
  return {
    state: describer.state(state),
    steps,
    trace: JSON.stringify(traceFile(model, trace)),
    depth: trace.steps.length,
  };
}

/** Follows the orbits on the way to a state by steps of the model itself. */
function traceTo(
  model: Model,
  { states, parents, numberOf }: StateGraph,
  id: number,
): { initial: State; steps: Step[] } {
  const { interpreter } = facts(model);
  const way: number[] = [];
  for (let at = id; at >= 0; at = parents[at]!) way.unshift(at);
  const isFirst = (state: State): boolean => numberOf(state) === way[0];
  let initial = states[way[0]!]!;
  if (!interpreter.isInitial(initial)) {
    for (const state of interpreter.initialStates()) {
      if (isRuntimeError(state) || !isFirst(state)) continue;
      initial = state;
      break;
    }
  }
  const steps: Step[] = [];
  let state = initial;
  for (const wanted of way.slice(1)) {
    for (const step of interpreter.steps(state)) {
      if (!step.target || numberOf(step.target) !== wanted) continue;
      steps.push(step);
      state = step.target;
      break;
    }
  }
  return { initial, steps };
}

/** The states that meet a condition in the notation of `.seq`, or whose text contains the words. */
export function graphSearch(name: GraphName, text: string): { found: number[]; how: string } {
  const { model, graph: shown } = graphNamed(name);
  const all = shown.states.map((_, id) => id);
  const { condition } = parseCondition(model, { name: "condition", text });
  if (condition) {
    const { interpreter } = facts(model);
    return { found: all.filter((id) => interpreter.holds(condition, shown.states[id]!) === true), how: "condition" };
  }
  const describer = new Describer(model);
  const wanted = text.toLowerCase().replaceAll(" ", "");
  const contains = (id: number): boolean =>
    describer
      .state(shown.states[id]!)
      .some(({ name: variable, value }) => `${variable}=${value}`.toLowerCase().replaceAll(" ", "").includes(wanted));
  return { found: all.filter(contains), how: "text" };
}
