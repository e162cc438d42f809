/** Expressions, by precedence climbing; Java's operators, `?(a, b)`, `new`, and sends and calls. */

import { chain } from "../../model/chain.ts";
import type { Span } from "../../syntax/source.ts";
import type { Cursor } from "./cursor.ts";
import type { TokenKind } from "./lexer.ts";
import { deepest } from "./syntax-tree.ts";
import type { BinarySign, ExpressionNode, TypeNode } from "./syntax-tree.ts";

const levels: Readonly<Partial<Record<TokenKind, number>>> = {
  "||": 3,
  "&&": 4,
  "|": 5,
  "^": 6,
  "&": 7,
  "==": 8,
  "!=": 8,
  "<": 9,
  "<=": 9,
  ">": 9,
  ">=": 9,
  "<<": 10,
  ">>": 10,
  "+": 11,
  "-": 11,
  "*": 12,
  "/": 12,
  "%": 12,
};

/** Implications and temporal operators between formulas. */
const formulaLevels: Readonly<Record<string, number>> = { "<->": 1, "->": 2, U: 5, W: 5, R: 5 };

const assignments: Readonly<Partial<Record<TokenKind, BinarySign>>> = {
  "+=": "+",
  "-=": "-",
  "*=": "*",
  "/=": "/",
  "%=": "%",
  "&=": "&",
  "|=": "|",
  "^=": "^",
  "<<=": "<<",
  ">>=": ">>",
};

/** An assignment, or an expression without one at its top. */
export function parseExpression(cursor: Cursor): ExpressionNode {
  return cursor.nested(() => {
    const target = parseConditional(cursor);
    const { kind } = cursor.token;
    const op = assignments[kind];
    if (kind !== "=" && op === undefined) return target;
    cursor.advance();
    const value = parseExpression(cursor);
    return { kind: "assign", target, op, value, span: joined(target.span, value.span) };
  });
}

/** A condition or formula of a property: no assignments, but `->`, `<->` and infix temporal operators. */
export function parseFormula(cursor: Cursor): ExpressionNode {
  return parseConditional(cursor, true);
}

function parseConditional(cursor: Cursor, isFormula = false): ExpressionNode {
  return cursor.nested(() => {
    const test = parseBinary(cursor, 1, isFormula);
    if (!cursor.accept("?")) return test;
    const then = isFormula ? parseFormula(cursor) : parseExpression(cursor);
    cursor.expect(":", "and what holds otherwise");
    const otherwise = parseConditional(cursor, isFormula);
    return { kind: "conditional", test, then, else: otherwise, span: joined(test.span, otherwise.span) };
  });
}

function parseBinary(cursor: Cursor, minimum: number, isFormula: boolean): ExpressionNode {
  return cursor.nested(() => {
    let left = parseUnary(cursor, isFormula);
    for (let count = 0; ; count++) {
      checkLength(cursor, count);
      const { kind, text } = cursor.token;
      if (kind === "instanceof" && minimum <= 9) {
        cursor.advance();
        const type = parseType(cursor);
        left = { kind: "instanceof", operand: left, type, span: joined(left.span, type.span) };
        continue;
      }
      const op = kind === "name" ? text : kind;
      const level = levels[kind] ?? (isFormula && Object.hasOwn(formulaLevels, op) ? formulaLevels[op] : undefined);
      if (level === undefined || level < minimum) return left;
      const operands = [left];
      if (op === "&&" || op === "||" || op === "+") {
        while (cursor.accept(op)) operands.push(parseBinary(cursor, level + 1, isFormula));
      } else {
        cursor.advance();
        // Implications and until associate to the right.
        operands.push(parseBinary(cursor, levels[kind] === undefined ? level : level + 1, isFormula));
      }
      left = chain(operands, (a, b) => ({
        kind: "binary",
        op: op as BinarySign,
        left: a,
        right: b,
        span: joined(a.span, b.span),
      }));
    }
  });
}

