/**
 * Parses process expressions.
 *
 * The operators are those of the grammar of PAT, from loosest to tightest: `|||`, `||`, `[]`, `<>`, `[*]`, `interrupt`,
 * hiding, `;`, then guards and prefixes. The body of an indexed operator extends as far as possible. A `;` ends the
 * definition if a new declaration follows it.
 */

import type { Cursor } from "./cursor.ts";
import {
  additive,
  parseBinders,
  parseBracketed,
  parseExpression,
  parseParenthesized,
  startsBinder,
} from "./parse-expression.ts";
import { parseBlock } from "./parse-statement.ts";
import type {
  Binder,
  Block,
  ChannelNode,
  EventNode,
  EventSet,
  ExpressionNode,
  ProcessNode,
  ProcessOf,
} from "./syntax-tree.ts";

const operators = ["|||", "||", "[]", "<>", "[*]"] as const;

export function parseProcess(cursor: Cursor): ProcessNode {
  return cursor.nested(() => parseOperators(cursor, 0));
}

/** Parses `P(1, 2)`, `P()` or `P`. */
export function parseCall(cursor: Cursor): ProcessOf<"call"> {
  const { start } = cursor.token;
  const name = cursor.name("the name of a process");
  const list = cursor.at("(") ? cursor.enclosedList("(", "", ",", () => parseExpression(cursor)) : [];
  return cursor.process(start, { kind: "call", name, arguments: list });
}

/** Parses `{a, b.i, x:{0..2} @ c.x}`. A comma may come before the brace. */
export function parseEventSets(cursor: Cursor): EventSet[] {
  return cursor.enclosed("{", "and events", () => {
    const sets: EventSet[] = [];
    do {
      if (cursor.at("}")) break;
      const { start } = cursor.token;
      let binders: Binder[] = [];
      if (startsBinder(cursor)) {
        binders = parseBinders(cursor);
        cursor.expect("@", "between the indices and the event");
      }
      sets.push(cursor.since(start, { binders, event: parseEvent(cursor) }));
    } while (cursor.accept(","));
    return sets;
  });
}

/**
 * Whether a declaration begins `distance` tokens ahead, which distinguishes the end of a definition from a sequence.
 */
export function startsDeclaration(cursor: Cursor, distance = 0): boolean {
  const { kind } = cursor.peek(distance);
  if (["#", "var", "hvar", "channel", "enum", "end"].includes(kind)) return true;
  if (kind !== "name") return false;
  let at = distance + 1;
  if (cursor.peek(at).kind === "(") {
    for (let depth = 0; cursor.peek(at).kind !== "end"; at++) {
      const next = cursor.peek(at).kind;
      if (next === "(") depth++;
      else if (next === ")" && --depth === 0) break;
      else if (next === ";") return false;
    }
    at++;
  }
  return cursor.peek(at).kind === "=";
}

function parseOperators(cursor: Cursor, level: number): ProcessNode {
  const op = operators[level];
  if (op === undefined) return parseInterrupt(cursor);
  const { start } = cursor.token;
  // An indexed operator can occur where its operator binds loosely enough. After a tighter one it needs parentheses.
  const indexed = operators.slice(level).find((sign) => cursor.at(sign));
  if (indexed !== undefined) return parseIndexed(cursor, indexed);
  const first = parseOperators(cursor, level + 1);
  if (!cursor.at(op)) return first;
  const parts = [first];
  while (cursor.accept(op)) {
    parts.push(cursor.at(op) ? cursor.fail("csp/expected-process", "a process") : parseOperators(cursor, level + 1));
  }
  return op === "|||" || op === "||"
    ? cursor.process(start, { kind: "parallel", op, parts })
    : cursor.process(start, { kind: "choice", op, parts });
}

