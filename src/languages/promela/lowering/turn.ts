/**
 * Whose turn it is, and where a process is.
 *
 * `exclusive` is the instance that is inside an atomic sequence and has the turn, or 0. Others wait until it is 0.
 */

import type { Expression, Parameter, Statement } from "../../../model/model.ts";
import { positionAt } from "../../../syntax/source.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Edge, Point } from "../flow/graph.ts";
import type { ProcessSymbol, VariableSymbol } from "../names/symbols.ts";
import type { Expression as Source } from "../syntax/syntax-tree.ts";
import { binary, boolean, integer, or } from "./value.ts";
import { pcOf, pidOf, poolSize } from "./world.ts";
import type { World } from "./world.ts";

export interface Lowering {
  readonly world: World;
  readonly exclusive: string | undefined;
  /** Names of the parameters. */
  readonly i: string;
  readonly j: string;
  /** A transition's name; no two are the same. */
  readonly named: (name: string) => string;
  /** The variable for the pid that moved last, if the text asks for it. */
  readonly last: () => string | undefined;
  /** What is set when the model starts and never again. */
  readonly settled: Set<VariableSymbol>;
  /** Forgets names of locals: they may be used again in another transition. */
  readonly begin: () => void;
}

// ---------------------------------------------------------------- the turn

/** The number of an instance as `exclusive` holds it. */
export function turnOf({ world: w }: Lowering, process: ProcessSymbol, me: Expression): Expression {
  let base = 1;
  for (const other of w.names.processes) {
    if (other === process) break;
    base += poolSize(w, other);
  }
  return me.kind === "integer" ? integer(base + me.value) : binary("+", me, integer(base));
}

/** Whether a process may move at a point, as far as the turn goes. */
export function mayMove(l: Lowering, point: Point, process: ProcessSymbol, me: Expression): Expression {
  if (l.exclusive === undefined) return boolean(true);
  const exclusive: Expression = { kind: "variable", name: l.exclusive };
  const free = binary("==", exclusive, integer(0));
  const mine = binary("==", exclusive, turnOf(l, process, me));
  const { inside } = point.element;
  return inside === "d_step" ? mine : inside === "atomic" ? or(free, mine) : free;
}

/** The same for an edge: a timeout is for those who do not have the turn. */
export function mayTake(l: Lowering, edge: Edge, process: ProcessSymbol, me: Expression): Expression {
  if (l.exclusive === undefined || !waitsForTimeout(edge)) return mayMove(l, edge.source, process, me);
  return binary("==", { kind: "variable", name: l.exclusive }, integer(0));
}

export function waitsForTimeout(edge: Edge): boolean {
  const mentions = (e: Source): boolean =>
    e.kind === "timeout" ||
    (e.kind === "unary" && mentions(e.operand)) ||
    (e.kind === "binary" && (mentions(e.left) || mentions(e.right)));
  return edge.statement?.kind === "expression" && mentions(edge.statement.expression);
}

/** The turn after a step. */
export function passTurn(
  l: Lowering,
  edge: Edge,
  process: ProcessSymbol,
  me: Expression,
  wasFree: boolean,
): Statement[] {
  if (l.exclusive === undefined || (!edge.keepsTurn && wasFree)) return [];
  const value = edge.keepsTurn ? turnOf(l, process, me) : integer(0);
  return [{ kind: "assign", target: { kind: "variable", name: l.exclusive }, value, span: edge.element.span }];
}

/** Notes who moved, if the text asks for it. */
export function noteLast(l: Lowering, process: ProcessSymbol, me: Expression, span: Span): Statement[] {
  const name = l.last();
  if (name === undefined) return [];
  const value = pidOf(l.world, process, me).e;
  return [{ kind: "assign", target: { kind: "variable", name }, value, span }];
}

// ---------------------------------------------------------------- places and names

export function isAt(process: ProcessSymbol, me: Expression, point: Point): Expression {
  return binary("==", pcOf(process, me), integer(point.number));
}

export function parameterOf(
  l: Lowering,
  process: ProcessSymbol,
  name: string,
): { me: Expression; parameters: Parameter[] } {
  const size = poolSize(l.world, process);
  if (size === 1) return { me: integer(0), parameters: [] };
  return { me: { kind: "local", name }, parameters: [{ name, type: { kind: "range", low: 0, high: size - 1 } }] };
}

/** `client:12 in?source,dest`, or `client:12-14 in?source,dest; source = 0` where more is done in the same step. */
export function stepName(process: ProcessSymbol, edge: Edge): string {
  const lines = [edge, ...statementsOf(edge)].map(({ element }) => lineOf(element.span));
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  return `${process.name}:${first === last ? first : `${first}-${last}`} ${stepText(edge)}`;
}

/** What is done in a step after its own statement, jumps apart. */
function statementsOf({ more }: Edge): Edge[] {
  return more.filter(({ statement }) => statement !== undefined);
}

const longestText = 60;

/** What is done in a step, as far as there is room. */
export function stepText(edge: Edge): string {
  let text = textOf(edge.element.span);
  for (const { element } of statementsOf(edge)) {
    const longer = `${text}; ${textOf(element.span)}`;
    if (longer.length > longestText) return `${text}; ...`;
    text = longer;
  }
  return text;
}

export function lineOf(span: Span): number {
  return positionAt(span.source, span.start).line;
}

export function textOf({ source, start, end }: Span): string {
  const text = source.text.slice(start, end).replaceAll(/\s+/g, " ").trim();
  return text.length > 30 ? `${text.slice(0, 27)}...` : text;
}
