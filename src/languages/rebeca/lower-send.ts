/** Lowers sending of messages and creation of rebecs. */

import { any, binary, boolean, conditional, field, integer, literalOf } from "../../model/build.ts";
import type { Expression, Statement } from "../../model/model.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import type { Span } from "../../syntax/source.ts";
import { candidates, counted, instantiable, reference } from "./actor-system.ts";
import type { Rebec } from "./actor-system.ts";
import { isSimple } from "./body.ts";
import type { Body, Value } from "./body.ts";
import { queueField } from "./layout.ts";
import type { ExpressionNode } from "./syntax-tree.ts";
import { showType } from "./types.ts";
import type { ClassSymbol, Routine } from "./types.ts";
import { coerce, lower, lowerAll } from "./value.ts";

/** Lowers `target.name(args)`. A full queue is a run-time error. A target of null violates an assertion. */
export function send(
  b: Body,
  { name, args, span }: ExpressionNode & { kind: "call" },
  targetNode: ExpressionNode,
): void {
  let target = lower(b, targetNode);
  if (target.type.kind !== "rebec") {
    b.refuse("rebeca/type-mismatch", `expected a rebec, found ${showType(target.type)}`, targetNode.span);
  }
  const { of } = target.type;
  const server = serverOf(b, of, name.text, args.length, name.span);
  let passed: Expression[] = [];
  const argBlock = b.inside(() => {
    const values = lowerAll(b, args);
    passed = keptArguments(b, coerceAll(b, server, values, args, span));
  });
  if (argBlock.length > 0 || !isSimple(target.e)) target = b.kept(target, "to");
  argBlock.forEach((s) => b.emit(s));
  const number = literalOf(target.e);
  const receivers = candidates(b.system, of).filter(
    (rebec) =>
      (number === undefined || rebec.number === number) &&
      rebec.symbol.servers.get(name.text)?.parameters.length === args.length,
  );
  for (const rebec of receivers) {
    const routine = rebec.symbol.servers.get(name.text)!;
    const push = pushed(b, rebec, routine, passed, reference(b.system, b.self.number), span);
    if (number === undefined) {
      b.emit({
        kind: "if",
        test: binary("==", target.e, reference(b.system, rebec.number)),
        then: push,
        else: [],
        span,
      });
    } else push.forEach((s) => b.emit(s));
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
    b.refuse("rebeca/unknown-server", `expected a message server${where}, found ${what}`, span);
  }
  const fitting = found.find(({ parameters }) => parameters.length === count);
  if (fitting) return fitting;
  const expected = counted(found[0]!.parameters.length, "argument");
  return b.refuse("rebeca/wrong-arity", `expected ${expected} for \`${name}\`, found ${count}`, span);
}

export function coerceAll(
  b: Body,
  { parameters }: Routine,
  values: readonly Value[],
  nodes: readonly ExpressionNode[],
  span: Span,
): Value[] {
  return values.map((value, i) => {
    const { type } = parameters[i]!;
    return { type, e: coerce(b, value, type, nodes[i]?.span ?? span) };
  });
}

function keptArguments(b: Body, values: readonly Value[]): Expression[] {
  return values.map((value) => (isSimple(value.e) ? value.e : b.kept(value, "argument").e));
}

/** Puts a message into the queue of a rebec. */
export function pushed(
  b: Body,
  rebec: Rebec,
  routine: Routine,
  args: readonly Expression[],
  sender: Expression,
  span: Span,
): Statement[] {
  const { message, parameters } = b.system.layouts.get(rebec.symbol)!;
  const names = parameters.get(routine)!;
  const items = message.fields.map(({ name, type }): Expression => {
    if (name === "message") {
      return { kind: "member", type: b.system.messageType, name: b.system.messages.get(routine)! };
    }
    if (name === "sender") return sender;
    const at = names.indexOf(name);
    if (at >= 0) return args[at]!;
    return type.kind === "bool" ? boolean(false) : type.kind === "enum" ? reference(b.system, 0) : integer(0);
  });
  const value: Expression = { kind: "aggregate", type: message, items };
  const queue = field({ kind: "variable", name: rebec.name }, queueField);
  const push: Statement = { kind: "push", queue, value, span };
  const { queueSize, isQueueAssumed, name } = rebec.symbol;
  if (!isQueueAssumed) return [push];
  const limit = `there is room for ${queueSize} messages in a queue of \`${name}\` (NOETHER_QUEUE)`;
  return [{ kind: "while", test: { kind: "queue", op: "full", queue }, bound: 0, limit, body: [], span }, push];
}

/** Lowers `new Worker(known):(args)`. A parameter chooses any rebec of the pool that does not exist yet. */
export function create(b: Body, node: ExpressionNode & { kind: "new" }): Value {
  const { span } = node;
  const symbol = instantiable(node.type, b.system, b.system.collector);
  if (!symbol) return b.refuse("rebeca/unknown-type", "expected the name of a class", node.type.span);
  if (b.loops > 0) {
    const message = "expected no `new` in a loop, unless it is a `for` with constant bounds";
    b.refuse("rebeca/choice-in-loop", message, span);
  }
  const parameters = symbol.first?.parameters ?? [];
  if (node.known.length !== symbol.known.length || node.args.length !== parameters.length) {
    const isKnown = node.known.length !== symbol.known.length;
    const expected = isKnown ? counted(symbol.known.length, "known rebec") : counted(parameters.length, "argument");
    const found = isKnown ? node.known.length : node.args.length;
    b.refuse("rebeca/wrong-arity", `expected ${expected} for a \`${symbol.name}\`, found ${found}`, span);
  }
  const values = lowerAll(b, [...node.known, ...node.args]);
  const known = values.slice(0, node.known.length).map((value, i): Value => {
    const { type } = symbol.known[i]!;
    return { type, e: coerce(b, value, type, node.known[i]!.span) };
  });
  const args = symbol.first ? coerceAll(b, symbol.first, values.slice(node.known.length), node.args, span) : [];
  const bound = keptArguments(b, known);
  const passed = keptArguments(b, args);
  const pool = b.system.instances.get(symbol)!.filter(({ isPooled }) => isPooled);
  const creation = b.creation(symbol, pool);
  const type = { kind: "rebec", of: symbol } as const;
  pool.forEach((rebec, i) => {
    const layout = b.system.layouts.get(symbol)!;
    const base: Expression = { kind: "variable", name: rebec.name };
    const then: Statement[] = [{ kind: "assign", target: field(base, layout.created!), value: boolean(true), span }];
    symbol.known.forEach(({ name }, k) => {
      then.push({ kind: "assign", target: field(base, layout.fields.get(name)!), value: bound[k]!, span });
    });
    if (symbol.first) then.push(...pushed(b, rebec, symbol.first, passed, reference(b.system, b.self.number), span));
    b.emit({ kind: "if", test: binary("==", creation, integer(i + 1)), then, else: [], span });
  });
  const limit = `there is room for ${pool.length} new rebecs \`${symbol.name}\` (NOETHER_POOL)`;
  b.emit({ kind: "while", test: binary("==", creation, integer(0)), bound: 0, limit, body: [], span });
  // A local that is assigned once has few values.
  const created = pool.reduceRight(
    (rest, { number }, i) => conditional(binary("==", creation, integer(i + 1)), reference(b.system, number), rest),
    reference(b.system, 0),
  );
  return b.local("created", type, created, span);
}
