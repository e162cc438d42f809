/**
 * The number of instances of each process, and their pids.
 *
 * Processes are counted from `active [n]` and from `run` statements outside loops. A process that starts others in a
 * loop is simulated from its beginning, with the known values of its variables, as long as only one step is possible.
 * If that does not determine the number, the model has a given number of instances, and one more is an error at run
 * time.
 *
 * SPIN gives a new process the number of living processes as its pid. If one process starts all others in one atomic
 * sequence, pids are known before the run.
 */

import { constantValue } from "../names/constant.ts";
import type { Names } from "../names/declare.ts";
import type { ProcessSymbol, VariableSymbol } from "../names/symbols.ts";
import type { Known } from "../syntax/constant.ts";
import { writtenBy } from "../syntax/statement-uses.ts";
import type { Basic, Expression } from "../syntax/syntax-tree.ts";
import type { Element } from "./flow.ts";
import { edgesAt, edgesOf, reachable } from "./graph.ts";
import type { Edge, Graph } from "./graph.ts";

export interface Instances {
  readonly count: ReadonlyMap<ProcessSymbol, number>;
  /** The processes whose number of instances is a given bound, not a known number. */
  readonly isBounded: ReadonlySet<ProcessSymbol>;
  /** For each process, the pid of each instance. Absent if pids depend on the run. */
  readonly pids?: ReadonlyMap<ProcessSymbol, readonly number[]> | undefined;
  /** The instance that a `run` starts, if it is always the same. Without known pids, it is the first free one. */
  readonly started: ReadonlyMap<Element, number>;
}

export type RunExpression = Expression & { readonly kind: "run" };

/** The `run` of a step, if it starts a process. */
export function runOf({ statement }: Pick<Edge, "statement">): RunExpression | undefined {
  return statement && runIn(statement);
}

/** The `run` of a statement: the statement itself, or a part of the value of an assignment. */
export function runIn(s: Basic): RunExpression | undefined {
  if (s.kind === "assign") return runsIn(s.value)[0];
  return s.kind === "expression" && s.expression.kind === "run" ? s.expression : undefined;
}

/** The `run` expressions in an expression, except those in its own arguments. */
export function runsIn(e: Expression): RunExpression[] {
  switch (e.kind) {
    case "run":
      return [e];
    case "unary":
      return runsIn(e.operand);
    case "binary":
      return [...runsIn(e.left), ...runsIn(e.right)];
    case "conditional":
      return [...runsIn(e.test), ...runsIn(e.then), ...runsIn(e.else)];
    default:
      return [];
  }
}

/** A step that starts a process. */
interface Site {
  readonly graph: Graph;
  readonly edge: Edge;
  readonly target: ProcessSymbol | undefined;
  readonly isRepeated: boolean;
}

/** The steps of each process, as far as they are known (`walk`). */
type Walks = ReadonlyMap<Graph, readonly Edge[] | undefined>;

export function countInstances(names: Names, graphs: readonly Graph[], poolBound: number): Instances {
  const targetOf = (edge: Edge): ProcessSymbol | undefined => {
    const symbol = names.global.find(runOf(edge)!.process.text);
    return symbol?.kind === "process" ? symbol : undefined;
  };
  const sites = graphs.flatMap((graph) => {
    const edges = edgesOf(graph).filter((edge) => runOf(edge));
    return edges.map((edge): Site => {
      const isRepeated = reachable(edge.target).has(edge.source);
      return { graph, edge, target: targetOf(edge), isRepeated };
    });
  });
  const walks: Walks = new Map(graphs.map((graph) => [graph, walk(graph)]));
  const counted = countEach(names, sites, walks, poolBound);
  return { ...counted, ...pidsOf(names, sites, walks, counted.count) };
}

function countEach(
  names: Names,
  sites: readonly Site[],
  walks: Walks,
  poolBound: number,
): Pick<Instances, "count" | "isBounded"> {
  const count = new Map<ProcessSymbol, number>();
  const isBounded = new Set<ProcessSymbol>();
  const visit = (process: ProcessSymbol, path: ReadonlySet<ProcessSymbol>): void => {
    if (count.has(process)) return;
    count.set(process, process.active);
    const own = sites.filter(({ target }) => target === process);
    let total = process.active;
    for (const { graph, edge, isRepeated } of own) {
      const owner = graph.flow.process;
      if (path.has(owner)) {
        isBounded.add(process);
        continue;
      }
      visit(owner, new Set([...path, owner]));
      const times = isRepeated ? walks.get(graph)?.filter((taken) => taken === edge).length : 1;
      if (times === undefined || isBounded.has(owner)) isBounded.add(process);
      else total += times * count.get(owner)!;
    }
    // A `run` that is never reached still refers to an instance.
    if (own.length > 0) total = Math.max(total, 1);
    count.set(process, isBounded.has(process) ? Math.max(total, poolBound) : total);
  };
  for (const process of names.processes) visit(process, new Set([process]));
  return { count, isBounded };
}

