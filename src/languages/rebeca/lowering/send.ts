/** Lowers sending of messages. */

import { any, binary, boolean, field, literalOf, variable } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import type { Span } from "../../../syntax/source.ts";
import { candidates, counted, messageOf, reference } from "../actors/actor-system.ts";
import type { Rebec } from "../actors/actor-system.ts";
import { queueField } from "../actors/layout.ts";
import { showType } from "../names/symbols.ts";
import type { ClassSymbol, NamedValue, Routine } from "../names/symbols.ts";
import type { ExpressionNode, ExpressionOf } from "../syntax/syntax-tree.ts";
import { isSimple } from "./body.ts";
import type { Body, Value } from "./body.ts";
import { coerce, lower, lowerAll } from "./value.ts";

/** Lowers `target.name(args)`. A full queue is a run-time error. A target of null violates an assertion. */
export function send(b: Body, { name, args, span }: ExpressionOf<"call">, targetNode: ExpressionNode): void {
  let target = lower(b, targetNode);
  if (target.type.kind !== "rebec") {
    b.refuse("type-mismatch", `expected a rebec, found ${showType(target.type)}`, targetNode.span);
  }
  const { of } = target.type;
  const server = serverOf(b, of, name.text, args.length, name.span);
  let passed: Expression[] = [];
  const argBlock = b.inside(() => {
    passed = repeatable(b, coerceAll(b, server.parameters, lowerAll(b, args), args));
  });
  if (argBlock.length > 0 || !isSimple(target.e)) target = b.kept(target, "to");
  b.emit(...argBlock);
  const number = literalOf(target.e);
  const receivers = candidates(b.system, of).filter(
    (rebec) =>
      (number === undefined || rebec.number === number) &&
      rebec.symbol.servers.get(name.text)?.parameters.length === args.length,
  );
  for (const rebec of receivers) {
    const routine = rebec.symbol.servers.get(name.text)!;
    const isReceiver = binary("==", target.e, reference(b.system, rebec.number));
    b.when(isReceiver, pushed(b, rebec, routine, passed, span), [], span);
  }
  const isSomebody =
    number !== undefined
      ? boolean(receivers.length > 0)
      : of
        ? binary("!=", target.e, reference(b.system, 0))
        : any(receivers.map((rebec) => binary("==", target.e, reference(b.system, rebec.number))));
  if (isSomebody.kind === "boolean" && isSomebody.value) return;
  const nobody = of ? "which is null" : `which is null or has no server \`${name.text}\``;
  const message = `message \`${name.text}\` is sent to \`${textOf(targetNode.span)}\`, ${nobody}`;
  b.emit({ kind: "assert", test: isSomebody, message, span });
}

function textOf({ source, start, end }: Span): string {
  const text = source.text.slice(start, end).replaceAll(/\s+/g, " ").replaceAll("`", "'");
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

/** The server of a message by the type of the target; any server of that name if the type is unknown. */
function serverOf(b: Body, of: ClassSymbol | undefined, name: string, count: number, span: Span): Routine {
  const classes = of ? [of] : [...b.system.classes.values()];
  const found = classes.flatMap(({ servers }) => servers.get(name) ?? []);
  if (found.length === 0) {
    const hint = didYouMean(
      name,
      classes.flatMap(({ servers }) => [...servers.keys()]),
    );
    const isMethod = of?.methods.has(name) === true;
    const where = of ? ` of \`${of.name}\`` : "";
    const what = isMethod ? `the method \`${name}\`, which only its own rebec can call` : `\`${name}\`${hint}`;
    b.refuse("unknown-server", `expected a message server${where}, found ${what}`, span);
  }
  const fitting = found.find(({ parameters }) => parameters.length === count);
  if (fitting) return fitting;
  const expected = counted(found[0]!.parameters.length, "argument");
  return b.refuse("wrong-arity", `expected ${expected} for \`${name}\`, found ${count}`, span);
}

/** Converts values to the types of the places that they go to. */
export function coerceAll(
  b: Body,
  places: readonly NamedValue[],
  values: readonly Value[],
  nodes: readonly ExpressionNode[],
): Value[] {
  return places.map(({ type }, i) => ({ type, e: coerce(b, values[i]!, type, nodes[i]!.span) }));
}

export function repeatable(b: Body, values: readonly Value[]): Expression[] {
  return values.map((value) => b.repeatable(value, "argument"));
}

/** Puts a message into the queue of a rebec. */
export function pushed(b: Body, rebec: Rebec, routine: Routine, args: readonly Expression[], span: Span): Statement[] {
  const { message, parameters } = b.system.layouts.get(rebec.symbol)!;
  const names = parameters.get(routine)!;
  const items = message.fields.map(({ name, type }): Expression => {
    if (name === "message") return messageOf(b.system, routine);
    if (name === "sender") return reference(b.system, b.self.number);
    const at = names.indexOf(name);
    return at >= 0 ? args[at]! : b.zero(type);
  });
  const value: Expression = { kind: "aggregate", type: message, items };
  const queue = field(variable(rebec.name), queueField);
  const push: Statement = { kind: "push", queue, value, span };
  const { queueSize, isQueueAssumed, name } = rebec.symbol;
  if (!isQueueAssumed) return [push];
  const limit = `there is room for ${queueSize} messages in a queue of \`${name}\` (NOETHER_QUEUE)`;
  return [{ kind: "while", test: { kind: "queue", op: "full", queue }, bound: 0, limit, body: [], span }, push];
}
