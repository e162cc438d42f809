/** Parses the values of an array: `[1, 2(3), 0..2]`. */

import type { Cursor } from "./cursor.ts";
import { parseExpression, parseParenthesized } from "./parse-expression.ts";
import type { InitialItem, ListNode } from "./syntax-tree.ts";

export function parseList(cursor: Cursor): ListNode {
  return cursor.nested(() => {
    const { start } = cursor.token;
    const items = cursor.enclosed("[", "", () => cursor.list(",", () => parseItem(cursor)));
    return cursor.since(start, { kind: "list", items });
  });
}

function parseItem(cursor: Cursor): InitialItem {
  if (cursor.at("[")) return { kind: "nested", list: parseList(cursor) };
  const value = parseExpression(cursor);
  if (cursor.accept("..")) return { kind: "range", low: value, high: parseExpression(cursor) };
  return { kind: "single", value, count: cursor.at("(") ? parseParenthesized(cursor) : undefined };
}
