/** Counts the states of a lowered model, without symmetry, and finds their errors. */

import { compile } from "../../../src/explicit/compile.ts";
import { Exploration } from "../../../src/explicit/exploration.ts";
import type { Model } from "../../../src/model/model.ts";
import { stateQuestions } from "../../../src/model/question.ts";
import type { Safety } from "./spin.ts";

/** The number of states that are not transient; `undefined` if there are more than `most`. */
export function countStates(model: Model, most = 500_000): number | undefined {
  return explore(model, most)?.states;
}

/** The same, and what is wrong with them. */
export function explore(model: Model, most: number): (Safety & { readonly states: number }) | undefined {
  const endStates = stateQuestions(model.properties);
  const exploration = new Exploration(compile(model, endStates, { fingerprints: false }), { maxStates: most });
  while (exploration.step());
  const { limit, states, assertion, error, decided } = exploration;
  if (limit !== undefined) return undefined;
  // An index out of bounds is an assertion for SPIN.
  return {
    states,
    assertion: assertion !== undefined || error !== undefined,
    endState: decided.some((found) => found !== undefined),
  };
}
