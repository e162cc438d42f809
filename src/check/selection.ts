/** What was asked: which properties, and what the verdict depends on. */

import type { Model, Property } from "../model/model.ts";
import { questionOf } from "../model/question.ts";
import type { OpenQuestion, Question, RunQuestion, StateQuestion } from "../model/question.ts";
import { visitStatements } from "../model/traverse.ts";
import { RequestError } from "./request-error.ts";
import type { PropertyResult, Verdict } from "./result.ts";

/** A property, and what it asks. */
export interface Asked<Q extends Question = Question> {
  readonly property: Property;
  readonly question: Q;
}

export interface Selection {
  readonly states: readonly Asked<StateQuestion>[];
  readonly runs: readonly Asked<RunQuestion>[];
  /** What no engine can tell. */
  readonly open: readonly Asked<OpenQuestion>[];
  /** Whether the verdict waits for the built-in properties too. */
  readonly assertions: boolean;
  readonly ranges: boolean;
  /** Whether nothing was asked: the whole space is explored. */
  readonly exploreAll: boolean;
}

/** What `--property` understands besides the names that a model declares. */
const reservedNames = new Set(["assertions", "ranges", "none"]);

export function select(model: Model, names: readonly string[] | undefined): Selection {
  const hasAssertions = containsAssertion(model);
  const taken = model.properties.find(({ name }) => reservedNames.has(name));
  if (taken) {
    throw new RequestError(
      `property \`${taken.name}\` must be called something else: the name has a meaning of its own`,
    );
  }
  const available = [...model.properties.map(({ name }) => name), "assertions", "ranges"];
  const unknown = names?.find((name) => !available.includes(name));
  if (unknown !== undefined) {
    throw new RequestError(
      `the model has no property \`${unknown}\`; it has ${available.map((name) => `\`${name}\``).join(", ")}`,
    );
  }
  const chosen = model.properties.filter(({ name }) => names?.includes(name) ?? true);
  const states: Asked<StateQuestion>[] = [];
  const runs: Asked<RunQuestion>[] = [];
  const open: Asked<OpenQuestion>[] = [];
  for (const property of chosen) {
    const question = questionOf(property);
    if (question.kind === "state") states.push({ property, question });
    else if (question.kind === "run") runs.push({ property, question });
    else open.push({ property, question });
  }
  const exploreAll = names?.length === 0;
  const assertions = names ? names.includes("assertions") : hasAssertions;
  const ranges = names ? names.includes("ranges") : states.length === 0 && !assertions;
  return { states, runs, open, assertions, ranges, exploreAll };
}

export function containsAssertion(model: Model): boolean {
  let found = false;
  for (const { body } of model.transitions) {
    visitStatements(body, (s) => {
      if (s.kind === "assert") found = true;
    });
  }
  return found;
}

/** What is known of the properties of states, and the built-in ones, when nothing is. */
export function undecided(model: Model, { states, exploreAll }: Selection, reason: string): PropertyResult[] {
  const open = { verdict: "undecided", reason } as const;
  const hasAssertions = containsAssertion(model) && !exploreAll;
  return [
    ...states.map(({ property: { name, kind } }) => ({ name, kind, ...open })),
    ...(hasAssertions ? [{ name: "assertions", kind: "assertion", ...open } as const] : []),
    { name: "ranges", kind: "range", ...open },
  ];
}

/** Whether anything was asked that a search through the states answers. */
export function asksForStates({ states, runs, assertions, ranges, exploreAll }: Selection): boolean {
  return states.length > 0 || assertions || ranges || exploreAll || runs.length === 0;
}

/** Violated if anything is; undecided if something that was asked for is; what was not asked for cannot be missing. */
export function overall(properties: readonly PropertyResult[], selection: Selection): Verdict {
  if (properties.some(({ verdict }) => verdict === "violated")) return "violated";
  const asked = properties.filter(({ kind }) => {
    if (selection.exploreAll) return true;
    return kind === "assertion" ? selection.assertions : kind === "range" ? selection.ranges : true;
  });
  return asked.some(({ verdict }) => verdict === "undecided") ? "undecided" : "holds";
}
