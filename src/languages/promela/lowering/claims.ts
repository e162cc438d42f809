/**
 * Never claims: a claim's control points are the states of an automaton that reads the states of a run.
 *
 * As in SPIN, the claim takes one step in every state of a run, the initial one first. A sequence inside `atomic` or `d_step` is one step:
 * all its conditions are about the same state. A claim that gets to its end has found what must never happen, so its end accepts
 * whatever follows; so does an assertion that fails. Labels that begin with `accept` make accepting states.
 */

import type { Claim, ClaimEdge, ClaimState, Expression } from "../../../model/model.ts";
import { buildFlow } from "../flow/flow.ts";
import { buildGraph } from "../flow/graph.ts";
import type { Edge, Graph, Point } from "../flow/graph.ts";
import { runsIn } from "../flow/instances.ts";
import type { Names } from "../names/declare.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { Sequence, Statement, Unit } from "../syntax/syntax-tree.ts";
import { valueOf } from "./expression.ts";
import { pointsAt } from "./other-processes.ts";
import { and, asBool, boolean, not, or } from "./value.ts";
import type { World } from "./world.ts";

type NeverClaim = Unit & { readonly kind: "never" };

/** More steps than this out of one state are no claim anybody wrote. */
const mostSteps = 10_000;

/** The control points of a claim; `undefined` if it does what claims must not do, which is reported. */
export function claimGraph(names: Names, { name, body, span }: NeverClaim): Graph | undefined {
  const [offense] = offensesIn(body);
  if (offense) {
    const { what, place } = offense;
    names.report("claim-effect", `expected a claim that only looks at states, found ${what}`, place.span);
    return undefined;
  }
  const process: ProcessSymbol = {
    kind: "process",
    name: name?.text ?? "never",
    definition: {
      kind: "proctype",
      name: name ?? { text: "never", span },
      parameters: [],
      deterministic: false,
      body,
      span,
    },
    active: 0,
    fields: [],
    parameters: [],
  };
  const graph = buildGraph(buildFlow(names, process, () => false));
  for (const { element } of pointsAt(graph.points, "accept")) {
    if (element.inside === undefined) continue;
    names.report("unsupported", "an `accept` label inside `atomic` or `d_step` is not supported", element.span);
  }
  return graph;
}

const effects: Readonly<Partial<Record<Statement["kind"], string>>> = {
  declaration: "a declaration",
  assign: "an assignment",
  count: "an assignment",
  send: "a message that is sent",
  receive: "a message that is received",
  for: "a loop with a variable",
  "for-in": "a loop with a variable",
  select: "an assignment",
  unless: "`unless`",
  promise: "`xr` or `xs`",
  set_priority: "`set_priority`",
};

function offensesIn(body: Sequence): { readonly what: string; readonly place: Statement }[] {
  return body.flatMap((place) => {
    const what = effects[place.kind];
    if (what !== undefined) return [{ what, place }];
    switch (place.kind) {
      case "if":
      case "do":
        return place.options.flatMap(offensesIn);
      case "atomic":
      case "d_step":
      case "block":
        return offensesIn(place.body);
      case "label":
        return place.statement ? offensesIn([place.statement]) : [];
      case "expression":
        return runsIn(place.expression).length > 0 ? [{ what: "`run`", place }] : [];
      case "assert":
        return runsIn(place.test).length > 0 ? [{ what: "`run`", place }] : [];
      default:
        return [];
    }
  });
}

/** `begin` forgets names of locals. */
export function claimOf(w: World, graph: Graph, begin: () => void): Claim {
  const numbers = new Map<Point, number>();
  const names = new Set<string>();
  const points: Point[] = [];
  const numberOf = (point: Point): number => {
    let number = numbers.get(point);
    if (number === undefined) {
      numbers.set(point, (number = points.length));
      points.push(point);
    }
    return number;
  };
  /** Where a failing assertion leads, and the end of the claim. */
  const end: Point = graph.end ?? { element: graph.flow.end, number: 0, edges: [], escapes: [] };
  numberOf(graph.start);
  const states: ClaimState[] = [];
  for (const point of points) {
    begin();
    let name = point === end ? "end" : (point.element.labels[0] ?? `s${states.length}`);
    for (let k = 2; names.has(name); k++) name = `${point.element.labels[0] ?? name}_${k}`;
    names.add(name);
    const accepting = point === end || point.element.labels.some((label) => label.startsWith("accept"));
    const edges: ClaimEdge[] =
      point === end
        ? [{ condition: boolean(true), target: numberOf(end) }]
        : stepsFrom(w, point, end).map(({ condition, target, edge }) => ({
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

/** The steps out of a state, what is atomic taken together. */
function stepsFrom(w: World, from: Point, end: Point): Step[] {
  const steps: Step[] = [];
  const add = (step: Step): void => {
    const { condition } = step;
    if (condition.kind !== "boolean" || condition.value) steps.push(step);
  };
  const follow = (point: Point, before: Expression, path: ReadonlySet<Point>): void => {
    const conditions: Expression[] = [];
    for (const edge of point.edges) {
      const { statement } = edge;
      const test = conditionOf(w, edge, conditions);
      conditions.push(statement?.kind === "assert" ? boolean(true) : test);
      if (statement?.kind === "assert") add({ condition: and(before, not(test)), target: end, edge });
      const condition = and(before, test);
      if (!edge.keepsTurn) add({ condition, target: edge.target, edge });
      else if (path.has(edge.target) || steps.length > mostSteps) {
        w.names.report("unsupported", "a loop inside `atomic` in a claim is not supported", edge.element.span);
        return;
      } else follow(edge.target, condition, new Set([...path, edge.target]));
    }
  };
  follow(from, boolean(true), new Set([from]));
  return steps;
}

/** When a step is possible; of an assertion, when it holds. `others` are the conditions of the options before. */
function conditionOf(w: World, { statement: s, element }: Edge, others: readonly Expression[]): Expression {
  const at = { scope: element.scope };
  switch (s?.kind) {
    case "expression":
      return asBool(valueOf(w, s.expression, at));
    case "assert":
      return asBool(valueOf(w, s.test, at));
    case "else":
      return not(or(...others));
    case "print":
      for (const value of s.values) valueOf(w, value, at);
      return boolean(true);
    default:
      return boolean(true);
  }
}
