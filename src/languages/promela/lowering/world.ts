/** What is known of a model when its statements are lowered, and how its processes are found in the state. */

import type { Expression, ScalarType, Type } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Channels } from "../flow/channels.ts";
import type { Graph } from "../flow/graph.ts";
import type { Instances } from "../flow/instances.ts";
import type { Names } from "../names/declare.ts";
import type { ProcessSymbol, Scope, ValueType, VariableSymbol } from "../names/symbols.ts";
import type { Unit } from "../syntax/syntax-tree.ts";
import { asBool, asInteger, binary, boolean, constantOf, int32, integer, number, truth, wrap } from "./value.ts";
import type { Value } from "./value.ts";

/** Who evaluates. */
export interface At {
  readonly scope: Scope;
  readonly process?: ProcessSymbol | undefined;
  /** The number of the instance. */
  readonly me?: Expression | undefined;
  /** The pid of the process that the statement starts. */
  readonly started?: Value | undefined;
}

/** Everything that is known of the model when expressions are lowered. */
export interface World {
  readonly names: Names;
  readonly graphs: ReadonlyMap<ProcessSymbol, Graph>;
  /** The control points of never claims. */
  readonly claims: ReadonlyMap<Unit, Graph>;
  readonly instances: Instances;
  readonly channels: Channels;
  /** A name for a parameter, a quantified name or a local that hides nothing. */
  readonly fresh: (base: string) => string;
  /** The name of the predicate that says that some process can move; asking for it makes the model have it. */
  readonly canMove: () => string;
  /** The name of the variable with the pid that moved last; asking for it makes the model have it. */
  readonly last: () => string;
  /** Whether an instance has an executable statement. */
  readonly isEnabled: (process: ProcessSymbol, me: Expression, asked: Asked) => Expression;
  /** Hidden variables that nothing depends on. */
  readonly unread: ReadonlySet<VariableSymbol>;
}

/** Where `enabled` stands, and whether in a process. */
export interface Asked {
  readonly span: Span;
  readonly inProcess: boolean;
}

/** A scalar or composite type of the model. */
export function modelType(w: World, type: ValueType, size?: number): Type {
  if (size !== undefined) {
    return { kind: "array", index: { kind: "range", low: 0, high: size - 1 }, element: modelType(w, type) };
  }
  if (type.kind === "record") {
    return {
      kind: "record",
      fields: type.fields.map((field) => ({ name: field.name, type: modelType(w, field.type, field.size) })),
    };
  }
  return scalarType(w, type);
}

/** The least number of 32 bits is missing: cells of queues need one number that no message can be. */
export function messageType(w: World, type: ValueType): ScalarType {
  const scalar = scalarType(w, type);
  return scalar.kind === "range" && scalar.low === int32.low ? { ...scalar, low: int32.low + 1 } : scalar;
}

export function scalarType(w: World, type: ValueType): ScalarType {
  if (type.kind === "scalar") {
    return type.basic === "bool" ? { kind: "bool" } : { kind: "range", low: type.low, high: type.high };
  }
  return { kind: "range", low: 0, high: w.channels.count };
}

/** A value as it is stored in a variable of the type. */
export function stored(v: Value, type: ValueType): Expression {
  if (type.kind === "scalar" && type.basic === "bool") return asBool(v.isBool ? v : wrap(v, 0, 1));
  if (type.kind === "scalar") return asInteger(wrap(v, type.low, type.high));
  return asInteger(v);
}

/** What is read from a place of the type. */
export function loaded(w: World, e: Expression, type: ValueType): Value {
  if (type.kind === "scalar") return type.basic === "bool" ? truth(e) : number(e, type.low, type.high);
  return number(e, 0, w.channels.count);
}

export function poolSize(w: World, process: ProcessSymbol): number {
  return w.instances.count.get(process)!;
}

export function instance(process: ProcessSymbol, me: Expression): Expression {
  return { kind: "index", base: { kind: "variable", name: process.name }, index: me };
}

export function fieldOf(base: Expression, field: string): Expression {
  return { kind: "field", base, field };
}

export function pcOf(process: ProcessSymbol, me: Expression): Expression {
  return fieldOf(instance(process, me), "pc");
}

/** `op j: 0..n-1 . body(j)`, or the body alone if there is one instance. */
export function overInstances(
  w: World,
  op: "forall" | "exists",
  process: ProcessSymbol,
  body: (me: Expression) => Expression,
): Expression {
  const size = poolSize(w, process);
  if (size === 0) return boolean(op === "forall");
  if (size === 1) return body(integer(0));
  const name = w.fresh("k");
  const inner = body({ kind: "local", name });
  if (inner.kind === "boolean") return inner;
  return { kind: "quantified", op, name, type: { kind: "range", low: 0, high: size - 1 }, body: inner };
}

/** How many processes of a pool live. */
export function livingOf(w: World, process: ProcessSymbol): Expression {
  const size = poolSize(w, process);
  const isLiving = (me: Expression): Expression => binary("!=", pcOf(process, me), integer(0));
  if (size === 1) return { kind: "conditional", test: isLiving(integer(0)), then: integer(1), else: integer(0) };
  const name = w.fresh("k");
  const type: ScalarType = { kind: "range", low: 0, high: size - 1 };
  return { kind: "quantified", op: "count", name, type, body: isLiving({ kind: "local", name }) };
}

/** `_nr_pr`. */
export function living(w: World): Value {
  const pools = w.names.processes.filter((process) => poolSize(w, process) > 0);
  const total = pools.reduce((sum, process) => sum + poolSize(w, process), 0);
  const e = pools.map((process) => livingOf(w, process)).reduce((left, right) => binary("+", left, right), integer(0));
  return number(e.kind === "binary" && e.op === "+" && pools.length === 1 ? e.right : e, 0, total);
}

export function pidOf(w: World, process: ProcessSymbol, me: Expression): Value {
  const pids = w.instances.pids?.get(process);
  if (!pids) return number(fieldOf(instance(process, me), "pid"), 0, 255);
  if (me.kind === "integer") return constantOf(pids[me.value] ?? 0);
  const first = pids[0] ?? 0;
  if (pids.every((pid, i) => pid === first + i)) {
    const e = first === 0 ? me : binary("+", me, integer(first));
    return number(e, first, first + pids.length - 1);
  }
  const e = pids.slice(0, -1).reduceRight<Expression>(
    (otherwise, pid, i) => ({
      kind: "conditional",
      test: binary("==", me, integer(i)),
      then: integer(pid),
      else: otherwise,
    }),
    integer(pids.at(-1)!),
  );
  return number(e, Math.min(...pids), Math.max(...pids));
}