function parseIndexed(cursor: Cursor, op: (typeof operators)[number]): ProcessNode {
  const { start } = cursor.advance();
  let binders: Binder[];
  if (op === "|||" && cursor.at("{")) {
    const place = cursor.token.start;
    const count = cursor.enclosed("{", "", () => parseCopies(cursor));
    binders = [cursor.since(place, { values: { kind: "copies", count } })];
  } else binders = parseBinders(cursor);
  cursor.expect("@", "between the indices and the process");
  return cursor.process(start, { kind: "indexed", op, binders, body: parseProcess(cursor) });
}

function parseCopies(cursor: Cursor): ExpressionNode {
  if (!cursor.at("..")) return parseExpression(cursor, additive);
  const message = "expected a number of copies, found `..`: infinitely many are not supported";
  return cursor.failWith("csp/unsupported", message);
}

function parseInterrupt(cursor: Cursor): ProcessNode {
  const { start } = cursor.token;
  let left = parseHiding(cursor);
  for (let count = 0; cursor.accept("interrupt"); count++) {
    cursor.checkDepth(count - 1);
    left = cursor.process(start, { kind: "interrupt", body: left, handler: parseHiding(cursor) });
  }
  return left;
}

function parseHiding(cursor: Cursor): ProcessNode {
  const { start } = cursor.token;
  const body = parseSequence(cursor);
  if (!cursor.accept("\\")) return body;
  return cursor.process(start, { kind: "hide", body, hidden: parseEventSets(cursor) });
}

function parseSequence(cursor: Cursor): ProcessNode {
  const { start } = cursor.token;
  const first = parseGuarded(cursor);
  if (!cursor.at(";") || startsDeclaration(cursor, 1)) return first;
  cursor.advance();
  return cursor.process(start, { kind: "sequence", first, second: cursor.nested(() => parseSequence(cursor)) });
}

/** Parses a chain of guards and prefixes in a loop, so that long chains do not deepen the recursion. */
function parseGuarded(cursor: Cursor): ProcessNode {
  return cursor.nested(() => {
    const { start } = cursor.token;
    if (cursor.at("[")) {
      const test = parseBracketed(cursor);
      return cursor.process(start, { kind: "guard", test, body: parseGuarded(cursor) });
    }
    if (cursor.at("{")) return parsePrefix(cursor, start, { parts: [], start, end: start });
    if (cursor.at("tau")) {
      const { end } = cursor.advance();
      return parsePrefix(cursor, start, { parts: [], start, end });
    }
    const fairness = fairnessHere(cursor);
    if (fairness) {
      cursor.advance();
      const event = cursor.enclosed("(", "", () => parseEvent(cursor));
      return parsePrefix(cursor, start, cursor.since(start, { ...event, fairness }));
    }
    if (cursor.at("name")) {
      const next = cursor.peek().kind;
      if (next === "!" || next === "?" || next === "[") return parseCommunication(cursor);
      if (next === "->" || next === "." || next === "{") return parsePrefix(cursor, start, parseEvent(cursor));
    }
    return parseAtom(cursor);
  });
}

/** Whether an event with fairness begins here, and not a process of this name: `wf(a) ->`. */
function fairnessHere(cursor: Cursor): "weak" | "strong" | undefined {
  const strength = cursor.atWord("wf") ? "weak" : cursor.atWord("sf") ? "strong" : undefined;
  if (strength === undefined || cursor.peek().kind !== "(") return undefined;
  let depth = 1;
  let at = 2;
  for (; depth > 0; at++) {
    const { kind } = cursor.peek(at);
    if (kind === "end" || kind === ";") return undefined;
    if (kind === "(") depth++;
    else if (kind === ")") depth--;
  }
  const { kind } = cursor.peek(at);
  return kind === "->" || kind === "{" ? strength : undefined;
}

function parsePrefix(cursor: Cursor, start: number, event: EventNode): ProcessNode {
  const block = parseOptionalBlock(cursor);
  cursor.expect("->", "after the event");
  return cursor.process(start, { kind: "prefix", event, block, then: parseGuarded(cursor) });
}

function parseOptionalBlock(cursor: Cursor): Block | undefined {
  return cursor.at("{") ? parseBlock(cursor) : undefined;
}

