/**
 * What a statement of one instance does: when it is executable, and its effect on variables and channels.
 *
 * A statement on a channel has one offer per group of channels that it may be about. Sending and receiving without a buffer is
 * not here: it takes two (`rendezvous.ts`).
 */

import type { Expression, Statement } from "../../../model/model.ts";
import type { Edge } from "../flow/graph.ts";
import { runOf, runsIn } from "../flow/instances.ts";
import type { RunExpression } from "../flow/instances.ts";
import { resolve } from "../names/resolve.ts";
import type { ProcessSymbol, ValueType, VariableSymbol } from "../names/symbols.ts";
import type { Expression as Operand, Pattern, Reference, Statement as Source } from "../syntax/syntax-tree.ts";
import {
  belongs,
  checkArity,
  groupsOf,
  matches,
  messageField,
  placeOf,
  queueOf,
  read,
  someMessage,
  valueOf,
} from "./expression.ts";
import { firstMatch } from "./random-receive.ts";
import { sink } from "./sorted-send.ts";
import { and, asBool, asInteger, binary, boolean, constantOf, int32, integer, not } from "./value.ts";
import type { Value } from "./value.ts";
import { fieldOf, instance, living, livingOf, loaded, messageType, poolSize, scalarType, stored } from "./world.ts";
import type { At, World } from "./world.ts";

export interface Offer {
  readonly guard: Expression;
  readonly body: readonly Statement[];
}

const always = boolean(true);

export function atEdge(edge: Edge, me: Expression): At {
  const { scope } = edge.element;
  return { scope, process: scope.process, me };
}

/** The offers of an edge, `else` and communication without a buffer apart. */
export function offersOf(w: World, edge: Edge, me: Expression): Offer[] {
  const s = edge.statement;
  const at = atEdge(edge, me);
  if (!s) return [{ guard: always, body: [] }];
  switch (s.kind) {
    case "expression": {
      const run = runOf(edge);
      if (run) return [{ guard: always, body: start(w, edge, run, at) }];
      return [{ guard: asBool(valueOf(w, s.expression, at)), body: [] }];
    }
    case "assign": {
      const run = runOf(edge);
      if (!run) return [{ guard: always, body: assign(w, s.target, valueOf(w, s.value, at), at) }];
      checkRuns(w, s.value);
      const name = w.fresh("pid");
      const pid: Statement = { kind: "local", name, type: { kind: "range", low: 0, high: 255 }, value: living(w).e };
      const started: Value = { e: { kind: "local", name }, isBool: false, low: 0, high: 255 };
      const value = valueOf(w, s.value, { ...at, started });
      return [{ guard: always, body: [pid, ...start(w, edge, run, at), ...assign(w, s.target, value, at)] }];
    }
    case "count": {
      const source = { kind: "binary", op: s.by === 1 ? "+" : "-", span: s.span } as const;
      const one = { kind: "number", value: 1, span: s.span } as const;
      const before = { kind: "reference", reference: s.target, span: s.target.span } as const;
      const value = valueOf(w, { ...source, left: before, right: one }, at);
      return [{ guard: always, body: assign(w, s.target, value, at) }];
    }
    case "assert":
      return [{ guard: always, body: [{ kind: "assert", test: asBool(valueOf(w, s.test, at)), span: s.span }] }];
    case "print":
      for (const value of s.values) valueOf(w, value, at);
      return [{ guard: always, body: [] }];
    case "send":
      return sendOffers(w, s, at);
    case "receive":
      return receiveOffers(w, s, at);
    case "else":
      return [];
    case "set_priority":
      w.names.report("unsupported", "priorities are not supported", s.span);
      return [];
  }
}

/** What an edge does in the same step after its own statement. */
export function bodyOfMore(w: World, { more }: Edge, me: Expression): Statement[] {
  return more.flatMap((edge) => offersOf(w, edge, me).flatMap(({ body }) => body));
}

