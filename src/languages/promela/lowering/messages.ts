/**
 * Lowers sending and receiving: one offer per group of channels that the statement may use. Communication without a
 * buffer needs two processes (`meeting.ts`).
 */

import {
  all,
  any,
  asInteger,
  binary,
  element,
  equals,
  integer,
  knownNumber,
  local,
  no,
  not,
} from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression, ScalarType, Statement } from "../../../model/model.ts";
import type { Group } from "../flow/channels.ts";
import type { ValueType } from "../names/symbols.ts";
import type { Pattern, Reference, StatementOf } from "../syntax/syntax-tree.ts";
import { assign } from "./assign.ts";
import type { At, Context } from "./context.ts";
import { isEmpty, matches, messageField, sitesOf, someMessage, valueOf } from "./expression.ts";
import type { Site } from "./expression.ts";
import { watch } from "./trace.ts";
import { int32 } from "./value.ts";
import { loaded, messageType, scalarType, stored } from "./variables.ts";

/** A way to execute a statement. */
export interface Offer {
  readonly guard: Expression;
  readonly body: readonly Statement[];
}

/** The sites where a message of this length can be put into a buffer or taken from it. */
function buffers(context: Context, s: StatementOf<"send" | "receive">, length: number, at: At): Site[] {
  return sitesOf(context, s.channel, at, length, s.span).filter(
    ({ group }) => group.capacity > 0 && length <= group.fields.length,
  );
}

// ---------------------------------------------------------------- sending

/** The values of a message as they are sent. */
export function sentValues(context: Context, s: StatementOf<"send">, { fields }: Group, at: At): Value[] {
  return fields.map((type, k) => {
    const given = s.values[k] ? valueOf(context, s.values[k], at) : knownNumber(0);
    const e = stored(given, type);
    const whole = loaded(context, e, type);
    const fits = type.kind !== "scalar" || (given.low >= type.low && given.high <= type.high);
    return fits ? { ...whole, low: given.low, high: given.high } : whole;
  });
}

export function sendOffers(context: Context, s: StatementOf<"send">, at: At): Offer[] {
  return buffers(context, s, s.values.length, at).map(({ group, channel, here, queue, fieldsAt }) => {
    const sent = sentValues(context, s, group, at);
    const values = sent.map(({ e }) => e);
    const type = messageType(context, group);
    const value: Expression = type.kind === "record" ? { kind: "aggregate", type, items: values } : values[0]!;
    const body: Statement[] = [
      ...sent.flatMap((each) => fitsIn(each, s)),
      { kind: "push", queue, value, span: s.span },
      ...(s.sorted ? [sink(context, group, queue)] : []),
      ...watch(context, "send", channel, fieldsAt(lastOf(queue)), s.span),
    ];
    return { guard: all([here, not({ kind: "queue", op: "full", queue })]), body };
  });
}

function lastOf(queue: Expression): Expression {
  return binary("-", { kind: "queue", op: "len", queue }, integer(1));
}

/** A cell of a queue cannot hold the least 32-bit number (`messageType`). */
function fitsIn({ e, low }: Value, { span }: StatementOf<"send">): Statement[] {
  if (low > int32.low) return [];
  const limit = `messages have no room for ${int32.low}`;
  return [{ kind: "while", test: equals(e, int32.low), bound: 0, limit, body: [], span }];
}

/** `c!!m`: moves the last message of a queue behind those that are not greater, compared field by field. */
function sink(context: Context, { capacity, fields }: Group, queue: Expression): Statement {
  const [at, back] = [context.locals.fresh("at"), context.locals.fresh("back")];
  const last = lastOf(queue);
  const cell = (index: Expression, k: number): Expression => messageField(element(queue, index), fields.length, k);
  const before = (k: number): Expression => cell(binary("-", local(at), integer(1)), k);
  const here = (k: number): Expression => cell(local(at), k);
  const isGreater = fields.reduceRight<Expression>((later, type, k) => {
    const [left, right] = [before(k), here(k)].map((e) => asInteger(loaded(context, e, type)));
    const isMore = binary(">", left!, right!);
    return k === fields.length - 1 ? isMore : any([isMore, all([equals(left!, right!), later])]);
  }, no);
  const swaps = fields.flatMap((type, k): Statement[] => {
    const held = context.locals.fresh("held");
    return [
      { kind: "local", name: held, type: scalarType(context, type), value: before(k) },
      { kind: "assign", target: before(k), value: here(k) },
      { kind: "assign", target: here(k), value: local(held) },
    ];
  });
  const type: ScalarType = { kind: "range", low: 0, high: capacity - 1 };
  const compared: Statement[] = [
    { kind: "local", name: at, type, value: binary("-", last, local(back)) },
    { kind: "if", test: isGreater, then: swaps, else: [] },
  ];
  const test = binary("<", local(back), last);
  return { kind: "for", name: back, type, body: [{ kind: "if", test, then: compared, else: [] }] };
}

