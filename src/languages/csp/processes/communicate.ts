/** Sending and receiving: through a queue if the channel has a buffer, otherwise as halves of a rendezvous. */

import { element, equals, field, integer, local, not, variable } from "../../../model/build.ts";
import type { Expression, RecordType, Statement } from "../../../model/model.ts";
import { channelPlace, lowerAs, lowerTest } from "../names/expression.ts";
import type { Binding, Env } from "../names/expression.ts";
import { itemName, receivedItems } from "../names/received-arrays.ts";
import { showExpression } from "../names/show.ts";
import type { ExpressionNode, ProcessOf } from "../syntax/syntax-tree.ts";
import { activate } from "./activate.ts";
import type { Context } from "./activate.ts";
import { lowerBlock } from "./data-operation.ts";
import { inputField, message } from "./label.ts";
import type { Label } from "./label.ts";
import { receivedFields } from "./received-fields.ts";
import { guarded, plain } from "./step.ts";
import type { ResidualStep } from "./step.ts";

/** The type of messages with several fields. `ranges.ts` narrows it. */
export function messageType(fields: readonly { readonly low: number; readonly high: number }[]): RecordType {
  return {
    kind: "record",
    fields: fields.map(({ low, high }, k) => ({ name: String(k), type: { kind: "range", low, high } })),
  };
}

/** One end of a channel, at one use. */
interface End {
  readonly channel: string;
  readonly hasRoom: boolean;
  readonly queue: Expression;
  readonly index?: Expression | undefined;
  /** The most fields of a message, and whether messages have different lengths. */
  readonly most: number;
  readonly isMixed: boolean;
}

export function communicate(c: Context, node: ProcessOf<"send" | "receive">, env: Env): ResidualStep[] {
  const { name, index } = node.channel;
  const queue = channelPlace(c.g, name.text, index, node.channel, env);
  const end: End = {
    channel: name.text,
    hasRoom: c.g.channel(name.text)!.capacity > 0,
    queue,
    index: queue.kind === "index" ? queue.index : undefined,
    ...c.g.messageFields(name.text),
  };
  return node.kind === "send" ? [send(c, node, env, end)] : receive(c, node, env, end);
}

function send(c: Context, node: ProcessOf<"send">, env: Env, end: End): ResidualStep {
  const { g } = c;
  const { channel, queue, index } = end;
  const values = node.values.flatMap((value, k) => sentField(c, value, g.widthAt(channel, k), env));
  const name = `${showExpression(queue)}${end.hasRoom ? "!" : "."}${values.map(showExpression).join(".")}`;
  const block = lowerBlock(g, node.block, env);
  const target = activate(c, node.then, env);
  const hasBlock = node.block !== undefined;
  if (!end.hasRoom) {
    const label: Label = { kind: "send", channel, index, values };
    return { ...plain(label, name, target, node.channel), before: block, hasBlock };
  }
  const label: Label = { kind: "own", occurrence: message(channel, "!", index, values) };
  const items = wholeMessage(end, values, node.values.length);
  const type = messageType(items.map(() => ({ low: g.low, high: g.high })));
  const value: Expression = items.length === 1 ? items[0]! : { kind: "aggregate", type, items };
  const push: Statement = { kind: "push", queue, value, span: g.span(node.channel) };
  const guards = [not({ kind: "queue", op: "full", queue })];
  return { ...plain(label, name, target, node.channel), guards, before: [push, ...block], hasBlock };
}

/** The fields of a message. If lengths differ, it is filled up, and its length is added. */
function wholeMessage({ most, isMixed }: End, values: readonly Expression[], length: number): readonly Expression[] {
  if (!isMixed) return values;
  const rest = Array.from({ length: most - values.length }, () => integer(0));
  return [...values, ...rest, integer(length)];
}

/** The numbers of a field: one, or the elements of a whole array. */
function sentField({ g }: Context, value: ExpressionNode, width: number, env: Env): Expression[] {
  if (width === 1) return [lowerAs(g, value, env, false).e];
  const name = value.kind === "name" ? value.name : "";
  const items = receivedItems(name, env);
  const symbol = env.has(name) ? undefined : g.symbols.get(name);
  const elements =
    items.length > 0
      ? items.map((_, k) => lowerAs(g, { ...value, kind: "name", name: itemName(name, k) }, env, false).e)
      : symbol?.kind === "variable" && symbol.element.kind !== "bool"
        ? elementsOf(variable(name), symbol.sizes)
        : [];
  if (elements.length === width) return elements;
  const message = `expected an array of ${width} numbers, as elsewhere on this channel, found something else`;
  return g.refuse("csp/type-mismatch", message, value);
}

