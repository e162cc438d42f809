/** Small expressions of the model, with what is constant worked out at once. */

import { chain } from "../../model/chain.ts";
import { mayFail } from "../../model/may-fail.ts";
import type { BinaryOperator, Expression } from "../../model/model.ts";
import type { Span } from "../../syntax/source.ts";

export function integer(value: number, span?: Span): Expression {
  return { kind: "integer", value, span };
}

export function boolean(value: boolean, span?: Span): Expression {
  return { kind: "boolean", value, span };
}

export const yes: Expression = { kind: "boolean", value: true };
export const no: Expression = { kind: "boolean", value: false };

export function field(base: Expression, name: string, span?: Span): Expression {
  return { kind: "field", base, field: name, span };
}

export function not(operand: Expression): Expression {
  if (operand.kind === "boolean") return boolean(!operand.value, operand.span);
  return operand.kind === "unary" && operand.op === "!" ? operand.operand : { kind: "unary", op: "!", operand };
}

export function all(conditions: readonly Expression[]): Expression {
  return combine("&&", conditions);
}

export function any(conditions: readonly Expression[]): Expression {
  return combine("||", conditions);
}

function combine(op: "&&" | "||", conditions: readonly Expression[]): Expression {
  const decisive = op === "||";
  const open: Expression[] = [];
  for (const e of conditions) {
    if (e.kind !== "boolean") open.push(e);
    // What comes before may fail to evaluate, so only what follows can be left out.
    else if (e.value === decisive && open.length === 0) return e;
    else if (e.value === decisive) {
      open.push(e);
      break;
    }
  }
  return open.length === 0 ? boolean(!decisive) : chain(open, (left, right) => ({ kind: "binary", op, left, right }));
}

/** `&` and `|` on truth values: both are evaluated, whatever the first one is. */
export function both(op: "&" | "|", left: Expression, right: Expression): Expression {
  if (!mayFail(right)) return op === "&" ? all([left, right]) : any([left, right]);
  return op === "&" ? conditional(left, right, all([right, no])) : conditional(left, any([right, yes]), right);
}

export function conditional(test: Expression, then: Expression, otherwise: Expression, span?: Span): Expression {
  if (test.kind === "boolean") return test.value ? then : otherwise;
  return { kind: "conditional", test, then, else: otherwise, span };
}

/** The value of what is written as a constant: numbers, truth values, members by their place. */
export function literal(e: Expression): number | undefined {
  switch (e.kind) {
    case "integer":
      return e.value;
    case "boolean":
      return Number(e.value);
    case "member":
      return e.type.members.indexOf(e.name);
    default:
      return undefined;
  }
}

export function binary(op: BinaryOperator, left: Expression, right: Expression, span?: Span): Expression {
  const [a, b] = [literal(left), literal(right)];
  if (a !== undefined && b !== undefined) {
    const known = compute(op, a, b);
    if (typeof known === "boolean") return boolean(known, span);
    if (known !== undefined) return integer(known, span);
  }
  if (op === "&&") return all([left, right]);
  if (op === "||") return any([left, right]);
  return { kind: "binary", op, left, right, span };
}

/** Undefined if it cannot be known: division by zero is left to fail at run time. */
function compute(op: BinaryOperator, a: number, b: number): number | boolean | undefined {
  const whole = (value: number): number | undefined => (Math.abs(value) <= 2 ** 31 ? value + 0 : undefined);
  switch (op) {
    case "+":
      return whole(a + b);
    case "-":
      return whole(a - b);
    case "*":
      return whole(a * b);
    case "/":
      return b === 0 ? undefined : whole(Math.trunc(a / b));
    case "%":
      return b === 0 ? undefined : whole(a % b);
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "&&":
      return a !== 0 && b !== 0;
    case "||":
      return a !== 0 || b !== 0;
    case "->":
      return a === 0 || b !== 0;
  }
}
