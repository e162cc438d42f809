/**
 * Parses expressions and the domains of quantified names.
 *
 * The tree stays shallow: long conjunctions, disjunctions and sums are halved, and any other tree deeper than `deepest`
 * is refused.
 */

import { excerpt } from "../../syntax/excerpt.ts";
import { climb, climbFrom, operatorTable, prefixTable } from "../../syntax/operators.ts";
import type { Grammar, Operator, Operators } from "../../syntax/operators.ts";
import type { Cursor } from "./cursor.ts";
import { deepest } from "./syntax-tree.ts";
import type { BinarySign, DomainNode, ExpressionNode, Name, UnarySign } from "./syntax-tree.ts";

/** The precedence and associativity of operators. */
const operators: Operators<BinarySign> = operatorTable(
  [
    { left: "<->" },
    { right: "->" },
    { chain: "||" },
    { chain: "&&" },
    { right: "U W R" },
    { none: "== !=" },
    { none: "< <= > >=" },
    { chain: "+", left: "-" },
    { left: "* / %" },
  ],
  3,
);

export function operatorOf(op: BinarySign): Operator<BinarySign> {
  return operators.get(op)!;
}

/** The precedence of other forms: looser than all operators, or tighter. */
export const level = { quantified: 1, conditional: 2, prefix: 12, postfix: 13 } as const;
const comparison = operatorOf("==").level;
const sum = operatorOf("+").level;

const temporal: Grammar<Cursor, BinarySign, ExpressionNode, UnarySign> = {
  operators,
  join: (op, left, right, cursor) => {
    const depth = depthAbove(cursor, left.start, left, right);
    return { kind: "binary", op, left, right, start: left.start, end: right.end, depth };
  },
  prefixes: prefixTable({ [level.prefix]: "! -", [comparison]: "X [] <>" }),
  prefix: (op, operand, { start }, cursor) => {
    // A minus sign before a number makes a negative number.
    const isBare = operand.start === cursor.previous?.start;
    if (op === "-" && operand.kind === "number" && isBare) return { ...operand, value: 0 - operand.value, start };
    return { kind: "unary", op, operand, start, end: operand.end, depth: depthAbove(cursor, start, operand) };
  },
  operand: (cursor) => parsePostfix(cursor, parsePrimary(cursor)),
  suffix: parseConditional,
};

/** Outside LTL, `X`, `U`, `W` and `R` are names, and other temporal operators have no meaning. */
const plain: typeof temporal = {
  ...temporal,
  operators: new Map([...operators].filter(([op]) => !/^\w/.test(op))),
  prefixes: prefixTable({ [level.prefix]: "! -" }),
};

function grammar(cursor: Cursor): typeof temporal {
  return cursor.temporal ? temporal : plain;
}

/** Parses operators that bind at least as tightly as `minimum`. */
export function parseExpression(cursor: Cursor, minimum: number = level.quantified): ExpressionNode {
  return climb(cursor, grammar(cursor), minimum);
}

/** Parses the rest of a bound after its first operand. */
export function continueBound(cursor: Cursor, first: ExpressionNode): ExpressionNode {
  return cursor.within({ bounds: true }, () => climbFrom(cursor, grammar(cursor), first, sum));
}

/** Parses `bool`, a range or a name; `what` continues the sentence "expected ...". */
export function parseDomain(cursor: Cursor, what: string): DomainNode {
  const { start } = cursor.token;
  if (cursor.accept("bool")) return cursor.since(start, { kind: "bool" });
  if (!startsBound(cursor)) return cursor.fail("seq/expected-type", what);
  return (
    domainFrom(cursor, parseBound(cursor)) ?? cursor.fail("seq/unexpected-token", "`..` and the upper bound of a range")
  );
}

/** The range that begins with this bound, or the type of this name; `undefined` if it is neither. */
export function domainFrom(cursor: Cursor, low: ExpressionNode): DomainNode | undefined {
  if (cursor.accept("..")) return cursor.since(low.start, { kind: "range", low, high: parseBound(cursor) });
  return low.kind === "name" ? { kind: "named", name: low.name, start: low.start, end: low.end } : undefined;
}

export function parseBound(cursor: Cursor): ExpressionNode {
  return cursor.within({ bounds: true }, () => parseExpression(cursor, sum));
}

export function startsBound(cursor: Cursor): boolean {
  return cursor.at("name") || cursor.at("number") || cursor.at("-") || cursor.at("(");
}

/** The depth of a tree above these parts. Nodes are object literals built in place: this is the hot path of parsing. */
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

function parseConditional(cursor: Cursor, test: ExpressionNode, minimum: number): ExpressionNode | undefined {
  if (minimum > level.conditional || !cursor.accept("?")) return undefined;
  const then = parseExpression(cursor);
  cursor.expect(":", "between the two values of `? :`");
  const otherwise = parseExpression(cursor, level.conditional);
  const { start } = test;
  const depth = depthAbove(cursor, start, test, then, otherwise);
  return { kind: "conditional", test, then, else: otherwise, start, end: otherwise.end, depth };
}

// ---------------------------------------------------------------- operands

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
  let { depth } = first;
  const parseIndex = (): ExpressionNode => {
    cursor.checkDepth(depth++ - 1, first);
    return parseExpression(cursor);
  };
  const indices = cursor.enclosed("[", "", () => cursor.list(",", parseIndex));
  let base = first;
  const { start } = first;
  const end = cursor.previousEnd;
  for (const index of indices) {
    base = { kind: "index", base, index, start, end, depth: depthAbove(cursor, start, base, index) };
  }
  return base;
}

