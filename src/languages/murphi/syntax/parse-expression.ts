/** Parses expressions and types, which contain each other. Operators have the precedence that Rumur gives them. */

import { climb, operatorTable, prefixTable } from "../../../syntax/operators.ts";
import type { Grammar } from "../../../syntax/operators.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Cursor } from "./cursor.ts";
import type { BinarySign, ExpressionNode, QuantifierNode, TypeNode, VariableNode } from "./syntax-tree.ts";

const conditionalLevel = 1;
const comparisonLevel = 8;
const productLevel = 11;

const grammar: Grammar<Cursor, BinarySign, ExpressionNode, "!" | "-" | "+" | "~"> = {
  operators: operatorTable(
    [
      { none: "->" },
      { chain: "||" },
      { chain: "&&" },
      { left: "|" },
      { left: "^" },
      { left: "&" },
      { none: "< <= > >= == = !=" },
      { left: "<< >>" },
      { left: "+ -" },
      { left: "* / %" },
    ],
    2,
  ),
  // A negation reaches as far as `!x = y`, a sign only as far as `-x * y`.
  prefixes: prefixTable({ [comparisonLevel]: "!", [productLevel]: "- + ~" }),
  prefix: (op, operand, start, cursor) => {
    const span = cursor.spanSince(start);
    if (op === "+") return operand;
    if (op === "-" && operand.kind === "number") return { kind: "number", value: 0 - operand.value, span };
    return { kind: "unary", op, operand, span };
  },
  operand: parsePostfix,
  join: (op, left, right) => {
    const sign = (op as string) === "=" ? "==" : op;
    return { kind: "binary", op: sign, left, right, span: joined(left.span, right.span) };
  },
  suffix: (cursor, test, minimum) => {
    if (minimum > conditionalLevel || !cursor.accept("?")) return undefined;
    const then = parseExpression(cursor);
    cursor.expect(":", "and the value otherwise");
    const otherwise = parseExpression(cursor);
    return { kind: "conditional", test, then, else: otherwise, span: joined(test.span, otherwise.span) };
  },
};

export function parseExpression(cursor: Cursor): ExpressionNode {
  return climb(cursor, grammar);
}

/** Parses a name with fields and indices. */
export function parseDesignator(cursor: Cursor): ExpressionNode {
  const { text, span } = cursor.name("the name of a variable");
  return parseParts(cursor, { kind: "name", name: text, span });
}

function parsePostfix(cursor: Cursor): ExpressionNode {
  const { token } = cursor;
  switch (token.kind) {
    case "number":
      cursor.advance();
      return { kind: "number", value: token.value!, span: cursor.spanSince(token) };
    case "(":
      return cursor.enclosed("(", "", () => parseExpression(cursor));
    case "forall":
    case "exists": {
      cursor.advance();
      const quantifiers = parseQuantifiers(cursor);
      cursor.expectDo("and the condition");
      const condition = parseExpression(cursor);
      cursor.closeBlock(token.kind === "forall" ? "endforall" : "endexists", token);
      const { kind: op } = token;
      const span = cursor.spanSince(token);
      return quantifiers.reduceRight<ExpressionNode>(
        (body, quantifier) => ({ kind: "quantified", op, quantifier, body, span }),
        condition,
      );
    }
    case "isundefined": {
      cursor.advance();
      const place = cursor.enclosed("(", "and a variable", () => parseDesignator(cursor));
      return { kind: "isundefined", place, span: cursor.spanSince(token) };
    }
    case "ismember": {
      cursor.advance();
      return cursor.enclosed("(", "and an expression", () => {
        const operand = parseExpression(cursor);
        cursor.expect(",", "and a type");
        return { kind: "ismember", operand, type: parseType(cursor), span: cursor.spanSince(token) };
      });
    }
    case "multisetcount":
      cursor.advance();
      return { kind: "multisetcount", ...parseMultisetCondition(cursor), span: cursor.spanSince(token) };
    case "name":
      return parseName(cursor);
    default:
      return cursor.fail("murphi/expected-expression", "an expression");
  }
}

/** `(name: multiset, condition)` */
export function parseMultisetCondition(
  cursor: Cursor,
): Pick<ExpressionNode & { kind: "multisetcount" }, "name" | "multiset" | "condition"> {
  return cursor.enclosed("(", "and the name of an element", () => {
    const name = cursor.name("the name of an element");
    cursor.expect(":", "and a multiset");
    const multiset = parseDesignator(cursor);
    cursor.expect(",", "and a condition");
    return { name, multiset, condition: parseExpression(cursor) };
  });
}

function parseName(cursor: Cursor): ExpressionNode {
  const name = cursor.name("a name");
  const word = name.text.toLowerCase();
  if (word === "true" || word === "false") return { kind: "truth", value: word === "true", span: name.span };
  if (cursor.at("(")) return { kind: "call", name, args: parseArguments(cursor), span: cursor.spanSince(name.span) };
  return parseParts(cursor, { kind: "name", name: name.text, span: name.span });
}

/** `(a, b)`; a comma may follow the last argument. */
export function parseArguments(cursor: Cursor): ExpressionNode[] {
  return cursor.enclosed("(", "and the arguments", () => {
    const args: ExpressionNode[] = [];
    while (!cursor.at(")")) {
      args.push(parseExpression(cursor));
      if (!cursor.accept(",")) break;
    }
    return args;
  });
}

