/** Lowers expressions and places of Promela, from the view of one instance of one process. */

import {
  all,
  any,
  asBool,
  asInteger,
  binary,
  boolean,
  choose,
  element,
  field,
  integer,
  knownNumber,
  local,
  no,
  not,
  number,
  truth,
  variable,
  yes,
} from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { Group } from "../flow/channels.ts";
import type { Names } from "../names/declare.ts";
import { isPredefined, resolve } from "../names/resolve.ts";
import type { Resolved } from "../names/resolve.ts";
import type { ProcessSymbol, Scope } from "../names/symbols.ts";
import type { Expression as Source, Pattern, Reference } from "../syntax/syntax-tree.ts";
import type { At, Context } from "./context.ts";
import { enabledIn, isAtLabel, nonProgress, ownerOf, pcValueOf, remoteValue, requireLabel } from "./other-processes.ts";
import { instance, living, pidOf } from "./places.ts";
import { getPriority } from "./priority.ts";
import { arithmetic, equal, operate, plus, unsupported } from "./value.ts";
import { loaded } from "./variables.ts";

const zero = knownNumber(0);

export function valueOf(context: Context, e: Source, at: At): Value {
  const value = valueHere(context, e, at);
  return { ...value, e: { ...value.e, span: e.span } };
}

export function conditionOf(context: Context, e: Source, at: At): Expression {
  return asBool(valueOf(context, e, at));
}

function valueHere(context: Context, e: Source, at: At): Value {
  const { names } = context;
  switch (e.kind) {
    case "number":
      return knownNumber(e.value);
    case "reference":
      return read(context, e.reference, at);
    case "unary": {
      const operand = valueOf(context, e.operand, at);
      if (e.op === "!") return truth(not(asBool(operand)));
      if (operand.e.kind === "integer") return knownNumber(e.op === "-" ? -operand.e.value | 0 : ~operand.e.value);
      return arithmetic("-", knownNumber(e.op === "-" ? 0 : -1), operand);
    }
    case "binary":
      return operate(names, e, valueOf(context, e.left, at), valueOf(context, e.right, at));
    case "conditional":
      return oneOf(conditionOf(context, e.test, at), valueOf(context, e.then, at), valueOf(context, e.else, at));
    case "probe":
      return probe(context, e, at);
    case "poll":
      return poll(context, e, at);
    case "timeout":
      // In a claim or a formula, `timeout` is never true in SPIN.
      if (!at.process) return unsupported(names, "`timeout` in a claim or a formula is", e);
      return truth(not({ kind: "predicate", name: context.canMove! }));
    case "at":
    case "remote": {
      const process = names.process(e.process);
      if (!process) return zero;
      if (e.kind === "at") requireLabel(context, process, e.label);
      else requireVariable(names, process, e.reference);
      const owner = ownerOf(context, process, e.pid && { value: valueOf(context, e.pid, at), span: e.pid.span });
      if (!owner) return zero;
      if (e.kind === "at") return isAtLabel(context, owner, e.label);
      return remoteValue(context, owner, (home) => remoteRead(context, e.reference, home, at));
    }
    case "run":
      if (at.started) return at.started;
      names.report("misplaced-run", "expected `run` as a statement or in the value of an assignment", e.span);
      return zero;
    case "nonprogress":
      if (!at.process) return truth(nonProgress(context));
      names.report("misplaced-np", "expected `np_` in a claim or a formula, found it in a process", e.span);
      return zero;
    case "ask":
      return ask(context, e, at);
    case "else":
    case "always":
    case "eventually":
    case "next":
    case "until":
    case "weak-until":
    case "release":
    case "implies":
    case "equivalent":
      return unsupported(names, "a temporal operator here is", e);
  }
}

/** One of two values, which need not be of the same kind. */
function oneOf(test: Expression, a: Value, b: Value): Value {
  const asNumber = (v: Value): Value => number(asInteger(v), v);
  return a.isBool && b.isBool ? choose(test, a, b) : choose(test, asNumber(a), asNumber(b));
}

