/** Lowers the syntax tree to the sequential model. */

import { naming } from "../../hints/naming.ts";
import { programStructure } from "../../hints/program-structure.ts";
import { statements } from "../../hints/statements.ts";
import { binary, integer, variable } from "../../model/build.ts";
import type { Model, Transition } from "../../model/model.ts";
import type { Collector } from "../../syntax/collector.ts";
import { uniqueNames } from "../unique-names.ts";
import { pointsAt, stepsOf } from "./flow/graph.ts";
import type { Graph, Point } from "./flow/graph.ts";
import { elaborate } from "./flow/program.ts";
import type { Program, Rewriting } from "./flow/program.ts";
import { LocalNames } from "./lowering/context.ts";
import type { Context } from "./lowering/context.ts";
import { canMove, hasExecutable, isProvided } from "./lowering/executable.ts";
import { namingOf } from "./lowering/naming.ts";
import { poolSize } from "./lowering/places.ts";
import { propertiesOf } from "./lowering/properties.ts";
import { startUpOf } from "./lowering/start-up.ts";
import { statementsOf } from "./lowering/statements.ts";
import { offersOf } from "./lowering/step.ts";
import { transitionsOf } from "./lowering/transitions.ts";
import { constantsOf, variablesOf } from "./lowering/variables.ts";
import { constantValue } from "./names/constant.ts";
import { Names } from "./names/declare.ts";
import type { VariableSymbol } from "./names/symbols.ts";
import { componentsOf } from "./symmetry/components.ts";
import { Kinds } from "./symmetry/kinds.ts";
import type { Unit } from "./syntax/syntax-tree.ts";

export interface Lowered {
  readonly model: Model;
  /** Whether some process may be started more often than the model allows. */
  readonly isBounded: boolean;
}

/** `pool` is the number of instances of a process that may be started repeatedly. `undefined` after an error. */
export function lowerModel(
  collector: Collector,
  units: readonly Unit[],
  name: string,
  pool: number,
  rewriting: Rewriting,
): Lowered | undefined {
  const program = elaborate(new Names(collector), units, pool, rewriting);
  if (!program) return undefined;
  const whole = contextOf(program);
  const properties = propertiesOf(whole);
  const refused = properties.filter(({ left }) => left !== undefined);
  if (refused.length > 0 && collector.empty) {
    // An unsupported property must not add anything to the state: the program is elaborated again without it.
    const left = new Map(refused.map((each) => [each.unit!, each.left!]));
    const supported = program.units.map((unit) => left.get(unit) ?? unit);
    return lowerModel(collector, supported, name, pool, rewriting);
  }
  const context = keepingPids(whole);
  context.locals.restart();
  const declared: Model = {
    name,
    constants: constantsOf(context),
    types: [],
    variables: variablesOf(context),
    predicates: context.canMove === undefined ? [] : [{ name: context.canMove, condition: canMove(context) }],
    transitions: [],
    properties: properties.map(({ property }) => property),
    ...transientIn(context),
  };
  const startUp = startUpOf(context, declared);
  const pointsOf = (graph: Graph): readonly Point[] => startUp?.points.get(graph) ?? graph.points;
  const graphs = [...context.graphs.values()];
  // Often no process can have the turn any more.
  const exclusive = graphs.some((graph) => pointsOf(graph).some(isInside)) ? context.exclusive : undefined;
  const later: Context = { ...context, exclusive, settled: startUp?.settled ?? new Set() };
  const transitions = graphs.flatMap((graph) => transitionsOf(later, graph, pointsOf(graph)));
  checkOthers(context, new Set(graphs.flatMap(pointsOf)));
  if (!collector.empty) return undefined;
  const { transient: _, ...kept } = declared;
  const model: Model = {
    ...kept,
    variables: (startUp?.variables ?? declared.variables).filter(
      (each) => each.name !== context.exclusive || exclusive !== undefined,
    ),
    transitions: withNames([...(startUp?.transitions ?? []), ...transitions]),
    ...transientIn(later),
  };
  const structure = componentsOf(later, model, startUp);
  const named = naming.give(programStructure.give(model, structure), namingOf(later, model.transitions));
  const described = statements.give(named, statementsOf(later, startUp, model.transitions, pointsOf));
  return { model: described, isBounded: context.instances.isBounded.size > 0 };
}

/** The predefined variables and predicates that a program needs, with their names. */
function contextOf(program: Program): Context {
  const { names, channels, graphs, mentions } = program;
  const taken = new Set([
    ...names.global.names(),
    ...names.processes.map((process) => process.name),
    ...names.constants.map((constant) => constant.name),
  ]);
  const unique = uniqueNames(taken);
  for (const group of channels.groups) if (group.capacity > 0) group.name = unique("channels");
  const points = [...graphs.values()].flatMap((graph) => graph.points);
  // `timeout` and runs without progress depend on whether the system can move.
  const asksForMoves = mentions.timeout || pointsAt(points, "progress").length > 0;
  if (asksForMoves && mentions.enabled) {
    const message = "`enabled` in a process, together with `timeout`, is not supported";
    names.report("unsupported", message, mentions.enabled);
  }
  return {
    ...program,
    parameters: [unique("i"), unique("j")],
    canMove: asksForMoves ? unique("can_move") : undefined,
    last: mentions.last ? unique("_last") : undefined,
    traceState: program.trace ? unique("trace") : undefined,
    exclusive: points.some(isInside) ? unique("exclusive") : undefined,
    locals: new LocalNames(taken),
    settled: new Set(),
    origins: new Map(),
    hasExecutable,
  };
}

/**
 * A pid that is not 0 at first stays when it is dead: 0 would stand for a process that could then not be exchanged with
 * others.
 */
function keepingPids(context: Context): Context {
  const startsElsewhere = ({ initial }: VariableSymbol): boolean =>
    initial?.kind === "value" && constantValue(initial.value, context.names.global) !== 0;
  const symbols = new Set([...context.dead.values()].flat().filter(startsElsewhere));
  if (symbols.size === 0 || !context.names.collector.empty) return context;
  const kinds = new Kinds(context, new Set());
  const isReset = (symbol: VariableSymbol): boolean => !symbols.has(symbol) || kinds.of(symbol) !== "pid";
  return { ...context, dead: new Map([...context.dead].map(([element, dead]) => [element, dead.filter(isReset)])) };
}

function isInside({ element }: Point): boolean {
  return element.inside !== undefined;
}

/** SPIN does not count states in which a process has the turn. */
function transientIn({ exclusive }: Context): Pick<Model, "transient"> {
  return exclusive === undefined ? {} : { transient: binary("!=", variable(exclusive), integer(0)) };
}

/**
 * Reports errors in statements that control never reaches, or not after the start: there are no transitions for them.
 */
function checkOthers(context: Context, live: ReadonlySet<Point>): void {
  for (const [process, graph] of context.graphs) {
    isProvided(context, process, integer(0));
    const points = poolSize(context, process) === 0 ? [] : graph.points.filter((point) => live.has(point));
    const lowered = new Set(stepsOf(points).map(({ element }) => element));
    const others = graph.flow.elements.filter((element) => element.kind === "basic" && !lowered.has(element));
    for (const element of others) offersOf(context, { statement: element.statement, element }, integer(0));
  }
}

/** Transitions with unique names. */
function withNames(transitions: readonly Transition[]): Transition[] {
  const unique = uniqueNames();
  return transitions.map((transition) => ({ ...transition, name: unique(transition.name) }));
}
