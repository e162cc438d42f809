/** Declarations of variables, as they occur everywhere. */

import type { Cursor } from "./cursor.ts";
import { parseExpression } from "./parse-expression.ts";
import { typeWords, visibilityWords } from "./reserved.ts";
import type { BasicType, Declaration, Declarator, Expression, Initializer, Name, TypeName } from "./syntax-tree.ts";

export function atDeclaration(c: Cursor): boolean {
  const { kind, text } = c.token;
  if (kind !== "name") return false;
  if (typeWords.has(text) || visibilityWords.has(text)) return true;
  return c.records.has(text) && c.peek().kind === "name";
}

export function parseDeclaration(c: Cursor): Declaration {
  const start = c.token;
  const visibility = visibilityWords.has(start.text) ? (c.advance().text as Declaration["visibility"]) : undefined;
  const type = parseType(c);
  const variables = [declarator(c)];
  while (c.accept(",")) variables.push(declarator(c));
  return { type, visibility, variables, span: c.since(start) };
}

/** Declarations separated by `;`, as in parameters and record types. */
export function parseDeclarations(c: Cursor, close: ")" | "}"): Declaration[] {
  const list: Declaration[] = [];
  while (c.accept(";"));
  while (!c.at(close)) {
    if (!atDeclaration(c)) {
      if (c.atName()) {
        c.failWith("promela/unknown-type", `expected a type, found \`${c.token.text}\``, c.token.span);
      }
      c.fail("promela/unexpected-token", "a type");
    }
    list.push(parseDeclaration(c));
    if (!c.at(";") && !(c.token.first && close === "}")) break;
    while (c.accept(";"));
  }
  return list;
}

function parseType(c: Cursor): TypeName {
  const start = c.token;
  if (!typeWords.has(start.text)) {
    const name = c.name("a type");
    if (!c.records.has(name.text)) {
      c.failWith("promela/unknown-type", `expected a type, found \`${name.text}\``, name.span);
    }
    return { kind: "record", name, span: name.span };
  }
  c.advance();
  let name: Name | undefined;
  if (start.text === "mtype" && c.accept(":")) name = c.name("the name of a set of an `mtype`");
  return { kind: start.text as BasicType, name, span: c.since(start) };
}

function declarator(c: Cursor): Declarator {
  const start = c.token;
  const name = c.name("the name of a variable");
  let bits: number | undefined;
  let size: Expression | undefined;
  if (c.accept(":")) {
    const { token } = c;
    if (token.kind !== "number") c.fail("promela/unexpected-token", "a number of bits");
    bits = c.advance().value!;
    if (bits < 1 || bits > 32) {
      c.collector.reportAt("promela/bad-width", `expected 1 to 32 bits, found ${bits}`, token.span);
      bits = 1;
    }
  } else if (c.at("[")) {
    const open = c.open("[", "");
    size = parseExpression(c);
    c.close("[", open);
  }
  const initial = c.accept("=") ? initializer(c) : undefined;
  return { name, bits, size, initial, span: c.since(start) };
}

function initializer(c: Cursor): Initializer {
  const start = c.token;
  if (c.at("{")) {
    const open = c.open("{", "");
    const values = [parseExpression(c)];
    while (c.accept(",")) values.push(parseExpression(c));
    c.close("{", open);
    return { kind: "list", values };
  }
  if (!c.at("[")) return { kind: "value", value: parseExpression(c) };
  const bracket = c.open("[", "");
  const capacity = parseExpression(c);
  c.close("[", bracket);
  c.expect("of", "after the capacity of a channel");
  const open = c.open("{", "before the types of a message");
  const fields = [parseType(c)];
  while (c.accept(",")) fields.push(parseType(c));
  c.close("{", open);
  return { kind: "channel", capacity, fields, span: c.since(start) };
}
