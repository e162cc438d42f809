/** Parses declarations of variables. */

import type { Cursor } from "./cursor.ts";
import { isWord, typeWords, visibilityWords } from "./lexicon.ts";
import { parseExpression, parseExpressions } from "./parse-expression.ts";
import type { BasicType, Declaration, Declarator, Initializer, Name, TypeName } from "./syntax-tree.ts";

export function atDeclaration(cursor: Cursor): boolean {
  const { kind, text } = cursor.token;
  if (typeWords.has(kind) || visibilityWords.has(kind)) return true;
  return kind === "name" && cursor.records.has(text) && isWord(cursor.peek());
}

export function parseDeclaration(cursor: Cursor): Declaration {
  const start = cursor.token;
  const isMarked = visibilityWords.has(start.kind);
  const visibility = isMarked ? (cursor.advance().kind as Declaration["visibility"]) : undefined;
  const type = parseType(cursor);
  const variables = cursor.list(",", () => declarator(cursor));
  return { type, visibility, variables, span: cursor.spanSince(start) };
}

/** Parses declarations separated by `;`, as in parameters and record types. */
export function parseDeclarations(cursor: Cursor, close: ")" | "}"): Declaration[] {
  const list: Declaration[] = [];
  while (cursor.accept(";"));
  while (!cursor.at(close)) {
    if (!atDeclaration(cursor)) {
      if (cursor.at("name")) refuseType(cursor, cursor.name(""));
      cursor.fail("promela/unexpected-token", "a type");
    }
    list.push(parseDeclaration(cursor));
    if (!cursor.at(";") && !(cursor.token.first && close === "}")) break;
    while (cursor.accept(";"));
  }
  return list;
}

function refuseType(cursor: Cursor, { text, span }: Name): never {
  return cursor.failWith("promela/unknown-type", `expected a type, found \`${text}\``, span);
}

function parseType(cursor: Cursor): TypeName {
  const start = cursor.token;
  if (!typeWords.has(start.kind)) {
    const name = cursor.name("a type");
    if (!cursor.records.has(name.text)) refuseType(cursor, name);
    return { kind: "record", name, span: name.span };
  }
  cursor.advance();
  const isSet = start.kind === "mtype" && cursor.accept(":");
  const name = isSet ? cursor.name("the name of a set of an `mtype`") : undefined;
  return { kind: start.kind as BasicType, name, span: cursor.spanSince(start) };
}

function declarator(cursor: Cursor): Declarator {
  const start = cursor.token;
  const name = cursor.name("the name of a variable");
  const bits = cursor.accept(":") ? width(cursor) : undefined;
  const isArray = bits === undefined && cursor.at("[");
  const size = isArray ? cursor.enclosed("[", "", () => parseExpression(cursor)) : undefined;
  const initial = cursor.accept("=") ? initializer(cursor) : undefined;
  return { name, bits, size, initial, span: cursor.spanSince(start) };
}

function width(cursor: Cursor): number {
  const { token } = cursor;
  if (token.kind !== "number") cursor.fail("promela/unexpected-token", "a number of bits");
  const bits = cursor.advance().value!;
  if (bits >= 1 && bits <= 32) return bits;
  cursor.collector.reportAt("promela/bad-width", `expected 1 to 32 bits, found ${bits}`, cursor.placeOf(token));
  return 1;
}

function initializer(cursor: Cursor): Initializer {
  const start = cursor.token;
  if (cursor.at("{")) return { kind: "list", values: cursor.enclosed("{", "", () => parseExpressions(cursor)) };
  if (!cursor.at("[")) return { kind: "value", value: parseExpression(cursor) };
  const capacity = cursor.enclosed("[", "", () => parseExpression(cursor));
  cursor.expect("of", "after the capacity of a channel");
  const purpose = "before the types of a message";
  const fields = cursor.enclosed("{", purpose, () => cursor.list(",", () => parseType(cursor)));
  return { kind: "channel", capacity, fields, span: cursor.spanSince(start) };
}
