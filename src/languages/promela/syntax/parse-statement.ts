/**
 * Parses statements.
 *
 * The separators `;` and `->` may be repeated or come before a closing `}`. They may be omitted after a `}`, after
 * `else`, and at the end of a line, as in SPIN. A call of an inline definition is replaced by its text, with the text
 * of the arguments for the parameters.
 */

import { didYouMean } from "../../../syntax/nearest-name.ts";
import { positionAt } from "../../../syntax/source.ts";
import type { Cursor, Inline } from "./cursor.ts";
import type { Token } from "./lexicon.ts";
import { atDeclaration, parseDeclaration } from "./parse-declaration.ts";
import { parseExpression, parseExpressions, parseMessage, parsePatterns, parseReference } from "./parse-expression.ts";
import type { Expression, Pattern, Reference, Sequence, Statement } from "./syntax-tree.ts";

/** Parses statements between braces. */
export function parseBody(cursor: Cursor, purpose: string): Sequence {
  return cursor.enclosed("{", purpose, () => cursor.nested(() => sequence(cursor)));
}

function atClosing(cursor: Cursor): boolean {
  return cursor.at("}") || cursor.at("::") || cursor.at("fi") || cursor.at("od") || cursor.at("end");
}

function skipSeparators(cursor: Cursor): boolean {
  let any = false;
  while (cursor.accept(";") || cursor.accept("->")) any = true;
  return any;
}

/** Parses statements up to a closing word or sign, which is not consumed. */
function sequence(cursor: Cursor): Sequence {
  const list: Statement[] = [];
  skipSeparators(cursor);
  while (!atClosing(cursor) && !cursor.collector.full) {
    const parsed = cursor.recover(
      () => step(cursor),
      () => skipStatement(cursor),
    );
    if (parsed) list.push(parsed);
    const before = cursor.previous?.kind;
    if (skipSeparators(cursor) || atClosing(cursor)) continue;
    if (before === "}" || before === "else" || cursor.token.first || !parsed) continue;
    cursor.fail("promela/missing-separator", "`;` or `->` between two statements");
  }
  return list;
}

/** Skips to the next separator or closing sign on the same level. */
function skipStatement(cursor: Cursor): void {
  for (let depth = 0; !cursor.at("end"); cursor.advance()) {
    if (depth === 0 && (cursor.at(";") || cursor.at("->") || atClosing(cursor))) return;
    if (cursor.at("{") || cursor.at("if") || cursor.at("do")) depth++;
    if (cursor.at("}") || cursor.at("fi") || cursor.at("od")) depth--;
  }
}

/** Parses a declaration, or a statement with its `unless`. */
function step(cursor: Cursor): Statement {
  const start = cursor.token;
  if (atDeclaration(cursor)) {
    const declaration = parseDeclaration(cursor);
    return { kind: "declaration", declaration, span: cursor.spanSince(start) };
  }
  let main = statement(cursor);
  while (cursor.accept("unless")) {
    const escape = cursor.nested(() => statement(cursor));
    main = { kind: "unless", main, escape, span: cursor.spanSince(start) };
  }
  return main;
}

function statement(cursor: Cursor): Statement {
  return cursor.nested(() => statementHere(cursor));
}

function statementHere(cursor: Cursor): Statement {
  const start = cursor.token;
  const { kind } = start;
  switch (kind) {
    case "{":
      return { kind: "block", body: parseBody(cursor, ""), span: cursor.spanSince(start) };
    case "atomic":
    case "d_step":
      cursor.advance();
      return { kind, body: parseBody(cursor, `after \`${kind}\``), span: cursor.spanSince(start) };
    case "if":
    case "do":
      return choice(cursor, kind);
    case "break":
    case "else":
      cursor.advance();
      return { kind, span: cursor.spanSince(start) };
    case "goto": {
      const { expansion } = cursor;
      cursor.advance();
      return { kind, label: cursor.name("a label"), expansion, span: cursor.spanSince(start) };
    }
    case "for":
      return loop(cursor);
    case "select": {
      cursor.advance();
      const isChoice = spellsValues(cursor);
      const heading = cursor.enclosed("(", "after `select`", () => range(cursor));
      return { kind, isChoice, ...heading, span: cursor.spanSince(start) };
    }
    case "assert":
      cursor.advance();
      return { kind, test: parseExpression(cursor), span: cursor.spanSince(start) };
    case "printf":
    case "printm":
      return print(cursor);
    case "xr":
    case "xs": {
      cursor.advance();
      const channels = cursor.list(",", () => parseReference(cursor));
      return { kind: "promise", op: kind, channels, span: cursor.spanSince(start) };
    }
    case "set_priority":
      return setPriority(cursor);
    case "c_code":
    case "c_decl":
    case "c_state":
    case "c_track":
      return cursor.unsupported(`embedded C code (\`${kind}\`) is`);
    case "return":
      return cursor.unsupported("`return` from an inline definition is");
    case "inline":
      return cursor.fail("promela/unexpected-token", "a statement");
    default:
      return named(cursor);
  }
}

