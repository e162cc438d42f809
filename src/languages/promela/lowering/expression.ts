/** Expressions and places of Promela in the sequential model, seen from one instance of one process. */

import type { Expression } from "../../../model/model.ts";
import type { Group } from "../flow/channels.ts";
import { isPredefined, resolve } from "../names/resolve.ts";
import type { Resolved } from "../names/resolve.ts";
import type { Expression as Source, Pattern, Reference } from "../syntax/syntax-tree.ts";
import { equal, operate, plus, unsupported } from "./operators.ts";
import { enabledIn, isAtLabel, nonProgress, ownerOf, pcValueOf, remoteValue } from "./other-processes.ts";
import {
  and,
  arithmetic,
  asBool,
  asInteger,
  binary,
  boolean,
  constantOf,
  integer,
  not,
  number,
  or,
  truth,
} from "./value.ts";
import type { Value } from "./value.ts";
import { fieldOf, instance, living, loaded, pidOf } from "./world.ts";
import type { At, World } from "./world.ts";

const zero = constantOf(0);

/** The variable belongs to the instance `at`; `asker` evaluates indices. */
export function placeOf(w: World, resolved: Resolved, at: At, asker: At = at): Expression {
  const { symbol, index, path } = resolved;
  let e: Expression = symbol.process
    ? fieldOf(instance(symbol.process, at.me ?? integer(0)), symbol.place)
    : { kind: "variable", name: symbol.place };
  const indexed = (base: Expression, by: Source | undefined): Expression =>
    by ? { kind: "index", base, index: asInteger(valueOf(w, by, asker)), span: by.span } : base;
  e = indexed(e, index);
  for (const step of path) e = indexed(fieldOf(e, step.field), step.index);
  return e;
}

/** The value of a variable, a constant or a predefined name. */
export function read(w: World, reference: Reference, at: At, asker: At = at): Value {
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
      return number({ kind: "variable", name: w.last() }, 0, 255);
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
    const index = resolved.index ? valueOf(w, resolved.index, asker) : zero;
    const offset = plus(own, index);
    if (offset === zero && literal.instances * count === 1 && !resolved.symbol.process) {
      return number({ kind: "constant", name: resolved.symbol.place }, base, base);
    }
    return plus(constantOf(base), offset);
  }
  return loaded(w, placeOf(w, resolved, at, asker), resolved.type);
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
      // In a claim or a formula, SPIN never finds it true.
      if (!at.process) return unsupported(w.names, "`timeout` in a claim or a formula is", e);
      return truth(not({ kind: "predicate", name: w.canMove() }));
    case "at":
    case "remote": {
      const owner = ownerOf(w, e.process, e.pid && { value: valueOf(w, e.pid, at), span: e.pid.span });
      if (!owner) return zero;
      if (e.kind === "at") return isAtLabel(w, owner, e.label);
      return remoteValue(w, owner, (home) => remoteRead(w, e.reference, home, at));
    }
    case "run":
      if (at.started) return at.started;
      w.names.report("misplaced-run", "expected `run` as a statement or in the value of an assignment", e.span);
      return zero;
    case "nonprogress":
      if (!at.process) return truth(nonProgress(w));
      w.names.report("misplaced-np", "expected `np_` in a claim or a formula, found it in a process", e.span);
      return zero;
    case "ask": {
      const pid = valueOf(w, e.argument, at);
      switch (e.op) {
        case "enabled":
          return truth(enabledIn(w, pid, { span: e.span, inProcess: at.process !== undefined }));
        case "pc_value":
          return pcValueOf(w, pid);
        case "get_priority":
          return unsupported(w.names, "priorities are", e);
      }
    }
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

/** A variable of another process; what is global belongs to none. */
function remoteRead(w: World, reference: Reference, home: At, asker: At): Value {
  const { name } = reference.parts[0]!;
  const symbol = home.scope.find(name.text);
  if (isPredefined(reference) !== "_pid" && (symbol?.kind !== "variable" || symbol.process !== home.process)) {
    const process = home.process!;
    w.names.unknown(
      name,
      `a variable of \`${process.name}\``,
      process.fields.map((field) => field.name),
    );
    return zero;
  }
  return read(w, reference, home, asker);
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
