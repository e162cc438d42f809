/**
 * What can be asked about other processes: where they are, what their variables hold, whether they can move.
 *
 * They are named by pid. A pid that no living process of the kind has is no error: nobody is at the label then, and a variable is 0,
 * as in SPIN.
 */

import type { Expression, ScalarType } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import { rest } from "../flow/graph.ts";
import type { Point } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { Name } from "../syntax/syntax-tree.ts";
import { equal } from "./operators.ts";
import { and, asInteger, binary, boolean, integer, not, number, or, truth } from "./value.ts";
import type { Value } from "./value.ts";
import { overInstances, pcOf, pidOf, poolSize } from "./world.ts";
import type { Asked, At, World } from "./world.ts";

/** One instance, or all instances that have the pid. */
export type Owner = { readonly process: ProcessSymbol } & (
  | { readonly me: Expression; readonly pid?: undefined }
  | { readonly me?: undefined; readonly pid: Value }
);

/** The process that `P[pid]` stands for; without a pid it is the oldest. `undefined` after a report, or if there is never one. */
export function ownerOf(
  w: World,
  name: Name,
  given: { readonly value: Value; readonly span: Span } | undefined,
): Owner | undefined {
  const process = w.names.global.find(name.text);
  if (process?.kind !== "process") {
    const known = w.names.processes.map((candidate) => candidate.name);
    w.names.unknown(name, "a process", known);
    return undefined;
  }
  if (poolSize(w, process) === 0) return undefined;
  if (!given) return { process, me: integer(0) };
  const { value, span } = given;
  const pids = w.instances.pids?.get(process);
  if (!pids || value.low !== value.high) return { process, pid: value };
  const index = pids.indexOf(value.low);
  if (index >= 0) return { process, me: integer(index) };
  w.names.report("unknown-pid", `expected the pid of a process \`${name.text}\`, found ${value.low}`, span);
  return undefined;
}

export function isAtLabel(w: World, owner: Owner, label: Name): Value {
  const { process } = owner;
  const graph = w.graphs.get(process)!;
  const labeled = graph.flow.labels.get(label.text);
  const element = labeled && rest(labeled, false);
  const point = element && graph.at.get(element);
  if (!labeled) w.names.unknown(label, "a label", [...graph.flow.labels.keys()]);
  // Control never gets there, or passes: the label is on the first statement of an option.
  if (!point) return truth(boolean(false));
  const isThere = (me: Expression): Expression => isAtAny(process, me, [point]);
  if (owner.me) return truth(isThere(owner.me));
  return truth(overInstances(w, "exists", process, (me) => and(equal(pidOf(w, process, me), owner.pid), isThere(me))));
}

/** What `read` reads from the instance, if it lives. */
export function remoteValue(w: World, { process, me, pid }: Owner, read: (home: At) => Value): Value {
  const scope = w.names.scopeOf(process);
  const isLiving = (k: Expression): Expression => binary("!=", pcOf(process, k), integer(0));
  if (me) {
    const value = read({ scope, process, me });
    const isImmortal = me.kind === "integer" && me.value < process.active && !w.graphs.get(process)!.end;
    return isImmortal ? value : orZero(isLiving(me), value);
  }
  return ofInstance(
    w,
    process,
    (k) => and(equal(pidOf(w, process, k), pid), isLiving(k)),
    (k) => read({ scope, process, me: k }),
  );
}

/** `np_`: no process is at a label that begins with `progress`. */
export function nonProgress(w: World): Expression {
  return not(someAt(w, "progress"));
}

/** Some process is at a label that begins like this. */
export function someAt(w: World, prefix: string): Expression {
  return or(
    ...[...w.graphs].map(([process, graph]) => {
      const points = pointsAt(graph.points, prefix);
      return overInstances(w, "exists", process, (me) => isAtAny(process, me, points));
    }),
  );
}

export function pointsAt(points: readonly Point[], prefix: string): Point[] {
  return points.filter(({ element }) => element.labels.some((label) => label.startsWith(prefix)));
}

function isAtAny(process: ProcessSymbol, me: Expression, points: readonly Point[]): Expression {
  return or(...points.map((point) => binary("==", pcOf(process, me), integer(point.number))));
}

/** `enabled(pid)`. */
export function enabledIn(w: World, pid: Value, asked: Asked): Expression {
  return or(
    ...candidates(w, pid).map(({ process, me }) => {
      if (me) return w.isEnabled(process, me, asked);
      return overInstances(w, "exists", process, (k) =>
        and(equal(pidOf(w, process, k), pid), w.isEnabled(process, k, asked)),
      );
    }),
  );
}

/** `pc_value(pid)`: where the process is, as the model counts control points; 0 if there is none. */
export function pcValueOf(w: World, pid: Value): Value {
  const values = candidates(w, pid).map(({ process, me }) => {
    const at = (k: Expression): Value => number(pcOf(process, k), 0, w.graphs.get(process)!.points.length);
    return me ? at(me) : ofInstance(w, process, (k) => equal(pidOf(w, process, k), pid), at);
  });
  const high = Math.max(0, ...values.map((value) => value.high));
  const [first = integer(0), ...more] = values.map(asInteger);
  return number(
    more.reduce((left, right) => binary("+", left, right), first),
    0,
    high,
  );
}

/** Who may have a pid: one instance where pids are known, or pools in which it is to be looked for. */
function candidates(w: World, pid: Value): { readonly process: ProcessSymbol; readonly me?: Expression }[] {
  const pids = pid.low === pid.high ? w.instances.pids : undefined;
  return w.names.processes.flatMap((process) => {
    if (poolSize(w, process) === 0) return [];
    if (!pids) return [{ process }];
    const index = pids.get(process)!.indexOf(pid.low);
    return index < 0 ? [] : [{ process, me: integer(index) }];
  });
}

/** The value for the one instance that is meant, or 0. */
function ofInstance(
  w: World,
  process: ProcessSymbol,
  isMeant: (me: Expression) => Expression,
  value: (me: Expression) => Value,
): Value {
  const size = poolSize(w, process);
  if (size === 1) return orZero(isMeant(integer(0)), value(integer(0)));
  const name = w.fresh("k");
  const me: Expression = { kind: "local", name };
  const type: ScalarType = { kind: "range", low: 0, high: size - 1 };
  const one = orZero(isMeant(me), value(me));
  if (one.isBool) return truth({ kind: "quantified", op: "exists", name, type, body: one.e });
  return number({ kind: "quantified", op: "sum", name, type, body: one.e }, one.low, one.high);
}

function orZero(test: Expression, value: Value): Value {
  if (value.isBool) return truth(and(test, value.e));
  if (test.kind === "boolean" && test.value) return value;
  const e: Expression = { kind: "conditional", test, then: asInteger(value), else: integer(0) };
  return number(e, Math.min(0, value.low), Math.max(0, value.high));
}