/** Parses `get.i.(i+1)%N`. */
export function parseEvent(cursor: Cursor): EventNode {
  const { start } = cursor.token;
  const name = cursor.name("the name of an event").text;
  const parts: ExpressionNode[] = [];
  while (cursor.accept(".")) parts.push(parseExpression(cursor, additive));
  return cursor.since(start, { name, parts });
}

/** Parses `c` or `c[i]`. */
export function parseChannel(cursor: Cursor): ChannelNode {
  const { start } = cursor.token;
  const name = cursor.name("the name of a channel");
  const index = cursor.at("[") ? cursor.enclosed("[", "", () => parseExpression(cursor, additive)) : undefined;
  return cursor.since(start, { name, index });
}

function parseCommunication(cursor: Cursor): ProcessNode {
  const { start } = cursor.token;
  const channel = parseChannel(cursor);
  if (!cursor.at("!") && !cursor.at("?")) cursor.fail("csp/unexpected-token", "`!` or `?` after the channel");
  const isSend = cursor.advance().kind === "!";
  const condition = !isSend && cursor.at("[") ? parseBracketed(cursor) : undefined;
  const values = cursor.list(".", () => parseExpression(cursor, isSend ? 1 : additive));
  const block = parseOptionalBlock(cursor);
  cursor.expect("->", "after the communication");
  const then = parseGuarded(cursor);
  return isSend
    ? cursor.process(start, { kind: "send", channel, values, block, then })
    : cursor.process(start, { kind: "receive", channel, condition, fields: values, block, then });
}

function parseAtom(cursor: Cursor): ProcessNode {
  const { start, kind } = cursor.token;
  switch (kind) {
    case "Skip":
    case "Stop":
      cursor.advance();
      if (cursor.at("(")) cursor.enclosed("(", "", () => undefined);
      return cursor.process(start, { kind: kind === "Skip" ? "skip" : "stop" });
    case "name":
      return parseCall(cursor);
    case "(":
      return cursor.enclosed("(", "", () => parseProcess(cursor));
    case "atomic":
      cursor.advance();
      return cursor.process(start, { kind: "atomic", body: parseBraced(cursor) });
    case "if":
    case "ifa":
    case "ifb":
      return parseIf(cursor, kind);
    case "case":
      return parseCase(cursor);
    case "assert":
      cursor.advance();
      return cursor.process(start, { kind: "assert", test: parseParenthesized(cursor, "after `assert`") });
    default:
      return cursor.fail("csp/expected-process", "a process");
  }
}

function parseBraced(cursor: Cursor): ProcessNode {
  return cursor.enclosed("{", "and a process", () => parseProcess(cursor));
}

function parseIf(cursor: Cursor, variant: "if" | "ifa" | "ifb"): ProcessNode {
  const { start } = cursor.advance();
  const test = parseParenthesized(cursor, `after \`${variant}\``);
  const then = parseBraced(cursor);
  if (variant === "ifb" || !cursor.accept("else")) return cursor.process(start, { kind: "if", variant, test, then });
  const { kind } = cursor.token;
  const otherwise =
    kind === "if" || kind === "ifa" || kind === "ifb"
      ? cursor.nested(() => parseIf(cursor, kind))
      : parseBraced(cursor);
  return cursor.process(start, { kind: "if", variant, test, then, else: otherwise });
}

function parseCase(cursor: Cursor): ProcessNode {
  const { start } = cursor.advance();
  const opening = cursor.open("{", "after `case`");
  const branches: { test: ExpressionNode; body: ProcessNode }[] = [];
  let otherwise: ProcessNode | undefined;
  while (!cursor.at("}") && otherwise === undefined) {
    if (cursor.accept("default")) {
      cursor.expect(":", "after `default`");
      otherwise = parseProcess(cursor);
    } else {
      const test = parseExpression(cursor);
      cursor.expect(":", "after the condition");
      branches.push({ test, body: parseProcess(cursor) });
    }
  }
  cursor.close("{", opening);
  return cursor.process(start, { kind: "case", branches, otherwise });
}
