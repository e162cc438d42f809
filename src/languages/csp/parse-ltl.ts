/** LTL formulas of assertions: atoms are names of conditions; `[]`, `<>`, `X`, `U`, `W`, `R` are the operators. */

import type { Cursor } from "./cursor.ts";
import type { LtlNode } from "./syntax-tree.ts";

type Binary = (LtlNode & { readonly kind: "binary" })["op"];

/** Loosest first; until, weak until and release bind tightest and to the right, as does implication. */
const levels: readonly Readonly<Record<string, Binary>>[] = [
  { "<->": "<->" },
  { "->": "->" },
  { "||": "||", "\\/": "||" },
  { "&&": "&&", "/\\": "&&" },
  { U: "U", W: "W", R: "R", V: "R" },
];

export function parseLtl(cursor: Cursor, level = 0): LtlNode {
  return cursor.nested(() => {
    const ops = levels[level];
    if (ops === undefined) return parseUnary(cursor);
    let left = parseLtl(cursor, level + 1);
    for (;;) {
      const { kind, text } = cursor.token;
      const key = kind === "name" ? text : kind;
      if (!Object.hasOwn(ops, key)) return left;
      cursor.advance();
      const toRight = level === 1 || level === levels.length - 1;
      const right = parseLtl(cursor, toRight ? level : level + 1);
      left = { kind: "binary", op: ops[key]!, left, right, start: left.start, end: right.end };
    }
  });
}

const unary: Readonly<Record<string, "!" | "X" | "[]" | "<>">> = {
  "!": "!",
  "[]": "[]",
  "<>": "<>",
  X: "X",
  G: "[]",
  F: "<>",
};

function parseUnary(cursor: Cursor): LtlNode {
  const { start, kind, text } = cursor.token;
  const key = kind === "name" ? text : kind;
  if (Object.hasOwn(unary, key)) {
    cursor.advance();
    const operand = cursor.nested(() => parseUnary(cursor));
    return cursor.since(start, { kind: "unary", op: unary[key]!, operand });
  }
  switch (kind) {
    case "(": {
      const opening = cursor.open("(", "");
      const inner = parseLtl(cursor);
      cursor.close("(", opening);
      return inner;
    }
    case "true":
    case "false":
      cursor.advance();
      return cursor.since(start, { kind: "constant", value: kind === "true" });
    case "name":
      if (cursor.peek().kind === "." || cursor.peek().kind === "!" || cursor.peek().kind === "?") refuseEvent(cursor);
      cursor.advance();
      return cursor.since(start, { kind: "atom", name: text });
    case "string":
      return refuseEvent(cursor);
    default:
      return cursor.fail("csp/expected-formula", "a formula");
  }
}

function refuseEvent(cursor: Cursor): never {
  const message = `expected the name of a condition, found the event ${cursor.found()}: events in LTL are not supported`;
  return cursor.failWith("csp/event-in-ltl", message);
}
