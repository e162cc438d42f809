/** The places of process instances in the state, and their pids. */

import {
  all,
  binary,
  boolean,
  conditional,
  element,
  equals,
  field,
  integer,
  knownNumber,
  local,
  number,
  truth,
  variable,
} from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression, Parameter, ScalarType } from "../../../model/model.ts";
import type { Point } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { Context } from "./context.ts";

export function poolSize({ instances }: Context, process: ProcessSymbol): number {
  return instances.count.get(process)!;
}

/** The number of instances in all pools. */
export function totalSize(context: Context): number {
  return context.names.processes.reduce((sum, process) => sum + poolSize(context, process), 0);
}

export function instance(process: ProcessSymbol, me: Expression): Expression {
  return element(variable(process.name), me);
}

export function pcOf(process: ProcessSymbol, me: Expression): Expression {
  return field(instance(process, me), "pc");
}

export function isAt(process: ProcessSymbol, me: Expression, point: Point): Expression {
  return equals(pcOf(process, me), point.number);
}

export function isLiving(process: ProcessSymbol, me: Expression): Expression {
  return binary("!=", pcOf(process, me), integer(0));
}

function instanceType(context: Context, process: ProcessSymbol): ScalarType {
  return { kind: "range", low: 0, high: poolSize(context, process) - 1 };
}

/** Any instance of a process, as the parameter of a transition. A single instance needs none. */
export function parameterOf(
  context: Context,
  process: ProcessSymbol,
  name: string,
): { readonly me: Expression; readonly parameters: readonly Parameter[] } {
  if (poolSize(context, process) === 1) return { me: integer(0), parameters: [] };
  return { me: local(name), parameters: [{ name, type: instanceType(context, process) }] };
}

/** `op k: 0..n-1 . body(k)`, or just the body if there is one instance. */
export function overInstances(
  context: Context,
  op: "forall" | "exists",
  process: ProcessSymbol,
  body: (me: Expression) => Expression,
): Expression {
  const size = poolSize(context, process);
  if (size === 0) return boolean(op === "forall");
  if (size === 1) return body(integer(0));
  const name = context.locals.fresh("k");
  const inner = body(local(name));
  if (inner.kind === "boolean") return inner;
  return { kind: "quantified", op, name, type: instanceType(context, process), body: inner };
}

/** The value for the instance that satisfies the condition, or 0. */
export function ofInstance(
  context: Context,
  process: ProcessSymbol,
  isMeant: (me: Expression) => Expression,
  value: (me: Expression) => Value,
): Value {
  if (poolSize(context, process) === 1) return orZero(isMeant(integer(0)), value(integer(0)));
  const name = context.locals.fresh("k");
  const one = orZero(isMeant(local(name)), value(local(name)));
  const quantified = (op: "exists" | "sum"): Value => ({
    ...one,
    e: { kind: "quantified", op, name, type: instanceType(context, process), body: one.e },
  });
  return quantified(one.isBool ? "exists" : "sum");
}

/** The value if the test holds, or 0. */
export function orZero(test: Expression, value: Value): Value {
  if (value.isBool) return truth(all([test, value.e]));
  if (test.kind === "boolean" && test.value) return value;
  const e = conditional(test, value.e, integer(0));
  return number(e, { low: Math.min(0, value.low), high: Math.max(0, value.high) });
}

/** The number of living processes of a pool. */
export function livingOf(context: Context, process: ProcessSymbol): Expression {
  if (poolSize(context, process) === 1) return conditional(isLiving(process, integer(0)), integer(1), integer(0));
  const name = context.locals.fresh("k");
  const body = isLiving(process, local(name));
  return { kind: "quantified", op: "count", name, type: instanceType(context, process), body };
}

/** `_nr_pr`. */
export function living(context: Context): Value {
  const pools = context.names.processes.filter((process) => poolSize(context, process) > 0);
  const counts = pools.map((process) => livingOf(context, process));
  const start = counts.length === 1 ? counts.shift()! : integer(0);
  const e = counts.reduce((left, right) => binary("+", left, right), start);
  return number(e, { low: 0, high: totalSize(context) });
}

export function pidOf(context: Context, process: ProcessSymbol, me: Expression): Value {
  const pids = context.instances.pids?.get(process);
  if (!pids) return number(field(instance(process, me), "pid"), { low: 0, high: 255 });
  if (me.kind === "integer") return knownNumber(pids[me.value] ?? 0);
  const bounds = { low: Math.min(...pids), high: Math.max(...pids) };
  const first = pids[0] ?? 0;
  if (pids.every((pid, i) => pid === first + i)) {
    return number(first === 0 ? me : binary("+", me, integer(first)), bounds);
  }
  const e = pids
    .slice(0, -1)
    .reduceRight((later, pid, i) => conditional(equals(me, i), integer(pid), later), integer(pids.at(-1)!));
  return number(e, bounds);
}
