/** Executability: whether a statement is executable, which statements precede it, and whether any process can move. */

import { all, any, binary, equals, integer, no, not, yes } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { Edge, Point } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { Context } from "./context.ts";
import { waitsForTimeout } from "./exclusive.ts";
import { conditionOf } from "./expression.ts";
import { meet, meetingWith, partnerExists } from "./meeting.ts";
import type { Meeting } from "./meeting.ts";
import { isAt, living, overInstances, pcOf, pidOf } from "./places.ts";
import { offersOf } from "./step.ts";

/**
 * The meaning of executable: a step that the process can take part in, one that it can begin (as in SPIN, the sender
 * begins a rendezvous), or one that it can begin while it has the turn.
 */
type Part = "any" | "begin" | "turn";

/** Whether an edge is executable. */
export function isExecutable(context: Context, edge: Edge, me: Expression, part: Part): Expression {
  return all([isAllowed(context, edge, me), isOffered(context, edge, me, part)]);
}

/** Whether the statement of an edge is executable, whether or not the process may move. */
function isOffered(context: Context, edge: Edge, me: Expression, part: Part): Expression {
  // A process with the turn does not wait for a timeout: it gives up the turn first.
  if (part === "turn" && waitsForTimeout(edge)) return no;
  const guards = offersOf(context, edge, me).map(({ guard }) => guard);
  const kind = edge.statement?.kind;
  if (kind === "else") return all(othersOf(edge).map((other) => not(isOffered(context, other, me, part))));
  if (kind === "send" || (kind === "receive" && part === "any")) {
    guards.push(partnerExists(context, edge, me, (partner, it) => isAllowed(context, partner, it)));
  }
  return any(guards);
}

/** The condition under which a process may move. Inside a deterministic step it is not evaluated. */
function isAllowed(context: Context, edge: Edge, me: Expression): Expression {
  return edge.source.element.inside === "d_step" ? yes : isProvided(context, edge.element.scope.process, me);
}

export function isProvided(context: Context, process: ProcessSymbol | undefined, me: Expression): Expression {
  const provided = process?.definition.provided;
  if (!provided) return yes;
  return conditionOf(context, provided, { scope: context.names.global, process, me });
}

/** The options that precede an `else` or, inside a deterministic step, another option of that step. */
function othersOf(edge: Edge): Edge[] {
  const { edges, escapes } = edge.source;
  const list = [edges, ...escapes].find((candidates) => candidates.includes(edge)) ?? [];
  const { step } = edge.element;
  return distinct(list.slice(0, list.indexOf(edge))).filter(
    ({ element }) => element !== edge.element && (step === undefined || element.step === step),
  );
}

/** One of several edges that differ only in the rest of the step: they are executable in the same states. */
export function distinct(edges: readonly Edge[]): Edge[] {
  return edges.filter((edge, i) => edges.findIndex(({ element }) => element === edge.element) === i);
}

/**
 * The preconditions of an edge besides its own guard: escapes, `else`, the order of a deterministic step, and
 * `provided`.
 */
export function precedence(context: Context, edge: Edge, me: Expression): Expression {
  const { element } = edge;
  const isElse = (other: Edge): boolean => other.statement?.kind === "else";
  const isOrdered = element.step !== undefined;
  const options = isElse(edge) ? othersOf(edge) : isOrdered ? othersOf(edge).filter((other) => !isElse(other)) : [];
  const first = [...escapesBefore(edge), ...options];
  return all([isAllowed(context, edge, me), ...first.map((other) => not(isExecutable(context, other, me, "begin")))]);
}

/** The preconditions of the receiver of a rendezvous: as in SPIN, only escapes that would take the message instead. */
export function precedenceOfReceive(context: Context, m: Meeting, from: Expression, to: Expression): Expression {
  const takers = escapesBefore(m.receive).flatMap((receive) => meetingWith(context, m, receive) ?? []);
  return all([isAllowed(context, m.receive, to), ...takers.map((taken) => not(meet(context, taken, from, to)))]);
}