/** All elements of an array, the last index varying fastest. */
function elementsOf(array: Expression, [size, ...rest]: readonly number[]): Expression[] {
  if (size === undefined) return [array];
  return Array.from({ length: size }, (_, i) => elementsOf(element(array, i), rest)).flat();
}

function receive(c: Context, node: ProcessOf<"receive">, env: Env, end: End): ResidualStep[] {
  const { g } = c;
  const { channel, queue, index } = end;
  const { matches, texts, locals, early, bound } = receiveFields(c, node, env, end);
  const name = `${showExpression(queue)}?${texts.join(".")}`;
  const block = lowerBlock(g, node.block, bound);
  const target = activate(c, node.then, bound);
  const test = node.condition && lowerTest(g, node.condition, early);
  const hasBlock = node.block !== undefined;
  if (!end.hasRoom) {
    const label: Label = { kind: "receive", channel, index, matches };
    const step = { ...plain(label, name, target, node.channel), before: [...locals, ...block], hasBlock };
    return test ? guarded(step, test) : [step];
  }
  if (test?.kind === "boolean" && !test.value) return [];
  const guards = [not({ kind: "queue", op: "empty", queue })];
  if (end.isMixed) guards.push(equals(fieldValue(end, end.most), node.fields.length));
  matches.forEach((match, k) => match && guards.push(equals(fieldValue(end, k), match)));
  if (test && test.kind !== "boolean") guards.push(test);
  const pop: Statement = { kind: "pop", queue, span: g.span(node.channel) };
  const order = node.block ? { before: [...locals, pop, ...block], after: [] } : { before: [], after: [pop] };
  const values = matches.map((match, k) => match ?? fieldValue(end, k));
  const label: Label = { kind: "own", occurrence: message(channel, "?", index, values) };
  return [{ ...plain(label, name, target, node.channel), guards, ...order, hasBlock }];
}

/** The value of a field of the message, before the step. */
function fieldValue({ hasRoom, queue, most }: End, k: number): Expression {
  if (!hasRoom) return inputField(k);
  const head = element(queue, 0);
  return most === 1 ? head : field(head, String(k));
}

interface Fields {
  /** The required value of each field, if one is given, and its text. */
  readonly matches: (Expression | undefined)[];
  readonly texts: string[];
  /** Locals that store the received values for the data operation: the message is gone when it runs. */
  readonly locals: Statement[];
  /** The meanings of names in the condition, and after it. */
  readonly early: Map<string, Binding>;
  readonly bound: Map<string, Binding>;
}

function receiveFields(c: Context, node: ProcessOf<"receive">, env: Env, end: End): Fields {
  const { g } = c;
  const result: Fields = { matches: [], texts: [], locals: [], early: new Map(env), bound: new Map(env) };
  for (const [k, given] of receivedFields(g, node, env).entries()) {
    const width = g.widthAt(end.channel, k);
    if (given.kind === "match") {
      for (const e of sentField(c, given.value, width, env)) {
        result.matches.push(e);
        result.texts.push(showExpression(e));
      }
      continue;
    }
    for (const scope of [result.early, result.bound]) forget(scope, given.name);
    for (let i = 0; i < width; i++) bindField(c, node, end, result, width === 1 ? given.name : itemName(given.name, i));
    result.texts.push(given.name);
  }
  return result;
}

/** Gives the next place of the message a name. */
function bindField({ g }: Context, node: ProcessOf<"receive">, end: End, result: Fields, name: string): void {
  const base = name.replace(/\[(\d+)\]$/, "_$1");
  const bind = (value: Expression): Binding => ({ kind: "local", local: { base, isBool: false, input: true, value } });
  const value = fieldValue(end, result.matches.length);
  result.matches.push(undefined);
  result.early.set(name, bind(value));
  if (!node.block) result.bound.set(name, bind(value));
  else {
    const fresh = g.freshLocal(base);
    result.locals.push({ kind: "local", name: fresh, type: g.dataType(false), value });
    result.bound.set(name, bind(local(fresh)));
  }
}

/** Forgets what a name meant before: a number, or an array. */
function forget(scope: Map<string, Binding>, name: string): void {
  receivedItems(name, scope).forEach((_, k) => scope.delete(itemName(name, k)));
  scope.delete(name);
}
