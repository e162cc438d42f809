/**
 * Constructors of expressions for front ends. Values that are known before the run are folded at once.
 *
 * One rule holds for operands that may fail (docs/decisions/005-operands-that-may-fail.md): the built expression has
 * the value of the expression as written, and fails in exactly the same states. So a part that may fail is left out
 * only if it is never evaluated, and a division by zero stays.
 *
 * Only constants are folded. `x + 0` stays, so that the actions of two processes differ only in numbers.
 */

import { chain } from "../syntax/chain.ts";
import { calculate as compute, exactArithmetic } from "../syntax/constant.ts";
import type { Span } from "../syntax/source.ts";
import { arithmetic, isArithmetic, negate as negateInterval, union } from "./interval.ts";
import type { ArithmeticOperator, Interval } from "./interval.ts";
import { mayFail } from "./may-fail.ts";
import type { Index } from "./may-fail.ts";
import type { BinaryOperator, Expression, Ltl, LtlBinary, LtlUnary, ScalarType } from "./model.ts";
import { highOf, lowOf } from "./slots.ts";

export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=";

// ---------------------------------------------------------------- constants and places

export function integer(value: number, span?: Span): Expression {
  return { kind: "integer", value, span };
}

export function boolean(value: boolean, span?: Span): Expression {
  return { kind: "boolean", value, span };
}

export const yes: Expression = { kind: "boolean", value: true };
export const no: Expression = { kind: "boolean", value: false };

export function variable(name: string, span?: Span): Expression {
  return { kind: "variable", name, span };
}

export function local(name: string, span?: Span): Expression {
  return { kind: "local", name, span };
}

/** An element of an array or a queue. */
export function element(base: Expression, index: Expression | number, span?: Span): Expression {
  return { kind: "index", base, index: typeof index === "number" ? integer(index) : index, span };
}

export function field(base: Expression, name: string, span?: Span): Expression {
  return { kind: "field", base, field: name, span };
}