function parseUnary(cursor: Cursor, isFormula: boolean): ExpressionNode {
  const { start, kind } = cursor.token;
  const operand = (): ExpressionNode => cursor.nested(() => parseUnary(cursor, isFormula));
  switch (kind) {
    case "+":
      cursor.advance();
      return operand();
    case "-":
    case "!":
    case "~": {
      cursor.advance();
      const inner = operand();
      const span = cursor.since(start);
      if (kind === "-" && inner.kind === "number") return { kind: "number", value: 0 - inner.value, span };
      return { kind: "unary", op: kind, operand: inner, span };
    }
    case "++":
    case "--": {
      cursor.advance();
      return step(operand(), kind, cursor.since(start), false);
    }
    default:
      return parsePostfix(cursor, isFormula);
  }
}

function step(target: ExpressionNode, op: "++" | "--", span: Span, before: boolean): ExpressionNode {
  const one: ExpressionNode = { kind: "number", value: 1, span };
  return { kind: "assign", target, op: op === "++" ? "+" : "-", value: one, before, span };
}

function parsePostfix(cursor: Cursor, isFormula: boolean): ExpressionNode {
  const { start } = cursor.token;
  let base = parsePrimary(cursor, isFormula);
  for (let count = 0; ; count++) {
    checkLength(cursor, count);
    if (cursor.accept(".")) {
      const name = cursor.name("the name of a message server");
      if (cursor.at("(")) {
        const args = parseArguments(cursor, "", isFormula);
        refuseTiming(cursor);
        base = { kind: "call", target: base, name, args, span: cursor.since(start) };
      } else base = { kind: "member", base, name, span: cursor.since(start) };
    } else if (cursor.at("[")) {
      const opening = cursor.open("[", "");
      const index = isFormula ? parseFormula(cursor) : parseExpression(cursor);
      cursor.close("[", opening);
      base = { kind: "element", base, index, span: cursor.since(start) };
    } else if (cursor.at("++") || cursor.at("--")) {
      const { kind } = cursor.advance();
      base = step(base, kind as "++" | "--", cursor.since(start), true);
    } else return base;
  }
}

/** Each operator of a chain such as `a - b - c` is a level deeper than the one before. */
function checkLength(cursor: Cursor, count: number): void {
  if (count <= deepest) return;
  cursor.failWith("rebeca/nested-too-deeply", `expected at most ${deepest} operators in a row, found more here`);
}

/** Timed Rebeca's `after` and `deadline`. */
function refuseTiming(cursor: Cursor): void {
  for (const word of ["after", "deadline"]) {
    if (!cursor.atWord(word)) continue;
    const message = `expected the end of the send, found \`${word}\`: Timed Rebeca is not supported`;
    cursor.failWith("rebeca/unsupported", message);
  }
}

function parsePrimary(cursor: Cursor, isFormula: boolean): ExpressionNode {
  const { kind, start, text } = cursor.token;
  switch (kind) {
    case "number":
      cursor.advance();
      return { kind, value: Number(text), span: cursor.since(start) };
    case "string":
      cursor.advance();
      return { kind: "text", value: text.slice(1, -1), span: cursor.since(start) };
    case "true":
    case "false":
      cursor.advance();
      return { kind: "boolean", value: kind === "true", span: cursor.since(start) };
    case "null":
    case "self":
    case "sender":
      cursor.advance();
      return { kind, span: cursor.since(start) };
    case "name": {
      const name = cursor.name("a name");
      if (!cursor.at("(")) return { kind: "name", name: name.text, span: name.span };
      const args = parseArguments(cursor, "", isFormula);
      return { kind: "call", name, args, span: cursor.since(start) };
    }
    case "(":
      return parseParenthesis(cursor, isFormula);
    case "?": {
      cursor.advance();
      const options = parseArguments(cursor, "and the values to choose from");
      const span = cursor.since(start);
      if (options.length === 0) cursor.failWith("rebeca/empty-choice", "expected a value to choose, found none", span);
      return { kind: "choice", options, span };
    }
    case "new":
      return parseNew(cursor);
    default:
      return cursor.fail("rebeca/expected-expression", "an expression");
  }
}