/** The instance that each `run` starts, and all pids, if one process starts all others. */
function pidsOf(
  names: Names,
  sites: readonly Site[],
  walks: Walks,
  count: Instances["count"],
): Pick<Instances, "pids" | "started"> {
  const initial = names.processes.flatMap((process) => Array.from({ length: process.active }, () => process));
  const pids = new Map<ProcessSymbol, number[]>(names.processes.map((process) => [process, []]));
  initial.forEach((process, pid) => pids.get(process)!.push(pid));
  const started = new Map<Element, number>();
  const [owner, another] = new Set(sites.map(({ graph }) => graph));
  if (!owner) return { pids, started };
  const steps = !another && count.get(owner.flow.process) === 1 ? walks.get(owner) : undefined;
  if (!steps) return { started };
  const runs = steps.filter((edge) => runOf(edge));
  let pid = initial.length;
  for (const { element } of runs) {
    const { target } = sites.find(({ edge }) => edge.element === element)!;
    if (!target) continue;
    const own = pids.get(target)!;
    if (runs.filter((run) => run.element === element).length === 1) started.set(element, own.length);
    own.push(pid++);
  }
  const inOneGo = steps.slice(steps.indexOf(runs[0]!), steps.lastIndexOf(runs.at(-1)!)).every((edge) => edge.keepsTurn);
  const isYoungest = initial.at(-1) === owner.flow.process;
  // Else a process may die before the next one starts, which then takes its place.
  return inOneGo && isYoungest ? { started, pids } : { started: new Map() };
}

const longestWalk = 10_000;

/** The steps of a process from its beginning, if only one is possible at a time until its last `run`. */
function walk(graph: Graph): readonly Edge[] | undefined {
  const values = new Map<VariableSymbol, number>();
  const { process } = graph.flow;
  const scope = graph.start.element.scope;
  for (const symbol of process.fields) {
    if (symbol.isParameter || symbol.size !== undefined || symbol.type.kind !== "scalar") continue;
    const initial = symbol.initial?.kind === "value" ? constantValue(symbol.initial.value, scope) : 0;
    if (initial !== undefined) values.set(symbol, initial);
  }
  const steps: Edge[] = [];
  let point = graph.start;
  while (steps.length < longestWalk) {
    if (![...reachable(point)].some((next) => edgesAt(next).some((edge) => runOf(edge)))) return steps;
    if (point.escapes.length > 0) return undefined;
    const possible = point.edges.filter(
      (edge) => edge.statement?.kind !== "else" && isPossible(edge, values) !== false,
    );
    const [edge] = possible.length > 0 ? possible : point.edges.filter((edge) => edge.statement?.kind === "else");
    if (!edge || possible.length > 1 || isPossible(edge, values) === undefined) return undefined;
    perform(edge, values);
    steps.push(edge);
    point = edge.target;
  }
  return undefined;
}

type Values = ReadonlyMap<VariableSymbol, number>;

/** The known values of the variables of a process at the source of an edge. */
function knownAt({ element }: Edge, values: Values): Known {
  return ({ parts }) => {
    const symbol = parts.length === 1 ? element.scope.find(parts[0]!.name.text) : undefined;
    return symbol?.kind === "variable" ? values.get(symbol) : undefined;
  };
}

/** Whether a step is possible eventually: it may have to wait for a message. `undefined` if that is not known. */
function isPossible(edge: Edge, values: Values): boolean | undefined {
  const s = edge.statement;
  if (s?.kind !== "expression" || runOf(edge)) return true;
  const value = constantValue(s.expression, edge.element.scope, knownAt(edge, values));
  return value === undefined ? undefined : value !== 0;
}

function perform(edge: Edge, values: Map<VariableSymbol, number>): void {
  const { statement: s, element } = edge;
  if (!s) return;
  const known = knownAt(edge, values);
  for (const target of writtenBy(s)) {
    const symbol = element.scope.find(target.parts[0]!.name.text);
    if (symbol?.kind !== "variable" || !symbol.process || symbol.size !== undefined) continue;
    if (symbol.type.kind !== "scalar") continue;
    const { low, high } = symbol.type;
    const before = s.kind === "count" ? known(target) : undefined;
    const counted = before === undefined || s.kind !== "count" ? undefined : before + s.by;
    const value = s.kind === "assign" ? constantValue(s.value, element.scope, known) : counted;
    if (value === undefined || value < low || value > high) values.delete(symbol);
    else values.set(symbol, value);
  }
}
