/**
 * Expressions and formulas, by operator precedence.
 *
 * SPIN has one grammar for both, in which temporal operators bind looser than `|` and tighter than `&&`; so has this. They are
 * known only inside `ltl { ... }`, where `U`, `V`, `W`, `R` and `X` cannot be names.
 */

import type { Cursor } from "./cursor.ts";
import type { Token } from "./lexer.ts";
import { typeWords } from "./reserved.ts";
import type { Expression, Part, Pattern, Probe, Reference } from "./syntax-tree.ts";

type BinaryOperator = (Expression & { kind: "binary" })["op"];
type TemporalBinary = "until" | "weak-until" | "release" | "implies" | "equivalent";

const strengths: Readonly<Record<string, number>> = {
  "||": 2,
  "&&": 3,
  "|": 6,
  "^": 7,
  "&": 8,
  "==": 9,
  "!=": 9,
  "<": 10,
  "<=": 10,
  ">": 10,
  ">=": 10,
  "<<": 11,
  ">>": 11,
  "+": 12,
  "-": 12,
  "*": 13,
  "/": 13,
  "%": 13,
};
const untilStrength = 5;
/** SPIN takes `[] a U b` for `([] a) U b`. */
const prefixStrength = 6;

const untils: Readonly<Record<string, TemporalBinary>> = {
  U: "until",
  until: "until",
  stronguntil: "until",
  W: "weak-until",
  weakuntil: "weak-until",
  V: "release",
  R: "release",
  release: "release",
};

const prefixes: Readonly<Record<string, "always" | "eventually" | "next">> = {
  always: "always",
  eventually: "eventually",
  X: "next",
  next: "next",
};

const probes: ReadonlySet<string> = new Set<Probe>(["len", "full", "empty", "nfull", "nempty"]);

export function parseExpression(c: Cursor): Expression {
  return c.nested(() => binary(c, 0, false));
}

/** Inside `ltl { ... }`. */
export function parseFormula(c: Cursor): Expression {
  return c.nested(() => binary(c, 0, true));
}

interface Operator {
  readonly strength: number;
  readonly tokens: number;
  readonly op: BinaryOperator | TemporalBinary;
}

function operatorAt(c: Cursor, formula: boolean): Operator | undefined {
  const { kind, text } = c.token;
  if (formula) {
    if (c.at("->") || c.at("implies")) return { strength: 1, tokens: 1, op: "implies" };
    if (c.atPair("<", "->")) return { strength: 1, tokens: 2, op: "equivalent" };
    if (c.at("equivalent")) return { strength: 1, tokens: 1, op: "equivalent" };
    const until = kind === "name" ? untils[text] : undefined;
    if (until) return { strength: untilStrength, tokens: 1, op: until };
  }
  if (kind !== "sign") return undefined;
  const plain = text === "/\\" ? "&&" : text === "\\/" ? "||" : text;
  const strength = strengths[plain];
  return strength === undefined ? undefined : { strength, tokens: 1, op: plain as BinaryOperator };
}

function binary(c: Cursor, least: number, formula: boolean): Expression {
  const start = c.token;
  let left = unary(c, formula);
  for (;;) {
    const operator = operatorAt(c, formula);
    if (!operator || operator.strength < least) return left;
    for (let i = 0; i < operator.tokens; i++) c.advance();
    const right = c.nested(() => binary(c, operator.strength + 1, formula));
    const span = c.since(start);
    const { op } = operator;
    switch (op) {
      case "until":
      case "weak-until":
      case "release":
      case "implies":
      case "equivalent":
        left = { kind: op, left, right, span };
        break;
      default:
        left = { kind: "binary", op, left, right, span };
    }
  }
}

function unary(c: Cursor, formula: boolean): Expression {
  const start = c.token;
  if (formula) {
    const always = c.atPair("[", "]");
    const eventually = c.atPair("<", ">");
    const kind = always
      ? "always"
      : eventually
        ? "eventually"
        : start.kind === "name"
          ? prefixes[start.text]
          : undefined;
    if (kind) {
      c.advance();
      if (always || eventually) c.advance();
      const operand = c.nested(() => binary(c, prefixStrength, formula));
      return { kind, operand, span: c.since(start) };
    }
  }
  if (c.at("!") || c.at("-") || c.at("~")) {
    const op = c.advance().text as "!" | "-" | "~";
    const operand = c.nested(() => unary(c, formula));
    if (op === "-" && operand.kind === "number") return { ...operand, value: -operand.value, span: c.since(start) };
    return { kind: "unary", op, operand, span: c.since(start) };
  }
  if (c.at("(")) return parenthesized(c, formula);
  return atom(c);
}

function parenthesized(c: Cursor, formula: boolean): Expression {
  const start = c.open("(", "");
  const test = c.nested(() => binary(c, 0, formula));
  if (!formula && (c.accept("->") || c.accept(";"))) {
    const then = parseExpression(c);
    c.expect(":", "between the two values of a conditional expression");
    const otherwise = parseExpression(c);
    c.close("(", start);
    return { kind: "conditional", test, then, else: otherwise, span: c.since(start) };
  }
  c.close("(", start);
  return { ...test, span: c.since(start) };
}

