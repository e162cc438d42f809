/**
 * Records the last event, for one formula that mentions events.
 *
 * An event holds in a state that was just reached by it. The variable is 0 initially and after every step with another
 * event, and k after the k-th event of the formula. A run without a further step stays in its last state, and no event
 * happens any more. So a transition first resets the variable to 0. The variable is an observer: properties that do not
 * read it are checked without it.
 */

import { all, any, binary, conditional, equals, integer, not, variable } from "../../../model/build.ts";
import type { Expression, Statement, Transition, Variable } from "../../../model/model.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import { showExpression } from "../names/show.ts";
import { matches, occurrenceOf } from "../processes/label.ts";
import type { Occurrence } from "../processes/label.ts";
import type { FairEvent, Step } from "../processes/step.ts";

/** What can be recorded of a step. */
export type Recordable = Pick<Step, "label" | "fair">;

/** A variable that only properties read, and how steps set it. */
export interface Observer {
  readonly variable: Variable;
  /** The record of a step. The parts of its event are evaluated in the state before. */
  record(step: Recordable): readonly Statement[];
  /** A transition for states in which none of the guards holds, if one is needed. */
  rest(name: string, guards: readonly Expression[]): Transition | undefined;
}

export class Recorder implements Observer {
  readonly #name: string;
  readonly #events = new Map<string, { readonly occurrence: Occurrence | undefined; readonly number: number }>();

  constructor(name: string) {
    this.#name = name;
  }

  /** The condition that this was the last event. */
  happened(occurrence: Occurrence): Expression {
    const key = [occurrence.name, ...occurrence.parts.map(({ e }) => showExpression(e))].join(".");
    const { number } = getOrAdd(this.#events, key, () => ({ occurrence, number: this.#events.size + 1 }));
    return equals(variable(this.#name), number);
  }

  /** The condition that the last step was invisible. */
  wasInvisible(): Expression {
    const { number } = getOrAdd(this.#events, "", () => ({ occurrence: undefined, number: this.#events.size + 1 }));
    return equals(variable(this.#name), number);
  }

  /** Call this only after all events of the formula are known. */
  get variable(): Variable {
    const type = { kind: "range", low: 0, high: this.#events.size } as const;
    return { name: this.#name, type, initial: { kind: "value", value: 0 }, observer: true };
  }

  record({ label }: Recordable): Statement[] {
    const found = occurrenceOf(label);
    let value = integer(0);
    for (const { occurrence, number } of this.#events.values()) {
      const tests = occurrence ? found && matches(found, occurrence) : found ? undefined : [];
      if (tests) value = conditional(all(tests), integer(number), value);
    }
    return [set(this.#name, value)];
  }

  /** The transition that resets the variable if none of the guards holds; absent if one always does. */
  rest(name: string, guards: readonly Expression[]): Transition | undefined {
    return restOf(this.#name, name, guards);
  }
}

/** Records events to which runs are fair, hidden or not. */
export class FairRecorder implements Observer {
  readonly #name: string;
  readonly #keys: readonly string[];

  constructor(name: string, events: readonly FairEvent[]) {
    this.#name = name;
    this.#keys = [...new Set(events.map(({ key }) => key))];
  }

  /** The condition that this was the last step. */
  happened({ key }: FairEvent): Expression {
    return equals(variable(this.#name), this.#keys.indexOf(key) + 1);
  }

  get variable(): Variable {
    const type = { kind: "range", low: 0, high: this.#keys.length } as const;
    return { name: this.#name, type, initial: { kind: "value", value: 0 }, observer: true };
  }

  record({ fair = [] }: Recordable): Statement[] {
    return [set(this.#name, integer(fair[0] ? this.#keys.indexOf(fair[0].key) + 1 : 0))];
  }

  rest(name: string, guards: readonly Expression[]): Transition | undefined {
    return restOf(this.#name, name, guards);
  }
}

function restOf(variableName: string, name: string, guards: readonly Expression[]): Transition | undefined {
  if (guards.length === 0 || guards.some((guard) => guard.kind === "boolean" && guard.value)) return undefined;
  const guard = all([binary("!=", variable(variableName), integer(0)), not(any(guards))]);
  return { name, parameters: [], guard, body: [set(variableName, integer(0))] };
}

function set(variableName: string, value: Expression): Statement {
  return { kind: "assign", target: variable(variableName), value };
}