/** Parses a statement without a keyword: a label, a call, an assignment, a message, or an expression. */
function named(cursor: Cursor): Statement {
  const next = cursor.peek().kind;
  if (cursor.at("name") && next === ":") return labeled(cursor);
  const inline = cursor.at("name") && next === "(" ? cursor.inlines.get(cursor.token.text) : undefined;
  return inline ? call(cursor, inline) : simple(cursor);
}

function labeled(cursor: Cursor): Statement {
  const start = cursor.token;
  const { expansion } = cursor;
  const label = cursor.name("a label");
  cursor.advance();
  const isBare = (atClosing(cursor) && !cursor.at("end")) || cursor.at(";") || cursor.at("->");
  if (!isBare && atDeclaration(cursor)) cursor.fail("promela/labeled-declaration", "a statement after a label");
  const inner = isBare ? undefined : statement(cursor);
  return { kind: "label", label, statement: inner, expansion, span: cursor.spanSince(start) };
}

function choice(cursor: Cursor, kind: "if" | "do"): Statement {
  const start = cursor.advance();
  const options: Sequence[] = [];
  while (cursor.accept(";"));
  if (!cursor.at("::")) cursor.fail("promela/missing-option", `\`::\` after \`${kind}\``);
  while (cursor.accept("::")) {
    const option = cursor.nested(() => sequence(cursor));
    if (option.length === 0) cursor.fail("promela/empty-option", "a statement after `::`");
    options.push(option);
  }
  cursor.close(kind, start);
  return { kind, options, span: cursor.spanSince(start) };
}

type Range = Pick<Statement & { kind: "select" }, "variable" | "from" | "to">;

/** Parses `x : 1..3`. */
function range(cursor: Cursor, variable: Reference = parseReference(cursor)): Range {
  cursor.expect(":", "between the variable and its range");
  const from = parseExpression(cursor);
  cursor.expect("..", "between the bounds of a range");
  return { variable, from, to: parseExpression(cursor) };
}

/**
 * Whether a `select` is a choice among assignments, as in SPIN, which decides that by its letters: a name without `_`
 * and two numbers on one line.
 */
function spellsValues(cursor: Cursor): boolean {
  const tokens = selectSigns.map((_, distance) => cursor.peek(distance));
  if (!tokens.every(({ kind, text }, i) => kind === selectSigns[i] && !text.includes("_"))) return false;
  const [first, last] = [tokens[0]!, tokens.at(-1)!].map(({ source, start }) => positionAt(source, start).line);
  return first === last;
}

const selectSigns = ["(", "name", ":", "number", "..", "number", ")"] as const;

function loop(cursor: Cursor): Statement {
  const start = cursor.advance();
  const heading = cursor.enclosed("(", "after `for`", () => {
    const variable = parseReference(cursor);
    if (!cursor.acceptWord("in")) return { kind: "for", ...range(cursor, variable) } as const;
    return { kind: "for-in", variable, container: parseReference(cursor) } as const;
  });
  const body = parseBody(cursor, "before the body of a loop");
  return { ...heading, body, span: cursor.spanSince(start) };
}

function print(cursor: Cursor): Statement {
  const start = cursor.advance();
  const values = cursor.enclosed("(", `after \`${start.kind}\``, (): Expression[] => {
    if (start.kind === "printm") return [parseExpression(cursor)];
    if (!cursor.at("string")) cursor.fail("promela/unexpected-token", "a text between double quotes");
    while (cursor.accept("string"));
    return cursor.accept(",") ? parseExpressions(cursor) : [];
  });
  return { kind: "print", values, span: cursor.spanSince(start) };
}

function setPriority(cursor: Cursor): Statement {
  const start = cursor.advance();
  const heading = cursor.enclosed("(", "after `set_priority`", () => {
    const process = parseExpression(cursor);
    cursor.expect(",", "between process and priority");
    return { process, priority: parseExpression(cursor) };
  });
  return { kind: "set_priority", ...heading, span: cursor.spanSince(start) };
}

