/** Parses expressions by precedence climbing: the operators of Java, `?(a, b)`, `new`, sends and calls. */

import { climb, operatorTable, prefixTable } from "../../../syntax/operators.ts";
import type { Grammar } from "../../../syntax/operators.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Cursor } from "./cursor.ts";
import type { BinarySign, ExpressionNode, TypeNode, UnarySign } from "./syntax-tree.ts";

const prefixLevel = 13;

const plain: Grammar<Cursor, BinarySign, ExpressionNode, UnarySign | "+" | "++" | "--"> = {
  operators: operatorTable(
    [
      { chain: "||" },
      { chain: "&&" },
      { left: "|" },
      { left: "^" },
      { left: "&" },
      { left: "== !=" },
      { left: "< <= > >=" },
      { left: "<< >>" },
      { chain: "+", left: "-" },
      { left: "* / %" },
    ],
    3,
  ),
  prefixes: prefixTable({ [prefixLevel]: "+ - ! ~ ++ --" }),
  prefix: (op, operand, start, cursor) => {
    const span = cursor.spanSince(start);
    if (op === "+") return operand;
    if (op === "++" || op === "--") return step(operand, op, span, false);
    if (op === "-" && operand.kind === "number") return { kind: "number", value: 0 - operand.value, span };
    return { kind: "unary", op, operand, span };
  },
  operand: parsePostfix,
  join: (op, left, right) => ({ kind: "binary", op, left, right, span: joined(left.span, right.span) }),
  suffix: parseInstanceof,
};

/** Implications and infix temporal operators of formulas. Until binds like `|`. */
const formula: typeof plain = {
  ...plain,
  operators: new Map([
    ...plain.operators,
    ...operatorTable<BinarySign>([{ right: "<->" }, { right: "->" }, {}, {}, { right: "U W R" }]),
  ]),
};

const relational = plain.operators.get("<")!.level;

/** `=` and the compound assignments. */
const assignment = /^(?:<<|>>|[-+*/%&|^])?=$/;

/** Parses an assignment, or an expression that is none. */
export function parseExpression(cursor: Cursor): ExpressionNode {
  return cursor.nested(() => {
    const target = parseConditional(cursor);
    const { kind } = cursor.token;
    if (cursor.isFormula || !assignment.test(kind)) return target;
    cursor.advance();
    const op = kind === "=" ? undefined : (kind.slice(0, -1) as BinarySign);
    const value = parseExpression(cursor);
    return { kind: "assign", target, op, value, span: joined(target.span, value.span) };
  });
}

/** Parses a condition or formula of a property. */
export function parseFormula(cursor: Cursor): ExpressionNode {
  cursor.isFormula = true;
  try {
    return parseExpression(cursor);
  } finally {
    cursor.isFormula = false;
  }
}

function parseConditional(cursor: Cursor): ExpressionNode {
  return cursor.nested(() => {
    const test = climb(cursor, cursor.isFormula ? formula : plain);
    if (!cursor.accept("?")) return test;
    const then = parseExpression(cursor);
    cursor.expect(":", "and what holds otherwise");
    const otherwise = parseConditional(cursor);
    return { kind: "conditional", test, then, else: otherwise, span: joined(test.span, otherwise.span) };
  });
}

function parseInstanceof(cursor: Cursor, operand: ExpressionNode, minimum: number): ExpressionNode | undefined {
  if (minimum > relational || !cursor.accept("instanceof")) return undefined;
  const type = parseType(cursor);
  return { kind: "instanceof", operand, type, span: joined(operand.span, type.span) };
}

function step(target: ExpressionNode, op: "++" | "--", span: Span, before: boolean): ExpressionNode {
  const one: ExpressionNode = { kind: "number", value: 1, span };
  return { kind: "assign", target, op: op === "++" ? "+" : "-", value: one, before, span };
}

function parsePostfix(cursor: Cursor): ExpressionNode {
  const { start } = cursor.token;
  let base = parsePrimary(cursor);
  for (let count = 0; ; count++) {
    cursor.checkDepth(count - 1);
    if (cursor.accept(".")) {
      const name = cursor.name("the name of a message server");
      if (cursor.at("(")) {
        const args = parseArguments(cursor);
        refuseTiming(cursor);
        base = { kind: "call", target: base, name, args, span: cursor.spanSince(start) };
      } else base = { kind: "member", base, name, span: cursor.spanSince(start) };
    } else if (cursor.at("[")) {
      const index = cursor.enclosed("[", "", () => parseExpression(cursor));
      base = { kind: "element", base, index, span: cursor.spanSince(start) };
    } else if (cursor.at("++") || cursor.at("--")) {
      const { kind } = cursor.advance();
      base = step(base, kind as "++" | "--", cursor.spanSince(start), true);
    } else return base;
  }
}

