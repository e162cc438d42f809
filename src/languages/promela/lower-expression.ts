/** Expressions and places of Promela in the sequential model, seen from one instance of one process. */

import type { Expression, ScalarType, Type } from "../../model/model.ts";
import type { Channels, Group } from "./channels.ts";
import type { Names } from "./declare.ts";
import { rest } from "./graph.ts";
import type { Graph } from "./graph.ts";
import type { Instances } from "./instances.ts";
import { equal, operate, plus, unsupported } from "./operators.ts";
import { isPredefined, resolve } from "./resolve.ts";
import type { Resolved } from "./resolve.ts";
import type { Expression as Source, Name, Pattern, Reference } from "./syntax-tree.ts";
import type { ProcessSymbol, Scope, ValueType } from "./types.ts";
import {
  and,
  arithmetic,
  asBool,
  asInteger,
  binary,
  boolean,
  constantOf,
  int32,
  integer,
  not,
  number,
  or,
  truth,
  wrap,
} from "./value.ts";
import type { Value } from "./value.ts";

/** Who evaluates. */
export interface At {
  readonly scope: Scope;
  readonly process?: ProcessSymbol | undefined;
  /** The number of the instance. */
  readonly me?: Expression | undefined;
}

/** Everything that is known of the model when expressions are lowered. */
export interface World {
  readonly names: Names;
  readonly graphs: ReadonlyMap<ProcessSymbol, Graph>;
  readonly instances: Instances;
  readonly channels: Channels;
  /** A name for a parameter, a quantified name or a local that hides nothing. */
  readonly fresh: (base: string) => string;
  /** The name of the predicate that says that some process can move; asking for it makes the model have it. */
  readonly canMove: () => string;
}

const zero = constantOf(0);

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

export function placeOf(w: World, resolved: Resolved, at: At): Expression {
  const { symbol, index, path } = resolved;
  let e: Expression = symbol.process
    ? fieldOf(instance(symbol.process, at.me ?? integer(0)), symbol.place)
    : { kind: "variable", name: symbol.place };
  const indexed = (base: Expression, by: Source | undefined): Expression =>
    by ? { kind: "index", base, index: asInteger(valueOf(w, by, at)), span: by.span } : base;
  e = indexed(e, index);
  for (const step of path) e = indexed(fieldOf(e, step.field), step.index);
  return e;
}

/** The value of a variable, a constant or a predefined name. */
export function read(w: World, reference: Reference, at: At): Value {
  const name = reference.parts[0]!.name;
  switch (isPredefined(reference)) {
    case "_pid":
      if (at.process) return pidOf(w, at.process, at.me ?? integer(0));
      w.names.report("misplaced-pid", "expected `_pid` inside a process, found it outside", name.span);
      return zero;
    case "_nr_pr":
      return living(w);
    case "_":
      w.names.report("write-only", "expected a variable that can be read, found `_`", name.span);
      return zero;
    case "_last":
      return unsupported(w.names, "the variable `_last` is", name);
    default:
  }
  const symbol = at.scope.find(name.text);
  if (symbol?.kind === "constant" && reference.parts.length === 1) {
    return number({ kind: "constant", name: symbol.name }, symbol.value, symbol.value);
  }
  const resolved = resolve(w.names, reference, at.scope);
  if (!resolved) return zero;
  if (resolved.type.kind === "record") {
    w.names.report("not-a-scalar", "expected a single value, found a record", reference.span);
    return zero;
  }
  const literal = w.channels.literals.get(resolved.symbol);
  if (literal && w.channels.isFixed(resolved.symbol)) {
    const { base, count } = literal;
    const own = resolved.symbol.process
      ? arithmetic("*", number(at.me ?? integer(0), 0, literal.instances - 1), constantOf(count))
      : zero;
    const index = resolved.index ? valueOf(w, resolved.index, at) : zero;
    const offset = plus(own, index);
    if (offset === zero && literal.instances * count === 1 && !resolved.symbol.process) {
      return number({ kind: "constant", name: resolved.symbol.place }, base, base);
    }
    return plus(constantOf(base), offset);
  }
  return loaded(w, placeOf(w, resolved, at), resolved.type);
}

export function valueOf(w: World, e: Source, at: At): Value {
  const value = valueHere(w, e, at);
  return { ...value, e: { ...value.e, span: e.span } };
}

