/**
 * References to other processes: their locations, their variables, and whether they can move.
 *
 * They are named by pid. A pid without a living process of the type is no error: then no process is at the label, and a
 * variable is 0, as in SPIN.
 */

import { all, any, asInteger, binary, integer, no, not, number, truth } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import { pointsAt, rest } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { Name } from "../syntax/syntax-tree.ts";
import type { At, Context } from "./context.ts";
import { isAt, isLiving, ofInstance, orZero, overInstances, pcOf, pidOf, poolSize } from "./places.ts";
import { equal } from "./value.ts";

/** One instance, or all instances that have the pid. */
export type Owner = { readonly process: ProcessSymbol } & (
  | { readonly me: Expression; readonly pid?: undefined }
  | { readonly me?: undefined; readonly pid: Value }
);

/** The process of `P[pid]`; without a pid it is the oldest. `undefined` after an error, or if there is never one. */
export function ownerOf(
  context: Context,
  process: ProcessSymbol,
  given: { readonly value: Value; readonly span: Span } | undefined,
): Owner | undefined {
  const { names, instances } = context;
  const { name } = process;
  if (poolSize(context, process) === 0) return undefined;
  if (!given) return { process, me: integer(0) };
  const { value, span } = given;
  const pids = instances.pids?.get(process);
  if (!pids || value.low !== value.high) return { process, pid: value };
  const index = pids.indexOf(value.low);
  if (index >= 0) return { process, me: integer(index) };
  names.report("unknown-pid", `expected the pid of a process \`${name}\`, found ${value.low}`, span);
  return undefined;
}

/** Reports a label that the process does not have, even if no process of its kind is ever started. */
export function requireLabel({ names, graphs }: Context, process: ProcessSymbol, label: Name): void {
  const { labels } = graphs.get(process)!.flow;
  const { length: count } = labels.get(label.text) ?? [];
  if (count === 0) names.unknown(label, "a label", [...labels.keys()]);
  else if (count > 1) {
    names.report("ambiguous-label", `expected one label \`${label.text}\`, found ${count}`, label.span);
  }
}

export function isAtLabel(context: Context, { process, me, pid }: Owner, label: Name): Value {
  const { flow, at } = context.graphs.get(process)!;
  const labeled = flow.labels.get(label.text)?.[0];
  const element = labeled && rest(labeled, false);
  const point = element && at.get(element);
  // Control never gets there, or passes through: the label is on the first statement of an option.
  if (!point) return truth(no);
  return truth(me ? isAt(process, me, point) : withPid(context, process, pid, (k) => isAt(process, k, point)));
}

/** The condition that some instance with the pid satisfies a condition. */
function withPid(
  context: Context,
  process: ProcessSymbol,
  pid: Value,
  test: (me: Expression) => Expression,
): Expression {
  return overInstances(context, "exists", process, (k) => all([equal(pidOf(context, process, k), pid), test(k)]));
}

/** The value that `read` reads from the instance, if it lives. */
export function remoteValue(context: Context, { process, me, pid }: Owner, read: (home: At) => Value): Value {
  const scope = context.names.scopeOf(process);
  const readAt = (k: Expression): Value => read({ scope, process, me: k });
  if (!me) {
    const isMeant = (k: Expression): Expression => all([equal(pidOf(context, process, k), pid), isLiving(process, k)]);
    return ofInstance(context, process, isMeant, readAt);
  }
  const isImmortal = me.kind === "integer" && me.value < process.active && !context.graphs.get(process)!.end;
  return isImmortal ? readAt(me) : orZero(isLiving(process, me), readAt(me));
}

/** `np_`: no process is at a label that begins with `progress`. */
export function nonProgress(context: Context): Expression {
  return not(someAt(context, "progress"));
}

/** The condition that some process is at a label with this prefix. */
export function someAt(context: Context, prefix: string): Expression {
  return any(
    [...context.graphs].map(([process, { points }]) =>
      overInstances(context, "exists", process, (me) =>
        any(pointsAt(points, prefix).map((point) => isAt(process, me, point))),
      ),
    ),
  );
}

/**
 * `enabled(pid)` refers to the guards of another process. A guard with `enabled` could refer to itself, so it is
 * refused.
 */
export function enabledIn(context: Context, pid: Value, span: Span): Expression {
  const candidates = candidatesFor(context, pid);
  if (context.isAsking && candidates.length > 0) {
    const message = "`enabled` about a process that waits for `enabled`, as it may itself, is not supported";
    context.names.report("unsupported", message, span);
    return no;
  }
  const asking = { ...context, isAsking: true };
  return any(
    candidates.map(({ process, me }) =>
      me
        ? context.hasExecutable(asking, process, me)
        : withPid(context, process, pid, (k) => context.hasExecutable(asking, process, k)),
    ),
  );
}

/** `pc_value(pid)`: the control point of the process in the numbering of the model; 0 if there is no such process. */
export function pcValueOf(context: Context, pid: Value): Value {
  const values = candidatesFor(context, pid).map(({ process, me }) => {
    // Points inside atomic sequences leave gaps.
    const high = Math.max(...context.graphs.get(process)!.points.map((point) => point.number));
    const at = (k: Expression): Value => number(pcOf(process, k), { low: 0, high });
    return me ? at(me) : ofInstance(context, process, (k) => equal(pidOf(context, process, k), pid), at);
  });
  const high = Math.max(0, ...values.map((value) => value.high));
  const [first = integer(0), ...more] = values.map(asInteger);
  const sum = more.reduce((left, right) => binary("+", left, right), first);
  return number(sum, { low: 0, high });
}

/** The instances that may have a pid: one if pids are known, or all instances of pools. */
export function candidatesFor(
  context: Context,
  pid: Value,
): readonly { readonly process: ProcessSymbol; readonly me?: Expression }[] {
  const pids = pid.low === pid.high ? context.instances.pids : undefined;
  return context.names.processes.flatMap((process) => {
    if (poolSize(context, process) === 0) return [];
    if (!pids) return [{ process }];
    const index = pids.get(process)!.indexOf(pid.low);
    return index < 0 ? [] : [{ process, me: integer(index) }];
  });
}