/** The value of a literal: numbers, truth values as 0 and 1, members by their position. */
export function literalOf(e: Expression): number | undefined {
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

// ---------------------------------------------------------------- truth values

export function not(operand: Expression): Expression {
  if (operand.kind === "boolean") return boolean(!operand.value, operand.span);
  return operand.kind === "unary" && operand.op === "!" ? operand.operand : { kind: "unary", op: "!", operand };
}

/** The conjunction, evaluated from the left until a condition does not hold. */
export function all(conditions: readonly Expression[]): Expression {
  return joined("&&", conditions);
}

/** The disjunction, evaluated from the left until a condition holds. */
export function any(conditions: readonly Expression[]): Expression {
  return joined("||", conditions);
}

/**
 * Conditions after one that decides are never evaluated. Those before it are evaluated, so they stay if they may fail.
 */
function joined(op: "&&" | "||", conditions: readonly Expression[]): Expression {
  const decisive = op === "||";
  const open: Expression[] = [];
  for (const e of conditions) {
    if (e.kind !== "boolean") open.push(e);
    else if (e.value === decisive) {
      if (!open.some((before) => mayFail(before))) return e;
      open.push(e);
      break;
    }
  }
  if (open.length === 0) return boolean(!decisive);
  return chain(open, (left, right): Expression => ({ kind: "binary", op, left, right }));
}

/** The conjunction or disjunction in which both sides are always evaluated. */
export function both(op: "&&" | "||", left: Expression, right: Expression): Expression {
  if (!mayFail(right)) return joined(op, [left, right]);
  return op === "&&" ? conditional(left, right, all([right, no])) : conditional(left, any([right, yes]), right);
}

/**
 * Conditions that hold if all of the expressions can be evaluated, and fail otherwise. `isInside` accepts indices that
 * cannot fail.
 */
export function evaluable(expressions: readonly Expression[], isInside?: (index: Index) => boolean): Expression[] {
  return expressions
    .filter((e) => mayFail(e, isInside))
    .map((e): Expression => ({ kind: "binary", op: "==", left: e, right: e }));
}

// ---------------------------------------------------------------- operators

export function conditional(test: Expression, then: Expression, otherwise: Expression, span?: Span): Expression {
  if (test.kind === "boolean") return test.value ? then : otherwise;
  return { kind: "conditional", test, then, else: otherwise, span };
}

export function negate(operand: Expression, span?: Span): Expression {
  const value = literalOf(operand);
  return value === undefined ? { kind: "unary", op: "-", operand, span } : integer(0 - value, span);
}

export function binary(op: BinaryOperator, left: Expression, right: Expression, span?: Span): Expression {
  if (op === "&&" || op === "||") return joined(op, [left, right]);
  if (op === "->" && left.kind === "boolean") return left.value ? right : boolean(true, span);
  const [a, b] = [literalOf(left), literalOf(right)];
  if (a !== undefined && b !== undefined) {
    const value = compute(op, a, b, exactArithmetic);
    if (value !== undefined) return isArithmetic(op) ? integer(value, span) : boolean(value !== 0, span);
  }
  return { kind: "binary", op, left, right, span };
}

export function equals(left: Expression, right: Expression | number): Expression {
  return binary("==", left, typeof right === "number" ? integer(right) : right);
}

// ---------------------------------------------------------------- values with bounds

/** An expression, whether it is a truth value, and the bounds of its value. A truth value is 0 or 1. */
export interface Value extends Interval {
  readonly e: Expression;
  readonly isBool: boolean;
}

export function number(e: Expression, { low, high }: Interval): Value {
  const value = literalOf(e);
  return value === undefined ? { e, isBool: false, low, high } : { e, isBool: false, low: value, high: value };
}

export function truth(e: Expression): Value {
  const value = literalOf(e);
  return { e, isBool: true, low: value ?? 0, high: value ?? 1 };
}

export function knownNumber(value: number): Value {
  return { e: integer(value), isBool: false, low: value, high: value };
}

/** The value of a place of the type. */
export function valueOfType(e: Expression, type: ScalarType): Value {
  return { e, isBool: type.kind === "bool", low: lowOf(type), high: highOf(type) };
}

/** Whether the value is the same in every state, and can be evaluated in every state. */
export function isKnown(v: Value): boolean {
  return v.low === v.high && !mayFail(v.e);
}

/** The truth of a value as in C: every value except zero is true. */
export function asBool(v: Value): Expression {
  if (v.isBool) return v.e;
  return isKnown(v) ? boolean(v.low !== 0) : binary("!=", v.e, integer(0));
}

export function asInteger(v: Value): Expression {
  if (!v.isBool) return v.e;
  return conditional(v.e, integer(1), integer(0));
}

/** The mathematical result. A front end with fewer bits wraps it, or refuses results that do not `fit`. */
export function calculate(op: ArithmeticOperator, a: Value, b: Value, span?: Span): Value {
  return number(binary(op, asInteger(a), asInteger(b), span), arithmetic(op, a, b));
}

export function opposite(v: Value, span?: Span): Value {
  return number(negate(asInteger(v), span), negateInterval(v));
}

export function compare(op: ComparisonOperator, a: Value, b: Value, span?: Span): Value {
  if (a.isBool && b.isBool) return truth(binary(op, a.e, b.e, span));
  return truth(binary(op, asInteger(a), asInteger(b), span));
}

/** One of two values of the same kind. */
export function choose(test: Expression, then: Value, otherwise: Value, span?: Span): Value {
  const e = conditional(test, then.e, otherwise.e, span);
  if (e === then.e) return then;
  if (e === otherwise.e) return otherwise;
  return { e, isBool: then.isBool, ...union(then, otherwise) };
}

// ---------------------------------------------------------------- formulas

/** State formulas are maximal: a part without temporal operators is one condition. */
export function stateFormula(condition: Expression): Ltl {
  return { kind: "state", condition };
}

export function unaryFormula(op: LtlUnary, operand: Ltl, span?: Span): Ltl {
  if (op === "!" && operand.kind === "state") return stateFormula(not(operand.condition));
  return { kind: "unary", op, operand, span };
}

export function binaryFormula(op: LtlBinary, left: Ltl, right: Ltl, span?: Span): Ltl {
  const isTemporal = op === "U" || op === "W" || op === "R";
  if (isTemporal || left.kind !== "state" || right.kind !== "state") return { kind: "binary", op, left, right, span };
  return stateFormula(binary(op === "<->" ? "==" : op, left.condition, right.condition, span));
}