function parseParts(cursor: Cursor, first: ExpressionNode): ExpressionNode {
  let base = first;
  for (let count = 0; ; count++) {
    cursor.checkDepth(count);
    if (cursor.accept(".")) {
      const field = cursor.name("the name of a field");
      base = { kind: "field", base, field, span: cursor.spanSince(first.span) };
    } else if (cursor.at("[")) {
      const index = cursor.enclosed("[", "", () => parseExpression(cursor));
      base = { kind: "element", base, index, span: cursor.spanSince(first.span) };
    } else return base;
  }
}

/** `i: T; j: T` */
export function parseQuantifiers(cursor: Cursor): QuantifierNode[] {
  const quantifiers = [parseQuantifier(cursor)];
  while (cursor.at(";")) {
    cursor.skipSemicolons();
    if (cursor.at("name")) quantifiers.push(parseQuantifier(cursor));
  }
  return quantifiers;
}

/** `i: T`, or `i := 1 to n by 2`. */
function parseQuantifier(cursor: Cursor): QuantifierNode {
  const name = cursor.name("the name of a quantified variable");
  if (cursor.accept(":")) {
    const type = parseType(cursor);
    return { name, over: "type", type, span: cursor.spanSince(name.span) };
  }
  cursor.expect(":=", "or `:`, and what the name goes through");
  const from = parseExpression(cursor);
  cursor.expect("to", "and the last value");
  const to = parseExpression(cursor);
  const by = cursor.accept("by") ? parseExpression(cursor) : undefined;
  return { name, over: "numbers", from, to, by, span: cursor.spanSince(name.span) };
}

export function joined(first: Span, last: Span): Span {
  return { source: first.source, start: first.start, end: last.end };
}

// ---------------------------------------------------------------- types

export function parseType(cursor: Cursor): TypeNode {
  return cursor.nested(() => parseOne(cursor));
}

function parseOne(cursor: Cursor): TypeNode {
  const { token } = cursor;
  switch (token.kind) {
    case "boolean":
      cursor.advance();
      return { kind: "boolean", span: cursor.spanSince(token) };
    case "enum": {
      cursor.advance();
      const members = cursor.enclosed("{", "and the members", () => {
        const names: ReturnType<Cursor["name"]>[] = [];
        while (!cursor.at("}")) {
          names.push(cursor.name("the name of a member"));
          if (!cursor.accept(",")) break;
        }
        return names;
      });
      return { kind: "enum", members, span: cursor.spanSince(token) };
    }
    case "scalarset": {
      cursor.advance();
      const size = cursor.enclosed("(", "and its size", () => parseExpression(cursor));
      return { kind: "scalarset", size, span: cursor.spanSince(token) };
    }
    case "union": {
      cursor.advance();
      const members = cursor.enclosedList("{", "and its types", ",", () => parseType(cursor));
      return { kind: "union", members, span: cursor.spanSince(token) };
    }
    case "record": {
      cursor.advance();
      const fields: VariableNode[] = [];
      while (cursor.at("name")) {
        fields.push(parseVariable(cursor, "the name of a field"));
        cursor.skipSemicolons();
      }
      cursor.closeBlock("endrecord", token);
      return { kind: "record", fields, span: cursor.spanSince(token) };
    }
    case "array": {
      cursor.advance();
      const index = cursor.enclosed("[", "and the type of indices", () => parseType(cursor));
      cursor.expect("of", "and the type of elements");
      return { kind: "array", index, element: parseType(cursor), span: cursor.spanSince(token) };
    }
    case "multiset": {
      cursor.advance();
      const size = cursor.enclosed("[", "and the most elements", () => parseExpression(cursor));
      cursor.expect("of", "and the type of elements");
      return { kind: "multiset", size, element: parseType(cursor), span: cursor.spanSince(token) };
    }
    case "real":
      return cursor.failWith("murphi/unsupported", "expected a type, found `real`: real numbers are not supported");
    default:
      return parseNameOrRange(cursor);
  }
}

function parseNameOrRange(cursor: Cursor): TypeNode {
  const { token } = cursor;
  const continues = cursor.peek().kind;
  if (token.kind === "name" && !["..", "+", "-", "*", "/", "%", "<<", ">>", "(", "["].includes(continues)) {
    const name = cursor.name("a type");
    return { kind: "typeName", name, span: name.span };
  }
  if (!["name", "number", "-", "+", "(", "~"].includes(token.kind)) cursor.fail("murphi/expected-type", "a type");
  const low = parseExpression(cursor);
  cursor.expect("..", "and the greatest number of the range");
  const high = parseExpression(cursor);
  return { kind: "range", low, high, span: cursor.spanSince(token) };
}

/** `a, b: T` */
export function parseVariable(cursor: Cursor, what: string): VariableNode {
  const names = [cursor.name(what)];
  while (cursor.accept(",")) {
    if (cursor.at(":")) break;
    names.push(cursor.name(what));
  }
  cursor.expect(":", "and a type");
  const type = parseType(cursor);
  return { names, type, span: cursor.spanSince(names[0]!.span) };
}
