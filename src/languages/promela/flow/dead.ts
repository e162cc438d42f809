/**
 * Dead variables, which SPIN sets to 0: locals of a process that it will not read before it sets them again.
 *
 * A statement resets a variable that it sets, or that it reads as a condition or a receive, if the variable is dead
 * afterwards. Arrays, records and channels are never reset, and neither is anything inside a deterministic step.
 */

import { constantValue } from "../names/constant.ts";
import { ownPid } from "../names/own-pid.ts";
import { priorityName } from "../names/priority.ts";
import type { Scope, VariableSymbol } from "../names/symbols.ts";
import { writtenBy } from "../syntax/statement-uses.ts";
import type { Basic, Expression, Pattern, Reference } from "../syntax/syntax-tree.ts";
import type { Element } from "./flow.ts";
import { edgesAt } from "./graph.ts";
import type { Edge, Graph, Point } from "./graph.ts";

type Variables = ReadonlySet<VariableSymbol>;

interface Uses {
  readonly read: Variables;
  readonly written: Variables;
}

/** For each element of a graph that is not merged yet, the variables that it resets. */
export function deadVariables(graph: Graph): Map<Element, readonly VariableSymbol[]> {
  const uses = new Map(graph.flow.elements.map((element) => [element, usesOf(element)]));
  const options = new Set(graph.flow.elements.flatMap((element) => element.options));
  const isNever = ({ element, statement }: Edge): boolean =>
    statement?.kind === "expression" &&
    options.has(element) &&
    element.escapes.length === 0 &&
    constantValue(statement.expression, element.scope) === 0;
  const live = liveVariables(graph, (point) => edgesAt(point).filter((edge) => !isNever(edge)), uses);
  const resets = new Map<Element, readonly VariableSymbol[]>();
  for (const { element, target } of graph.points.flatMap(edgesAt)) {
    if (element.inside === "d_step") continue;
    const { read, written } = uses.get(element)!;
    const kind = element.statement?.kind;
    const used = kind === "expression" || kind === "receive" ? [...written, ...read] : [...written];
    const dead = [...new Set(used)].filter((symbol) => !live.get(target)!.has(symbol));
    if (dead.length > 0) resets.set(element, dead);
  }
  return resets;
}

/**
 * The variables that some way to a point has set to 0 and another has not. SPIN then has two states with the same future.
 */
export function unevenlyReset(
  { start, points }: Graph,
  dead: ReadonlyMap<Element, readonly VariableSymbol[]>,
): VariableSymbol[] {
  const resetBy = (edge: Edge): readonly VariableSymbol[] =>
    [edge, ...edge.more].flatMap(({ element }) => dead.get(element) ?? []);
  const symbols = new Set(points.flatMap(edgesAt).flatMap(resetBy));
  return [...symbols].filter((symbol) => {
    const seen = { kept: new Set([start]), reset: new Set<Point>() };
    for (const point of seen.kept) {
      for (const edge of edgesAt(point)) seen[resetBy(edge).includes(symbol) ? "reset" : "kept"].add(edge.target);
    }
    for (const point of seen.reset) for (const { target } of edgesAt(point)) seen.reset.add(target);
    return [...seen.reset].some((point) => seen.kept.has(point));
  });
}

/** The variables that may be read before they are set, for each point. */
function liveVariables(
  { points }: Graph,
  edgesFrom: (point: Point) => readonly Edge[],
  uses: ReadonlyMap<Element, Uses>,
): ReadonlyMap<Point, Variables> {
  const live = new Map(points.map((point) => [point, new Set<VariableSymbol>()]));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const point of points.toReversed()) {
      const own = live.get(point)!;
      const before = own.size;
      for (const { element, target } of edgesFrom(point)) {
        const { read, written } = uses.get(element)!;
        for (const symbol of read) own.add(symbol);
        for (const symbol of live.get(target)!) if (!written.has(symbol)) own.add(symbol);
      }
      if (own.size > before) isStable = false;
    }
  }
  return live;
}

function usesOf({ statement: s, scope }: Element): Uses {
  const read = new Set<VariableSymbol>();
  const written = new Set<VariableSymbol>();
  if (!s) return { read, written };
  for (const e of expressionsOf(s)) readBy(e, scope, read);
  for (const reference of writtenBy(s)) {
    indicesOf(reference).forEach((index) => readBy(index, scope, read));
    const symbol = scalarOf(reference, scope);
    if (symbol) written.add(symbol);
    if (symbol && s.kind === "count") read.add(symbol);
  }
  return { read, written };
}

/** All expressions of a statement, but for the variables that it sets. */
function expressionsOf(s: Basic): readonly Expression[] {
  switch (s.kind) {
    case "assign":
      return [s.value];
    case "expression":
      return [s.expression];
    case "assert":
      return [s.test];
    case "print":
      return s.values;
    case "send":
      return [...indicesOf(s.channel), ...s.values];
    case "receive":
      return [...indicesOf(s.channel), ...conditionsOf(s.pattern)];
    default:
      return [];
  }
}

function readBy(e: Expression, scope: Scope, read: Set<VariableSymbol>): void {
  const symbol = e.kind === "reference" ? scalarOf(e.reference, scope) : undefined;
  if (symbol) read.add(symbol);
  for (const part of partsOf(e)) readBy(part, scope, read);
}

function partsOf(e: Expression): readonly Expression[] {
  switch (e.kind) {
    case "reference":
      return indicesOf(e.reference);
    case "unary":
      return [e.operand];
    case "binary":
      return [e.left, e.right];
    case "conditional":
      return [e.test, e.then, e.else];
    case "run":
      return e.values;
    case "probe":
      return indicesOf(e.channel);
    case "poll":
      return [...indicesOf(e.channel), ...conditionsOf(e.pattern)];
    case "at":
      return e.pid ? [e.pid] : [];
    case "ask":
      return [e.argument];
    default:
      return [];
  }
}

function conditionsOf(pattern: readonly Pattern[]): Expression[] {
  return pattern.flatMap((part) => (part.kind === "eval" ? [part.value] : []));
}

function indicesOf({ parts }: Reference): Expression[] {
  return parts.flatMap(({ index }) => index ?? []);
}

/** The local variable of a reference, if it has a single value. */
function scalarOf({ parts }: Reference, scope: Scope): VariableSymbol | undefined {
  const symbol = scope.find(parts[0]!.name.text);
  if (symbol?.kind !== "variable" || !symbol.process || symbol.size !== undefined) return undefined;
  return symbol.type.kind === "scalar" && symbol.name !== ownPid && symbol.name !== priorityName ? symbol : undefined;
}
