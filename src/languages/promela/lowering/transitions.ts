/**
 * The transitions of the processes: one for each step between control points, with the instance as its parameter.
 * Inside an atomic sequence a step extends as far as possible (`flow/merge.ts`).
 *
 * Other processes wait while an instance has the turn (`exclusive.ts`). If that instance cannot move, it gives up the
 * turn in a step of its own (`release`). A deterministic step is an atomic sequence that takes the first of several
 * possible steps and must not block. A process that has ended dies in a step of its own, after all younger ones, as in
 * SPIN.
 *
 * In communication without a buffer, sender and receiver move in one transition. There is one for every pair of a send
 * and a receive that may use the same channel. The sender begins, so it must have the turn if any process has it.
 * Afterwards the receiver has it if it is then inside an atomic sequence.
 */

import { all, any, element, field, integer, no, not, variable, yes } from "../../../model/build.ts";
import type { Expression, Statement, Transition } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Edge, Graph, Point } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import { reset } from "./assign.ts";
import type { Context } from "./context.ts";
import { hasTurn, mayMove, mayTake, passTurn } from "./exclusive.ts";
import { distinct, isExecutable, isProvided, mayDie, precedence, precedenceOfReceive } from "./executable.ts";
import { isEmpty } from "./expression.ts";
import { isHighest } from "./highest.ts";
import { meet, meetings } from "./meeting.ts";
import type { Meeting } from "./meeting.ts";
import { holdFields, sentValues, take } from "./messages.ts";
import { instance, isAt, parameterOf, pcOf, pidOf, poolSize } from "./places.ts";
import { ownChannel } from "./run.ts";
import { lineOf, stepName, stepText } from "./step-name.ts";
import { atEdge, bodyOfMore, offersOf, resets } from "./step.ts";
import { isStored } from "./variables.ts";

/** The transitions of a process at some of its points. Two of them may still have the same name. */
export function transitionsOf(context: Context, graph: Graph, points: readonly Point[]): Transition[] {
  const { process } = graph.flow;
  if (poolSize(context, process) === 0) return [];
  return points.flatMap((point) => {
    const edges = [...point.escapes.flat(), ...point.edges];
    return [
      ...edges.flatMap((edge) => [...plain(context, edge, process), ...rendezvous(context, edge)]),
      ...release(context, point, edges, process),
      ...(point === graph.end && !context.endsAtOnce ? [death(context, process, point)] : []),
    ];
  });
}

/** A transition of any instance of a process. */
function ownedBy(
  process: ProcessSymbol,
  { me, parameters }: ReturnType<typeof parameterOf>,
  rest: Pick<Transition, "name" | "guard" | "body" | "span">,
): Transition {
  return { ...rest, parameters, owner: { process: process.name, indices: [me] } };
}

/** The change of the control point. At its end, a process is dead if nothing looks at the order of dying. */
function arrive(context: Context, process: ProcessSymbol, me: Expression, edge: Edge): Statement[] {
  const {
    source,
    target,
    element: { span },
  } = edge;
  if (context.endsAtOnce && target === context.graphs.get(process)!.end) return clearing(context, process, me);
  if (source === target) return [];
  return [{ kind: "assign", target: pcOf(process, me), value: integer(target.number), span }];
}

/** The end of a process: all that it has becomes 0. */
function clearing(context: Context, process: ProcessSymbol, me: Expression): Statement[] {
  const clear = (name: string): Statement => ({
    kind: "assign",
    target: field(instance(process, me), name),
    value: integer(0),
  });
  return [
    ...process.fields.flatMap((symbol) => [
      ...(isStored(context, symbol) && !context.settled.has(symbol)
        ? reset(field(instance(process, me), symbol.place), symbol.type, symbol.size)
        : []),
      ...emptyChannels(context, symbol, me),
    ]),
    ...(context.instances.pids ? [] : [clear("pid")]),
    clear("pc"),
  ];
}

/** Records the mover, if the text refers to it. */
function noteLast(context: Context, process: ProcessSymbol, me: Expression, span: Span): Statement[] {
  if (context.last === undefined) return [];
  return [{ kind: "assign", target: variable(context.last), value: pidOf(context, process, me).e, span }];
}

function plain(context: Context, edge: Edge, process: ProcessSymbol): Transition[] {
  context.locals.restart();
  const mover = parameterOf(context, process, context.parameters[0]);
  const { me } = mover;
  const { span } = edge.element;
  const isElse = edge.statement?.kind === "else";
  const offers = isElse ? [{ guard: yes, body: [] }] : offersOf(context, edge, me);
  return offers.flatMap((offer): Transition[] => {
    const guard = all([
      isAt(process, me, edge.source),
      mayTake(context, edge, process, me),
      offer.guard,
      precedence(context, edge, me),
      edge.source.element.inside === "d_step" ? yes : isHighest(context, process, me),
    ]);
    if (guard.kind === "boolean" && !guard.value) return [];
    const body = [
      ...offer.body,
      ...noteLast(context, process, me, span),
      ...bodyOfMore(context, edge, me),
      ...arrive(context, process, me, edge),
      ...passTurn(context, edge, process, me, edge.source.element.inside === undefined),
    ];
    context.origins.set(guard, [edge]);
    return [ownedBy(process, mover, { name: stepName(process, edge), guard, body, span })];
  });
}

