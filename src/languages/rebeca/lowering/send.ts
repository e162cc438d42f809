/** Lowers sending of messages and creation of rebecs. */

import { any, binary, boolean, conditional, field, integer, literalOf, variable, yes } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import type { Span } from "../../../syntax/source.ts";
import { candidates, counted, instantiable, messageOf, reference, wrongCount } from "../actors/actor-system.ts";
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

function repeatable(b: Body, values: readonly Value[]): Expression[] {
  return values.map((value) => b.repeatable(value, "argument"));
}

/** Puts a message into the queue of a rebec. */
function pushed(b: Body, rebec: Rebec, routine: Routine, args: readonly Expression[], span: Span): Statement[] {
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

/** Lowers `new Worker(known):(args)`. A parameter chooses any rebec of the pool that does not exist yet. */
export function create(b: Body, node: ExpressionOf<"new">): Value {
  const { span } = node;
  const symbol = instantiable(node.type, b.system, b.system.collector);
  if (!symbol) return b.refuse("unknown-type", "expected the name of a class", node.type.span);
  if (b.loops > 0) {
    const message = "expected no `new` in a loop, unless it is a `for` with constant bounds";
    b.refuse("choice-in-loop", message, span);
  }
  const problem = wrongCount(symbol, node);
  if (problem !== undefined) b.refuse("wrong-arity", problem, span);
  const places = [...symbol.known, ...(symbol.first?.parameters ?? [])];
  const given = [...node.known, ...node.args];
  const values = repeatable(b, coerceAll(b, places, lowerAll(b, given), given));
  const passed = values.slice(symbol.known.length);
  const pool = b.system.instances.get(symbol)!.filter(({ isPooled }) => isPooled);
  const creation = b.creation(symbol, pool);
  const layout = b.system.layouts.get(symbol)!;
  const { first } = symbol;
  pool.forEach((rebec, i) => {
    const place = (name: string): Expression => field(variable(rebec.name), name);
    const then = b.inside(() => {
      b.assign(place(layout.created!), yes, span);
      symbol.known.forEach(({ name }, k) => b.assign(place(layout.fields.get(name)!), values[k]!, span));
      if (first) b.emit(...pushed(b, rebec, first, passed, span));
    });
    b.when(binary("==", creation, integer(i + 1)), then, [], span);
  });
  const limit = `there is room for ${pool.length} new rebecs \`${symbol.name}\` (NOETHER_POOL)`;
  b.emit({ kind: "while", test: binary("==", creation, integer(0)), bound: 0, limit, body: [], span });
  // A local that is assigned once has few values.
  const created = pool.reduceRight(
    (rest, { number }, i) => conditional(binary("==", creation, integer(i + 1)), reference(b.system, number), rest),
    reference(b.system, 0),
  );
  return b.local("created", { kind: "rebec", of: symbol }, created, span);
}
