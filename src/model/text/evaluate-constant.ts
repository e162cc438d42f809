/** The value of an expression over constants, literals and bound names: no state is involved. */

import { constantOf, exactArithmetic } from "../../syntax/constant.ts";
import type { Constant, ConstantForm } from "../../syntax/constant.ts";
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

/** The types of a model have been checked before. */
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
