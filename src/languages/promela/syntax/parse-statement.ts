/**
 * Statements.
 *
 * `;` and `->` separate, and may be repeated, stand before a closing `}` or be left out after one, after `else`, and at the end
 * of a line, as in SPIN. A call of an inline definition is replaced by its text, with the text of its arguments for its parameters.
 */

import type { Cursor, Inline } from "./cursor.ts";
import type { Token } from "./lexer.ts";
import { atDeclaration, parseDeclaration } from "./parse-declaration.ts";
import { parseExpression, parseExpressions, parseMessage, parsePatterns, parseReference } from "./parse-expression.ts";
import type { Expression, Reference, Sequence, Statement } from "./syntax-tree.ts";

/** Statements between braces. */
export function parseBody(c: Cursor, purpose: string): Sequence {
  const open = c.open("{", purpose);
  const body = c.nested(() => sequence(c));
  c.close("{", open);
  return body;
}

/** Up to a closing word or sign, which is left where it is. */
function sequence(c: Cursor): Sequence {
  const list: Statement[] = [];
  const closing = (): boolean => c.at("}") || c.at("::") || c.at("fi") || c.at("od") || c.atEnd;
  const separators = (): boolean => {
    let any = false;
    while (c.accept(";") || c.accept("->")) any = true;
    return any;
  };
  separators();
  while (!closing() && !c.collector.full) {
    const parsed = c.recover(
      () => step(c),
      () => skipStatement(c),
    );
    if (parsed) list.push(...parsed);
    const before = c.previous?.text;
    if (separators() || closing()) continue;
    if (before === "}" || before === "else" || c.token.first || !parsed) continue;
    c.fail("promela/missing-separator", "`;` or `->` between two statements");
  }
  return list;
}

/** To the next separator or closing sign on the same level. */
function skipStatement(c: Cursor): void {
  for (let depth = 0; !c.atEnd; c.advance()) {
    if (depth === 0 && (c.at(";") || c.at("->") || c.at("}") || c.at("::") || c.at("fi") || c.at("od"))) return;
    if (c.at("{") || c.at("if") || c.at("do")) depth++;
    if (c.at("}") || c.at("fi") || c.at("od")) depth--;
  }
}

/** A declaration, or a statement and what it may be left by. */
function step(c: Cursor): Statement[] {
  if (atDeclaration(c)) {
    const start = c.token;
    const declaration = parseDeclaration(c);
    return [{ kind: "declaration", declaration, span: c.since(start) }];
  }
  const start = c.token;
  const main = statement(c);
  let result = main;
  while (c.accept("unless")) {
    const escape = c.nested(() => statement(c));
    result = { kind: "unless", main: result, escape, span: c.since(start) };
  }
  return [result];
}

function statement(c: Cursor): Statement {
  return c.nested(() => statementHere(c));
}

function statementHere(c: Cursor): Statement {
  const start = c.token;
  const done = <const T extends object>(node: T): T & { span: Statement["span"] } => ({
    ...node,
    span: c.since(start),
  });
  switch (start.kind === "string" ? "" : start.text) {
    case "{":
      return done({ kind: "block", body: parseBody(c, "") });
    case "atomic":
    case "d_step": {
      const kind = c.advance().text as "atomic" | "d_step";
      return done({ kind, body: parseBody(c, `after \`${kind}\``) });
    }
    case "if":
    case "do":
      return options(c);
    case "break":
    case "else":
      return done({ kind: c.advance().text as "break" | "else" });
    case "goto":
      c.advance();
      return done({ kind: "goto", label: c.name("a label") });
    case "for":
      return loop(c);
    case "select": {
      c.advance();
      const open = c.open("(", "after `select`");
      const variable = parseReference(c);
      c.expect(":", "between the variable and its range");
      const { from, to } = range(c);
      c.close("(", open);
      return done({ kind: "select", variable, from, to });
    }
    case "assert":
      c.advance();
      return done({ kind: "assert", test: parseExpression(c) });
    case "printf":
    case "printm":
      return print(c);
    case "xr":
    case "xs": {
      const op = c.advance().text as "xr" | "xs";
      const channels: Reference[] = [parseReference(c)];
      while (c.accept(",")) channels.push(parseReference(c));
      return done({ kind: "promise", op, channels });
    }
    case "set_priority": {
      c.advance();
      const open = c.open("(", "after `set_priority`");
      const process = parseExpression(c);
      c.expect(",", "between process and priority");
      const priority = parseExpression(c);
      c.close("(", open);
      return done({ kind: "set_priority", process, priority });
    }
    case "c_code":
    case "c_decl":
    case "c_state":
    case "c_track":
      return c.unsupported(`embedded C code (\`${start.text}\`) is`);
    case "return":
      return c.unsupported("`return` from an inline definition is");
    case "inline":
      return c.fail("promela/unexpected-token", "a statement");
    default:
  }
  if (c.atName() && c.peek().text === ":") return labeled(c);
  const inline = c.atName() && c.peek().text === "(" ? c.inlines.get(start.text) : undefined;
  return inline ? call(c, inline) : simple(c);
}

