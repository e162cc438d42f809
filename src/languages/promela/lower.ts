/** From the syntax tree to the sequential model. */

import { programStructure } from "../../hints/program-structure.ts";
import { facts } from "../../model/facts.ts";
import { isRuntimeError } from "../../model/interpret.ts";
import type { State } from "../../model/interpret.ts";
import type { Constant, Expression, Field, Initial, Model, Predicate, Variable } from "../../model/model.ts";
import { Channels } from "./flow/channels.ts";
import { buildFlow } from "./flow/flow.ts";
import type { Element } from "./flow/flow.ts";
import { buildGraph, edgesOf } from "./flow/graph.ts";
import type { Edge, Graph, Point } from "./flow/graph.ts";
import { countInstances, runOf } from "./flow/instances.ts";
import { mergeSteps } from "./flow/merge.ts";
import { claimGraph } from "./lowering/claims.ts";
import { Enabled } from "./lowering/enabled.ts";
import { canMove } from "./lowering/executable.ts";
import { groupsOf, valueOf } from "./lowering/expression.ts";
import { initialValue } from "./lowering/initial.ts";
import { transitionsOf } from "./lowering/process.ts";
import { propertiesOf, remainder } from "./lowering/properties.ts";
import { startUpOf } from "./lowering/start-up.ts";
import { atEdge, isStored, offersOf } from "./lowering/step.ts";
import type { Lowering } from "./lowering/turn.ts";
import { binary, integer } from "./lowering/value.ts";
import { messageType, modelType, poolSize } from "./lowering/world.ts";
import type { World } from "./lowering/world.ts";
import { labelsAskedFor } from "./names/asked-labels.ts";
import { Names } from "./names/declare.ts";
import { unreadVariables } from "./names/hidden.ts";
import type { ProcessSymbol, Symbol } from "./names/symbols.ts";
import { componentsOf } from "./symmetry/components.ts";
import type { Beginning } from "./symmetry/components.ts";
import type { Unit } from "./syntax/syntax-tree.ts";

export interface Lowered {
  readonly model: Model;
  /** Some process may be started more often than there is room for. */
  readonly isBounded: boolean;
}

/** `pool` is the room for a process that may be started again and again. `undefined` if anything was reported. */
export function lowerModel(names: Names, units: readonly Unit[], name: string, pool: number): Lowered | undefined {
  const { collector } = names;
  names.declare(units);
  const graphs = new Map<ProcessSymbol, Graph>();
  const isAsked = labelsAskedFor(units);
  for (const process of names.processes) {
    graphs.set(process, buildGraph(buildFlow(names, process, (label) => isAsked(process.name, label))));
  }
  const claims = new Map<Unit, Graph>();
  /** Properties that are not supported, and what is left of them. */
  const refused = new Map<Unit, Unit>();
  for (const unit of units) {
    if (unit.kind !== "never") continue;
    const { value: graph, refusal } = names.attempt(() => claimGraph(names, unit));
    if (refusal) refused.set(unit, remainder(unit, refusal));
    else if (graph) claims.set(unit, graph);
  }
  if (names.processes.length === 0) {
    names.report("no-process", "expected a process, found none", { source: collector.source, start: 0, end: 0 });
  }
  if (!collector.empty) return undefined;
  const instances = countInstances(names, [...graphs.values()], pool);
  const flows = [...graphs.values()].map(({ flow }) => flow);
  const channels = new Channels(names, flows, (process) => instances.count.get(process)!);
  const taken = new Set([
    ...names.global.names(),
    ...names.processes.map((process) => process.name),
    ...names.constants.map((constant) => constant.name),
  ]);
  const claim = unique(taken);
  for (const group of channels.groups) if (group.capacity > 0) group.name = claim("channels");
  const [i, j] = [claim("i"), claim("j")];
  let movable: string | undefined;
  let last: string | undefined;
  const enabled = new Enabled();
  let locals = unique(taken);
  const world: World = {
    names,
    graphs,
    claims,
    instances,
    channels,
    fresh: (base) => locals(base),
    canMove: () => (movable ??= claim("can_move")),
    last: () => (last ??= claim("_last")),
    isEnabled: (process, me, asked) => enabled.of(process, me, asked),
    unread: unreadVariables(names.variables, units),
  };
  checkAll(world);
  if (!collector.empty) return undefined;
  for (const [process, graph] of graphs) {
    const merged = mergeSteps(graph, (edge) => mayMeet(world, edge));
    graphs.set(process, merged);
  }
  const exclusive = [...graphs.values()].some(({ points }) => points.some(isInside)) ? claim("exclusive") : undefined;
  const lowering: Lowering = {
    world,
    exclusive,
    i,
    j,
    named: unique(new Set()),
    last: () => last,
    settled: new Set(),
    begin: () => (locals = unique(taken)),
  };

  enabled.begin(lowering);
  // Properties first: what they mention may have to be part of the state.
  const properties = propertiesOf(lowering, units, refused);
  if (!collector.empty) return undefined;
  // A property that is not supported must leave nothing in the state.
  if (refused.size > 0) {
    const supported = units.map((unit) => refused.get(unit) ?? unit);
    return lowerModel(new Names(collector), supported, name, pool);
  }
  const transitions = [...graphs.values()].flatMap((graph) => transitionsOf(lowering, graph));
  lowering.begin();
  const predicates: Predicate[] = [];
  if (movable !== undefined) {
    enabled.refuseWithTimeout(names);
    predicates.push({ name: movable, condition: canMove(lowering) });
  }
  const variables = variablesOf(world, exclusive, last);
  if (!collector.empty) return undefined;
  const transient: Expression | undefined =
    exclusive === undefined ? undefined : binary("!=", { kind: "variable", name: exclusive }, integer(0));
  const model: Model = {
    name,
    constants: constantsOf(world),
    types: [],
    variables,
    predicates,
    transitions,
    properties,
    ...(transient ? { transient } : {}),
  };
  const { whole, beginning } = withStartUp(lowering, model);
  const turn = whole.variables.find((variable) => variable.name === exclusive)?.name;
  const components = componentsOf(world, whole, units, { exclusive: turn, last }, beginning);
  return { model: programStructure.give(whole, components), isBounded: instances.isBounded.size > 0 };
}

