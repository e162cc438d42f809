/** The conjuncts of a guard, in the order of their evaluation, and what can be known of them at compile time. */

import { flattenConjunction } from "../model/conjunction.ts";
import type { Expression, Transition } from "../model/model.ts";
import { isScalar, sizeOf } from "../model/slots.ts";
import { visitExpression } from "../model/traverse.ts";
import { onTrial } from "../wasm/construction.ts";
import { local } from "../wasm/value.ts";
import { ExpressionCompiler } from "./expression.ts";
import type { Binding, ModelSymbols } from "./symbols.ts";

export interface Conjunct {
  readonly expression: Expression;
  /** The number of parameters that must be chosen before the conjunct can be tested. */
  readonly depth: number;
  readonly canFail: boolean;
  /** The number of parameters that are chosen when it is tested. */
  readonly level: number;
}

/**
 * The conjuncts, each at the earliest level at which its test neither hides an error nor makes one: a conjunct is
 * tested before another one only if neither can fail.
 */
export function conjunctsOf(transition: Transition, symbols: ModelSymbols): readonly Conjunct[] {
  const names = transition.parameters.map(({ name }) => name);
  const conjuncts: Conjunct[] = [];
  for (const expression of flattenConjunction(transition.guard)) {
    let depth = 0;
    visitExpression(expression, (part) => {
      if (part.kind === "local") depth = Math.max(depth, names.indexOf(part.name) + 1);
    });
    const canFail = failsAt(expression, transition, symbols);
    const before = conjuncts.filter((other) => canFail || other.canFail);
    const level = Math.max(depth, ...before.map((other) => other.level));
    conjuncts.push({ expression, depth, canFail, level });
  }
  return conjuncts;
}

/** Whether the evaluation of an expression in a guard can fail. */
function failsAt(e: Expression, transition: Transition, symbols: ModelSymbols): boolean {
  let canFail = false;
  onTrial(() => {
    const trial = new ExpressionCompiler(symbols, () => {});
    for (const [name, binding] of parameterBindings(transition, 0)) trial.bindings.set(name, binding);
    trial.scalar(e);
    ({ canFail } = trial);
  });
  return canFail;
}

/** Scalar parameters are in registers of the routine under construction, composite ones in memory from `area` on. */
export function parameterBindings({ parameters }: Transition, area: number): Map<string, Binding> {
  const bindings = new Map<string, Binding>();
  let address = area;
  for (const { name, type } of parameters) {
    if (isScalar(type)) bindings.set(name, { kind: "register", type, local: local(name, "i32") });
    else {
      bindings.set(name, { kind: "memory", type, address });
      address += 4 * sizeOf(type);
    }
  }
  return bindings;
}
