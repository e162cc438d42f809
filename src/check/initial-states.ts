/**
 * A model without initial states has no behavior. Every statement about all its states or runs would be vacuous, so
 * there is no verdict.
 */

import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import { limitOf, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { InputError } from "./request-error.ts";
import type { PropertyResult } from "./result.ts";

export function noInitialState({ initialCondition }: Model): InputError {
  const message = "the model has no initial state: no values of its variables meet the initial condition";
  return new InputError("noether/no-initial-state", message, initialCondition?.span);
}

/**
 * Requires an initial state if only properties of runs were requested. A search that stored a state had one. A formula
 * that no run can violate is not searched at all, so the first initial state is searched here.
 *
 * @throws InputError if there is none
 */
export function requireInitialState(model: Model, formulas: readonly PropertyResult[], watch: Watch): void {
  const isOpen = formulas.every(({ verdict, runs }) => verdict === "holds" && (runs?.states ?? 0) === 0);
  if (!isOpen || !model.initialCondition) return;
  let isEmpty = false;
  try {
    isEmpty = watched(watch, () => facts(model).interpreter.initialStates()[Symbol.iterator]().next().done === true);
  } catch (error) {
    if (limitOf(error) === undefined) throw error;
  }
  if (isEmpty) throw noInitialState(model);
}