export function assign(w: World, target: Reference, value: Value, at: At): Statement[] {
  if (target.parts[0]!.name.text === "_") return [];
  const resolved = resolve(w.names, target, at.scope);
  if (!resolved) return [];
  if (resolved.type.kind === "record") {
    w.names.report("not-a-scalar", "expected a variable with a single value, found a record", target.span);
    return [];
  }
  if (!isStored(w, resolved.symbol)) return [];
  return [{ kind: "assign", target: placeOf(w, resolved, at), value: stored(value, resolved.type), span: target.span }];
}

// ---------------------------------------------------------------- messages

/** The values of a message as they are sent. */
export function sentValues(w: World, s: Source & { kind: "send" }, fields: readonly ValueType[], at: At): Value[] {
  return fields.map((type, k) => {
    const v = s.values[k] ? valueOf(w, s.values[k], at) : constantOf(0);
    const e = stored(v, type);
    if (type.kind !== "scalar") return { e, isBool: false, low: v.low, high: v.high };
    const isBool = type.basic === "bool";
    const fits = v.low >= type.low && v.high <= type.high;
    return { e, isBool, low: fits ? v.low : type.low, high: fits ? v.high : type.high };
  });
}

/** Stores the fields of a message. */
export function take(w: World, pattern: readonly Pattern[], fields: readonly Value[], at: At): Statement[] {
  return pattern.flatMap((part, k) => {
    if (part.kind !== "reference" || !fields[k]) return [];
    if (at.scope.find(part.reference.parts[0]!.name.text)?.kind === "constant") return [];
    return assign(w, part.reference, fields[k], at);
  });
}

function sendOffers(w: World, s: Source & { kind: "send" }, at: At): Offer[] {
  const groups = groupsOf(w, s.channel, at);
  const channel = read(w, s.channel, at);
  return groups.flatMap((group): Offer[] => {
    checkArity(w, group, s.values.length, s.span);
    if (group.capacity === 0 || s.values.length > group.fields.length) return [];
    const queue = queueOf(group, channel);
    const sent = sentValues(w, s, group.fields, at);
    const values = sent.map(({ e }) => e);
    const value: Expression =
      values.length === 1
        ? values[0]!
        : {
            kind: "aggregate",
            type: {
              kind: "record",
              fields: group.fields.map((type, k) => ({ name: String(k), type: messageType(w, type) })),
            },
            items: values,
          };
    const guard = and(belongs(group, channel, groups), not({ kind: "queue", op: "full", queue }));
    const push: Statement = { kind: "push", queue, value, span: s.span };
    const body = [...sent.flatMap((field) => fitsIn(field, s.span)), push];
    return [{ guard, body: s.sorted ? [...body, sink(w, group, queue)] : body }];
  });
}

/** A cell of a queue has no room for the least number of 32 bits (`messageType`). */
function fitsIn({ e, low }: Value, span: Source["span"]): Statement[] {
  if (low > int32.low) return [];
  const limit = `messages have no room for ${int32.low}`;
  return [{ kind: "while", test: binary("==", e, integer(int32.low)), bound: 0, limit, body: [], span }];
}

