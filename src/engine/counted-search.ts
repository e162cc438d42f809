/** What searches in a counted model have in common, state by state and as sets: questions, symmetries and traces. */

import { facts } from "../model/facts.ts";
import type { State } from "../model/interpret.ts";
import type { Model, Property } from "../model/model.ts";
import type { StateQuestion } from "../model/question.ts";
import type { Trace } from "../model/replay.ts";
import { CountedModel } from "../symmetry/counters/counted-model.ts";
import type { Representatives } from "../symmetry/orbit-test.ts";
import { isIdentitySymmetry } from "../symmetry/symmetry.ts";
import type { Symmetry } from "../symmetry/symmetry.ts";
import { Validator } from "../symmetry/validator/validator.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { traceThrough } from "./trace-through.ts";

export interface CountedSearch {
  readonly counted: CountedModel;
  /** The questions with conditions on counts. */
  readonly asked: readonly StateQuestion[];
  /** What the symmetries of the model do to counts, and whether that is all that they do. */
  readonly rest: ValidatedGroup;
  readonly isAll: boolean;
}

/** `undefined` if the model cannot be counted, or a condition cannot be followed. */
export function countedSearch(
  model: Model,
  symmetry: ValidatedGroup,
  questions: readonly StateQuestion[],
): CountedSearch | undefined {
  const counted = CountedModel.of(model, symmetry);
  if (!counted) return undefined;
  const asked: StateQuestion[] = [];
  for (const question of questions) {
    const condition = question.condition && counted.condition(question.condition);
    if (question.condition && !condition) return undefined;
    asked.push({ ...question, condition });
  }
  return { counted, asked, ...symmetriesOfCounts(counted, symmetry, asked) };
}

/**
 * The symmetries of the model as symmetries of the counted model. That may have more of its own: with those, several
 * orbits of the model would be one.
 */
function symmetriesOfCounts(
  counted: CountedModel,
  { generators }: ValidatedGroup,
  asked: readonly StateQuestion[],
): { readonly rest: ValidatedGroup; readonly isAll: boolean } {
  const properties = asked.flatMap(({ name, condition }): Property[] =>
    condition ? [{ kind: "invariant", name, condition }] : [],
  );
  const validator = new Validator(counted.model, { properties });
  const images = generators.map((generator) => counted.onCounts(generator));
  const moving = images.filter((image) => image === undefined || !isIdentitySymmetry(image));
  const accepted = moving.filter((image) => image !== undefined && validator.validate(image).accepted) as Symmetry[];
  return { rest: validator.groupOf(accepted), isAll: accepted.length === moving.length };
}

/** The trace of the original model through states with the counts of those of a trace of the counted model. */
export function originalTrace(
  model: Model,
  symmetry: ValidatedGroup,
  counted: CountedModel,
  { initial, steps, mayBeShorter }: Trace,
): Trace {
  const states = [initial, ...steps.map(({ target }) => target!)].map((counts) => counted.stateOf(counts));
  const representatives: Representatives = {
    isUnique: true,
    representativeOf: (state: State) => counted.stateOf(counted.countsOf(state)),
  };
  return { ...traceThrough(facts(model).interpreter, states, { representatives, symmetry }), mayBeShorter };
}
