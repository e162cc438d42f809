/**
 * Expressions and the domains of quantified names, by precedence climbing.
 *
 * The tree is kept shallow: see `chain.ts` for long conjunctions, disjunctions and sums; any other tree deeper than
 * `deepest` is refused.
 */

import { chain, isChainOperator } from "../chain.ts";
import type { Cursor } from "./cursor.ts";
import { deepest } from "./syntax-tree.ts";
import type { BinarySign, DomainNode, ExpressionNode, Name, UnarySign } from "./syntax-tree.ts";

/** How tightly operators bind, loosest first. */
export const level = {
  quantified: 1,
  conditional: 2,
  "<->": 3,
  "->": 4,
  "||": 5,
  "&&": 6,
  until: 7,
  "==": 8,
  "<": 9,
  "+": 10,
  "*": 11,
  prefix: 12,
  postfix: 13,
} as const;

const binaryLevels: Readonly<Record<BinarySign, number>> = {
  "<->": level["<->"],
  "->": level["->"],
  "||": level["||"],
  "&&": level["&&"],
  U: level.until,
  W: level.until,
  R: level.until,
  "==": level["=="],
  "!=": level["=="],
  "<": level["<"],
  "<=": level["<"],
  ">": level["<"],
  ">=": level["<"],
  "+": level["+"],
  "-": level["+"],
  "*": level["*"],
  "/": level["*"],
  "%": level["*"],
};

/** How tightly an operator binds. */
export function levelOf(op: BinarySign): number {
  return binaryLevels[op];
}

/** Parses operators that bind at least as tightly as `minimum`. */
export function parseExpression(cursor: Cursor, minimum: number = level.quantified): ExpressionNode {
  cursor.enter();
  const result = continueExpression(cursor, parsePrefix(cursor), minimum);
  cursor.leave();
  return result;
}

/** Parses what follows a first operand. */
export function continueExpression(cursor: Cursor, first: ExpressionNode, minimum: number): ExpressionNode {
  let left = first;
  for (;;) {
    if (cursor.at("?") && minimum <= level.conditional) {
      left = parseConditional(cursor, left);
      continue;
    }
    const op = binarySignAt(cursor);
    if (op === undefined || levelOf(op) < minimum) return left;
    left = isChainOperator(op) ? parseChain(cursor, left, op) : parseBinary(cursor, left, op);
  }
}

/** Parses `bool`, a range or a name; `what` continues the sentence "expected ...". */
export function parseDomain(cursor: Cursor, what: string): DomainNode {
  const { start } = cursor.lexer;
  if (cursor.accept("bool")) return cursor.since(start, { kind: "bool" });
  if (!startsBound(cursor)) return cursor.fail("seq/expected-type", what);
  return (
    domainFrom(cursor, parseBound(cursor)) ?? cursor.fail("seq/unexpected-token", "`..` and the upper bound of a range")
  );
}

/** The range that begins with this bound, or the type that is this name; `undefined` if it is neither. */
export function domainFrom(cursor: Cursor, low: ExpressionNode): DomainNode | undefined {
  if (cursor.accept("..")) return cursor.since(low.start, { kind: "range", low, high: parseBound(cursor) });
  return low.kind === "name" ? { kind: "named", name: low.name, start: low.start, end: low.end } : undefined;
}

export function parseBound(cursor: Cursor): ExpressionNode {
  return cursor.within({ bounds: true }, () => parseExpression(cursor, level["+"]));
}

export function startsBound(cursor: Cursor): boolean {
  return cursor.at("name") || cursor.at("number") || cursor.at("-") || cursor.at("(");
}

/** The depth of a tree above these parts. Nodes are built in place, one literal each: this is the hot path of parsing. */
function depthAbove(cursor: Cursor, start: number, a: ExpressionNode, b = a, c = a): number {
  return deeper(cursor, start, Math.max(a.depth, b.depth, c.depth));
}

function depthAboveAll(cursor: Cursor, start: number, parts: readonly ExpressionNode[]): number {
  let depth = 0;
  for (const part of parts) if (part.depth > depth) depth = part.depth;
  return deeper(cursor, start, depth);
}

function deeper(cursor: Cursor, start: number, depth: number): number {
  if (depth >= deepest) cursor.failTooDeep({ start, end: start + 1 });
  return depth + 1;
}

// ---------------------------------------------------------------- operators

function binarySignAt(cursor: Cursor): BinarySign | undefined {
  const { kind, content, quoted } = cursor.lexer;
  if (kind in binaryLevels) return kind as BinarySign;
  if (!cursor.temporal || kind !== "name" || quoted) return undefined;
  return content === "U" || content === "W" || content === "R" ? content : undefined;
}

function join(cursor: Cursor, op: BinarySign, left: ExpressionNode, right: ExpressionNode): ExpressionNode {
  const depth = depthAbove(cursor, left.start, left, right);
  return { kind: "binary", op, left, right, start: left.start, end: right.end, depth };
}