function receiveOffers(w: World, s: Source & { kind: "receive" }, at: At): Offer[] {
  const groups = groupsOf(w, s.channel, at);
  const channel = read(w, s.channel, at);
  return groups.flatMap((group): Offer[] => {
    checkArity(w, group, s.pattern.length, s.span);
    if (group.capacity === 0 || s.pattern.length > group.fields.length) return [];
    const queue = queueOf(group, channel);
    const fieldsAt = (index: Expression): Value[] => {
      const message: Expression = { kind: "index", base: queue, index };
      return group.fields.map((type, k) => loaded(w, messageField(message, group.fields.length, k), type));
    };
    const here = belongs(group, channel, groups);
    const pop: Statement = { kind: "pop", queue, span: s.span };
    if (!s.random) {
      const empty: Expression = { kind: "queue", op: "empty", queue };
      const guard = and(here, not(empty), matches(w, s.pattern, fieldsAt(integer(0)), at));
      // A message that changes what names the channel is taken off first.
      const held = s.keep ? undefined : holdFields(w, group.fields, fieldsAt(integer(0)));
      if (held && mentions(s.pattern, s.channel)) {
        return [{ guard, body: [...held.body, pop, ...take(w, s.pattern, held.values, at)] }];
      }
      return [{ guard, body: [...take(w, s.pattern, fieldsAt(integer(0)), at), ...(s.keep ? [] : [pop])] }];
    }
    const test = (index: Expression): Expression => matches(w, s.pattern, fieldsAt(index), at);
    const guard = and(here, someMessage(w, group.capacity, queue, test));
    const { search, foundAt, shift } = firstMatch(w, group.capacity, queue, test);
    const body = [...search, ...take(w, s.pattern, fieldsAt(foundAt), at), ...(s.keep ? [] : [shift, pop])];
    return [{ guard, body }];
  });
}

function mentions(pattern: readonly Pattern[], channel: Reference): boolean {
  const names = new Set(
    channel.parts.flatMap(({ name, index }) => [
      name.text,
      ...(index?.kind === "reference" ? [index.reference.parts[0]!.name.text] : []),
    ]),
  );
  return pattern.some((part) => part.kind === "reference" && names.has(part.reference.parts[0]!.name.text));
}

/** Keeps values in locals, for when the places they come from change. */
export function holdFields(
  w: World,
  types: readonly ValueType[],
  values: readonly Value[],
): { body: Statement[]; values: Value[] } {
  const body: Statement[] = [];
  const kept = values.map((value, k): Value => {
    const name = w.fresh("field");
    body.push({ kind: "local", name, type: scalarType(w, types[k]!), value: value.e });
    return { ...value, e: { kind: "local", name } };
  });
  return { body, values: kept };
}

// ---------------------------------------------------------------- processes

/** At most one `run`, and one that is reached whatever the other operands are. */
function checkRuns(w: World, value: Operand): void {
  const [first, second] = runsIn(value);
  if (second) w.names.report("several-runs", "expected one `run` in a statement, found another", second.span);
  const isConditional = (e: Operand): boolean => {
    switch (e.kind) {
      case "unary":
        return isConditional(e.operand);
      case "binary":
        if (e.op === "&&" || e.op === "||") return isConditional(e.left) || runsIn(e.right).length > 0;
        return isConditional(e.left) || isConditional(e.right);
      case "conditional":
        return isConditional(e.test) || runsIn(e.then).length + runsIn(e.else).length > 0;
      default:
        return false;
    }
  };
  if (!isConditional(value)) return;
  w.names.report("unsupported", "`run` that depends on a condition is not supported", first!.span);
}

/** SPIN's number of a process is a byte, and 255 is nobody's. */
const mostProcesses = 255;

