/** Checks the `expect` lines of an example with the reference interpreter. */

import type { Model } from "../../src/index.ts";
import { facts } from "../../src/model/facts.ts";
import { stateQuestions } from "../../src/model/question.ts";
import { referenceSearch } from "../support/reference-search.ts";
import type { Verdict } from "./expectation.ts";

export interface Outcome {
  readonly states: number;
  readonly transitions: number;
  /** Of all properties, and of `assertions` and `ranges`. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

export function exploreByReference(model: Model): Outcome {
  const questions = stateQuestions(model.properties);
  const { states, parents, transitions, decided, error, assertion } = referenceSearch(model, questions);
  const depthOf = (id: number): number => (parents[id] === -1 ? 0 : 1 + depthOf(parents[id]!));
  const verdicts: Record<string, Verdict> = {
    assertions: assertion ? { verdict: "violated", depth: depthOf(assertion.state) + 1 } : { verdict: "holds" },
    ranges: error ? { verdict: "violated", depth: depthOf(error.state) + 1 } : { verdict: "holds" },
  };
  for (const [k, { name, ifFound }] of questions.entries()) {
    const id = decided[k]!;
    if (ifFound === "holds") verdicts[name] = { verdict: id < 0 ? "violated" : "holds" };
    else verdicts[name] = id < 0 ? { verdict: "holds" } : { verdict: "violated", depth: depthOf(id) };
  }
  const { transient } = model;
  const reference = facts(model).interpreter;
  const counted = transient ? states.filter((state) => reference.holds(transient, state) !== true) : states;
  return { states: counted.length, transitions, verdicts };
}