function parseChain(cursor: Cursor, first: ExpressionNode, op: "&&" | "||" | "+"): ExpressionNode {
  const operands = [first];
  while (cursor.accept(op)) operands.push(parseExpression(cursor, levelOf(op) + 1));
  return chain(operands, (left, right) => join(cursor, op, left, right));
}

function parseBinary(cursor: Cursor, left: ExpressionNode, op: BinarySign): ExpressionNode {
  cursor.lexer.advance();
  const own = levelOf(op);
  const rightToLeft = own === level["->"] || own === level.until;
  const result = join(cursor, op, left, parseExpression(cursor, rightToLeft ? own : own + 1));
  const next = binarySignAt(cursor);
  if ((own === level["=="] || own === level["<"]) && next !== undefined && levelOf(next) === own) {
    const message = `expected no second comparison after \`${op}\`, found \`${next}\`; join two with \`&&\`, or use parentheses`;
    return cursor.failWith("seq/chained-comparison", message);
  }
  return result;
}

function parseConditional(cursor: Cursor, test: ExpressionNode): ExpressionNode {
  cursor.expect("?", "");
  const then = parseExpression(cursor);
  cursor.expect(":", "between the two values of `? :`");
  const otherwise = parseExpression(cursor, level.conditional);
  const { start } = test;
  const depth = depthAbove(cursor, start, test, then, otherwise);
  return { kind: "conditional", test, then, else: otherwise, start, end: otherwise.end, depth };
}

// ---------------------------------------------------------------- operands

/** Prefix operators are collected in a loop: a text may begin with a million of them. */
function parsePrefix(cursor: Cursor): ExpressionNode {
  const prefixes: { readonly op: UnarySign; readonly start: number }[] = [];
  for (;;) {
    const { start } = cursor.lexer;
    const op = prefixAt(cursor);
    if (op === undefined) break;
    cursor.lexer.advance();
    if (op === "[]") cursor.lexer.advance();
    prefixes.push({ op, start });
    if (prefixes.length > deepest) cursor.failTooDeep(cursor.lexer);
    if (op !== "!" && op !== "-") break;
  }
  let operand: ExpressionNode;
  const last = prefixes.at(-1);
  if (last === undefined || last.op === "!") operand = parsePostfix(cursor, parsePrimary(cursor));
  else if (last.op === "-") operand = parseNegated(cursor, prefixes);
  else operand = parseExpression(cursor, level["=="]);
  for (const { op, start } of prefixes.reverse()) {
    operand = { kind: "unary", op, operand, start, end: operand.end, depth: depthAbove(cursor, start, operand) };
  }
  return operand;
}

function prefixAt(cursor: Cursor): UnarySign | undefined {
  if (cursor.at("!")) return "!";
  if (cursor.at("-")) return "-";
  if (cursor.at("<>")) {
    if (cursor.temporal) return "<>";
    return cursor.fail("seq/temporal-operator", "an expression (`<>` stands in LTL only)");
  }
  if (!cursor.temporal) return undefined;
  if (cursor.atWord("X")) return "X";
  return cursor.at("[") && cursor.lexer.peek() === "]" ? "[]" : undefined;
}

/** A minus sign before a number makes a negative number. */
function parseNegated(cursor: Cursor, prefixes: { readonly start: number }[]): ExpressionNode {
  if (!cursor.at("number")) return parsePostfix(cursor, parsePrimary(cursor));
  const { start } = prefixes.pop()!;
  const value = 0 - cursor.lexer.value;
  cursor.lexer.advance();
  return { kind: "number", value, start, end: cursor.lexer.previousEnd, depth: 1 };
}

function parsePostfix(cursor: Cursor, first: ExpressionNode): ExpressionNode {
  let base = first;
  for (;;) {
    if (cursor.at("[")) base = parseIndices(cursor, base);
    else if (cursor.at(".") && !cursor.bounds) base = parseField(cursor, base);
    else return base;
  }
}

/** `a[i, j]` is `a[i][j]`. */
function parseIndices(cursor: Cursor, first: ExpressionNode): ExpressionNode {
  const opening = cursor.open("[", "");
  const indices = [parseExpression(cursor)];
  while (cursor.accept(",")) {
    indices.push(parseExpression(cursor));
    if (first.depth + indices.length > deepest) cursor.failTooDeep(first);
  }
  cursor.close("[", opening);
  let base = first;
  const { start } = first;
  const end = cursor.lexer.previousEnd;
  for (const index of indices) {
    base = { kind: "index", base, index, start, end, depth: depthAbove(cursor, start, base, index) };
  }
  return base;
}

function parseField(cursor: Cursor, base: ExpressionNode): ExpressionNode {
  cursor.expect(".", "");
  const field = parseFieldName(cursor);
  const { start } = base;
  return { kind: "field", base, field, start, end: field.end, depth: depthAbove(cursor, start, base) };
}

/** The fields of a tuple are called by numbers. */
function parseFieldName(cursor: Cursor): Name {
  const { content: text, start, end } = cursor.lexer;
  return cursor.accept("number") ? { text, start, end } : cursor.name("the name of a field");
}

