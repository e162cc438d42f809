/**
 * Parses expressions and formulas by operator precedence.
 *
 * As in SPIN, one grammar serves both, in which temporal operators bind looser than `|` and tighter than `&&`. They
 * occur only inside `ltl { ... }`, where `U`, `V`, `W`, `R` and `X` cannot be names.
 */

import { climb, operatorTable, prefixTable } from "../../../syntax/operators.ts";
import type { Grammar } from "../../../syntax/operators.ts";
import type { Cursor } from "./cursor.ts";
import { isWord, typeWords } from "./lexicon.ts";
import type {
  BinarySign,
  Expression,
  Part,
  Pattern,
  Probe,
  Reference,
  TemporalPrefix,
  TemporalSign,
  UnarySign,
} from "./syntax-tree.ts";

type ExpressionGrammar = Grammar<Cursor, BinarySign | TemporalSign, Expression, UnarySign | TemporalPrefix>;

const plain: ExpressionGrammar = {
  operators: operatorTable<BinarySign>(
    [
      { chain: "||" },
      { chain: "&&" },
      {},
      {},
      { left: "|" },
      { left: "^" },
      { left: "&" },
      { left: "== !=" },
      { left: "< <= > >=" },
      { left: "<< >>" },
      { chain: "+", left: "-" },
      { left: "* / %" },
    ],
    2,
    { "/\\": "&&", "\\/": "||" },
  ),
  join: (op, left, right) => {
    const { source, end } = right.span;
    const span = source === left.span.source && end > left.span.end ? { ...left.span, end } : left.span;
    switch (op) {
      case "until":
      case "weak-until":
      case "release":
      case "implies":
      case "equivalent":
        return { kind: op, left, right, span };
      default:
        return { kind: "binary", op, left, right, span };
    }
  },
  prefixes: prefixTable<UnarySign>({ 14: "! - ~" }),
  prefix: (op, operand, start, cursor) => {
    const span = cursor.spanSince(start);
    if (op === "-" && operand.kind === "number") return { ...operand, value: -operand.value, span };
    if (op === "!" || op === "-" || op === "~") return { kind: "unary", op, operand, span };
    return { kind: op, operand, span };
  },
  operand: (cursor) => (cursor.at("(") ? parenthesized(cursor) : atom(cursor)),
};

const formula: ExpressionGrammar = {
  ...plain,
  operators: new Map([
    ...plain.operators,
    ...operatorTable<TemporalSign>(
      [{ left: "implies equivalent" }, {}, {}, {}, { left: "until weak-until release" }],
      1,
      {
        "->": "implies",
        "<->": "equivalent",
        U: "until",
        stronguntil: "until",
        W: "weak-until",
        weakuntil: "weak-until",
        V: "release",
        R: "release",
      },
    ),
  ]),
  // SPIN reads `[] a U b` as `([] a) U b`.
  prefixes: new Map([
    ...plain.prefixes!,
    ...prefixTable<TemporalPrefix>({ 6: "always eventually next" }, { "[]": "always", "<>": "eventually", X: "next" }),
  ]),
  operand: (cursor) => {
    if (!cursor.at("(")) return atom(cursor);
    const start = cursor.token;
    const inner = cursor.enclosed("(", "", () => climb(cursor, formula));
    return { ...inner, span: cursor.spanSince(start) };
  },
};

export function parseExpression(cursor: Cursor): Expression {
  return climb(cursor, plain);
}

/** Parses a formula inside `ltl { ... }`. */
export function parseFormula(cursor: Cursor): Expression {
  return climb(cursor, formula);
}

export function parseExpressions(cursor: Cursor): Expression[] {
  return cursor.list(",", () => parseExpression(cursor));
}

/** Parses an expression in parentheses, or a conditional expression. */
function parenthesized(cursor: Cursor): Expression {
  const start = cursor.open("(", "");
  const test = parseExpression(cursor);
  if (!cursor.accept("->") && !cursor.accept(";")) {
    cursor.close("(", start);
    return { ...test, span: cursor.spanSince(start) };
  }
  const then = parseExpression(cursor);
  cursor.expect(":", "between the two values of a conditional expression");
  const otherwise = parseExpression(cursor);
  cursor.close("(", start);
  return { kind: "conditional", test, then, else: otherwise, span: cursor.spanSince(start) };
}

