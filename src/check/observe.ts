/**
 * What one state or one step shows of the properties of a model, by the reference interpreter. Searches answer questions
 * about all states; simulation and replay look at the states of one run.
 */

import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { RuntimeError, State, Step } from "../model/interpret.ts";
import type { Model, Property } from "../model/model.ts";
import { questionOf, stateQuestions } from "../model/question.ts";
import type { PropertyKind } from "./result.ts";

/** A property that a run violates. */
export interface Violation {
  readonly name: string;
  readonly kind: PropertyKind;
  /** The reason, in a sentence without a full stop. */
  readonly reason: string;
  /** The run-time error, if there is one. */
  readonly error?: RuntimeError | undefined;
}

/** The first violation that a step shows. A step that ends at a bound of the model shows none. */
export function violationOfStep({ failed, error }: Step): Violation | undefined {
  if (failed) {
    return { name: "assertions", kind: "assertion", reason: failed.message ?? "an assertion fails in the last step" };
  }
  if (!error || error.limit !== undefined) return undefined;
  return { name: "ranges", kind: "range", reason: error.message, error };
}

/** The first violation that a state shows, in the order of the properties. */
export function violationOfState(model: Model, state: State, isStuck: boolean): Violation | undefined {
  const { interpreter } = facts(model);
  for (const question of stateQuestions(model.properties)) {
    if (question.isStuck && !isStuck) continue;
    const { name, condition, wanted, ifFound } = question;
    const value = condition === undefined ? wanted : interpreter.holds(condition, state);
    if (isRuntimeError(value)) {
      return { name: "ranges", kind: "range", reason: `${value.message}, in property ${name}`, error: value };
    }
    if (value !== wanted || ifFound === "holds") continue;
    const { kind } = model.properties.find((property) => property.name === name)!;
    const what = question.isStuck ? "no transition is enabled" : "the condition fails";
    return { name, kind, reason: `${what} in the last state` };
  }
  return undefined;
}

/** What a state says about a property, in a word or a clause. */
export function valueOfProperty(model: Model, property: Property, state: State, isStuck: boolean): string {
  const question = questionOf(property);
  if (question.kind === "run") return "about whole runs: a state does not decide it";
  if (question.kind === "event") return "about events: a state does not decide it";
  if (question.kind === "other") return "about another system";
  if (question.kind === "open") return `cannot be checked: ${question.reason}`;
  const { condition, wanted, ifFound } = question;
  const value = condition === undefined ? wanted : facts(model).interpreter.holds(condition, state);
  if (isRuntimeError(value)) return `run-time error: ${value.message}`;
  const isFound = value === wanted && (!question.isStuck || isStuck);
  if (ifFound === "holds") return isFound ? "reached" : "not reached here";
  return isFound ? "violated" : "not violated here";
}