function isInside({ element }: Point): boolean {
  return element.inside !== undefined;
}

/** Whether a step may be one in which two processes meet: then the turn is the receiver's. */
function mayMeet(w: World, edge: Edge): boolean {
  const s = edge.statement;
  if (s?.kind !== "send") return false;
  return groupsOf(w, s.channel, atEdge(edge, integer(0))).some(({ capacity }) => capacity === 0);
}

/** The model with its beginning as one transition, where that is possible. */
function withStartUp(l: Lowering, model: Model): { readonly whole: Model; readonly beginning: Beginning } {
  const asIs = { whole: model, beginning: { settled: new Set<Element>(), state: initialState(model) } };
  const graphs = [...l.world.graphs.values()];
  const first = graphs.filter(({ flow }) => flow.process.active > 0);
  if (first.length !== 1 || first[0]!.flow.process.active !== 1) return asIs;
  const assigned = assignedSymbols(graphs);
  const remaining = (graph: Graph, points: ReadonlySet<Point>): Point[] =>
    graph.points.filter((point) => graph !== first[0] || points.has(point));
  const isSettled = (process: string, field: string, points: ReadonlySet<Point>): boolean => {
    const symbol = l.world.names.processes
      .find(({ name }) => name === process)
      ?.fields.find(({ place }) => place === field);
    if (!symbol || assigned.has(symbol)) return false;
    const edges = graphs.flatMap((graph) =>
      remaining(graph, points).flatMap((point) => [...point.edges, ...point.escapes.flat()]),
    );
    const settled = edges.every((edge) => runOf(edge)?.process.text !== process);
    if (settled) l.settled.add(symbol);
    return settled;
  };
  const startUp = startUpOf(l, model, first[0]!, isSettled);
  if (!startUp) return asIs;
  const rest = graphs.map((graph) => ({ graph, points: remaining(graph, startUp.points) }));
  // Often nobody has the turn any more.
  const exclusive = rest.some(({ points }) => points.some(isInside)) ? l.exclusive : undefined;
  const later = { ...l, exclusive, named: unique(new Set([startUp.transition.name])) };
  const others = rest.flatMap(({ graph, points }) => transitionsOf(later, graph, points));
  const live = edgesOf(first[0]!).filter(({ source }) => startUp.points.has(source));
  const settled = new Set(first[0]!.flow.elements);
  for (const { element, more } of live) {
    settled.delete(element);
    for (const next of more) settled.delete(next.element);
  }
  const { transient, ...kept } = model;
  const whole = {
    ...kept,
    variables: startUp.variables.filter(({ name }) => exclusive !== undefined || name !== l.exclusive),
    transitions: [startUp.transition, ...others],
    ...(exclusive === undefined ? {} : { transient }),
  };
  return { whole, beginning: { settled, state: startUp.state } };
}

function initialState(model: Model): State | undefined {
  const [state] = facts(model).interpreter.initialStates();
  return state && !isRuntimeError(state) ? state : undefined;
}

/** Variables that some statement sets, in whole or in part. */
function assignedSymbols(graphs: readonly Graph[]): Set<Symbol> {
  const found = new Set<Symbol>();
  for (const { statement, scope } of graphs.flatMap(({ flow }) => flow.elements)) {
    const targets =
      statement?.kind === "assign" || statement?.kind === "count"
        ? [statement.target]
        : statement?.kind === "receive"
          ? statement.pattern.flatMap((part) => (part.kind === "reference" ? [part.reference] : []))
          : [];
    for (const { parts } of targets) {
      const symbol = scope.find(parts[0]!.name.text);
      if (symbol) found.add(symbol);
    }
  }
  return found;
}