/** The transitions in which an edge sends without a buffer. */
function rendezvous(context: Context, edge: Edge): Transition[] {
  if (edge.statement?.kind !== "send") return [];
  return meetings(context, edge, "send").flatMap((meeting) => exchange(context, meeting));
}

function exchange(context: Context, meeting: Meeting): Transition[] {
  const { send, sender, sent, receive, receiver, received, group } = meeting;
  context.locals.restart();
  const from = parameterOf(context, sender, context.parameters[0]);
  const to = parameterOf(context, receiver, context.parameters[1]);
  const guard = all([
    isAt(sender, from.me, send.source),
    isAt(receiver, to.me, receive.source),
    mayMove(context, send.source, sender, from.me),
    meet(context, meeting, from.me, to.me),
    precedence(context, send, from.me),
    precedenceOfReceive(context, meeting, from.me, to.me),
  ]);
  const hasRoom = Math.max(sent.values.length, received.pattern.length) <= group.fields.length;
  if (!hasRoom || (guard.kind === "boolean" && !guard.value)) return [];
  const values = sentValues(context, sent, group, atEdge(send, from.me));
  const held = values.length === 1 ? { body: [], values } : holdFields(context, group.fields, values);
  const body = [
    ...held.body,
    ...take(context, received.pattern, held.values, atEdge(receive, to.me)),
    ...resets(context, receive.element, to.me),
    ...noteLast(context, receiver, to.me, receive.element.span),
    ...bodyOfMore(context, receive, to.me),
    ...arrive(context, sender, from.me, send),
    ...arrive(context, receiver, to.me, receive),
    ...passTurn(context, receive, receiver, to.me, send.source.element.inside === undefined),
  ];
  context.origins.set(guard, [send, receive]);
  const name = `${stepName(sender, send)} / ${receiver.name} ${stepText(receive)}`;
  const parameters = [...from.parameters, ...to.parameters];
  return [ownedBy(sender, { me: from.me, parameters }, { name, guard, body, span: send.element.span })];
}

/** A process that cannot move gives up the turn. Inside a deterministic step that is an error. */
function release(context: Context, point: Point, edges: readonly Edge[], process: ProcessSymbol): Transition[] {
  const { inside, span } = point.element;
  if (inside === undefined || context.exclusive === undefined) return [];
  const mayBeStopped = context.priority !== undefined && inside === "atomic";
  if (edges.some((edge) => edge.statement?.kind === "else") && !mayBeStopped) return [];
  context.locals.restart();
  const mover = parameterOf(context, process, context.parameters[0]);
  const { me } = mover;
  const possible = any(distinct(edges).map((edge) => isExecutable(context, edge, me, "turn")));
  if (possible.kind === "boolean" && possible.value && !mayBeStopped) return [];
  const mustStop = mayBeStopped ? not(isHighest(context, process, me)) : no;
  const guard = all([isAt(process, me, point), hasTurn(context, process, me), any([not(possible), mustStop])]);
  const [what, effect]: [string, Statement] =
    inside === "atomic"
      ? ["release", { kind: "assign", target: variable(context.exclusive), value: integer(0), span }]
      : ["blocked", { kind: "assert", test: no, message: "a deterministic step (d_step) cannot go on", span }];
  const name = `${process.name}:${lineOf(span)} ${what}`;
  return [ownedBy(process, mover, { name, guard, body: [effect], span })];
}

function death(context: Context, process: ProcessSymbol, end: Point): Transition {
  context.locals.restart();
  const mover = parameterOf(context, process, context.parameters[0]);
  const { me } = mover;
  const { span } = end.element;
  const body = [...noteLast(context, process, me, span), ...clearing(context, process, me)];
  const guard = all([
    isAt(process, me, end),
    mayMove(context, end, process, me),
    mayDie(context, process, me),
    isProvided(context, process, me),
    isHighest(context, process, me),
  ]);
  return ownedBy(process, mover, { name: `${process.name} dies`, guard, body, span });
}

/** The channels of a process die with it. */
function emptyChannels(context: Context, symbol: ProcessSymbol["fields"][number], me: Expression): Statement[] {
  const buffered = context.channels.of(symbol).filter(({ group }) => group.capacity > 0);
  return buffered.flatMap((literal) =>
    Array.from({ length: literal.count }, (_, k): Statement => {
      const { name, capacity } = literal.group;
      const queue = element(variable(name), ownChannel(context, literal, k, me).e);
      return { kind: "while", test: not(isEmpty(queue)), bound: capacity, body: [{ kind: "pop", queue }] };
    }),
  );
}