function atom(cursor: Cursor): Expression {
  const start = cursor.token;
  const span = cursor.placeOf(start);
  switch (start.kind) {
    case "number":
      return { kind: "number", value: cursor.advance().value!, span };
    case "true":
    case "skip":
    case "false":
      return { kind: "number", value: Number(cursor.advance().kind !== "false"), span };
    case "timeout":
      cursor.advance();
      return { kind: "timeout", span };
    case "np_":
      cursor.advance();
      return { kind: "nonprogress", span };
    case "run":
      return run(cursor);
    case "enabled":
    case "pc_value":
    case "get_priority": {
      cursor.advance();
      const argument = cursor.enclosed("(", `after \`${start.kind}\``, () => parseExpression(cursor));
      return { kind: "ask", op: start.kind, argument, span: cursor.spanSince(start) };
    }
    case "len":
    case "full":
    case "empty":
    case "nfull":
    case "nempty":
      return probe(cursor, start.kind);
    case "c_expr":
      return cursor.unsupported("embedded C code (`c_expr`) is");
    default:
      if (isWord(start)) return named(cursor);
      return cursor.fail("promela/unexpected-token", "an expression");
  }
}

function probe(cursor: Cursor, op: Probe): Expression {
  const start = cursor.advance();
  const channel = cursor.enclosed("(", `after \`${op}\``, () => parseReference(cursor));
  return { kind: "probe", op, channel, span: cursor.spanSince(start) };
}

function run(cursor: Cursor): Expression {
  const start = cursor.advance();
  const process = cursor.name("the name of a process");
  const purpose = "before the arguments of a process";
  const values = cursor.enclosedList("(", purpose, ",", () => parseExpression(cursor));
  const priority = cursor.accept("priority") ? parsePriority(cursor) : undefined;
  return { kind: "run", process, values, priority, span: cursor.spanSince(start) };
}

export function parsePriority(cursor: Cursor): Expression {
  return atom(cursor);
}

/** Parses an expression that begins with a name: a variable, a poll of a channel, or a reference to another process. */
function named(cursor: Cursor): Expression {
  const reference = parseReference(cursor);
  const { span, parts } = reference;
  const [{ name: process, index: pid }, more] = parts as [Part, Part?];
  if (!more && cursor.accept("@")) {
    return { kind: "at", process, pid, label: cursor.name("a label"), span: cursor.spanSince(span) };
  }
  if (!more && atRemote(cursor)) {
    cursor.advance();
    const remote = parseReference(cursor);
    return { kind: "remote", process, pid, reference: remote, span: cursor.spanSince(span) };
  }
  const random = cursor.at("??");
  if ((random || cursor.at("?")) && cursor.peek().kind === "[") {
    cursor.advance();
    const pattern = cursor.enclosed("[", "", () => parsePatterns(cursor));
    return { kind: "poll", channel: reference, random, pattern, span: cursor.spanSince(span) };
  }
  return { kind: "reference", reference, span };
}

/**
 * Whether this is `P[i]:x`, and not the `:` of a conditional expression, a range or a label: there are no blanks around
 * it.
 */
function atRemote(cursor: Cursor): boolean {
  const colon = cursor.token;
  const next = cursor.peek();
  const isAdjacent = colon.start === cursor.previousEnd && next.start === colon.end && next.source === colon.source;
  return colon.kind === ":" && isWord(next) && isAdjacent;
}

export function parseReference(cursor: Cursor): Reference {
  const start = cursor.token;
  const parts = cursor.list(".", (): Part => {
    const name = cursor.name("the name of a variable");
    const index = cursor.at("[") ? cursor.enclosed("[", "", () => parseExpression(cursor)) : undefined;
    return { name, index };
  });
  return { parts, span: cursor.spanSince(start) };
}

// ---------------------------------------------------------------- messages

/** The arguments of a send: `a, b, c` or `a(b, c)`. */
export function parseMessage(cursor: Cursor): Expression[] {
  return fields(cursor, () => parseExpression(cursor));
}

/** The arguments of a receive: `a, b, c`, `a(b, c)` or `(a, b, c)`. */
export function parsePatterns(cursor: Cursor): Pattern[] {
  if (cursor.at("(")) return cursor.enclosed("(", "", () => parsePatterns(cursor));
  return fields(cursor, () => pattern(cursor));
}

function fields<T>(cursor: Cursor, parse: () => T): T[] {
  const first = parse();
  const isCall = cursor.at("(") && !cursor.token.first;
  if (isCall) return [first, ...cursor.enclosed("(", "", () => cursor.list(",", parse))];
  return cursor.accept(",") ? [first, ...cursor.list(",", parse)] : [first];
}

function pattern(cursor: Cursor): Pattern {
  const start = cursor.token;
  if (cursor.accept("eval")) {
    const value = cursor.enclosed("(", "after `eval`", () => parseExpression(cursor));
    return { kind: "eval", value, span: cursor.spanSince(start) };
  }
  const sign = cursor.accept("-") ? -1 : 1;
  const { kind } = cursor.token;
  if (kind === "number" || kind === "true" || kind === "false" || kind === "skip") {
    const { value = Number(kind !== "false") } = cursor.advance();
    return { kind: "number", value: sign * value, span: cursor.spanSince(start) };
  }
  if (typeWords.has(kind)) return cursor.fail("promela/reserved-word", "a variable or a constant");
  return { kind: "reference", reference: parseReference(cursor), span: cursor.spanSince(start) };
}