/** The escapes with precedence over an edge. */
function escapesBefore(edge: Edge): Edge[] {
  const { escapes } = edge.source;
  const group = escapes.findIndex((edges) => edges.includes(edge));
  return (group < 0 ? escapes : escapes.slice(0, group)).flatMap(distinct);
}

/** Whether some process can move without waiting for a timeout. */
export function canMove(context: Context): Expression {
  return someMoves(context, (point) => stepsAt(point).filter((edge) => !waitsForTimeout(edge)));
}

/** Whether the system can move. */
export function canGoOn(context: Context): Expression {
  const moves: Expression = { kind: "predicate", name: context.canMove! };
  const waiting = (point: Point): Edge[] => stepsAt(point).filter(waitsForTimeout);
  const waits = [...context.graphs.values()].some(({ points }) => points.some((point) => waiting(point).length > 0));
  return waits ? any([moves, someMoves(context, waiting)]) : moves;
}

function stepsAt(point: Point): Edge[] {
  const { edges, escapes } = point;
  return distinct([...edges, ...escapes.flat()]);
}

function someMoves(context: Context, edgesFrom: (point: Point) => readonly Edge[]): Expression {
  return any(
    [...context.graphs].map(([process, graph]) =>
      overInstances(context, "exists", process, (me) => {
        const points = graph.points.map((point) => {
          const edges = edgesFrom(point);
          const possible = hasElse(edges)
            ? [isAllowed(context, edges[0]!, me)]
            : edges.map((edge) => isExecutable(context, edge, me, "any"));
          const dying =
            point === graph.end && !context.endsAtOnce
              ? all([mayDie(context, process, me), isProvided(context, process, me)])
              : no;
          return all([isAt(process, me, point), any([...possible, dying])]);
        });
        return any(points);
      }),
    ),
  );
}

/** `enabled`: the process has an executable statement, regardless of the turn and of `provided`, as in SPIN. */
export function hasExecutable(context: Context, process: ProcessSymbol, me: Expression): Expression {
  const graph = context.graphs.get(process)!;
  const points = graph.points.map((point) => {
    const edges = stepsAt(point);
    const offered = hasElse(edges) ? [yes] : edges.map((edge) => isOffered(context, edge, me, "any"));
    const dying = point === graph.end ? mayDie(context, process, me) : no;
    return all([isAt(process, me, point), any([...offered, dying])]);
  });
  return any(points);
}

/** Whether there is an `else`, so that one of the edges is possible. */
function hasElse(edges: readonly Edge[]): boolean {
  return edges.some(({ statement }) => statement?.kind === "else");
}

/** Whether all younger processes are dead. */
export function mayDie(context: Context, process: ProcessSymbol, me: Expression): Expression {
  const { pids } = context.instances;
  if (!pids) return binary("==", pidOf(context, process, me).e, binary("-", living(context).e, integer(1)));
  return all(context.names.processes.map((other) => areYoungerDead(context, pids, process, me, other)));
}

type Pids = NonNullable<Context["instances"]["pids"]>;

/** Whether all younger instances of another process, or of the same one, are dead. */
function areYoungerDead(
  context: Context,
  pids: Pids,
  process: ProcessSymbol,
  me: Expression,
  other: ProcessSymbol,
): Expression {
  const [own, theirs] = [pids.get(process)!, pids.get(other)!];
  if (theirs.length === 0 || Math.max(...theirs) < Math.min(...own)) return yes;
  const isDead = (k: Expression): Expression => equals(pcOf(other, k), 0);
  if (Math.min(...theirs) > Math.max(...own)) return overInstances(context, "forall", other, isDead);
  if (me.kind === "integer") {
    return all(theirs.flatMap((pid, k) => (pid > own[me.value]! ? [isDead(integer(k))] : [])));
  }
  const isYounger = (k: Expression): Expression =>
    other === process ? binary(">", k, me) : binary(">", pidOf(context, other, k).e, pidOf(context, process, me).e);
  return overInstances(context, "forall", other, (k) => binary("->", isYounger(k), isDead(k)));
}