function ask(context: Context, e: Source & { kind: "ask" }, at: At): Value {
  const pid = valueOf(context, e.argument, at);
  switch (e.op) {
    case "enabled":
      return truth(enabledIn(context, pid, e.span));
    case "pc_value":
      return pcValueOf(context, pid);
    case "get_priority":
      return getPriority(context, pid);
  }
}

// ---------------------------------------------------------------- variables

/** The place of a variable of the instance `at`. `asker` evaluates indices. */
export function placeOf(context: Context, { symbol, index, path }: Resolved, at: At, asker: At = at): Expression {
  const indexed = (base: Expression, by: Source | undefined): Expression =>
    by ? element(base, asInteger(valueOf(context, by, asker)), by.span) : base;
  const whole = symbol.process
    ? field(instance(symbol.process, at.me ?? integer(0)), symbol.place)
    : variable(symbol.place);
  return path.reduce((base, step) => indexed(field(base, step.field), step.index), indexed(whole, index));
}

/** The value of a variable, a constant or a predefined name. */
export function read(context: Context, reference: Reference, at: At, asker: At = at): Value {
  const { names, channels } = context;
  const { name } = reference.parts[0]!;
  switch (isPredefined(reference)) {
    case "_pid":
      if (at.process) return pidOf(context, at.process, at.me ?? integer(0));
      names.report("misplaced-pid", "expected `_pid` inside a process, found it outside", name.span);
      return zero;
    case "_nr_pr":
      return living(context);
    case "_":
      names.report("write-only", "expected a variable that can be read, found `_`", name.span);
      return zero;
    case "_last":
      return number(variable(context.last!), { low: 0, high: 255 });
    default:
  }
  const symbol = at.scope.find(name.text);
  if (symbol?.kind === "constant" && reference.parts.length === 1) return namedConstant(symbol.name, symbol.value);
  const resolved = resolve(names, reference, at.scope);
  if (!resolved) return zero;
  if (resolved.type.kind === "record") {
    names.report("not-a-scalar", "expected a single value, found a record", reference.span);
    return zero;
  }
  if (channels.isFixed(resolved.symbol)) return fixedChannel(context, resolved, at, asker);
  return loaded(context, placeOf(context, resolved, at, asker), resolved.type);
}

function namedConstant(name: string, value: number): Value {
  return number({ kind: "constant", name }, { low: value, high: value });
}

/** The number of the channel that a fixed name denotes. */
function fixedChannel(context: Context, { symbol, index }: Resolved, at: At, asker: At): Value {
  const { base, count, instances } = context.channels.literals.get(symbol)!;
  const me = number(at.me ?? integer(0), { low: 0, high: instances - 1 });
  const own = symbol.process ? arithmetic("*", me, knownNumber(count)) : zero;
  const offset = plus(own, index ? valueOf(context, index, asker) : zero);
  if (offset === zero && instances * count === 1 && !symbol.process) return namedConstant(symbol.place, base);
  return plus(knownNumber(base), offset);
}

/** Reports a variable that the process does not have, even if it is never started. Globals belong to no process. */
function requireVariable(names: Names, process: ProcessSymbol, reference: Reference): void {
  if (isOwn(names.scopeOf(process), process, reference)) return;
  const known = process.fields.map((each) => each.name);
  names.unknown(reference.parts[0]!.name, `a variable of \`${process.name}\``, known);
}

function isOwn(scope: Scope, process: ProcessSymbol, reference: Reference): boolean {
  const symbol = scope.find(reference.parts[0]!.name.text);
  return isPredefined(reference) === "_pid" || (symbol?.kind === "variable" && symbol.process === process);
}

/** The value of a variable of another process. */
function remoteRead(context: Context, reference: Reference, home: At, asker: At): Value {
  return isOwn(home.scope, home.process!, reference) ? read(context, reference, home, asker) : zero;
}

// ---------------------------------------------------------------- channels

/** A group of channels that a reference may denote. */
export interface Site {
  readonly group: Group;
  /** The number of the channel. */
  readonly channel: Value;
  /** The condition that the channel belongs to the group. */
  readonly here: Expression;
  /** The queue of a buffered channel. */
  readonly queue: Expression;
  /** The fields of a message in the queue. */
  readonly fieldsAt: (index: Expression) => Value[];
}

/**
 * All sites of a reference. Reports an error if it is not a channel, or if a message of the given length does not fit.
 */
