/**
 * Records which event happened last, for one formula that mentions events.
 *
 * An event holds of a state that was reached by it just now. The variable is 0 at first and after every step that is none of
 * the events of the formula, and k after the k-th of them. Where the system cannot go on, the run stays there and nothing happens any
 * more: a transition sets the variable back to 0 first. The variable is an observer, and so it is in nobody's way: what
 * does not ask for it is checked without it.
 */

import { all, any, binary, conditional, equals, integer, not, variable } from "../../../model/build.ts";
import type { Expression, Statement, Transition, Variable } from "../../../model/model.ts";
import { showExpression } from "../names/show.ts";
import { matches, occurrenceOf } from "../processes/label.ts";
import type { Label, Occurrence } from "../processes/label.ts";

export class Recorder {
  readonly #name: string;
  readonly #events = new Map<string, { readonly occurrence: Occurrence; readonly number: number }>();

  constructor(name: string) {
    this.#name = name;
  }

  /** The condition that this was what happened last. */
  happened(occurrence: Occurrence): Expression {
    const key = [occurrence.name, ...occurrence.parts.map(({ e }) => showExpression(e))].join(".");
    const known = this.#events.get(key) ?? { occurrence, number: this.#events.size + 1 };
    this.#events.set(key, known);
    return equals(variable(this.#name), known.number);
  }

  /** Only after all events of the formula are known. */
  get variable(): Variable {
    const type = { kind: "range", low: 0, high: this.#events.size } as const;
    return { name: this.#name, type, initial: { kind: "value", value: 0 }, observer: true };
  }

  /** What a step with this label writes down; its parts are those of the state before. */
  record(label: Label): Statement {
    const found = occurrenceOf(label);
    let value = integer(0);
    for (const { occurrence, number } of this.#events.values()) {
      const tests = found && matches(found, occurrence);
      if (tests) value = conditional(all(tests), integer(number), value);
    }
    return this.#set(value);
  }

  /** The transition to rest, where none of the guards holds; absent if one always does. */
  rest(name: string, guards: readonly Expression[]): Transition | undefined {
    if (guards.length === 0 || guards.some((guard) => guard.kind === "boolean" && guard.value)) return undefined;
    const guard = all([binary("!=", variable(this.#name), integer(0)), not(any(guards))]);
    return { name, parameters: [], guard, body: [this.#set(integer(0))] };
  }

  #set(value: Expression): Statement {
    return { kind: "assign", target: variable(this.#name), value };
  }
}