/** Parses assignments, messages, and expressions. */
function simple(cursor: Cursor): Statement {
  const start = cursor.token;
  const expression = parseExpression(cursor);
  if (expression.kind !== "reference" || start.kind === "(") {
    return { kind: "expression", expression, span: cursor.spanSince(start) };
  }
  const { reference } = expression;
  switch (cursor.token.kind) {
    case "=":
      return assignment(cursor, reference);
    case "++":
    case "--": {
      const by = cursor.advance().kind === "++" ? 1 : -1;
      return { kind: "count", target: reference, by, span: cursor.spanSince(start) };
    }
    case "!":
    case "!!": {
      const sorted = cursor.advance().kind === "!!";
      return { kind: "send", channel: reference, sorted, values: parseMessage(cursor), span: cursor.spanSince(start) };
    }
    case "?":
    case "??":
      return receive(cursor, reference);
    case "(": {
      if (cursor.token.first) break;
      const near = didYouMean(start.text, [...cursor.inlines.keys(), ...calls]);
      const message = `expected the name of an inline definition before \`(\`, found \`${start.text}\`${near}`;
      return cursor.failWith("promela/unknown-inline", message, reference.span);
    }
    default:
  }
  return { kind: "expression", expression, span: cursor.spanSince(start) };
}

function assignment(cursor: Cursor, target: Reference): Statement {
  cursor.advance();
  const isCall = cursor.at("name") && cursor.peek().kind === "(" && cursor.inlines.has(cursor.token.text);
  if (isCall) cursor.unsupported("the value of an inline definition is");
  return { kind: "assign", target, value: parseExpression(cursor), span: cursor.spanSince(target.span) };
}

function receive(cursor: Cursor, channel: Reference): Statement {
  const random = cursor.advance().kind === "??";
  const keep = cursor.at("<");
  const patterns = (): Pattern[] => parsePatterns(cursor);
  const pattern = keep ? cursor.enclosed("<", "", patterns) : patterns();
  return { kind: "receive", channel, random, keep, pattern, span: cursor.spanSince(channel.span) };
}

/** The words of the language that stand before `(`. */
const calls = "assert printf printm select for len empty full nempty nfull run eval enabled pc_value xr xs".split(" ");

/** Replaces a call by the text of the definition, and continues with that. */
function call(cursor: Cursor, inline: Inline): Statement {
  const start = cursor.advance();
  const { text: name } = inline.name;
  if (cursor.expanding.has(name)) {
    const message = `expected inline definitions that do not use themselves, found \`${name}\` once more`;
    cursor.failWith("promela/recursive-inline", message, start);
  }
  const actual = argumentsOf(cursor);
  const { length } = inline.parameters;
  if (actual.length !== length) {
    const message = `expected ${length} arguments for \`${name}\`, found ${actual.length}`;
    cursor.failWith("promela/inline-arguments", message, start);
  }
  const bindings = new Map(inline.parameters.map((parameter, i) => [parameter, actual[i]!]));
  // An argument begins a line where the parameter does, since the end of a line may separate statements.
  const bound = ({ kind, text, first }: Token): Token[] | undefined =>
    kind === "name" ? bindings.get(text)?.map((token, i) => (i === 0 ? { ...token, first } : token)) : undefined;
  cursor.expand(inline.body.flatMap((token) => bound(token) ?? [token]));
  cursor.expanding.add(name);
  const outer = cursor.expansion;
  cursor.expansion = { outer };
  try {
    return statement(cursor);
  } finally {
    cursor.expanding.delete(name);
    cursor.expansion = outer;
  }
}

/** The tokens of each argument of a call. */
function argumentsOf(cursor: Cursor): Token[][] {
  const open = cursor.open("(", "");
  const actual: Token[][] = cursor.at(")") ? [] : [[]];
  for (let depth = 0; !(depth === 0 && cursor.at(")"));) {
    if (cursor.at("end")) cursor.close("(", open);
    if (cursor.at("(") || cursor.at("[") || cursor.at("{")) depth++;
    if (cursor.at(")") || cursor.at("]") || cursor.at("}")) depth--;
    const token = cursor.advance();
    if (depth === 0 && token.kind === ",") actual.push([]);
    else actual.at(-1)!.push(token);
  }
  cursor.close("(", open);
  return actual;
}
