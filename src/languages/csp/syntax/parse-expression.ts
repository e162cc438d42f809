/** Expressions of guards, events and data operations, by precedence climbing; PAT's operators. */

import { chain } from "../../../model/chain.ts";
import type { Cursor } from "./cursor.ts";
import type { TokenKind } from "./lexer.ts";
import type { BinarySign, Binder, ExpressionNode } from "./syntax-tree.ts";

const levels: Readonly<Partial<Record<TokenKind, number>>> = {
  "||": 1,
  "&&": 2,
  xor: 3,
  "==": 4,
  "!=": 4,
  "<": 5,
  "<=": 5,
  ">": 5,
  ">=": 5,
  "+": 6,
  "-": 6,
  "*": 7,
  "/": 7,
  "%": 7,
};

/** The level of sums: what the parts of an event, the bounds of a range and the size of a channel are. */
export const additive = 6;

/** What stands for a truth value or a number; from `minimum` on, operators bind at least as tightly. */
export function parseExpression(cursor: Cursor, minimum = 1): ExpressionNode {
  return cursor.nested(() => {
    let left = parseUnary(cursor);
    for (;;) {
      const op = cursor.token.kind;
      const level = levels[op];
      if (level === undefined || level < minimum) return left;
      const operands = [left];
      if (op === "&&" || op === "||" || op === "+") {
        while (cursor.accept(op)) operands.push(parseExpression(cursor, level + 1));
      } else {
        cursor.advance();
        operands.push(parseExpression(cursor, level + 1));
      }
      left = chain(operands, (a, b) => join(op as BinarySign, a, b));
    }
  });
}

/** `x:{0..N-1}; y:{1, 2}`. */
export function parseBinders(cursor: Cursor): Binder[] {
  const binders: Binder[] = [];
  do {
    const { start } = cursor.token;
    const name = cursor.name("the name of an index");
    cursor.expect(":", `and the values of \`${name.text}\``);
    const opening = cursor.open("{", `and the values of \`${name.text}\``);
    const values = parseValues(cursor);
    cursor.close("{", opening);
    binders.push(cursor.since(start, { name, values }));
  } while (cursor.accept(";"));
  return binders;
}

function parseValues(cursor: Cursor): Binder["values"] {
  const low = parseExpression(cursor, additive);
  if (cursor.accept("..")) return { kind: "range", low, high: parseExpression(cursor, additive) };
  const items = [low];
  while (cursor.accept(",")) items.push(parseExpression(cursor, additive));
  return { kind: "set", items };
}

/** Whether binders begin here. */
export function startsBinder(cursor: Cursor): boolean {
  return cursor.at("name") && cursor.peek().kind === ":" && cursor.peek(2).kind === "{";
}

function join(op: BinarySign, left: ExpressionNode, right: ExpressionNode): ExpressionNode {
  return { kind: "binary", op, left, right, start: left.start, end: right.end };
}

function parseUnary(cursor: Cursor): ExpressionNode {
  const { start, kind } = cursor.token;
  if (kind === "+") {
    cursor.advance();
    return cursor.nested(() => parseUnary(cursor));
  }
  if (kind === "-" || kind === "!") {
    cursor.advance();
    const operand = cursor.nested(() => parseUnary(cursor));
    if (kind === "-" && operand.kind === "number") return { ...operand, value: 0 - operand.value, start };
    return cursor.since(start, { kind: "unary", op: kind, operand });
  }
  if (kind === "&&" || kind === "||") {
    cursor.advance();
    const binders = parseBinders(cursor);
    cursor.expect("@", "between the indices and the condition");
    return cursor.since(start, { kind: "indexed", op: kind, binders, body: parseExpression(cursor) });
  }
  return parsePrimary(cursor);
}

function parsePrimary(cursor: Cursor): ExpressionNode {
  const { kind, start, text } = cursor.token;
  switch (kind) {
    case "number":
      cursor.advance();
      return cursor.since(start, { kind: "number", value: Number(text) });
    case "true":
    case "false":
      cursor.advance();
      return cursor.since(start, { kind: "boolean", value: kind === "true" });
    case "name":
      return parseNamed(cursor);
    case "(": {
      const opening = cursor.open("(", "");
      const inner = parseExpression(cursor);
      cursor.close("(", opening);
      return cursor.since(start, { ...inner });
    }
    case "call":
      return parseCall(cursor);
    case "new":
      return cursor.failWith("csp/unsupported", "expected an expression, found `new`: C# objects are not supported");
    default:
      return cursor.fail("csp/expected-expression", "an expression");
  }
}

function parseNamed(cursor: Cursor): ExpressionNode {
  const { text: name, start } = cursor.advance();
  const indices: ExpressionNode[] = [];
  while (cursor.at("[")) {
    const opening = cursor.open("[", "");
    indices.push(parseExpression(cursor));
    cursor.close("[", opening);
  }
  if (indices.length > 0) return cursor.since(start, { kind: "element", name, indices });
  return cursor.since(start, { kind: "name", name });
}

const channelFunctions: Readonly<Record<string, "len" | "empty" | "full">> = {
  ccount: "len",
  cempty: "empty",
  cfull: "full",
};

/** Only the functions that ask about channels are known. */
function parseCall(cursor: Cursor): ExpressionNode {
  const { start } = cursor.advance();
  const opening = cursor.open("(", "after `call`");
  const fn = cursor.name("the name of a function");
  const op = Object.hasOwn(channelFunctions, fn.text) ? channelFunctions[fn.text] : undefined;
  if (op === undefined) {
    const message = `expected \`ccount\`, \`cempty\` or \`cfull\`, found \`${fn.text}\`: C# functions are not supported`;
    cursor.failWith("csp/unsupported-call", message, fn);
  }
  cursor.expect(",", "and a channel");
  const channel = cursor.name("the name of a channel");
  let index: ExpressionNode | undefined;
  if (cursor.at("[")) {
    const bracket = cursor.open("[", "");
    index = parseExpression(cursor);
    cursor.close("[", bracket);
  }
  cursor.close("(", opening);
  return cursor.since(start, { kind: "channel", op, channel, index });
}
