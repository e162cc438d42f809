/**
 * The usual beginning, `init { atomic { run P(1); run P(2); ... } }`, as one transition to each state it may end in.
 *
 * Step by step, the sequence would distinguish symmetric instances: one is started first. SPIN does not count the
 * intermediate states either. If one process is active at the beginning, its first atomic sequence starts the same
 * instances whatever it chooses, and cannot fail, a single transition leads to each state after it.
 *
 * These states are computed: the points of the sequence, lowered like all others, are a small model of their own, in
 * which no other process moves, since no other process exists or has the turn. All other points are lowered afterwards,
 * when it is known which of them are left, and whether any process will have the turn again.
 *
 * Variables that are set in this sequence and never again, such as parameters, have their values from the very
 * beginning. If they were 0 until then, the instances would be symmetric before and different after, and no permutation
 * could map one to the other in both.
 */

import { boolean, element, field, integer, variable } from "../../../model/build.ts";
import { facts } from "../../../model/facts.ts";
import { isRuntimeError } from "../../../model/interpret.ts";
import type { State } from "../../../model/interpret.ts";
import type { Expression, Initial, Model, Statement, Transition, Type, Variable } from "../../../model/model.ts";
import { isScalar, lengthOf, lowOf, sizeOf } from "../../../model/slots.ts";
import type { Element } from "../flow/flow.ts";
import { edgesAt, reachable, stepsOf } from "../flow/graph.ts";
import type { Graph, Point } from "../flow/graph.ts";
import { runOf } from "../flow/instances.ts";
import { priorityName } from "../names/priority.ts";
import type { Symbol, VariableSymbol } from "../names/symbols.ts";
import { writtenBy } from "../syntax/statement-uses.ts";
import type { Context } from "./context.ts";
import { isAt } from "./places.ts";
import { lineOf } from "./step-name.ts";
import { transitionsOf } from "./transitions.ts";

export interface StartUp {
  readonly transitions: readonly Transition[];
  /** The variables with their initial values at the beginning. */
  readonly variables: readonly Variable[];
  readonly settled: ReadonlySet<VariableSymbol>;
  /** A state after the sequence. Which instances are started, and where they begin, is the same in all. */
  readonly state: State;
  /** For each process, the points that control can reach afterwards. */
  readonly points: ReadonlyMap<Graph, readonly Point[]>;
  /** The statements that belong only to the sequence. */
  readonly elements: ReadonlySet<Element>;
}

/** The start of a model without transitions; `undefined` if it does not have this form, or has an error. */
export function startUpOf(context: Context, model: Model): StartUp | undefined {
  const active = [...context.graphs.values()].filter(({ flow }) => flow.process.active > 0);
  const [graph, another] = active;
  if (!graph || another || graph.flow.process.active > 1 || graph.start.escapes.length > 0) return undefined;
  const transitions = transitionsOf(context, graph, openingOf(graph));
  if (!context.names.collector.empty) return undefined;
  const isMerged = graph.start.edges.some(({ more }) => more.length > 0);
  const run = follow({ ...model, transitions }, isMerged);
  if (!run) return undefined;
  const { before, after } = run;
  const { offsets } = facts(model);
  const { process } = graph.flow;
  const others = context.names.processes.filter(({ name }) => name !== process.name);
  const isSame = model.variables
    .filter(({ name }) => others.some((other) => other.name === name))
    .every(({ name, type }) => instancesOf(type, offsets.get(name)!).every(({ offset }) => areEqual(after, offset, 1)));
  if (!isSame) return undefined;
  const counters = new Set(after.map((state) => state[offsets.get(process.name)!]));
  const reached = graph.points.filter(({ number }) => counters.has(number));
  const left = new Set(reached.flatMap((point) => [...reachable(point)]));
  if (left.has(graph.start)) return undefined;
  const points = new Map(
    [...context.graphs.values()].map((each) => [
      each,
      each === graph ? graph.points.filter((point) => left.has(point)) : each.points,
    ]),
  );
  const settled = new Set(
    [...settledIn(context, points, graph)].filter((symbol) =>
      placesOf(model, symbol).every(({ type, offset }) => areEqual(after, offset, sizeOf(type))),
    ),
  );
  const from = withSettled(model, settled, before, after[0]!);
  const isPool = ({ name }: Variable): boolean => context.names.processes.some((each) => each.name === name);
  const variables = model.variables.map((each) =>
    isPool(each) ? { ...each, initial: initialFrom(each.type, offsets.get(each.name)!, from) } : each,
  );
  const { span } = graph.start.element;
  return {
    transitions: after.map((state) => ({
      name: `${process.name}:${lineOf(span)} start`,
      parameters: [],
      owner: { process: process.name, indices: [integer(0)] },
      guard: isAt(process, integer(0), graph.start),
      body: model.variables.flatMap(({ name, type }) => changes(type, variable(name), offsets.get(name)!, from, state)),
      span,
    })),
    variables,
    settled,
    state: after[0]!,
    points,
    elements: withoutLive(graph, points.get(graph)!),
  };
}

/** The points of the process before it loses the turn for the first time. */
function openingOf({ start }: Graph): Point[] {
  const seen = new Set([start]);
  for (const point of seen) for (const { keepsTurn, target } of edgesAt(point)) if (keepsTurn) seen.add(target);
  return [...seen];
}

/** The most steps within the sequence, and the most states after it. */
const mostSteps = 10_000;
const mostStates = 256;

/**
 * The states after the sequence, the first that are not transient, if each path ends in one. If all paths have one step,
 * there is nothing to merge, unless `isMerged`.
 */