/** Refuses `after` and `deadline` of Timed Rebeca. */
function refuseTiming(cursor: Cursor): void {
  for (const word of ["after", "deadline"]) {
    if (!cursor.atWord(word)) continue;
    const message = `expected the end of the send, found \`${word}\`: Timed Rebeca is not supported`;
    cursor.failWith("rebeca/unsupported", message);
  }
}

function parsePrimary(cursor: Cursor): ExpressionNode {
  const { kind, start, text } = cursor.token;
  const word = <const T extends object>(node: T): T & { readonly span: Span } => {
    cursor.advance();
    return { ...node, span: cursor.spanSince(start) };
  };
  switch (kind) {
    case "number":
      return word({ kind, value: Number(text) });
    case "string":
      return word({ kind: "text", value: text });
    case "true":
    case "false":
      return word({ kind: "boolean", value: kind === "true" });
    case "null":
    case "self":
    case "sender":
      return word({ kind });
    case "name": {
      const name = cursor.name("a name");
      if (!cursor.at("(")) return { kind: "name", name: name.text, span: name.span };
      const args = parseArguments(cursor);
      return { kind: "call", name, args, span: cursor.spanSince(start) };
    }
    case "(":
      return parseParenthesis(cursor);
    case "?": {
      cursor.advance();
      const options = parseArguments(cursor, "and the values to choose from");
      const span = cursor.spanSince(start);
      if (options.length === 0) cursor.failWith("rebeca/empty-choice", "expected a value to choose, found none", span);
      return { kind: "choice", options, span };
    }
    case "new":
      return parseNew(cursor);
    default:
      return cursor.fail("rebeca/expected-expression", "an expression");
  }
}

/** Parses a cast, if the parentheses contain only a type and an operand follows. Otherwise parses an expression. */
function parseParenthesis(cursor: Cursor): ExpressionNode {
  const { start } = cursor.token;
  const after = cursor.peek(3).kind;
  const isOperand = ["name", "number", "(", "self", "sender", "null", "true", "false", "new"].includes(after);
  if (!cursor.isFormula && cursor.peek().kind === "name" && cursor.peek(2).kind === ")" && isOperand) {
    cursor.advance();
    const type = parseType(cursor);
    cursor.advance();
    // `(T) x.m()` casts the value of `x.m()`, and `((T) x).m()` the target.
    const operand = cursor.nested(() => parsePostfix(cursor));
    return { kind: "cast", type, operand, span: cursor.spanSince(start) };
  }
  const inner = cursor.enclosed("(", "", () => parseExpression(cursor));
  return { ...inner, span: cursor.spanSince(start) };
}

/** Parses `new Worker(lb):(3)`. */
function parseNew(cursor: Cursor): ExpressionNode {
  const { start } = cursor.advance();
  const type = cursor.name("the name of a class");
  const known = parseArguments(cursor, "and the known rebecs");
  const args = cursor.accept(":") ? parseArguments(cursor, "and what is passed on") : [];
  return { kind: "new", type, known, args, span: cursor.spanSince(start) };
}

export function parseArguments(cursor: Cursor, purpose = ""): ExpressionNode[] {
  return cursor.enclosedList("(", purpose, ",", () => {
    refuseAnnotation(cursor, "an expression");
    return parseExpression(cursor);
  });
}

export function refuseAnnotation(cursor: Cursor, expected: string): void {
  if (!cursor.at("@")) return;
  const name = cursor.peek().text;
  const message = `expected ${expected}, found the annotation \`@${name}\`: annotations are not supported`;
  cursor.failWith("rebeca/unsupported", message);
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
  return { name, sizes, span: cursor.spanSince(start) };
}

/** Parses `[3][2]`, which comes after the type, or after the name in older texts. */
export function parseSizes(cursor: Cursor): ExpressionNode[] {
  const sizes: ExpressionNode[] = [];
  while (cursor.at("[")) sizes.push(cursor.enclosed("[", "", () => parseExpression(cursor)));
  return sizes;
}

export function joined(from: Span, to: Span): Span {
  return { source: from.source, start: from.start, end: to.end };
}

/** Whether a declaration begins here: a type and a name. */
export function startsDeclaration(cursor: Cursor): boolean {
  if (!cursor.at("name")) return false;
  if (cursor.peek().kind === "name") return true;
  // `int[3] a`: matching brackets, and a name.
  let distance = 1;
  while (cursor.peek(distance).kind === "[") {
    while (!["]", ";", "end", "{", "}"].includes(cursor.peek(distance).kind)) distance++;
    if (cursor.peek(distance).kind !== "]") return false;
    distance++;
  }
  return distance > 1 && cursor.peek(distance).kind === "name";
}
