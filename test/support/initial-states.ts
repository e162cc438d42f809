/** Whether a model has an initial state, by the reference interpreter; an error in the initial condition counts as one. */

import { interpreter } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";

export function hasInitialState(model: Model): boolean {
  for (const _ of interpreter(model).initialStates()) return true;
  return false;
}