function follow(
  model: Model,
  isMerged: boolean,
): { readonly before: State; readonly after: readonly State[] } | undefined {
  const reference = facts(model).interpreter;
  const [before] = reference.initialStates();
  if (!before || isRuntimeError(before)) return undefined;
  const seen = new Map([[before.join(), before]]);
  const after = new Map<string, State>();
  let taken = 0;
  for (const state of seen.values()) {
    const steps = [...reference.steps(state)];
    if (steps.length === 0) return undefined;
    for (const { target, failed } of steps) {
      if (!target || failed || taken++ > mostSteps) return undefined;
      const isEnd = !model.transient || reference.holds(model.transient, target) !== true;
      (isEnd ? after : seen).set(target.join(), target);
    }
  }
  const isWorthIt = isMerged || seen.size > 1;
  return isWorthIt && after.size > 0 && after.size <= mostStates ? { before, after: [...after.values()] } : undefined;
}

/** Whether some slots are the same in all states. */
function areEqual([first, ...others]: readonly State[], offset: number, size: number): boolean {
  const slots = Array.from({ length: size }, (_, i) => offset + i);
  return others.every((state) => slots.every((slot) => state[slot] === first![slot]));
}

function withoutLive(graph: Graph, points: readonly Point[]): Set<Element> {
  const elements = new Set(graph.flow.elements);
  for (const { element: live } of stepsOf(points)) elements.delete(live);
  return elements;
}

// ---------------------------------------------------------------- what is settled

/** Locals of other processes that no statement sets, and that no `run` sets again. */
function settledIn(
  context: Context,
  points: ReadonlyMap<Graph, readonly Point[]>,
  starter: Graph,
): Set<VariableSymbol> {
  const assigned = assignedSymbols(context);
  const started = new Set(stepsOf([...points.values()].flat()).map((edge) => runOf(edge)?.process.text));
  const settled = context.names.processes.filter(
    ({ name }) => !started.has(name) && name !== starter.flow.process.name,
  );
  const isSet = (symbol: VariableSymbol): boolean =>
    assigned.has(symbol) || context.uneven.has(symbol) || (symbol.name === priorityName && context.priority!.isSet);
  return new Set(settled.flatMap(({ fields }) => fields.filter((symbol) => !isSet(symbol))));
}

/** Variables that some statement sets. */
function assignedSymbols({ graphs }: Context): Set<Symbol | undefined> {
  const elements = [...graphs.values()].flatMap(({ flow }) => flow.elements);
  return new Set(
    elements.flatMap(({ statement, scope }) =>
      statement ? writtenBy(statement).map(({ parts }) => scope.find(parts[0]!.name.text)) : [],
    ),
  );
}

/** The state before, with the final values of the settled variables. */
function withSettled(model: Model, settled: ReadonlySet<VariableSymbol>, before: State, after: State): State {
  const state = [...before];
  for (const symbol of settled) {
    for (const { type, offset } of placesOf(model, symbol)) {
      for (let i = offset; i < offset + sizeOf(type); i++) state[i] = after[i]!;
    }
  }
  return state;
}

/** Where the instances of a process keep a local. */
function placesOf(model: Model, { process, place }: VariableSymbol): TypePart[] {
  const pool = model.variables.find(({ name }) => name === process!.name);
  const instances = pool ? instancesOf(pool.type, facts(model).offsets.get(pool.name)!) : [];
  return instances.flatMap(({ type, offset }) => partsOf(type, offset)).filter(({ name }) => name === place);
}

/** The instances in a pool. Each begins with its control point. */
function instancesOf(type: Type, offset: number): TypePart[] {
  return partsOf(type, offset);
}

// ---------------------------------------------------------------- from states to values

interface TypePart {
  readonly name: string;
  readonly type: Type;
  /** The offset of its first slot. */
  readonly offset: number;
  readonly of: (whole: Expression) => Expression;
}

/** The elements of an array, or the fields of a record. */
function partsOf(type: Type, offset: number): TypePart[] {
  let next = offset;
  const part = (name: string, own: Type, of: TypePart["of"]): TypePart => {
    next += sizeOf(own);
    return { name, type: own, offset: next - sizeOf(own), of };
  };
  if (type.kind === "record") {
    return type.fields.map(({ name, type: own }) => part(name, own, (whole) => field(whole, name)));
  }
  if (type.kind !== "array") return [];
  const indices = Array.from({ length: lengthOf(type.index) }, (_, k) => lowOf(type.index) + k);
  return indices.map((index) => part(String(index), type.element, (whole) => element(whole, index)));
}

/** The value of slots, with empty queues. */
function initialFrom(type: Type, offset: number, state: State): Initial {
  if (isScalar(type)) return { kind: "value", value: state[offset]! };
  return { kind: "items", items: partsOf(type, offset).map((part) => initialFrom(part.type, part.offset, state)) };
}

/** Assignments that lead from one state to another. In the first, queues are empty. */
function changes(type: Type, place: Expression, offset: number, before: State, after: State): Statement[] {
  if (isScalar(type)) {
    if (before[offset] === after[offset]) return [];
    return [{ kind: "assign", target: place, value: valueAt(type, offset, after) }];
  }
  if (type.kind !== "queue") {
    return partsOf(type, offset).flatMap((part) => changes(part.type, part.of(place), part.offset, before, after));
  }
  return Array.from({ length: after[offset]! }, (_, k) => {
    const value = valueAt(type.element, offset + 1 + k * sizeOf(type.element), after);
    return { kind: "push", queue: place, value };
  });
}

/** The value of a scalar, or of a message with several fields. */
function valueAt(type: Type, offset: number, state: State): Expression {
  if (type.kind === "bool") return boolean(state[offset] === 1);
  if (type.kind !== "record") return integer(state[offset]!);
  const items = partsOf(type, offset).map((part) => valueAt(part.type, part.offset, state));
  return { kind: "aggregate", type, items };
}
