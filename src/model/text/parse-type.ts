/**
 * Parses types.
 *
 * A parenthesis may begin a tuple or the bound of a range, and a name between brackets may be a type or a number. In
 * such places the parser reads a type or an expression, and the next token decides.
 */

import type { Cursor } from "./cursor.ts";
import { continueBound, domainFrom, parseBound, parseExpression, startsBound } from "./parse-expression.ts";
import type { EnumNode, ExpressionNode, IndexNode, TypeNode } from "./syntax-tree.ts";

const upperBound = "`..` and the upper bound of a range";

/** `what` continues the sentence "expected ...". */
export function parseType(cursor: Cursor, what: string): TypeNode {
  const { type, expression } = cursor.nested(() => parseTypeOrExpression(cursor, what));
  return type ?? domainFrom(cursor, expression) ?? cursor.fail("seq/unexpected-token", upperBound);
}

export function parseEnum(cursor: Cursor): EnumNode {
  const { start } = cursor.advance();
  const members = cursor.enclosed("{", "and the members after `enum`", () =>
    cursor.list(",", () => cursor.name("a member")),
  );
  return cursor.since(start, { kind: "enum", members });
}

type TypeOrExpression =
  | { readonly type: TypeNode; readonly expression?: undefined }
  | { readonly type?: undefined; readonly expression: ExpressionNode };

function parseTypeOrExpression(cursor: Cursor, what: string): TypeOrExpression {
  const { kind, start } = cursor.token;
  switch (kind) {
    case "bool":
      cursor.advance();
      return { type: cursor.since(start, { kind: "bool" }) };
    case "array":
      return { type: parseArray(cursor) };
    case "record":
      return { type: parseRecordType(cursor) };
    case "queue":
      return { type: parseQueue(cursor) };
    case "(":
      return parseParenthesized(cursor);
    case "enum": {
      const message = `expected ${what}, found an enumeration; declare it: \`type Name = enum { ... }\``;
      return cursor.failWith("seq/unnamed-enumeration", message);
    }
    default:
      if (!startsBound(cursor)) return cursor.fail("seq/expected-type", what);
      return { expression: parseBound(cursor) };
  }
}

/** Parses a tuple, a parenthesized type, or an expression that begins with a parenthesis. */
function parseParenthesized(cursor: Cursor): TypeOrExpression {
  const opening = cursor.open("(", "");
  let first = cursor.nested(() => parseTypeOrExpression(cursor, "a type"));
  if (first.expression && (cursor.at("..") || cursor.at(","))) {
    first = { type: domainFrom(cursor, first.expression) ?? cursor.fail("seq/unexpected-token", upperBound) };
  }
  if (first.type && cursor.at(",")) {
    const items = [first.type];
    while (cursor.accept(",")) items.push(parseType(cursor, "a type"));
    cursor.close("(", opening);
    return { type: cursor.since(opening.start, { kind: "tuple", items }) };
  }
  cursor.close("(", opening);
  if (first.type) return first;
  const left = { ...first.expression, start: opening.start, end: cursor.previousEnd };
  return { expression: continueBound(cursor, left) };
}

function parseArray(cursor: Cursor): TypeNode {
  const { start } = cursor.advance();
  let count = 0;
  const indices = cursor.enclosed("[", "and an index type after `array`", () =>
    cursor.list(",", () => {
      cursor.checkDepth(count++);
      return parseIndex(cursor);
    }),
  );
  cursor.expect("of", "and the type of the elements");
  const element = parseType(cursor, "the type of the elements");
  return cursor.since(start, { kind: "array", indices, element });
}

function parseIndex(cursor: Cursor): IndexNode {
  const { start } = cursor.token;
  if (cursor.accept("bool")) return cursor.since(start, { kind: "bool" });
  if (!startsBound(cursor)) {
    cursor.fail("seq/expected-type", "an index type: `bool`, a range, an enumeration, or a number of elements");
  }
  const size = parseBound(cursor);
  return domainFrom(cursor, size) ?? cursor.since(start, { kind: "size", size });
}

function parseRecordType(cursor: Cursor): TypeNode {
  const { start } = cursor.advance();
  const fields = cursor.enclosed("{", "and the fields after `record`", () =>
    cursor.list(",", () => {
      const name = cursor.name("the name of a field");
      cursor.expect(":", `and the type of the field \`${name.text}\``);
      return { name, type: parseType(cursor, `the type of the field \`${name.text}\``) };
    }),
  );
  return cursor.since(start, { kind: "record", fields });
}

function parseQueue(cursor: Cursor): TypeNode {
  const { start } = cursor.advance();
  const capacity = cursor.enclosed("[", "and a capacity after `queue`", () => parseExpression(cursor));
  cursor.expect("of", "and the type of the elements");
  const element = parseType(cursor, "the type of the elements");
  return cursor.since(start, { kind: "queue", capacity, element });
}
