/** Sending and receiving: through a queue where the channel has room, else halves of a rendezvous. */

import type { Expression, RecordType, Statement } from "../../model/model.ts";
import { activate } from "./activate.ts";
import type { Context } from "./activate.ts";
import { channelPlace, constantOf, lowerAs } from "./expression.ts";
import type { Binding, Env, Typed } from "./expression.ts";
import { defaultHigh, defaultLow } from "./globals.ts";
import { inputField } from "./label.ts";
import type { Label } from "./label.ts";
import { message } from "./occurrence.ts";
import { receivedFields } from "./receive.ts";
import { Refused } from "./refused.ts";
import { showExpression } from "./show.ts";
import { lowerBlock, scalarType } from "./statement.ts";
import type { ProcessOf } from "./syntax-tree.ts";
import { condition, guarded, plain } from "./term-step.ts";
import type { TermStep } from "./term-step.ts";

/** The type of messages with several fields; `ranges.ts` makes it narrower. */
export function messageType(fields: readonly { readonly low: number; readonly high: number }[]): RecordType {
  return {
    kind: "record",
    fields: fields.map(({ low, high }, k) => ({ name: String(k), type: { kind: "range", low, high } })),
  };
}

export function communicate(c: Context, node: ProcessOf<"send"> | ProcessOf<"receive">, env: Env): TermStep[] {
  const { g } = c;
  const channel = g.channel(node.channel.name.text);
  const queue = channel && channelPlace(g, channel.name, node.channel.index, node.channel, env);
  if (!channel || !queue) throw new Refused();
  const index = queue.kind === "index" ? queue.index : undefined;
  return node.kind === "send"
    ? send(c, node, env, queue, index, channel.capacity)
    : receive(c, node, env, queue, index, channel.capacity);
}

function send(
  c: Context,
  node: ProcessOf<"send">,
  env: Env,
  queue: Expression,
  index: Expression | undefined,
  capacity: number,
): TermStep[] {
  const { g } = c;
  const values = node.values.map((value) => must(lowerAs(g, value, env, false)).e);
  const name = `${showExpression(queue)}!${values.map(showExpression).join(".")}`;
  const block = node.block ? lowerBlock(g, node.block.statements, env) : [];
  const target = activate(c, node.then, env);
  const hasBlock = node.block !== undefined;
  const place = node.channel;
  if (capacity === 0) {
    const label: Label = { kind: "send", channel: node.channel.name.text, index, values };
    return [{ ...plain(label, name.replace("!", "."), target, place), before: block, hasBlock }];
  }
  const value: Expression =
    values.length === 1
      ? values[0]!
      : {
          kind: "aggregate",
          type: messageType(values.map(() => ({ low: defaultLow, high: defaultHigh }))),
          items: values,
        };
  const full: Expression = { kind: "queue", op: "full", queue };
  const push: Statement = { kind: "push", queue, value, span: g.span(node.channel) };
  const label: Label = { kind: "own", occurrence: message(node.channel.name.text, "!", index, values) };
  const step = plain(label, name, target, place);
  return [{ ...step, guards: [{ kind: "unary", op: "!", operand: full }], before: [push, ...block], hasBlock }];
}

function receive(
  c: Context,
  node: ProcessOf<"receive">,
  env: Env,
  queue: Expression,
  index: Expression | undefined,
  capacity: number,
): TermStep[] {
  const { g } = c;
  const fields = receivedFields(g, node, env);
  const head: Expression = { kind: "index", base: queue, index: { kind: "integer", value: 0 } };
  const fieldValue = (k: number): Expression => {
    if (capacity === 0) return inputField(k);
    return fields.length === 1 ? head : { kind: "field", base: head, field: String(k) };
  };
  const before: Statement[] = [];
  const bound = new Map<string, Binding>(env);
  const early = new Map<string, Binding>(env);
  const matches: (Expression | undefined)[] = [];
  const texts: string[] = [];
  fields.forEach((field, k) => {
    if (field.kind === "match") {
      const typed = must(lowerAs(g, field.value, env, false));
      matches.push(typed.e);
      texts.push(showExpression(typed.e));
      return;
    }
    matches.push(undefined);
    texts.push(field.name);
    const local = { base: field.name, bool: false, input: true };
    early.set(field.name, { kind: "local", local: { ...local, value: fieldValue(k) } });
    let value = fieldValue(k);
    if (node.block) {
      // The message is gone when the data operation runs.
      const name = g.freshLocal(field.name);
      before.push({ kind: "local", name, type: scalarType(false), value });
      value = { kind: "local", name };
    }
    bound.set(field.name, { kind: "local", local: { ...local, value } });
  });
  const name = `${showExpression(queue)}?${texts.join(".")}`;
  const block = node.block ? lowerBlock(g, node.block.statements, bound) : [];
  const target = activate(c, node.then, bound);
  const test: Typed | undefined = node.condition && condition(c, node.condition, early);
  const hasBlock = node.block !== undefined;
  if (capacity === 0) {
    const label: Label = { kind: "receive", channel: node.channel.name.text, index, matches };
    const step: TermStep = { ...plain(label, name, target, node.channel), before: [...before, ...block], hasBlock };
    return test ? guarded(step, test) : [step];
  }
  const pop: Statement = { kind: "pop", queue, span: g.span(node.channel) };
  const empty: Expression = { kind: "queue", op: "empty", queue };
  const guards: Expression[] = [{ kind: "unary", op: "!", operand: empty }];
  matches.forEach((match, k) => {
    if (match) guards.push({ kind: "binary", op: "==", left: fieldValue(k), right: match });
  });
  if (test) {
    if (constantOf(test) === 0) return [];
    if (constantOf(test) === undefined) guards.push(test.e);
  }
  const order = node.block ? { before: [...before, pop, ...block], after: [] } : { before: [], after: [pop] };
  const values = matches.map((match, k) => match ?? fieldValue(k));
  const label: Label = { kind: "own", occurrence: message(node.channel.name.text, "?", index, values) };
  return [{ ...plain(label, name, target, node.channel), guards, ...order, hasBlock }];
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Refused();
  return value;
}