// ---------------------------------------------------------------- receiving

/** Stores the fields of a message. */
export function take(context: Context, pattern: readonly Pattern[], fields: readonly Value[], at: At): Statement[] {
  return pattern.slice(0, fields.length).flatMap((part, k) => {
    if (part.kind !== "reference") return [];
    if (at.scope.find(part.reference.parts[0]!.name.text)?.kind === "constant") return [];
    return assign(context, part.reference, fields[k]!, at);
  });
}

export function receiveOffers(context: Context, s: StatementOf<"receive">, at: At): Offer[] {
  return buffers(context, s, s.pattern.length, at).map((site) =>
    s.random ? receiveAny(context, s, site, at) : receiveFirst(context, s, site, at),
  );
}

function receiveFirst(
  context: Context,
  s: StatementOf<"receive">,
  { group, channel, here, queue, fieldsAt }: Site,
  at: At,
): Offer {
  const fields = fieldsAt(integer(0));
  const seen = s.keep ? [] : watch(context, "receive", channel, fields, s.span);
  const guard = all([here, not(isEmpty(queue)), matches(context, s.pattern, fields, at)]);
  const pop: Statement = { kind: "pop", queue, span: s.span };
  if (s.keep) return { guard, body: take(context, s.pattern, fields, at) };
  if (!mentions(s.pattern, s.channel)) return { guard, body: [...seen, ...take(context, s.pattern, fields, at), pop] };
  // If the message changes the reference to the channel, it is removed first.
  const held = holdFields(context, group.fields, fields);
  return { guard, body: [...seen, ...held.body, pop, ...take(context, s.pattern, held.values, at)] };
}

/**
 * `c??m`: takes the first message that matches, at any position. It is moved to the head, and the others back by one.
 */
function receiveAny(
  context: Context,
  s: StatementOf<"receive">,
  { group, channel, here, queue, fieldsAt }: Site,
  at: At,
): Offer {
  const { capacity } = group;
  const test = (index: Expression): Expression => matches(context, s.pattern, fieldsAt(index), at);
  const guard = all([here, someMessage(context, group, queue, test)]);
  const [found, m, k] = [context.locals.fresh("found"), context.locals.fresh("m"), context.locals.fresh("k")];
  const type: ScalarType = { kind: "range", low: 0, high: capacity - 1 };
  const length: Expression = { kind: "queue", op: "len", queue };
  const isNew = all([equals(local(found), capacity), binary("<", local(m), length), test(local(m))]);
  const note: Statement = { kind: "assign", target: local(found), value: local(m) };
  const place = binary("-", local(found), local(k));
  const move: Statement = {
    kind: "assign",
    target: element(queue, place),
    value: element(queue, binary("-", place, integer(1))),
  };
  const shift: Statement[] = [{ kind: "if", test: binary("<", local(k), local(found)), then: [move], else: [] }];
  const removal: Statement[] = [
    { kind: "for", name: k, type, body: shift },
    { kind: "pop", queue, span: s.span },
  ];
  return {
    guard,
    body: [
      { kind: "local", name: found, type: { kind: "range", low: 0, high: capacity }, value: integer(capacity) },
      { kind: "for", name: m, type, body: [{ kind: "if", test: isNew, then: [note], else: [] }] },
      ...(s.keep ? [] : watch(context, "receive", channel, fieldsAt(integer(0)), s.span)),
      ...take(context, s.pattern, fieldsAt(local(found)), at),
      ...(s.keep ? [] : removal),
    ],
  };
}

/** Whether a pattern changes a name in the reference to the channel. */
function mentions(pattern: readonly Pattern[], { parts }: Reference): boolean {
  const names = new Set(
    parts.flatMap(({ name, index }) => [
      name.text,
      ...(index?.kind === "reference" ? [index.reference.parts[0]!.name.text] : []),
    ]),
  );
  return pattern.some((part) => part.kind === "reference" && names.has(part.reference.parts[0]!.name.text));
}

/** Stores values in locals, before their places change. */
export function holdFields(
  context: Context,
  types: readonly ValueType[],
  values: readonly Value[],
): { readonly body: readonly Statement[]; readonly values: readonly Value[] } {
  const names = values.map(() => context.locals.fresh("field"));
  return {
    body: values.map(({ e }, k) => ({
      kind: "local",
      name: names[k]!,
      type: scalarType(context, types[k]!),
      value: e,
    })),
    values: values.map((value, k) => ({ ...value, e: local(names[k]!) })),
  };
}