function labeled(c: Cursor): Statement {
  const start = c.token;
  const label = c.name("a label");
  c.advance();
  const bare = c.at("}") || c.at("::") || c.at("fi") || c.at("od") || c.at(";") || c.at("->");
  if (!bare && atDeclaration(c)) c.fail("promela/labeled-declaration", "a statement after a label");
  const inner = bare ? undefined : statement(c);
  return { kind: "label", label, statement: inner, span: c.since(start) };
}

function options(c: Cursor): Statement {
  const start = c.token;
  const kind = c.advance().text as "if" | "do";
  const list: Sequence[] = [];
  while (c.accept(";"));
  if (!c.at("::")) c.fail("promela/missing-option", `\`::\` after \`${kind}\``);
  while (c.accept("::")) {
    const option = c.nested(() => sequence(c));
    if (option.length === 0) c.fail("promela/empty-option", "a statement after `::`");
    list.push(option);
  }
  c.close(kind, start);
  return { kind, options: list, span: c.since(start) };
}

function range(c: Cursor): { from: Expression; to: Expression } {
  const from = parseExpression(c);
  c.expect("..", "between the bounds of a range");
  return { from, to: parseExpression(c) };
}

function loop(c: Cursor): Statement {
  const start = c.advance();
  const open = c.open("(", "after `for`");
  const variable = parseReference(c);
  if (c.accept("in")) {
    const container = parseReference(c);
    c.close("(", open);
    const body = parseBody(c, "before the body of a loop");
    return { kind: "for-in", variable, container, body, span: c.since(start) };
  }
  c.expect(":", "between the variable and its range");
  const { from, to } = range(c);
  c.close("(", open);
  const body = parseBody(c, "before the body of a loop");
  return { kind: "for", variable, from, to, body, span: c.since(start) };
}

function print(c: Cursor): Statement {
  const start = c.advance();
  const open = c.open("(", `after \`${start.text}\``);
  let values: Expression[] = [];
  if (start.text === "printf") {
    if (c.token.kind !== "string") c.fail("promela/unexpected-token", "a text between double quotes");
    while (c.token.kind === "string") c.advance();
    if (c.accept(",")) values = parseExpressions(c);
  } else values = [parseExpression(c)];
  c.close("(", open);
  return { kind: "print", values, span: c.since(start) };
}

/** Assignments, messages, and expressions. */
function simple(c: Cursor): Statement {
  const start = c.token;
  const expression = parseExpression(c);
  const span = (): Statement["span"] => c.since(start);
  if (expression.kind !== "reference" || start.text === "(") return { kind: "expression", expression, span: span() };
  const { reference } = expression;
  if (c.accept("=")) {
    if (c.atName() && c.peek().text === "(" && c.inlines.has(c.token.text)) {
      c.unsupported("the value of an inline definition is");
    }
    return { kind: "assign", target: reference, value: parseExpression(c), span: span() };
  }
  if (c.at("++") || c.at("--")) {
    const by = c.advance().text === "++" ? 1 : -1;
    return { kind: "count", target: reference, by, span: span() };
  }
  if (c.at("!") || c.at("!!")) {
    const sorted = c.advance().text === "!!";
    return { kind: "send", channel: reference, sorted, values: parseMessage(c), span: span() };
  }
  if (c.at("?") || c.at("??")) {
    const random = c.advance().text === "??";
    const keep = c.at("<");
    const open = c.token;
    if (keep) c.advance();
    const pattern = parsePatterns(c);
    if (keep) c.close("<", open);
    return { kind: "receive", channel: reference, random, keep, pattern, span: span() };
  }
  if (c.at("(") && !c.token.first) {
    const name = reference.parts[0]!.name.text;
    c.failWith(
      "promela/unknown-inline",
      `expected the name of an inline definition before \`(\`, found \`${name}\``,
      reference.span,
    );
  }
  return { kind: "expression", expression, span: span() };
}

/** Replaces a call by the definition's text, and goes on with that. */
function call(c: Cursor, inline: Inline): Statement {
  const start = c.advance();
  if (c.expanding.has(inline.name.text)) {
    const message = `expected inline definitions that do not use themselves, found \`${inline.name.text}\` once more`;
    c.failWith("promela/recursive-inline", message, start.span);
  }
  const open = c.open("(", "");
  const actual: Token[][] = [];
  if (!c.at(")")) actual.push([]);
  for (let depth = 0; !(depth === 0 && c.at(")"));) {
    if (c.atEnd) c.close("(", open);
    if (c.at("(") || c.at("[") || c.at("{")) depth++;
    if (c.at(")") || c.at("]") || c.at("}")) depth--;
    const token = c.advance();
    if (depth === 0 && token.text === ",") actual.push([]);
    else actual.at(-1)!.push(token);
  }
  c.close("(", open);
  if (actual.length !== inline.parameters.length) {
    const message = `expected ${inline.parameters.length} arguments for \`${inline.name.text}\`, found ${actual.length}`;
    c.failWith("promela/inline-arguments", message, start.span);
  }
  const bindings = new Map(inline.parameters.map((name, i) => [name, actual[i]!]));
  c.splice(inline.body.flatMap((token) => (token.kind === "name" ? (bindings.get(token.text) ?? [token]) : [token])));
  c.expanding.add(inline.name.text);
  try {
    return statement(c);
  } finally {
    c.expanding.delete(inline.name.text);
  }
}
