/**
 * The transitions of the processes: one for each step between control points, with the instance as its parameter. Inside an atomic
 * sequence a step goes on for as long as it can (`merge.ts`).
 *
 * `exclusive` is the instance that is inside an atomic sequence and has the turn, or 0. Others wait; if the one that has the turn
 * cannot move, it gives it away by a step of its own (`release`). A deterministic step is an atomic sequence that takes the
 * first of several possible steps and must not block. A process that has ended dies in a step of its own, after all
 * younger ones, as in SPIN.
 */

import type { Expression, Statement, Transition } from "../../../model/model.ts";
import type { Edge, Graph, Point } from "../flow/graph.ts";
import type { ProcessSymbol, ValueType } from "../names/symbols.ts";
import { distinct, isExecutable, isProvided, mayDie, precedence } from "./executable.ts";
import { queueOf } from "./expression.ts";
import { rendezvous } from "./rendezvous.ts";
import { bodyOfMore, isStored, offersOf } from "./step.ts";
import type { Offer } from "./step.ts";
import { isAt, lineOf, mayMove, mayTake, noteLast, parameterOf, passTurn, stepName, turnOf } from "./turn.ts";
import type { Lowering } from "./turn.ts";
import { and, binary, boolean, integer, not, or } from "./value.ts";
import { fieldOf, instance, pcOf, poolSize } from "./world.ts";

/** Of all points, or of those that control can get to. */
export function transitionsOf(l: Lowering, graph: Graph, points: Iterable<Point> = graph.points): Transition[] {
  const { process } = graph.flow;
  if (poolSize(l.world, process) === 0) return [];
  return [...points].flatMap((point) => {
    const edges = [...point.escapes.flat(), ...point.edges];
    const steps = edges.flatMap((edge) => [...plain(l, edge, process), ...rendezvous(l, edge)]);
    return [...steps, ...release(l, point, edges, process), ...(point === graph.end ? death(l, process, point) : [])];
  });
}

function plain(l: Lowering, edge: Edge, process: ProcessSymbol): Transition[] {
  const { me, parameters } = parameterOf(l, process, l.i);
  l.begin();
  const isElse = edge.statement?.kind === "else";
  const offers: Offer[] = isElse ? [{ guard: boolean(true), body: [] }] : offersOf(l.world, edge, me);
  return offers.flatMap(({ guard, body }): Transition[] => {
    const whole = and(isAt(process, me, edge.source), mayTake(l, edge, process, me), guard, precedence(l, edge, me));
    if (whole.kind === "boolean" && !whole.value) return [];
    const move: Statement = {
      kind: "assign",
      target: pcOf(process, me),
      value: integer(edge.target.number),
      span: edge.element.span,
    };
    const moves = edge.target === edge.source ? [] : [move];
    const wasFree = edge.source.element.inside === undefined;
    return [
      {
        name: l.named(stepName(process, edge)),
        parameters,
        owner: { process: process.name, indices: [me] },
        guard: whole,
        body: [
          ...body,
          ...noteLast(l, process, me, edge.element.span),
          ...bodyOfMore(l.world, edge, me),
          ...moves,
          ...passTurn(l, edge, process, me, wasFree),
        ],
        span: edge.element.span,
      },
    ];
  });
}

/** The turn is given away by a process that cannot move; inside a deterministic step that is an error. */
function release(l: Lowering, point: Point, edges: readonly Edge[], process: ProcessSymbol): Transition[] {
  const { inside } = point.element;
  if (inside === undefined || l.exclusive === undefined || edges.some((edge) => edge.statement?.kind === "else")) {
    return [];
  }
  l.begin();
  const { me, parameters } = parameterOf(l, process, l.i);
  const possible = or(...distinct(edges).map((edge) => isExecutable(l, edge, me, true)));
  if (possible.kind === "boolean" && possible.value) return [];
  const exclusive: Expression = { kind: "variable", name: l.exclusive };
  const guard = and(isAt(process, me, point), binary("==", exclusive, turnOf(l, process, me)), not(possible));
  const { span } = point.element;
  const body: Statement[] =
    inside === "atomic"
      ? [{ kind: "assign", target: exclusive, value: integer(0), span }]
      : [{ kind: "assert", test: boolean(false), message: "a deterministic step (d_step) cannot go on", span }];
  const name = l.named(`${process.name}:${lineOf(span)} ${inside === "atomic" ? "release" : "blocked"}`);
  return [{ name, parameters, owner: { process: process.name, indices: [me] }, guard, body, span }];
}

function death(l: Lowering, process: ProcessSymbol, end: Point): Transition[] {
  const { world: w } = l;
  l.begin();
  const { me, parameters } = parameterOf(l, process, l.i);
  const nth = instance(process, me);
  const body: Statement[] = noteLast(l, process, me, end.element.span);
  for (const symbol of process.fields) {
    if (isStored(w, symbol) && !l.settled.has(symbol)) {
      body.push(...reset(fieldOf(nth, symbol.place), symbol.type, symbol.size));
    }
    const literal = w.channels.literals.get(symbol);
    if (!literal || literal.group.capacity === 0) continue;
    for (let k = 0; k < literal.count; k++) {
      const own =
        me.kind === "integer"
          ? integer(literal.base + k + me.value * literal.count)
          : binary("+", literal.count === 1 ? me : binary("*", me, integer(literal.count)), integer(literal.base + k));
      const queue = queueOf(literal.group, { e: own, isBool: false, low: 0, high: 0 });
      const empty: Expression = { kind: "queue", op: "empty", queue };
      body.push({ kind: "while", test: not(empty), bound: literal.group.capacity, body: [{ kind: "pop", queue }] });
    }
  }
  if (!w.instances.pids) body.push({ kind: "assign", target: fieldOf(nth, "pid"), value: integer(0) });
  body.push({ kind: "assign", target: fieldOf(nth, "pc"), value: integer(0) });
  const guard = and(
    isAt(process, me, end),
    mayMove(l, end, process, me),
    mayDie(w, process, me),
    isProvided(l, process, me),
  );
  const { span } = end.element;
  return [
    {
      name: l.named(`${process.name} dies`),
      parameters,
      owner: { process: process.name, indices: [me] },
      guard,
      body,
      span,
    },
  ];
}

function reset(place: Expression, type: ValueType, size?: number): Statement[] {
  if (size !== undefined) {
    return Array.from({ length: size }, (_, k) =>
      reset({ kind: "index", base: place, index: integer(k) }, type),
    ).flat();
  }
  if (type.kind === "record") {
    return type.fields.flatMap((field) => reset(fieldOf(place, field.name), field.type, field.size));
  }
  const isBool = type.kind === "scalar" && type.basic === "bool";
  return [{ kind: "assign", target: place, value: isBool ? boolean(false) : integer(0) }];
}
