/**
 * Lowers never claims. The control points of a claim are the states of an automaton that reads the states of a run.
 *
 * As in SPIN, the claim takes one step in every state of a run, including the initial one. A sequence inside `atomic`
 * or `d_step` is one step: all its conditions are about the same state. A claim that reaches its end has found a
 * violation, so its end accepts every continuation. So does an assertion that fails. Labels that begin with `accept`
 * make accepting states.
 */

import { all, any, not, yes } from "../../../model/build.ts";
import type { Claim, ClaimEdge, ClaimState, Expression } from "../../../model/model.ts";
import { uniqueNames } from "../../unique-names.ts";
import type { Edge, Graph, Point } from "../flow/graph.ts";
import type { Context } from "./context.ts";
import { conditionOf, valueOf } from "./expression.ts";

/** The most steps out of one state. No realistic claim has more. */
const mostSteps = 10_000;

export function claimOf(context: Context, graph: Graph): Claim {
  const unique = uniqueNames();
  /** The end of the claim, which is also the target of a failing assertion. */
  const end: Point = graph.end ?? { element: graph.flow.end, number: 0, edges: [], escapes: [] };
  const points = new Map([[graph.start, 0]]);
  const numberOf = (point: Point): number => {
    if (!points.has(point)) points.set(point, points.size);
    return points.get(point)!;
  };
  const states: ClaimState[] = [];
  for (const point of points.keys()) {
    context.locals.restart();
    const { labels } = point.element;
    const name = unique(point === end ? "end" : (labels[0] ?? `s${states.length}`));
    const accepting = point === end || labels.some((label) => label.startsWith("accept"));
    const edges: ClaimEdge[] =
      point === end
        ? [{ condition: yes, target: numberOf(end) }]
        : stepsFrom(context, point, end).map(({ condition, target, edge }) => ({
            condition,
            target: numberOf(target),
            span: edge.element.span,
          }));
    states.push({ name, accepting, edges });
  }
  return { states };
}

interface Step {
  readonly condition: Expression;
  readonly target: Point;
  readonly edge: Edge;
}

/** The steps out of a state, with atomic sequences as one step. */
function stepsFrom(context: Context, from: Point, end: Point): Step[] {
  const steps: Step[] = [];
  const add = (step: Step): void => {
    const { condition } = step;
    if (condition.kind !== "boolean" || condition.value) steps.push(step);
  };
  const follow = (point: Point, before: Expression, path: ReadonlySet<Point>): void => {
    const conditions: Expression[] = [];
    for (const edge of point.edges) {
      const isAssertion = edge.statement?.kind === "assert";
      const test = testOf(context, edge, conditions);
      conditions.push(isAssertion ? yes : test);
      if (isAssertion) add({ condition: all([before, not(test)]), target: end, edge });
      const condition = all([before, test]);
      if (!edge.keepsTurn) add({ condition, target: edge.target, edge });
      else if (path.has(edge.target) || steps.length > mostSteps) {
        context.names.report("unsupported", "a loop inside `atomic` in a claim is not supported", edge.element.span);
        return;
      } else follow(edge.target, condition, new Set([...path, edge.target]));
    }
  };
  follow(from, yes, new Set([from]));
  return steps;
}

/** The condition of a step; for an assertion, that it holds. `others` are the conditions of the options before. */
function testOf(context: Context, { statement: s, element }: Edge, others: readonly Expression[]): Expression {
  const at = { scope: element.scope };
  switch (s?.kind) {
    case "expression":
      return conditionOf(context, s.expression, at);
    case "assert":
      return conditionOf(context, s.test, at);
    case "else":
      return not(any(others));
    case "print":
      for (const value of s.values) valueOf(context, value, at);
      return yes;
    default:
      return yes;
  }
}
