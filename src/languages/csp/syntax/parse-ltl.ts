/**
 * Parses LTL formulas of assertions. Atoms are names of conditions, and events. The operators are `[]`, `<>`, `X`, `U`,
 * `W`, `R`.
 */

import type { LtlBinary, LtlUnary } from "../../../model/model.ts";
import { climb, operatorTable, prefixTable } from "../../../syntax/operators.ts";
import type { Grammar } from "../../../syntax/operators.ts";
import { Cursor } from "./cursor.ts";
import { additive, parseExpression } from "./parse-expression.ts";
import { parseChannel, parseEvent } from "./parse-process.ts";
import type { LtlNode } from "./syntax-tree.ts";

const grammar: Grammar<Cursor, LtlBinary, LtlNode, LtlUnary> = {
  operators: operatorTable(
    [{ left: "<->" }, { right: "->" }, { chain: "||" }, { chain: "&&" }, { right: "U W R" }],
    1,
    { "\\/": "||", "/\\": "&&", V: "R" },
  ),
  prefixes: prefixTable({ 6: "! [] <> X" }, { G: "[]", F: "<>" }),
  prefix: (op, operand, { start }, cursor) => cursor.since(start, { kind: "unary", op, operand }),
  operand: parseOperand,
  join: (op, left, right) => ({ kind: "binary", op, left, right, start: left.start, end: right.end }),
};

export function parseLtl(cursor: Cursor): LtlNode {
  return climb(cursor, grammar);
}

function parseOperand(cursor: Cursor): LtlNode {
  const { start, kind } = cursor.token;
  switch (kind) {
    case "(":
      return cursor.enclosed("(", "", () => parseLtl(cursor));
    case "true":
    case "false":
      cursor.advance();
      return cursor.since(start, { kind: "constant", value: kind === "true" });
    case "name":
      return parseAtom(cursor);
    case "string":
      return parseQuoted(cursor);
    case "tau":
      return cursor.failWith(
        "csp/unsupported",
        "expected a condition or an event, found `tau`: what is invisible cannot be asked for",
      );
    default:
      if (kind === "number" && operators.has(cursor.peek().kind)) {
        cursor.advance();
        refuseConditions(cursor);
      }
      return cursor.fail("csp/expected-formula", "a formula");
  }
}

/** Parses `goal`, `eat.0`, `c!1`, `c[0]?1.2`. */
function parseAtom(cursor: Cursor): LtlNode {
  const { start, text } = cursor.token;
  switch (cursor.peek().kind) {
    case ".": {
      const event = parseEvent(cursor);
      return cursor.since(start, { kind: "event", event });
    }
    case "!":
    case "?":
    case "[": {
      const channel = parseChannel(cursor);
      const { kind } = cursor.token;
      refuseConditions(cursor);
      if (kind !== "!" && kind !== "?" && kind !== ".") {
        return cursor.fail("csp/unexpected-token", "`!`, `?` or `.` and the message after the channel");
      }
      cursor.advance();
      const values = cursor.list(".", () => parseExpression(cursor, additive));
      return cursor.since(start, { kind: "message", channel, sign: kind === "." ? "" : kind, values });
    }
    default:
      cursor.advance();
      refuseConditions(cursor);
      return cursor.since(start, { kind: "atom", name: text });
  }
}

const operators: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"]);

/** After a variable: `x > 0` is no formula, in PAT neither, and many write it. */
function refuseConditions(cursor: Cursor): void {
  const { kind, text } = cursor.token;
  if (!operators.has(kind)) return;
  cursor.failWith(
    "csp/condition-in-formula",
    `expected a formula, found a condition with \`${text}\`: give it a name, as in \`#define goal x == 1;\`, and use the name`,
  );
}

/** PAT requires quotes around the events of channels, whose signs have another meaning in formulas. */
function parseQuoted(cursor: Cursor): LtlNode {
  const { start, end } = cursor.advance();
  const inner = new Cursor(cursor.collector, { start: start + 1, end: end - 1 });
  if (!inner.at("name")) inner.fail("csp/unexpected-token", "the name of an event");
  const atom = parseAtom(inner);
  if (!inner.at("end")) inner.fail("csp/unexpected-token", "the end of the event");
  return atom;
}