function valueHere(w: World, e: Source, at: At): Value {
  switch (e.kind) {
    case "number":
      return constantOf(e.value);
    case "reference":
      return read(w, e.reference, at);
    case "unary": {
      const operand = valueOf(w, e.operand, at);
      if (e.op === "!") return truth(not(asBool(operand)));
      if (operand.e.kind === "integer") return constantOf(e.op === "-" ? -operand.e.value | 0 : ~operand.e.value);
      if (e.op === "-") return arithmetic("-", zero, operand);
      return arithmetic("-", constantOf(-1), operand);
    }
    case "binary":
      return operate(w.names, e, valueOf(w, e.left, at), valueOf(w, e.right, at));
    case "conditional": {
      const test = asBool(valueOf(w, e.test, at));
      const [a, b] = [valueOf(w, e.then, at), valueOf(w, e.else, at)];
      const isBool = a.isBool && b.isBool;
      const [left, right] = isBool ? [a.e, b.e] : [asInteger(a), asInteger(b)];
      const low = Math.min(a.low, b.low);
      return { e: { kind: "conditional", test, then: left, else: right }, isBool, low, high: Math.max(a.high, b.high) };
    }
    case "probe":
      return probe(w, e, at);
    case "poll":
      return poll(w, e, at);
    case "timeout":
      return truth(not({ kind: "predicate", name: w.canMove() }));
    case "at":
      return atLabel(w, e, at);
    case "remote": {
      const owner = remoteOwner(w, e.process, e.pid, at);
      if (!owner || owner.me === undefined) {
        return owner ? unsupported(w.names, "a variable of a process that is not known before the run is", e) : zero;
      }
      return read(w, e.reference, { scope: w.names.scopeOf(owner.process), process: owner.process, me: owner.me });
    }
    case "run":
      return unsupported(w.names, "`run` inside a larger expression is", e);
    case "nonprogress":
      return unsupported(w.names, "`np_` is", e);
    case "ask":
      return unsupported(w.names, `\`${e.op}\` is`, e);
    case "else":
    case "always":
    case "eventually":
    case "next":
    case "until":
    case "weak-until":
    case "release":
    case "implies":
    case "equivalent":
      return unsupported(w.names, "a temporal operator here is", e);
  }
}

// ---------------------------------------------------------------- channels

/** The queue of a buffered channel. */
export function queueOf(group: { readonly name: string }, channel: Value): Expression {
  return { kind: "index", base: { kind: "variable", name: group.name }, index: channel.e };
}

/** The groups of channels that a reference can stand for; reported if it is no channel. */
export function groupsOf(w: World, reference: Reference, at: At): Group[] {
  const resolved = resolve(w.names, reference, at.scope);
  if (!resolved) return [];
  if (resolved.type.kind !== "chan") {
    w.names.report(
      "not-a-channel",
      `expected a channel, found \`${reference.parts.at(-1)!.name.text}\``,
      reference.span,
    );
    return [];
  }
  return [...new Set([...w.channels.candidates(resolved.key)].map(({ group }) => group))];
}

/** Whether the channel belongs to the group, where it could also belong to others. */
export function belongs(group: { low: number; high: number }, channel: Value, groups: readonly unknown[]): Expression {
  if (groups.length === 1 || (channel.low >= group.low && channel.high <= group.high)) return boolean(true);
  return and(binary(">=", channel.e, integer(group.low)), binary("<=", channel.e, integer(group.high)));
}

function probe(w: World, e: Source & { kind: "probe" }, at: At): Value {
  const groups = groupsOf(w, e.channel, at);
  const channel = read(w, e.channel, at);
  const parts = groups.map((group): { here: Expression; value: Value } => {
    const here = belongs(group, channel, groups);
    if (group.capacity === 0) {
      // Without a buffer, a channel is always empty and never full.
      return { here, value: e.op === "len" ? zero : truth(boolean(e.op === "empty" || e.op === "nfull")) };
    }
    const queue = queueOf(group, channel);
    const ask = (op: "len" | "empty" | "full"): Expression => ({ kind: "queue", op, queue });
    if (e.op === "len") return { here, value: number(ask("len"), 0, group.capacity) };
    const op = e.op === "full" || e.op === "nfull" ? "full" : "empty";
    return { here, value: truth(e.op.startsWith("n") ? not(ask(op)) : ask(op)) };
  });
  const last = parts.pop();
  if (!last) return zero;
  return parts.reduceRight<Value>((otherwise, { here, value }) => {
    const then = value.isBool ? value.e : asInteger(value);
    const rest = value.isBool ? asBool(otherwise) : asInteger(otherwise);
    const high = Math.max(value.high, otherwise.high);
    return { e: { kind: "conditional", test: here, then, else: rest }, isBool: value.isBool, low: 0, high };
  }, last.value);
}

