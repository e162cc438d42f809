/**
 * Whether a model has an initial state, by the reference interpreter. An error in the initial condition counts as one.
 */

import { facts } from "../../src/model/facts.ts";
import type { Model } from "../../src/model/model.ts";

export function hasInitialState(model: Model): boolean {
  for (const _ of facts(model).interpreter.initialStates()) return true;
  return false;
}
