/** Elaborated expressions with their types and intervals, and the operators on them. */

import { excerpt } from "../../syntax/excerpt.ts";
import { arithmetic, fits, isArithmetic, negate, point, total, union } from "../interval.ts";
import type { Interval } from "../interval.ts";
import type { BinaryOperator, Expression, ScalarType } from "../model.ts";
import { lengthOf } from "../slots.ts";
import { bool, int, isInteger } from "../typing.ts";
import type { ExpressionType } from "../typing.ts";
import { quote } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { printType } from "./print-type.ts";
import type { ExpressionNode, Place } from "./syntax-tree.ts";

/** The interval is meaningful only for integers. */
export interface Typed extends Interval {
  readonly expression: Expression;
  readonly type: ExpressionType;
}

export type NodeOf<K extends ExpressionNode["kind"]> = Extract<ExpressionNode, { readonly kind: K }>;

/** The interval comes from the type by default. */
export function typed(type: ExpressionType, expression: Expression, interval?: Interval): Typed {
  const { low, high } = interval ?? (type.kind === "range" ? type : point(0));
  return { expression, type, low, high };
}

/** "an integer", "a truth value", ... */
export function describeType(type: ExpressionType): string {
  switch (type.kind) {
    case "int":
    case "range":
      return "an integer";
    case "bool":
      return "a truth value";
    case "enum":
      return `a value of ${quote(type.name)}`;
    case "array":
    case "record":
    case "queue":
      return `a value of type ${excerpt(printType(type))}`;
  }
}

/** Reports "expected an integer WHERE, found a truth value". Returns `undefined`, for the caller to return. */
export function reportMismatch(
  env: Environment,
  place: Place,
  expected: ExpressionType | string,
  found: ExpressionType,
  where: string,
): Typed | undefined {
  if (env.collector.full) return undefined;
  const wanted = typeof expected === "string" ? expected : describeType(expected);
  env.report("seq/type-mismatch", `expected ${wanted} ${where}, found ${describeType(found)}`, place);
  return undefined;
}

export function applyBinary(
  env: Environment,
  node: NodeOf<"binary">,
  op: BinaryOperator,
  left: Typed,
  right: Typed,
): Typed | undefined {
  const span = env.span(node);
  const expression: Expression = { kind: "binary", op, left: left.expression, right: right.expression, span };
  if (!isArithmetic(op)) return typed(bool, expression);
  return within(env, node, typed(int, expression, arithmetic(op, left, right)));
}

export function applyUnary(env: Environment, node: NodeOf<"unary">, op: "!" | "-", operand: Typed): Typed {
  const expression: Expression = { kind: "unary", op, operand: operand.expression, span: env.span(node) };
  return op === "!" ? typed(bool, expression) : typed(int, expression, negate(operand));
}

export function applyQuantifier(
  env: Environment,
  node: NodeOf<"quantified">,
  type: ScalarType,
  body: Typed,
): Typed | undefined {
  const { op, name } = node;
  const span = env.span(node);
  const expression: Expression = { kind: "quantified", op, name: name.text, type, body: body.expression, span };
  switch (op) {
    case "forall":
    case "exists":
      return typed(bool, expression);
    case "count":
      return typed(int, expression, { low: 0, high: lengthOf(type) });
    case "sum":
      return within(env, node, typed(int, expression, total(body, lengthOf(type))));
  }
}

/** A choice between two values of one type. */
export function choose(
  env: Environment,
  node: NodeOf<"conditional">,
  test: Typed,
  then: Typed,
  otherwise: Typed,
): Typed {
  const parts = { test: test.expression, then: then.expression, else: otherwise.expression };
  const expression: Expression = { kind: "conditional", ...parts, span: env.span(node) };
  return isInteger(then.type) ? typed(int, expression, union(then, otherwise)) : typed(then.type, expression);
}

/** Refuses an expression whose value may exceed 53 bits. */
function within(env: Environment, node: ExpressionNode, result: Typed): Typed | undefined {
  if (fits(result)) return result;
  const { low, high } = result;
  const message = `expected values within 53 bits, but \`${env.text(node)}\` may lie anywhere from ${show(low)} to ${show(high)}`;
  env.report("seq/may-overflow", message, node);
  return undefined;
}

/** Beyond 53 bits only the first digits are significant. */
function show(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : value.toExponential(1);
}