function parseField(cursor: Cursor, base: ExpressionNode): ExpressionNode {
  cursor.advance();
  if (queueWords.has(cursor.token.kind) && cursor.peek().kind === "(") refuseMethod(cursor, base);
  // In a tuple, the name of a field is a number.
  const field = cursor.at("number") ? cursor.advance() : cursor.name("the name of a field");
  const { start } = base;
  return { kind: "field", base, field, start, end: field.end, depth: depthAbove(cursor, start, base) };
}

const queueWords: ReadonlySet<string> = new Set(["push", "pop", "len", "empty", "full"]);

/** `q.push(v)`, as in other languages. The whole call is skipped, so that there is one error. */
function refuseMethod(cursor: Cursor, base: ExpressionNode): never {
  const { source, kind: word } = cursor.token;
  const place = { start: base.start, end: cursor.token.end, source };
  const [, given = "..."] =
    /^\s*\(([^()\n]*)\)/.exec(source.text.slice(cursor.token.end, cursor.token.end + 200)) ?? [];
  const queue = source.text.slice(base.start, base.end);
  const call = `${word}(${[queue, given.trim()].filter((part) => part !== "").join(", ")})`;
  while (!cursor.at(")") && !cursor.at(";") && !cursor.at("}") && !cursor.at("end")) cursor.advance();
  return cursor.failWith("seq/method", `expected \`${call}\`, found \`${excerpt(queue)}.${word}\``, place);
}

function parsePrimary(cursor: Cursor): ExpressionNode {
  const { kind, start, value, text } = cursor.token;
  switch (kind) {
    case "number":
      cursor.advance();
      return { kind: "number", value: value!, start, end: cursor.previousEnd, depth: 1 };
    case "true":
    case "false":
      cursor.advance();
      return { kind: "boolean", value: kind === "true", start, end: cursor.previousEnd, depth: 1 };
    case "name":
      cursor.advance();
      return { kind: "name", name: text, start, end: cursor.previousEnd, depth: 1 };
    case "*":
      cursor.advance();
      return { kind: "any", start, end: cursor.previousEnd, depth: 1 };
    case "forall":
    case "exists":
    case "count":
    case "sum":
      return parseQuantified(cursor, kind);
    case "len":
    case "empty":
    case "full": {
      cursor.advance();
      const queue = cursor.enclosed("(", `and a queue after \`${kind}\``, () => parseExpression(cursor));
      const depth = depthAbove(cursor, start, queue);
      return { kind: "queue", op: kind, queue, start, end: cursor.previousEnd, depth };
    }
    case "(":
      return parseParentheses(cursor);
    case "[]":
      return parseEmptyList(cursor);
    case "[":
      return parseList(cursor);
    case "<>":
      return cursor.fail("seq/temporal-operator", "an expression (`<>` stands in LTL only)");
    case "{":
      return parseRecord(cursor);
    default:
      return cursor.fail("seq/expected-expression", "an expression");
  }
}

/** Parses `forall i: T, j: T . e` as `forall i: T . forall j: T . e`. The body extends as far as possible. */
function parseQuantified(cursor: Cursor, op: "forall" | "exists" | "count" | "sum"): ExpressionNode {
  const binders: { start: number; name: Name; domain: DomainNode }[] = [];
  do {
    const { start } = cursor.advance();
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

/** Parses a parenthesized expression or a tuple. */
function parseParentheses(cursor: Cursor): ExpressionNode {
  const { start } = cursor.token;
  const items = cursor.enclosed("(", "", () => cursor.list(",", () => parseExpression(cursor)));
  const end = cursor.previousEnd;
  if (items.length === 1) return { ...items[0]!, start, end };
  return { kind: "tuple", items, start, end, depth: depthAboveAll(cursor, start, items) };
}

/** Parses `[]`, which is often meant as an operator. */
function parseEmptyList(cursor: Cursor): ExpressionNode {
  const { start, end } = cursor.advance();
  if (cursor.at("name") || cursor.at("(") || cursor.at("!")) {
    const message = "expected an expression, found `[]`, which stands in LTL only";
    cursor.failWith("seq/temporal-operator", message, { start, end });
  }
  return { kind: "list", items: [], start, end, depth: 1 };
}

/** Parses `[a, b]` or `[i: e]`. */
function parseList(cursor: Cursor): ExpressionNode {
  const opening = cursor.open("[", "");
  const { start } = opening;
  const first = cursor.at("]") ? undefined : parseExpression(cursor);
  if (first?.kind === "name" && cursor.accept(":")) {
    const body = parseExpression(cursor);
    cursor.close("[", opening);
    const name = { text: first.name, start: first.start, end: first.end };
    const depth = depthAbove(cursor, start, body);
    return { kind: "comprehension", name, body, start, end: cursor.previousEnd, depth };
  }
  const items = first ? [first] : [];
  if (first) while (cursor.accept(",")) items.push(parseExpression(cursor));
  cursor.close("[", opening);
  return { kind: "list", items, start, end: cursor.previousEnd, depth: depthAboveAll(cursor, start, items) };
}

/** A brace that begins no record most likely begins the block after a missing expression. */
function parseRecord(cursor: Cursor): ExpressionNode {
  const { start } = cursor.token;
  if (cursor.peek().kind !== "name" || cursor.peek(2).kind !== ":") {
    cursor.fail("seq/expected-expression", "an expression");
  }
  const parseField = (): { name: Name; value: ExpressionNode } => {
    const name = cursor.name("the name of a field");
    cursor.expect(":", `and the value of the field \`${name.text}\``);
    return { name, value: parseExpression(cursor) };
  };
  const fields = cursor.enclosed("{", "", () => cursor.list(",", parseField));
  const values = fields.map((field) => field.value);
  return { kind: "record", fields, start, end: cursor.previousEnd, depth: depthAboveAll(cursor, start, values) };
}
