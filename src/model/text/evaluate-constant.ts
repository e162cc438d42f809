/** Evaluates expressions over constants, literals and bound names, without a state. */

import { constantOf, exactArithmetic } from "../../syntax/constant.ts";
import type { Constant, ConstantForm } from "../../syntax/constant.ts";
import type { Expression } from "../model.ts";
import { highOf, lowOf } from "../slots.ts";

/** The inputs of an evaluation, and its error reports. */
export interface ConstantContext {
  readonly constant: (name: string) => number | undefined;
  /** The values of bound names. */
  readonly locals: Map<string, number>;
  /** All evaluations of a model share this budget, so that quantifiers over large ranges end. */
  readonly budget: { steps: number };
  readonly fail: (code: string, message: string, at: Expression) => void;
}

/**
 * The value of a constant expression. Truth values are 0 and 1, and members count from 0. `undefined` after an error,
 * or if a constant has no value.
 */
export function evaluateConstant(e: Expression, context: ConstantContext): number | undefined {
  return constantOf(e, {
    arithmetic: exactArithmetic,
    form: (part) => formOf(part, context),
    fail: (problem, part) => {
      if (problem === "division by zero") {
        context.fail("seq/division-by-zero", "expected a divisor other than 0, found 0", part);
      } else context.fail("seq/too-large", "expected a value within 53 bits, found a larger one", part);
    },
  })?.value;
}

function formOf(e: Expression, context: ConstantContext): ConstantForm<Expression> | undefined {
  const { budget, fail, locals } = context;
  if (--budget.steps < 0) {
    if (budget.steps === -1) {
      fail("seq/constant-too-costly", "expected a constant that is computed quickly, found one that is not", e);
    }
    return undefined;
  }
  switch (e.kind) {
    case "integer":
      return known(e.value);
    case "boolean":
      return known(Number(e.value));
    case "member":
      return known(e.type.members.indexOf(e.name));
    case "constant":
      return known(context.constant(e.name));
    case "local":
      return known(locals.get(e.name));
    case "unary":
    case "binary":
    case "conditional":
      return e;
    case "quantified":
      return known(evaluateQuantified(e, context));
    case "variable":
    case "predicate":
    case "index":
    case "field":
    case "queue":
    case "aggregate":
      return undefined;
  }
}

/** The model is type-checked already, so `isBoolean` does not matter. */
function known(value: number | undefined): ({ readonly kind: "known" } & Constant) | undefined {
  return value === undefined ? undefined : { kind: "known", value, isBoolean: false };
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