export function sitesOf(context: Context, reference: Reference, at: At, length: number, span: Source["span"]): Site[] {
  const groups = context.channels.groupsOf(reference, at.scope);
  const channel = read(context, reference, at);
  return groups.map((group): Site => {
    checkArity(context, group, length, span);
    const { low, high, fields } = group;
    const isSure = groups.length === 1 || (channel.low >= low && channel.high <= high);
    const queue = element(variable(group.name), channel.e);
    return {
      group,
      channel,
      here: isSure ? yes : all([binary(">=", channel.e, integer(low)), binary("<=", channel.e, integer(high))]),
      queue,
      fieldsAt: (index) =>
        fields.map((type, k) => loaded(context, messageField(element(queue, index), fields.length, k), type)),
    };
  });
}

export function checkArity(context: Context, { fields }: Group, given: number, span: Source["span"]): void {
  // Omitted trailing fields are sent as 0, and ignored in a receive.
  if (given <= fields.length) return;
  const message = `expected a message of at most ${fields.length} fields, found ${given}`;
  context.names.report("message-arity", message, span);
}

export function isEmpty(queue: Expression): Expression {
  return { kind: "queue", op: "empty", queue };
}

/** A field of a message in a queue, or a message that is a single value. */
export function messageField(message: Expression, count: number, k: number): Expression {
  return count === 1 ? message : field(message, String(k));
}

function probe(context: Context, e: Source & { kind: "probe" }, at: At): Value {
  const parts = sitesOf(context, e.channel, at, 0, e.span).map(({ group, here, queue }) => {
    // A channel without a buffer is always empty and never full.
    const bare = e.op === "len" ? zero : truth(boolean(e.op === "empty" || e.op === "nfull"));
    return { here, value: group.capacity === 0 ? bare : probeQueue(e.op, queue, group.capacity) };
  });
  const last = parts.pop();
  if (!last) return zero;
  return parts.reduceRight((later, { here, value }) => choose(here, value, later), last.value);
}

function probeQueue(op: (Source & { kind: "probe" })["op"], queue: Expression, capacity: number): Value {
  switch (op) {
    case "len":
      return number({ kind: "queue", op, queue }, { low: 0, high: capacity });
    case "full":
    case "nfull": {
      const full: Expression = { kind: "queue", op: "full", queue };
      return truth(op === "full" ? full : not(full));
    }
    case "empty":
    case "nempty":
      return truth(op === "empty" ? isEmpty(queue) : not(isEmpty(queue)));
  }
}

function poll(context: Context, e: Source & { kind: "poll" }, at: At): Value {
  const tests = sitesOf(context, e.channel, at, e.pattern.length, e.span).map(({ group, here, queue, fieldsAt }) => {
    if (group.capacity === 0) return no;
    const fits = (index: Expression): Expression => matches(context, e.pattern, fieldsAt(index), at);
    return all([
      here,
      ...(e.random ? [someMessage(context, group, queue, fits)] : [not(isEmpty(queue)), fits(integer(0))]),
    ]);
  });
  return truth(any(tests));
}

/** Whether a message with these `fields` matches a pattern. */
export function matches(context: Context, pattern: readonly Pattern[], fields: readonly Value[], at: At): Expression {
  const tests = pattern.slice(0, fields.length).map((part, k): Expression => {
    if (part.kind === "number") return equal(fields[k]!, knownNumber(part.value));
    if (part.kind === "eval") return equal(fields[k]!, valueOf(context, part.value, at));
    const symbol = at.scope.find(part.reference.parts[0]!.name.text);
    return symbol?.kind === "constant" ? equal(fields[k]!, read(context, part.reference, at)) : yes;
  });
  return all(tests);
}

/** The condition that some message of a queue satisfies a condition. */
export function someMessage(
  context: Context,
  { capacity }: Group,
  queue: Expression,
  test: (index: Expression) => Expression,
): Expression {
  const name = context.locals.fresh("m");
  const index = local(name);
  const body = all([binary("<", index, { kind: "queue", op: "len", queue }), test(index)]);
  return { kind: "quantified", op: "exists", name, type: { kind: "range", low: 0, high: capacity - 1 }, body };
}