/** Starts a process: its parameters, then the initial values of its locals. */
function start(w: World, edge: Edge, run: RunExpression, at: At): Statement[] {
  const process = w.names.global.find(run.process.text);
  if (process?.kind !== "process") {
    w.names.unknown(
      run.process,
      "a process",
      w.names.processes.map(({ name }) => name),
    );
    return [];
  }
  if (process.parameters.length !== run.values.length) {
    const message = `expected ${process.parameters.length} arguments for \`${process.name}\`, found ${run.values.length}`;
    w.names.report("run-arity", message, run.span);
    return [];
  }
  if (run.priority) w.names.report("unsupported", "priorities are not supported", run.priority.span);
  const size = poolSize(w, process);
  const fixed = w.instances.started.get(edge.element);
  const body: Statement[] = [];
  let me: Expression = integer(fixed ?? 0);
  if (fixed === undefined) {
    const name = w.fresh("slot");
    me = { kind: "local", name };
    body.push({ kind: "local", name, type: { kind: "range", low: 0, high: size }, value: livingOf(w, process) });
    if (w.instances.isBounded.has(process)) {
      const limit = `there is room for ${size} processes \`${process.name}\` at a time (NOETHER_POOL)`;
      body.push({ kind: "while", test: binary(">=", me, integer(size)), bound: 0, limit, body: [], span: run.span });
    }
  }
  const whole = startAt(w, run, process, me, at);
  const total = w.names.processes.reduce((sum, each) => sum + poolSize(w, each), 0);
  if (total <= mostProcesses) return [...body, ...whole];
  // Beyond that, SPIN finds an error and starts nothing.
  const test = binary("<", living(w).e, integer(mostProcesses));
  const message = `there are too many processes: SPIN has room for ${mostProcesses} at a time`;
  return [
    { kind: "assert", test, message, span: run.span },
    { kind: "if", test, then: [...body, ...whole], else: [], span: run.span },
  ];
}

function startAt(w: World, run: RunExpression, process: ProcessSymbol, me: Expression, at: At): Statement[] {
  const body: Statement[] = [];
  const nth = instance(process, me);
  if (!w.instances.pids) body.push({ kind: "assign", target: fieldOf(nth, "pid"), value: living(w).e, span: run.span });
  process.parameters.forEach((parameter, k) => {
    const value = valueOf(w, run.values[k]!, at);
    body.push({
      kind: "assign",
      target: fieldOf(nth, parameter.place),
      value: stored(value, parameter.type),
      span: run.span,
    });
  });
  body.push(...initialize(w, process, me));
  const first = w.graphs.get(process)!.start;
  body.push({ kind: "assign", target: fieldOf(nth, "pc"), value: integer(first.number), span: run.span });
  return body;
}

/** What locals are when a process starts, other than 0. */
function initialize(w: World, process: ProcessSymbol, me: Expression): Statement[] {
  const at: At = { scope: w.names.scopeOf(process), process, me };
  return process.fields.flatMap((symbol): Statement[] => {
    if (symbol.isParameter || !isStored(w, symbol)) return [];
    const place = fieldOf(instance(process, me), symbol.place);
    const cell = (k: number): Expression =>
      symbol.size === undefined ? place : { kind: "index", base: place, index: integer(k) };
    const length = symbol.size ?? 1;
    return Array.from({ length }, (_, k): Statement[] => {
      const value = initialOf(w, symbol, k, at);
      if (value.e.kind === "integer" && value.e.value === 0) return [];
      return [{ kind: "assign", target: cell(k), value: stored(value, symbol.type), span: symbol.span }];
    }).flat();
  });
}

/** Whether a variable is part of the state: channel names that always stand for the same are not, nor what is hidden and not read. */
export function isStored(w: World, symbol: VariableSymbol): boolean {
  return !w.channels.isFixed(symbol) && !w.unread.has(symbol);
}

/** The initial value of an element of a variable, or of a scalar. */
export function initialOf(w: World, symbol: VariableSymbol, k: number, at: At): Value {
  const { initial } = symbol;
  switch (initial?.kind) {
    case undefined:
      return constantOf(0);
    case "value":
      return valueOf(w, initial.value, at);
    case "list":
      return initial.values[k] ? valueOf(w, initial.values[k], at) : constantOf(0);
    case "channel": {
      const { base, count } = w.channels.literals.get(symbol)!;
      const own = symbol.process ? binary("*", at.me ?? integer(0), integer(count)) : integer(0);
      const e =
        at.me?.kind === "local"
          ? binary("+", own, integer(base + k))
          : integer(base + k + (at.me?.kind === "integer" ? at.me.value * count : 0));
      return {
        e: asInteger({ e, isBool: false, low: 0, high: w.channels.count }),
        isBool: false,
        low: 0,
        high: w.channels.count,
      };
    }
  }
}