/** Reports what is wrong with any statement, also where control never gets. */
function checkAll(w: World): void {
  for (const { flow, points } of w.graphs.values()) {
    const { definition } = flow.process;
    if (definition.priority) w.names.report("unsupported", "priorities are not supported", definition.priority.span);
    if (definition.provided) {
      valueOf(w, definition.provided, { scope: w.names.global, process: flow.process, me: integer(0) });
    }
    const point = points[0]!;
    for (const element of flow.elements) {
      if (element.kind !== "basic") continue;
      offersOf(
        w,
        { source: point, target: point, statement: element.statement, element, keepsTurn: false, more: [] },
        integer(0),
      );
    }
  }
}

function variablesOf(w: World, exclusive: string | undefined, last: string | undefined): Variable[] {
  const variables: Variable[] = [];
  const { names, channels, instances, graphs } = w;
  for (const symbol of names.variables) {
    if (!isStored(w, symbol)) continue;
    const initial = initialValue(w, symbol);
    variables.push({ name: symbol.place, type: modelType(w, symbol.type, symbol.size), initial, span: symbol.span });
  }
  for (const { name, low, high, capacity, fields } of channels.groups) {
    if (capacity === 0) continue;
    const types = fields.map((type, k): Field => ({ name: String(k), type: messageType(w, type) }));
    const element = types.length === 1 ? types[0]!.type : ({ kind: "record", fields: types } as const);
    const none: Initial = { kind: "items", items: [] };
    variables.push({
      name,
      type: { kind: "array", index: { kind: "range", low, high }, element: { kind: "queue", capacity, element } },
      initial: { kind: "items", items: Array.from({ length: high - low + 1 }, () => none) },
    });
  }
  let nextPid = 0;
  for (const process of names.processes) {
    const size = poolSize(w, process);
    const firstPid = nextPid;
    nextPid += process.active;
    if (size === 0) continue;
    const graph = graphs.get(process)!;
    const stored = process.fields.filter((symbol) => isStored(w, symbol));
    const fields: Field[] = [
      { name: "pc", type: { kind: "range", low: 0, high: Math.max(...graph.points.map((point) => point.number)) } },
      ...(instances.pids ? [] : [{ name: "pid", type: { kind: "range", low: 0, high: 255 } } as const]),
      ...stored.map((symbol) => ({ name: symbol.place, type: modelType(w, symbol.type, symbol.size) })),
    ];
    const items = Array.from({ length: size }, (_, k): Initial => {
      const isActive = k < process.active;
      const value = (number: number): Initial => ({ kind: "value", value: number });
      return {
        kind: "items",
        items: [
          value(isActive ? graph.start.number : 0),
          ...(instances.pids ? [] : [value(isActive ? firstPid + k : 0)]),
          ...stored.map((symbol) => initialValue(w, symbol, isActive ? k : undefined, firstPid)),
        ],
      };
    });
    const index = { kind: "range", low: 0, high: size - 1 } as const;
    variables.push({
      name: process.name,
      type: { kind: "array", index, element: { kind: "record", fields } },
      initial: { kind: "items", items },
      span: process.definition.span,
    });
  }
  if (exclusive !== undefined) {
    const high = names.processes.reduce((sum, process) => sum + poolSize(w, process), 0);
    variables.push({ name: exclusive, type: { kind: "range", low: 0, high }, initial: { kind: "value", value: 0 } });
  }
  if (last !== undefined) {
    const known = [...(instances.pids?.values() ?? [])].flat();
    const high = instances.pids ? Math.max(...known) : 255;
    variables.push({ name: last, type: { kind: "range", low: 0, high }, initial: { kind: "value", value: 0 } });
  }
  return variables;
}

/** The names of an `mtype`, and of channels that are not variables. */
function constantsOf(w: World): Constant[] {
  const members = w.names.constants.map(({ name, value }): Constant => ({ name, type: "int", value }));
  const fixed = [...w.channels.literals.values()].flatMap(({ symbol, base, count }): Constant[] =>
    symbol.process || count > 1 || symbol.size !== undefined || !w.channels.isFixed(symbol)
      ? []
      : [{ name: symbol.place, type: "int", value: base, span: symbol.span }],
  );
  return [...members, ...fixed];
}

/** Names that are not taken; the second `x` is `x_2`. */
function unique(taken: ReadonlySet<string>): (base: string) => string {
  const used = new Set<string>();
  return (base) => {
    let name = base;
    for (let k = 2; taken.has(name) || used.has(name); k++) name = `${base}_${k}`;
    used.add(name);
    return name;
  };
}
