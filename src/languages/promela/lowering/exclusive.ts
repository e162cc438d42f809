/**
 * The turn of a process.
 *
 * `exclusive` is the instance that is inside an atomic sequence and has the turn, or 0. Others wait until it is 0.
 */

import { any, binary, equals, integer, variable, yes } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import type { Edge, Point } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { Expression as Source } from "../syntax/syntax-tree.ts";
import type { Context } from "./context.ts";
import { poolSize } from "./places.ts";

/** The number of an instance as a value of `exclusive`. */
function turnOf(context: Context, process: ProcessSymbol, me: Expression): Expression {
  const { processes } = context.names;
  const before = processes.slice(0, processes.indexOf(process));
  return binary("+", me, integer(before.reduce((sum, other) => sum + poolSize(context, other), 1)));
}

export function hasTurn(context: Context, process: ProcessSymbol, me: Expression): Expression {
  return equals(variable(context.exclusive!), turnOf(context, process, me));
}

/** Whether the turn allows a process to move at a point. */
export function mayMove(context: Context, { element }: Point, process: ProcessSymbol, me: Expression): Expression {
  if (context.exclusive === undefined) return yes;
  const isFree = equals(variable(context.exclusive), 0);
  switch (element.inside) {
    case undefined:
      return isFree;
    case "atomic":
      return any([isFree, hasTurn(context, process, me)]);
    case "d_step":
      return hasTurn(context, process, me);
  }
}

/** The same for an edge. Only processes without the turn wait for a timeout. */
export function mayTake(context: Context, edge: Edge, process: ProcessSymbol, me: Expression): Expression {
  if (context.exclusive === undefined || !waitsForTimeout(edge)) return mayMove(context, edge.source, process, me);
  return equals(variable(context.exclusive), 0);
}

export function waitsForTimeout({ statement }: Edge): boolean {
  const mentions = (e: Source): boolean =>
    e.kind === "timeout" ||
    (e.kind === "unary" && mentions(e.operand)) ||
    (e.kind === "binary" && (mentions(e.left) || mentions(e.right)));
  return statement?.kind === "expression" && mentions(statement.expression);
}

/** The change of the turn in a step, if any. */
export function passTurn(
  context: Context,
  { keepsTurn: keeps, element, target }: Edge,
  process: ProcessSymbol,
  me: Expression,
  wasFree: boolean,
): Statement[] {
  const keepsTurn = keeps && !(context.endsAtOnce && target === context.graphs.get(process)!.end);
  if (context.exclusive === undefined || (!keepsTurn && wasFree)) return [];
  const value = keepsTurn ? turnOf(context, process, me) : integer(0);
  return [{ kind: "assign", target: variable(context.exclusive), value, span: element.span }];
}
