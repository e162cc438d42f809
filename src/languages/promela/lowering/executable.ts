/** What is possible: whether a statement is executable, what comes before it, whether anything can move at all. */

import type { Expression } from "../../../model/model.ts";
import type { Edge, Point } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import { valueOf } from "./expression.ts";
import { partnerExists } from "./meeting.ts";
import { offersOf } from "./step.ts";
import { isAt, waitsForTimeout } from "./turn.ts";
import type { Lowering } from "./turn.ts";
import { and, asBool, binary, boolean, integer, not, or } from "./value.ts";
import { living, overInstances, pcOf, pidOf } from "./world.ts";
import type { World } from "./world.ts";

/** Whether an edge is executable; `alone` counts only what the process can begin itself. */
export function isExecutable(l: Lowering, edge: Edge, me: Expression, alone = false): Expression {
  return and(isAllowed(l, edge, me), isOffered(l, edge, me, alone));
}

/** Whether the statement of an edge is executable, no matter whether the process may move. */
function isOffered(l: Lowering, edge: Edge, me: Expression, alone = false): Expression {
  // Nobody who has the turn waits for a timeout: the turn is given away first.
  if (alone && waitsForTimeout(edge)) return boolean(false);
  const guards = offersOf(l.world, edge, me).map(({ guard }) => guard);
  const kind = edge.statement?.kind;
  if (kind === "else") return and(...othersOf(edge).map((other) => not(isOffered(l, other, me, alone))));
  if (kind === "send" || (kind === "receive" && !alone)) guards.push(partnerExists(l, edge, me));
  return or(...guards);
}

/** The condition under which a process moves; inside a deterministic step it is not asked. */
function isAllowed(l: Lowering, edge: Edge, me: Expression): Expression {
  return edge.source.element.inside === "d_step" ? boolean(true) : isProvided(l, edge.element.scope.process, me);
}

export function isProvided(l: Lowering, process: ProcessSymbol | undefined, me: Expression): Expression {
  const provided = process?.definition.provided;
  if (!provided) return boolean(true);
  return asBool(valueOf(l.world, provided, { scope: l.world.names.global, process, me }));
}

/** What an `else` stands against: the options before it. */
function othersOf(edge: Edge): Edge[] {
  const { edges, escapes } = edge.source;
  const list = [edges, ...escapes].find((candidates) => candidates.includes(edge)) ?? [];
  return distinct(list.slice(0, list.indexOf(edge))).filter(({ element }) => element !== edge.element);
}

/** Edges that differ only in what is done after their statement are executable alike: one of them each. */
export function distinct(edges: readonly Edge[]): Edge[] {
  return edges.filter((edge, i) => edges.findIndex(({ element }) => element === edge.element) === i);
}

/** What an edge waits for besides its own guard: escapes, `else`, the order of a deterministic step, and `provided`. */
export function precedence(l: Lowering, edge: Edge, me: Expression): Expression {
  const { source } = edge;
  const parts: Expression[] = [];
  const refuse = (other: Edge): void => void parts.push(not(isExecutable(l, other, me)));
  const group = source.escapes.findIndex((edges) => edges.includes(edge));
  for (const edges of group < 0 ? source.escapes : source.escapes.slice(0, group)) distinct(edges).forEach(refuse);
  const isOrdered =
    edge.element.inside === "d_step" && (source.element.inside === "d_step" || source.element.kind === "enter");
  if (edge.statement?.kind === "else") othersOf(edge).forEach(refuse);
  else if (isOrdered) {
    for (const other of othersOf(edge)) if (other.statement?.kind !== "else") refuse(other);
  }
  return and(isAllowed(l, edge, me), ...parts);
}

/** Some process can move without waiting for a timeout. */
export function canMove(l: Lowering): Expression {
  return someMoves(l, (point) => stepsAt(point).filter((edge) => !waitsForTimeout(edge)));
}

/** The system can go on. */
export function canGoOn(l: Lowering): Expression {
  const { world: w } = l;
  const waits = [...w.graphs.values()].some(({ points }) =>
    points.some((point) => stepsAt(point).some(waitsForTimeout)),
  );
  const moves: Expression = { kind: "predicate", name: w.canMove() };
  return waits
    ? or(
        moves,
        someMoves(l, (point) => stepsAt(point).filter(waitsForTimeout)),
      )
    : moves;
}

function stepsAt({ edges, escapes }: Point): Edge[] {
  return distinct([...edges, ...escapes.flat()]);
}

function someMoves(l: Lowering, edgesAt: (point: Point) => readonly Edge[]): Expression {
  const { world: w } = l;
  return or(
    ...[...w.graphs].map(([process, graph]) =>
      overInstances(w, "exists", process, (me) => {
        const points = graph.points.map((point) => {
          const edges = edgesAt(point);
          const others = edges.some((edge) => edge.statement?.kind === "else")
            ? [isAllowed(l, edges[0]!, me)]
            : edges.map((edge) => isExecutable(l, edge, me));
          const dying = point === graph.end ? and(mayDie(w, process, me), isProvided(l, process, me)) : boolean(false);
          return and(isAt(process, me, point), or(...others, dying));
        });
        return or(...points);
      }),
    ),
  );
}

/** `enabled`: the process has an executable statement, whoever has the turn and whatever `provided` says, as in SPIN. */
export function hasExecutable(l: Lowering, process: ProcessSymbol, me: Expression): Expression {
  const graph = l.world.graphs.get(process)!;
  const points = graph.points.map((point) => {
    const edges = stepsAt(point);
    const isDecided = edges.some((edge) => edge.statement?.kind === "else");
    const offered = isDecided ? [boolean(true)] : edges.map((edge) => isOffered(l, edge, me));
    const dying = point === graph.end ? mayDie(l.world, process, me) : boolean(false);
    return and(isAt(process, me, point), or(...offered, dying));
  });
  return or(...points);
}

/** No younger process lives. */
export function mayDie(w: World, process: ProcessSymbol, me: Expression): Expression {
  const { pids } = w.instances;
  if (!pids) return binary("==", pidOf(w, process, me).e, binary("-", living(w).e, integer(1)));
  const own = pids.get(process)!;
  return and(
    ...w.names.processes.map((other) => {
      const theirs = pids.get(other)!;
      if (theirs.length === 0 || Math.max(...theirs) < Math.min(...own)) return boolean(true);
      const isDead = (k: Expression): Expression => binary("==", pcOf(other, k), integer(0));
      if (Math.min(...theirs) > Math.max(...own)) return overInstances(w, "forall", other, isDead);
      if (me.kind === "integer") {
        return and(...theirs.flatMap((pid, k) => (pid > own[me.value]! ? [isDead(integer(k))] : [])));
      }
      if (other === process) {
        return overInstances(w, "forall", process, (k) => binary("->", binary(">", k, me), isDead(k)));
      }
      return overInstances(w, "forall", other, (k) =>
        binary("->", binary(">", pidOf(w, other, k).e, pidOf(w, process, me).e), isDead(k)),
      );
    }),
  );
}
