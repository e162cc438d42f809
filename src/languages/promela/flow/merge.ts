/**
 * Merges steps: those of atomic sequences, and chains of local statements (`chains.ts`).
 *
 * While a process has the turn, its intermediate states are invisible, and SPIN does not count them. So control does
 * not rest at a point inside an atomic sequence where every step is possible in every state: an edge to such a point
 * continues with each of these steps at once. In a deterministic step it continues only with the first. Points with a
 * label stay, since expressions can refer to them. Loops stay too: no point is passed twice on a path.
 */

import { constantValue } from "../names/constant.ts";
import type { Expression, Reference } from "../syntax/syntax-tree.ts";
import type { Chains } from "./chains.ts";
import { reachable, rest } from "./graph.ts";
import type { Edge, Graph, Point } from "./graph.ts";
import { runOf } from "./instances.ts";

/** Choices along an atomic sequence multiply. Beyond this many paths control rests. */
const mostWays = 32;

/**
 * `losesTurn` accepts steps after which another process may have the turn. Without `chains` there are none. With
 * priorities, a process may have to stop inside an atomic sequence.
 */
export function mergeSteps(
  graph: Graph,
  losesTurn: (edge: Edge) => boolean,
  chains: Chains | undefined,
  hasPriorities: boolean,
): Graph {
  const { flow, start } = graph;
  const labeled = new Set([...flow.labels.values()].flat().map((element) => rest(element, false)));
  const mayStop = hasPriorities || flow.process.definition.provided !== undefined;

  /** The edges that follow if control passes a point; none if it rests there. */
  function onward(point: Point): readonly Edge[] {
    const { element, edges, escapes } = point;
    if (escapes.length > 0 || labeled.has(element) || (mayStop && element.inside !== "d_step")) return [];
    const steps = edges.map((edge) => edge.element.step);
    const next = edges.filter((_, i) => steps[i] === undefined || steps.indexOf(steps[i]) === i);
    return next.every(isUnconditional) ? next : [];
  }

  function continued(edge: Edge, passed: ReadonlySet<Point>, ways: number): Edge[] {
    if (passed.has(edge.target)) return [edge];
    const inside = edge.keepsTurn ? onward(edge.target) : [];
    const isChained = !edge.keepsTurn || (hasPriorities && inside.length === 0);
    const next = isChained ? (chains?.after(edge) ?? []) : inside;
    if (next.length === 0 || ways * next.length > mostWays) return [edge];
    const further = new Set([...passed, edge.target]);
    return next.flatMap((step) => {
      const { keepsTurn, landing } = step;
      const target = landing && chains?.joins(edge, step) === true ? landing : step.target;
      return continued({ ...edge, target, keepsTurn, more: [...edge.more, step] }, further, ways * next.length);
    });
  }

  const merged = (edges: readonly Edge[]): Edge[] =>
    edges.flatMap((edge) => (losesTurn(edge) ? [edge] : continued(edge, new Set([edge.source]), 1)));
  const replaced = graph.points.map(({ edges, escapes }) => ({ edges: merged(edges), escapes: escapes.map(merged) }));
  graph.points.forEach((point, i) => {
    point.edges.splice(0, point.edges.length, ...replaced[i]!.edges);
    point.escapes.splice(0, point.escapes.length, ...replaced[i]!.escapes);
  });
  const reached = reachable(start);
  return { ...graph, points: graph.points.filter((point) => reached.has(point)) };
}

/** Whether the step is possible in every state, and does not depend on the location of a process. */
function isUnconditional(edge: Edge): boolean {
  const { statement: s, element } = edge;
  if (!s) return true;
  switch (s.kind) {
    case "assign":
      return !runOf(edge) && isLocal(s.value) && isLocalReference(s.target);
    case "count":
      return isLocalReference(s.target);
    case "assert":
      return isLocal(s.test);
    case "expression": {
      const value = constantValue(s.expression, element.scope);
      return value !== undefined && value !== 0;
    }
    case "print":
      return true;
    case "send":
    case "receive":
    case "else":
    case "set_priority":
      return false;
  }
}

/**
 * Whether the expression refers neither to the location of a process nor to the last mover, which change with every
 * statement.
 */
function isLocal(e: Expression): boolean {
  switch (e.kind) {
    case "number":
      return true;
    case "reference":
      return isLocalReference(e.reference);
    case "unary":
      return isLocal(e.operand);
    case "binary":
      return isLocal(e.left) && isLocal(e.right);
    case "conditional":
      return isLocal(e.test) && isLocal(e.then) && isLocal(e.else);
    case "probe":
      return isLocalReference(e.channel);
    default:
      return false;
  }
}

function isLocalReference({ parts }: Reference): boolean {
  if (parts[0]!.name.text === "_last") return false;
  return parts.every(({ index }) => !index || isLocal(index));
}