function parsePrimary(cursor: Cursor): ExpressionNode {
  const { kind, start, value, content } = cursor.lexer;
  switch (kind) {
    case "number":
      cursor.lexer.advance();
      return { kind: "number", value, start, end: cursor.lexer.previousEnd, depth: 1 };
    case "true":
    case "false":
      cursor.lexer.advance();
      return { kind: "boolean", value: kind === "true", start, end: cursor.lexer.previousEnd, depth: 1 };
    case "name":
      cursor.lexer.advance();
      return { kind: "name", name: content, start, end: cursor.lexer.previousEnd, depth: 1 };
    case "*":
      cursor.lexer.advance();
      return { kind: "any", start, end: cursor.lexer.previousEnd, depth: 1 };
    case "forall":
    case "exists":
    case "count":
    case "sum":
      return parseQuantified(cursor, kind);
    case "len":
    case "empty":
    case "full": {
      cursor.lexer.advance();
      const opening = cursor.open("(", `and a queue after \`${kind}\``);
      const queue = parseExpression(cursor);
      cursor.close("(", opening);
      const depth = depthAbove(cursor, start, queue);
      return { kind: "queue", op: kind, queue, start, end: cursor.lexer.previousEnd, depth };
    }
    case "(":
      return parseParentheses(cursor);
    case "[":
      return parseList(cursor);
    case "{":
      return parseRecord(cursor);
    default:
      return cursor.fail("seq/expected-expression", "an expression");
  }
}

/** `forall i: T, j: T . e` is `forall i: T . forall j: T . e`; the body reaches as far as possible. */
function parseQuantified(cursor: Cursor, op: "forall" | "exists" | "count" | "sum"): ExpressionNode {
  const binders: { start: number; name: Name; domain: DomainNode }[] = [];
  do {
    const { start } = cursor.lexer;
    cursor.lexer.advance();
    const name = cursor.name(`a name after \`${op}\``);
    cursor.expect(":", `and the type of \`${name.text}\``);
    binders.push({
      start,
      name,
      domain: parseDomain(cursor, `the type of \`${name.text}\`: \`bool\`, a range or a name`),
    });
    if (binders.length > deepest) cursor.failTooDeep(name);
  } while (cursor.at(","));
  cursor.expect(".", `between the names of \`${op}\` and its body`);
  let body = cursor.within({ bounds: false }, () => parseExpression(cursor));
  for (const { start, name, domain } of binders.reverse()) {
    const depth = depthAbove(cursor, start, body);
    body = { kind: "quantified", op, name, domain, body, start, end: body.end, depth };
  }
  return body;
}

/** A parenthesized expression, or a tuple. */
function parseParentheses(cursor: Cursor): ExpressionNode {
  const opening = cursor.open("(", "");
  const first = parseExpression(cursor);
  const items = [first];
  while (cursor.accept(",")) items.push(parseExpression(cursor));
  cursor.close("(", opening);
  const end = cursor.lexer.previousEnd;
  if (items.length === 1) return { ...first, start: opening, end };
  return { kind: "tuple", items, start: opening, end, depth: depthAboveAll(cursor, opening, items) };
}

/** `[a, b]`, `[]` or `[i: e]`. */
function parseList(cursor: Cursor): ExpressionNode {
  const opening = cursor.open("[", "");
  const items: ExpressionNode[] = [];
  if (!cursor.at("]")) {
    const first = parseExpression(cursor);
    if (first.kind === "name" && cursor.accept(":")) {
      const body = parseExpression(cursor);
      cursor.close("[", opening);
      const name = { text: first.name, start: first.start, end: first.end };
      const depth = depthAbove(cursor, opening, body);
      return { kind: "comprehension", name, body, start: opening, end: cursor.lexer.previousEnd, depth };
    }
    items.push(first);
    while (cursor.accept(",")) items.push(parseExpression(cursor));
  }
  cursor.close("[", opening);
  if (items.length === 0 && (cursor.at("name") || cursor.at("(") || cursor.at("!"))) {
    const place = { start: opening, end: cursor.lexer.previousEnd };
    cursor.failWith("seq/temporal-operator", "expected an expression, found `[]`, which stands in LTL only", place);
  }
  const depth = depthAboveAll(cursor, opening, items);
  return { kind: "list", items, start: opening, end: cursor.lexer.previousEnd, depth };
}

/** A brace that begins no record is most likely that of the block after a missing expression. */
function parseRecord(cursor: Cursor): ExpressionNode {
  if (cursor.lexer.peek() !== "name" || cursor.lexer.peek(2) !== ":") {
    cursor.fail("seq/expected-expression", "an expression");
  }
  const opening = cursor.open("{", "");
  const fields: { name: Name; value: ExpressionNode }[] = [];
  do {
    const name = cursor.name("the name of a field");
    cursor.expect(":", `and the value of the field \`${name.text}\``);
    fields.push({ name, value: parseExpression(cursor) });
  } while (cursor.accept(","));
  cursor.close("{", opening);
  const depth = depthAboveAll(
    cursor,
    opening,
    fields.map((field) => field.value),
  );
  return { kind: "record", fields, start: opening, end: cursor.lexer.previousEnd, depth };
}
