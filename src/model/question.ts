/**
 * The question of a property: the one place that defines the meaning of each kind of property for a search.
 *
 * Engines, verdicts and symmetries use the question and never the kind of a property. So a new kind of property is a
 * new case here, or, if no present question expresses it, a new kind of question. The compiler then finds every engine
 * that must handle it.
 */

import type { Interpreter, State } from "./interpret.ts";
import type { Claim, Events, Expression, Least, Ltl, Model, Property, Semantics } from "./model.ts";

export type Question = StateQuestion | RunQuestion | EventQuestion | OtherQuestion | OpenQuestion;

/**
 * Is there a reachable state in which the condition has the wanted value and, for stuck states, no transition is
 * enabled?
 */
export interface StateQuestion {
  readonly kind: "state";
  /** The name of the property. */
  readonly name: string;
  /** The condition. If absent, every state qualifies. */
  readonly condition?: Expression | undefined;
  readonly wanted: boolean;
  readonly isStuck: boolean;
  /** For stuck states: whether steps that change nothing count as none. */
  readonly isStuttering?: boolean | undefined;
  /** The verdict if there is such a state. Otherwise the verdict is the opposite. */
  readonly ifFound: "holds" | "violated";
  /** If present, a state with the least value is wanted. Engines get the question without it (`least.ts`). */
  readonly least?: Least | undefined;
}

/** Is there a run that violates the formula, or that the claim accepts? Then the property is violated. */
export interface RunQuestion {
  readonly kind: "run";
  readonly name: string;
  readonly wanted: RunCondition;
}

export type RunCondition =
  | { readonly kind: "violates"; readonly formula: Ltl }
  | { readonly kind: "accepted"; readonly claim: Claim };

/** Is there a run whose events show what is not allowed? Then the property is violated. */
export interface EventQuestion {
  readonly kind: "event";
  readonly name: string;
  readonly events: Events;
  /** One event leads to different states, or the specification does not allow what the run shows. */
  readonly wanted:
    | { readonly kind: "nondeterminism" }
    | { readonly kind: "excess"; readonly semantics: Semantics; readonly specification: Model };
}

/** The question is about another system. */
export interface OtherQuestion {
  readonly kind: "other";
  readonly name: string;
  readonly system: Model;
}

/** No engine can decide the property, for this reason. */
export interface OpenQuestion {
  readonly kind: "open";
  readonly name: string;
  readonly reason: string;
}

export function questionOf(property: Property): Question {
  const { name } = property;
  switch (property.kind) {
    case "invariant":
      return { kind: "state", name, condition: property.condition, wanted: false, isStuck: false, ifFound: "violated" };
    case "reachable":
      return {
        kind: "state",
        name,
        condition: property.condition,
        wanted: true,
        isStuck: false,
        ifFound: "holds",
        ...(property.least && { least: property.least }),
      };
    case "deadlock":
      return {
        kind: "state",
        name,
        condition: property.except,
        wanted: false,
        isStuck: true,
        isStuttering: property.isStuttering,
        ifFound: "violated",
      };
    case "ltl":
      return { kind: "run", name, wanted: { kind: "violates", formula: property.formula } };
    case "never":
      return { kind: "run", name, wanted: { kind: "accepted", claim: property.claim } };
    case "deterministic":
      return { kind: "event", name, events: property.events, wanted: { kind: "nondeterminism" } };
    case "refines": {
      const { events, semantics, specification } = property;
      return { kind: "event", name, events, wanted: { kind: "excess", semantics, specification } };
    }
    case "other":
      return { kind: "other", name, system: property.system };
    case "unsupported":
      return { kind: "open", name, reason: property.reason };
  }
}

/** The questions about single states. */
export function stateQuestions(properties: readonly Property[]): StateQuestion[] {
  return properties.map(questionOf).filter((question) => question.kind === "state");
}

/** The questions about whole runs. */
export function runQuestions(properties: readonly Property[]): RunQuestion[] {
  return properties.map(questionOf).filter((question) => question.kind === "run");
}

/** Whether the question looks for this state. A condition that cannot be evaluated has no value. */
export function isWanted(
  interpreter: Interpreter,
  { condition, wanted, isStuck, isStuttering = false }: StateQuestion,
  state: State,
): boolean {
  if (isStuck) {
    for (const { target } of interpreter.steps(state)) {
      const isIdle = target?.every((value, slot) => value === state[slot]) === true;
      if (!isStuttering || !isIdle) return false;
    }
  }
  return condition === undefined || interpreter.holds(condition, state) === wanted;
}
