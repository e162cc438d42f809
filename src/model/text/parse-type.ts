/**
 * Types.
 *
 * A parenthesis may begin a tuple or the bound of a range, and a name between brackets may be a type or a number: so what
 * stands in such a place is read as a type or an expression, and the token after it decides.
 */

import type { Cursor } from "./cursor.ts";
import { continueExpression, domainFrom, level, parseBound, parseExpression, startsBound } from "./parse-expression.ts";
import { deepest } from "./syntax-tree.ts";
import type { EnumNode, ExpressionNode, IndexNode, Name, TypeNode } from "./syntax-tree.ts";

const upperBound = "`..` and the upper bound of a range";

/** `what` continues the sentence "expected ...". */
export function parseType(cursor: Cursor, what: string): TypeNode {
  cursor.enter();
  const { type, expression } = parseTypeOrExpression(cursor, what);
  const result = type ?? domainFrom(cursor, expression);
  cursor.leave();
  return result ?? cursor.fail("seq/unexpected-token", upperBound);
}

export function parseEnum(cursor: Cursor): EnumNode {
  const { start } = cursor.lexer;
  cursor.expect("enum", "");
  const opening = cursor.open("{", "and the members after `enum`");
  const members = [cursor.name("a member")];
  while (cursor.accept(",")) members.push(cursor.name("a member"));
  cursor.close("{", opening);
  return cursor.since(start, { kind: "enum", members });
}

type TypeOrExpression =
  | { readonly type: TypeNode; readonly expression?: undefined }
  | { readonly type?: undefined; readonly expression: ExpressionNode };

function parseTypeOrExpression(cursor: Cursor, what: string): TypeOrExpression {
  const { kind, start } = cursor.lexer;
  switch (kind) {
    case "bool":
      cursor.lexer.advance();
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

/** A tuple, a parenthesized type, or an expression that begins with a parenthesis. */
function parseParenthesized(cursor: Cursor): TypeOrExpression {
  const opening = cursor.open("(", "");
  cursor.enter();
  let first = parseTypeOrExpression(cursor, "a type");
  cursor.leave();
  if (first.expression && (cursor.at("..") || cursor.at(","))) {
    first = { type: domainFrom(cursor, first.expression) ?? cursor.fail("seq/unexpected-token", upperBound) };
  }
  if (first.type && cursor.at(",")) {
    const items = [first.type];
    while (cursor.accept(",")) items.push(parseType(cursor, "a type"));
    cursor.close("(", opening);
    return { type: cursor.since(opening, { kind: "tuple", items }) };
  }
  cursor.close("(", opening);
  if (first.type) return first;
  const left = { ...first.expression, start: opening, end: cursor.lexer.previousEnd };
  return { expression: cursor.within({ bounds: true }, () => continueExpression(cursor, left, level["+"])) };
}

function parseArray(cursor: Cursor): TypeNode {
  const { start } = cursor.lexer;
  cursor.expect("array", "");
  const opening = cursor.open("[", "and an index type after `array`");
  const indices = [parseIndex(cursor)];
  while (cursor.accept(",")) {
    indices.push(parseIndex(cursor));
    if (indices.length > deepest) cursor.failTooDeep(cursor.lexer);
  }
  cursor.close("[", opening);
  cursor.expect("of", "and the type of the elements");
  const element = parseType(cursor, "the type of the elements");
  return cursor.since(start, { kind: "array", indices, element });
}

function parseIndex(cursor: Cursor): IndexNode {
  const { start } = cursor.lexer;
  if (cursor.accept("bool")) return cursor.since(start, { kind: "bool" });
  if (!startsBound(cursor)) {
    cursor.fail("seq/expected-type", "an index type: `bool`, a range, an enumeration, or a number of elements");
  }
  const size = parseBound(cursor);
  return domainFrom(cursor, size) ?? cursor.since(start, { kind: "size", size });
}

function parseRecordType(cursor: Cursor): TypeNode {
  const { start } = cursor.lexer;
  cursor.expect("record", "");
  const opening = cursor.open("{", "and the fields after `record`");
  const fields: { name: Name; type: TypeNode }[] = [];
  do {
    const name = cursor.name("the name of a field");
    cursor.expect(":", `and the type of the field \`${name.text}\``);
    fields.push({ name, type: parseType(cursor, `the type of the field \`${name.text}\``) });
  } while (cursor.accept(","));
  cursor.close("{", opening);
  return cursor.since(start, { kind: "record", fields });
}

function parseQueue(cursor: Cursor): TypeNode {
  const { start } = cursor.lexer;
  cursor.expect("queue", "");
  const opening = cursor.open("[", "and a capacity after `queue`");
  const capacity = parseExpression(cursor);
  cursor.close("[", opening);
  cursor.expect("of", "and the type of the elements");
  const element = parseType(cursor, "the type of the elements");
  return cursor.since(start, { kind: "queue", capacity, element });
}
