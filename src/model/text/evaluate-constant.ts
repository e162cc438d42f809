/** The value of an expression over constants, literals and bound names: no state is involved. */

import type { Expression } from "../model.ts";
import { highOf, lowOf } from "../slots.ts";

/** What an evaluation needs, and what it reports to. */
export interface ConstantContext {
  readonly constant: (name: string) => number | undefined;
  /** Values of bound names. */
  readonly locals: Map<string, number>;
  /** Quantifiers over large ranges must end; shared by all evaluations of a model. */
  readonly budget: { steps: number };
  readonly fail: (code: string, message: string, at: Expression) => void;
}

/** Truth values are 0 and 1, members count from 0; `undefined` after reporting a failure, or where a constant has none. */
export function evaluateConstant(e: Expression, context: ConstantContext): number | undefined {
  if (--context.budget.steps < 0) {
    if (context.budget.steps === -1) {
      context.fail("seq/constant-too-costly", "expected a constant that is computed quickly, found one that is not", e);
    }
    return undefined;
  }
  switch (e.kind) {
    case "integer":
      return e.value;
    case "boolean":
      return Number(e.value);
    case "member":
      return e.type.members.indexOf(e.name);
    case "constant":
      return context.constant(e.name);
    case "local":
      return context.locals.get(e.name);
    case "unary": {
      const value = evaluateConstant(e.operand, context);
      if (value === undefined) return undefined;
      return e.op === "!" ? 1 - value : 0 - value;
    }
    case "binary":
      return evaluateBinary(e, context);
    case "conditional": {
      const test = evaluateConstant(e.test, context);
      return test === undefined ? undefined : evaluateConstant(test ? e.then : e.else, context);
    }
    case "quantified":
      return evaluateQuantified(e, context);
    case "variable":
    case "predicate":
    case "index":
    case "field":
    case "queue":
    case "aggregate":
      return undefined;
  }
}

function evaluateBinary(e: Expression & { readonly kind: "binary" }, context: ConstantContext): number | undefined {
  const a = evaluateConstant(e.left, context);
  if (a === undefined) return undefined;
  if ((e.op === "&&" && !a) || (e.op === "||" && a)) return a;
  if (e.op === "->" && !a) return 1;
  const b = evaluateConstant(e.right, context);
  if (b === undefined) return undefined;
  switch (e.op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b + 0;
    case "/":
    case "%":
      if (b === 0) {
        context.fail("seq/division-by-zero", "expected a divisor other than 0, found 0", e.right);
        return undefined;
      }
      return (e.op === "/" ? Math.trunc(a / b) : a % b) + 0;
    case "==":
      return Number(a === b);
    case "!=":
      return Number(a !== b);
    case "<":
      return Number(a < b);
    case "<=":
      return Number(a <= b);
    case ">":
      return Number(a > b);
    case ">=":
      return Number(a >= b);
    case "&&":
    case "||":
    case "->":
      return b;
  }
}

function evaluateQuantified(
  e: Expression & { readonly kind: "quantified" },
  context: ConstantContext,
): number | undefined {
  let result = e.op === "forall" ? 1 : 0;
  for (let value = lowOf(e.type); value <= highOf(e.type); value++) {
    context.locals.set(e.name, value);
    const body = evaluateConstant(e.body, context);
    if (body === undefined) return undefined;
    if (e.op === "count" || e.op === "sum") result += body;
    else if (body !== result) {
      result = body;
      break;
    }
  }
  context.locals.delete(e.name);
  return result;
}
