/** Parses expressions of guards, events and data operations, with the operators of PAT. */

import { climb, operatorTable, prefixTable } from "../../../syntax/operators.ts";
import type { Grammar } from "../../../syntax/operators.ts";
import type { Place } from "../../../syntax/source.ts";
import type { Cursor } from "./cursor.ts";
import type { BinarySign, Binder, ChannelFunction, ExpressionNode, MethodNode } from "./syntax-tree.ts";

const grammar: Grammar<Cursor, BinarySign, ExpressionNode, "+" | "-" | "!"> = {
  operators: operatorTable([
    { chain: "||" },
    { chain: "&&" },
    { left: "xor" },
    { left: "== !=" },
    { left: "< <= > >=" },
    { chain: "+", left: "-" },
    { left: "* / %" },
  ]),
  prefixes: prefixTable({ 8: "+ - !" }),
  prefix: (op, operand, { start }, cursor) => {
    if (op === "+") return operand;
    if (op === "-" && operand.kind === "number") return { ...operand, value: 0 - operand.value, start };
    return cursor.since(start, { kind: "unary", op, operand });
  },
  operand: parsePrimary,
  join: (op, left, right) => ({ kind: "binary", op, left, right, start: left.start, end: right.end }),
};

/** The level of sums: for the parts of an event, the bounds of a range and the size of a channel. */
export const additive: number = grammar.operators.get("+")!.level;

/** Parses an expression. Its operators bind at least as tightly as `minimum`. */
export function parseExpression(cursor: Cursor, minimum = 1): ExpressionNode {
  return climb(cursor, grammar, minimum);
}

export function parseParenthesized(cursor: Cursor, purpose = ""): ExpressionNode {
  return cursor.enclosed("(", purpose, () => parseExpression(cursor));
}

export function parseBracketed(cursor: Cursor): ExpressionNode {
  return cursor.enclosed("[", "", () => parseExpression(cursor));
}

/** Parses `x:{0..N-1}; y:{1, 2}`. */
export function parseBinders(cursor: Cursor): Binder[] {
  return cursor.list(";", () => {
    const { start } = cursor.token;
    const name = cursor.name("the name of an index");
    const purpose = `and the values of \`${name.text}\``;
    cursor.expect(":", purpose);
    const values = cursor.enclosed("{", purpose, () => parseValues(cursor));
    return cursor.since(start, { name, values });
  });
}

function parseValues(cursor: Cursor): Binder["values"] {
  const items = cursor.list(",", () => parseExpression(cursor, additive));
  if (items.length > 1 || !cursor.accept("..")) return { kind: "set", items };
  return { kind: "range", low: items[0]!, high: parseExpression(cursor, additive) };
}

/** Whether binders begin here. */
export function startsBinder(cursor: Cursor): boolean {
  return cursor.at("name") && cursor.peek().kind === ":" && cursor.peek(2).kind === "{";
}

function parsePrimary(cursor: Cursor): ExpressionNode {
  const { kind, start, text } = cursor.token;
  switch (kind) {
    case "number":
      cursor.advance();
      return cursor.since(start, { kind, value: Number(text) });
    case "true":
    case "false":
      cursor.advance();
      return cursor.since(start, { kind: "boolean", value: kind === "true" });
    case "name":
      return startsMethod(cursor) ? parseMethod(cursor) : parsePlace(cursor);
    case "(": {
      const inner = parseParenthesized(cursor);
      return cursor.since(start, { ...inner });
    }
    case "&&":
    case "||": {
      cursor.advance();
      const binders = parseBinders(cursor);
      cursor.expect("@", "between the indices and the condition");
      return cursor.since(start, { kind: "indexed", op: kind, binders, body: parseExpression(cursor) });
    }
    case "call":
      return parseCall(cursor);
    case "new":
      return cursor.failWith("csp/unsupported", "expected an expression, found `new`: C# objects are not supported");
    default:
      return cursor.fail("csp/expected-expression", "an expression");
  }
}

/** Parses `x` or `a[i][j]`. */
export function parsePlace(cursor: Cursor): ExpressionNode {
  const { text: name, start } = cursor.advance();
  const indices: ExpressionNode[] = [];
  while (cursor.at("[")) indices.push(parseBracketed(cursor));
  if (indices.length > 0) return cursor.since(start, { kind: "element", name, indices });
  return cursor.since(start, { kind: "name", name });
}

type Called = DistributiveOmit<Extract<ExpressionNode, { kind: "channel" | "function" }>, "start" | "end">;
type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never;

export const channelFunctions: Readonly<Record<string, ChannelFunction>> = {
  ccount: "len",
  cempty: "empty",
  cfull: "full",
  csize: "size",
  cpeek: "head",
};

/** Whether a call of a method begins here: `s.Add(`. */
export function startsMethod(cursor: Cursor): boolean {
  return cursor.peek().kind === "." && cursor.peek(2).kind === "name" && cursor.peek(3).kind === "(";
}

export function parseMethod(cursor: Cursor): MethodNode & Place {
  const { start } = cursor.token;
  const object = cursor.name("the name of a collection");
  cursor.expect(".", "and a method");
  const method = cursor.name("the name of a method");
  const list = cursor.enclosedList("(", "", ",", () => parseExpression(cursor));
  return cursor.since(start, { kind: "method", object, method, arguments: list });
}

/** Functions on channels, those of the library for numbers, and definitions with parameters. */
export function parseCall(cursor: Cursor): ExpressionNode {
  const { start } = cursor.advance();
  const asked = cursor.enclosed("(", "after `call`", (): Called => {
    const fn = cursor.name("the name of a function");
    const op = Object.hasOwn(channelFunctions, fn.text) ? channelFunctions[fn.text] : undefined;
    if (op === undefined) {
      const list: ExpressionNode[] = [];
      while (cursor.accept(",")) list.push(parseExpression(cursor));
      return { kind: "function", name: fn, arguments: list };
    }
    cursor.expect(",", "and a channel");
    const channel = cursor.name("the name of a channel");
    return { kind: "channel", op, channel, index: cursor.at("[") ? parseBracketed(cursor) : undefined };
  });
  return cursor.since(start, asked);
}