function atom(c: Cursor): Expression {
  const start = c.token;
  const { kind, text } = start;
  if (kind === "number") {
    c.advance();
    return { kind: "number", value: start.value!, span: start.span };
  }
  if (kind !== "name") return c.fail("promela/unexpected-token", "an expression");
  switch (text) {
    case "true":
    case "skip":
    case "false":
      c.advance();
      return { kind: "number", value: text === "false" ? 0 : 1, span: start.span };
    case "timeout":
      c.advance();
      return { kind: "timeout", span: start.span };
    case "np_":
      c.advance();
      return { kind: "nonprogress", span: start.span };
    case "run":
      return run(c);
    case "enabled":
    case "pc_value":
    case "get_priority": {
      c.advance();
      const open = c.open("(", `after \`${text}\``);
      const argument = parseExpression(c);
      c.close("(", open);
      return { kind: "ask", op: text, argument, span: c.since(start) };
    }
    case "c_expr":
      return c.unsupported("embedded C code (`c_expr`) is");
    default:
  }
  if (probes.has(text)) {
    c.advance();
    const open = c.open("(", `after \`${text}\``);
    const channel = parseReference(c);
    c.close("(", open);
    return { kind: "probe", op: text as Probe, channel, span: c.since(start) };
  }
  return named(c, start);
}

/** What begins with a name: a variable, a poll of a channel, or something of another process. */
function named(c: Cursor, start: Token): Expression {
  const reference = parseReference(c);
  const [only] = reference.parts;
  if (reference.parts.length === 1 && only) {
    if (c.at("@")) {
      c.advance();
      return { kind: "at", process: only.name, pid: only.index, label: c.name("a label"), span: c.since(start) };
    }
    // `P[i]:x`, but not the `:` of a conditional expression, a range or a label.
    if (c.at(":") && c.peek().kind === "name" && adjacent(c, reference)) {
      c.advance();
      return {
        kind: "remote",
        process: only.name,
        pid: only.index,
        reference: parseReference(c),
        span: c.since(start),
      };
    }
  }
  const random = c.at("??");
  if ((random || c.at("?")) && c.peek().text === "[") {
    c.advance();
    const open = c.open("[", "");
    const pattern = parsePatterns(c);
    c.close("[", open);
    return { kind: "poll", channel: reference, random, pattern, span: c.since(start) };
  }
  return { kind: "reference", reference, span: reference.span };
}

function adjacent(c: Cursor, reference: Reference): boolean {
  const colon = c.token.span;
  const next = c.peek().span;
  return colon.start === reference.span.end && next.start === colon.end && next.source === colon.source;
}

function run(c: Cursor): Expression {
  const start = c.advance();
  const process = c.name("the name of a process");
  const open = c.open("(", "before the arguments of a process");
  const values = c.at(")") ? [] : parseExpressions(c);
  c.close("(", open);
  const priority = c.accept("priority") ? parsePriority(c) : undefined;
  return { kind: "run", process, values, priority, span: c.since(start) };
}

export function parsePriority(c: Cursor): Expression {
  return atom(c);
}

export function parseExpressions(c: Cursor): Expression[] {
  const list = [parseExpression(c)];
  while (c.accept(",")) list.push(parseExpression(c));
  return list;
}

export function parseReference(c: Cursor): Reference {
  const start = c.token;
  const parts: Part[] = [];
  do {
    const name = c.name("the name of a variable");
    let index: Expression | undefined;
    if (c.at("[") && !c.atPair("[", "]")) {
      const open = c.open("[", "");
      index = parseExpression(c);
      c.close("[", open);
    }
    parts.push({ name, index });
  } while (c.accept("."));
  return { parts, span: c.since(start) };
}

/** The arguments of a send: `a, b, c` or `a(b, c)`. */
export function parseMessage(c: Cursor): Expression[] {
  const first = parseExpression(c);
  if (c.at("(") && !c.token.first) {
    const open = c.open("(", "");
    const rest = parseExpressions(c);
    c.close("(", open);
    return [first, ...rest];
  }
  const list = [first];
  while (c.accept(",")) list.push(parseExpression(c));
  return list;
}

/** The arguments of a receive: `a, b, c` or `a(b, c)`. */
export function parsePatterns(c: Cursor): Pattern[] {
  const list = [pattern(c)];
  if (c.at("(") && !c.token.first) {
    const open = c.open("(", "");
    do list.push(pattern(c));
    while (c.accept(","));
    c.close("(", open);
    return list;
  }
  while (c.accept(",")) list.push(pattern(c));
  return list;
}

function pattern(c: Cursor): Pattern {
  const start = c.token;
  if (c.accept("eval")) {
    const open = c.open("(", "after `eval`");
    const value = parseExpression(c);
    c.close("(", open);
    return { kind: "eval", value, span: c.since(start) };
  }
  const negative = c.accept("-");
  const { kind, text, value } = c.token;
  if (kind === "number" || text === "true" || text === "false" || text === "skip") {
    c.advance();
    const number = kind === "number" ? value! : Number(text !== "false");
    return { kind: "number", value: negative ? -number : number, span: c.since(start) };
  }
  if (kind === "name" && typeWords.has(text)) return c.fail("promela/reserved-word", "a variable or a constant");
  if (c.accept("(")) {
    const inner = pattern(c);
    c.expect(")", "after a variable or a constant");
    return inner;
  }
  return { kind: "reference", reference: parseReference(c), span: c.since(start) };
}