/** A cast, if a type alone is between the parentheses and an operand follows; otherwise an expression. */
function parseParenthesis(cursor: Cursor, isFormula: boolean): ExpressionNode {
  const { start } = cursor.token;
  const after = cursor.peek(3).kind;
  const isOperand = ["name", "number", "(", "self", "sender", "null", "true", "false", "new"].includes(after);
  if (!isFormula && cursor.peek().kind === "name" && cursor.peek(2).kind === ")" && isOperand) {
    cursor.advance();
    const type = parseType(cursor);
    cursor.advance();
    const operand = parseCastOperand(cursor);
    return { kind: "cast", type, operand, span: cursor.since(start) };
  }
  const opening = cursor.open("(", "");
  const inner = isFormula ? parseFormula(cursor) : parseExpression(cursor);
  cursor.close("(", opening);
  return { ...inner, span: cursor.since(start) };
}

/** `(T) x.m()` casts what `x.m()` is, `((T) x).m()` the target. */
function parseCastOperand(cursor: Cursor): ExpressionNode {
  return cursor.nested(() => parsePostfix(cursor, false));
}

/** `new Worker(lb):(3)`. */
function parseNew(cursor: Cursor): ExpressionNode {
  const { start } = cursor.advance();
  const type = cursor.name("the name of a class");
  const known = parseArguments(cursor, "and the known rebecs");
  const args = cursor.accept(":") ? parseArguments(cursor, "and what is passed on") : [];
  return { kind: "new", type, known, args, span: cursor.since(start) };
}

export function parseArguments(cursor: Cursor, purpose: string, isFormula = false): ExpressionNode[] {
  const opening = cursor.open("(", purpose);
  const args: ExpressionNode[] = [];
  if (!cursor.at(")")) {
    do {
      if (cursor.at("@")) cursor.failWith("rebeca/unsupported", "expected an expression, found an annotation: these are not supported"); // prettier-ignore
      args.push(isFormula ? parseFormula(cursor) : parseExpression(cursor));
    } while (cursor.accept(","));
  }
  cursor.close("(", opening);
  return args;
}

const foreignTypes = new Set(["float", "double", "long", "char", "String", "string"]);

export function parseType(cursor: Cursor): TypeNode {
  const { start } = cursor.token;
  const name = cursor.name("a type");
  if (foreignTypes.has(name.text)) {
    const message = `expected \`boolean\`, \`byte\`, \`short\`, \`int\` or a class, found \`${name.text}\`, which is not supported`;
    cursor.failWith("rebeca/unsupported", message, name.span);
  }
  if (cursor.at("<")) {
    cursor.failWith("rebeca/unsupported", "expected a name, found `<`: types with parameters are not supported");
  }
  const sizes = parseSizes(cursor);
  return { name, sizes, span: cursor.since(start) };
}

/** `[3][2]`: after the type, or after the name in older texts. */
export function parseSizes(cursor: Cursor): ExpressionNode[] {
  const sizes: ExpressionNode[] = [];
  while (cursor.at("[")) {
    const opening = cursor.open("[", "");
    sizes.push(parseExpression(cursor));
    cursor.close("[", opening);
  }
  return sizes;
}

export function joined(from: Span, to: Span): Span {
  return { source: from.source, start: from.start, end: to.end };
}

/** Whether a declaration begins here: a type and a name. */
export function startsDeclaration(cursor: Cursor): boolean {
  if (!cursor.at("name")) return false;
  if (cursor.peek().kind === "name") return true;
  // `int[3] a`: brackets that close, and a name.
  let distance = 1;
  while (cursor.peek(distance).kind === "[") {
    while (!["]", ";", "end", "{", "}"].includes(cursor.peek(distance).kind)) distance++;
    if (cursor.peek(distance).kind !== "]") return false;
    distance++;
  }
  return distance > 1 && cursor.peek(distance).kind === "name";
}