/** The fields of a message in a queue, or of a single value. */
export function messageField(message: Expression, count: number, k: number): Expression {
  return count === 1 ? message : fieldOf(message, String(k));
}

/** Whether a message fits; `fields` are its values. */
export function matches(w: World, pattern: readonly Pattern[], fields: readonly Value[], at: At): Expression {
  const tests = pattern.map((part, k): Expression => {
    const field = fields[k];
    if (!field) return boolean(true);
    if (part.kind === "number") return equal(field, constantOf(part.value));
    if (part.kind === "eval") return equal(field, valueOf(w, part.value, at));
    const symbol = at.scope.find(part.reference.parts[0]!.name.text);
    return symbol?.kind === "constant" ? equal(field, read(w, part.reference, at)) : boolean(true);
  });
  return and(...tests);
}

export function checkArity(
  w: World,
  group: { readonly fields: readonly unknown[] },
  given: number,
  span: Source["span"],
): void {
  // Fields that are left out at the end are sent as 0, and not looked at when they are received.
  if (given <= group.fields.length) return;
  w.names.report("message-arity", `expected a message of at most ${group.fields.length} fields, found ${given}`, span);
}

function poll(w: World, e: Source & { kind: "poll" }, at: At): Value {
  const groups = groupsOf(w, e.channel, at);
  const channel = read(w, e.channel, at);
  const tests = groups.map((group): Expression => {
    checkArity(w, group, e.pattern.length, e.span);
    if (group.capacity === 0) return boolean(false);
    const queue = queueOf(group, channel);
    const found = (index: Expression): Expression => {
      const message: Expression = { kind: "index", base: queue, index };
      const fields = group.fields.map((type, k) => loaded(w, messageField(message, group.fields.length, k), type));
      return matches(w, e.pattern, fields, at);
    };
    const empty: Expression = { kind: "queue", op: "empty", queue };
    if (!e.random) return and(belongs(group, channel, groups), not(empty), found(integer(0)));
    return and(belongs(group, channel, groups), someMessage(w, group.capacity, queue, found));
  });
  return truth(or(...tests));
}

/** Some message of a queue meets a condition. */
export function someMessage(
  w: World,
  capacity: number,
  queue: Expression,
  test: (index: Expression) => Expression,
): Expression {
  const name = w.fresh("m");
  const index: Expression = { kind: "local", name };
  const body = and(binary("<", index, { kind: "queue", op: "len", queue }), test(index));
  return { kind: "quantified", op: "exists", name, type: { kind: "range", low: 0, high: capacity - 1 }, body };
}

// ---------------------------------------------------------------- other processes

function remoteOwner(w: World, name: Name, pid: Source | undefined, at: At) {
  const process = w.names.global.find(name.text);
  if (process?.kind !== "process") {
    w.names.unknown(
      name,
      "a process",
      w.names.processes.map((candidate) => candidate.name),
    );
    return undefined;
  }
  if (poolSize(w, process) === 0) return undefined;
  if (!pid) return { process, me: integer(0) };
  const value = valueOf(w, pid, at);
  const pids = w.instances.pids?.get(process);
  if (pids && value.low === value.high) {
    const index = pids.indexOf(value.low);
    if (index < 0) {
      w.names.report("unknown-pid", `expected the pid of a process \`${name.text}\`, found ${value.low}`, pid.span);
    }
    return index < 0 ? undefined : { process, me: integer(index) };
  }
  return { process, pid: value };
}

function atLabel(w: World, e: Source & { kind: "at" }, at: At): Value {
  const owner = remoteOwner(w, e.process, e.pid, at);
  if (!owner) return zero;
  const graph = w.graphs.get(owner.process)!;
  const labeled = graph.flow.labels.get(e.label.text);
  const element = labeled && rest(labeled);
  const point = element && graph.at.get(element);
  if (!point) {
    if (labeled) return unsupported(w.names, "a label inside the first statement of an option is", e.label);
    w.names.unknown(e.label, "a label", [...graph.flow.labels.keys()]);
    return zero;
  }
  const isThere = (me: Expression): Expression => binary("==", pcOf(owner.process, me), integer(point.number));
  if (owner.me) return truth(isThere(owner.me));
  return truth(
    overInstances(w, "exists", owner.process, (me) => and(equal(pidOf(w, owner.process, me), owner.pid), isThere(me))),
  );
}
