/**
 * The statements of each process, and when control is at them. As in SPIN, a statement is reached when control is
 * before it, executable or not; one that is merged with those before it, when the whole step is possible.
 */

import type { StatementGroup } from "../../../hints/statements.ts";
import { yes } from "../../../model/build.ts";
import type { Expression, Transition } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Element } from "../flow/flow.ts";
import { edgesAt } from "../flow/graph.ts";
import type { Graph, Point } from "../flow/graph.ts";
import type { Context } from "./context.ts";
import { isAt, overInstances, poolSize } from "./places.ts";
import type { StartUp } from "./start-up.ts";
import { textOf } from "./step-name.ts";

export function statementsOf(
  context: Context,
  startUp: StartUp | undefined,
  transitions: readonly Transition[],
  pointsOf: (graph: Graph) => readonly Point[],
): StatementGroup[] {
  const reached = new Map<Element, Expression[]>();
  const note = (element: Element, condition: Expression): void => {
    reached.set(element, [...(reached.get(element) ?? []), condition]);
  };
  context.locals.restart();
  for (const [process, graph] of context.graphs) {
    if (poolSize(context, process) === 0) continue;
    for (const point of pointsOf(graph)) {
      const here = overInstances(context, "exists", process, (me) => isAt(process, me, point));
      const elements = new Set([point.element, ...edgesAt(point).map((edge) => edge.element)]);
      for (const element of elements) note(element, here);
    }
  }
  for (const transition of transitions) {
    for (const { more, target, element } of context.origins.get(transition.guard) ?? []) {
      const { end } = context.graphs.get(element.scope.process!)!;
      const further = more.map((edge) => edge.element);
      for (const each of target === end ? [...further, end.element] : further) note(each, possible(transition));
    }
  }
  for (const element of startUp?.elements ?? []) note(element, yes);
  return [...context.graphs.values()].map(({ flow: { process, elements } }) => ({
    name: process.definition.kind === "init" ? "init" : `proctype ${process.name}`,
    statements: elements
      .filter(({ kind }) => kind === "basic" || kind === "end")
      .map((element) => ({
        text: element.kind === "end" ? "-end-" : textOf(firstLine(element.span)),
        span: element.kind === "end" ? undefined : element.span,
        reached: reached.get(element) ?? [],
      })),
  }));
}

/** The part of a span on its first line: the text of an inline definition may end elsewhere, with an argument. */
function firstLine(span: Span): Span {
  const end = span.source.text.indexOf("\n", span.start);
  return end < 0 || end > span.end ? span : { ...span, end };
}

/** Whether some instance can take a step. */
function possible({ parameters, guard }: Transition): Expression {
  return parameters.reduceRight<Expression>(
    (body, { name, type }) => (type.kind === "range" ? { kind: "quantified", op: "exists", name, type, body } : body),
    guard,
  );
}
