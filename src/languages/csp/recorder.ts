/**
 * Records which event happened last, for one formula that mentions events.
 *
 * An event holds of a state that was reached by it just now. The variable is 0 at first and after every step that is none of
 * the events of the formula, and k after the k-th of them. Where the system cannot go on, the run stays there and nothing happens any
 * more: a transition sets the variable back to 0 first. The variable is an observer, and so it is in nobody's way: what
 * does not ask for it is checked without it.
 */

import { chain } from "../../model/chain.ts";
import type { Expression, Statement, Transition, Variable } from "../../model/model.ts";
import { conjunction } from "./emit.ts";
import type { Label } from "./label.ts";
import { matches, occurrenceOf } from "./occurrence.ts";
import type { Occurrence } from "./occurrence.ts";
import { showExpression } from "./show.ts";

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
    return this.#compare("==", known.number);
  }

  /** Only after all events of the formula are known. */
  get variable(): Variable {
    const type = { kind: "range", low: 0, high: this.#events.size } as const;
    return { name: this.#name, type, initial: { kind: "value", value: 0 }, observer: true };
  }

  /** What a step with this label writes down; its parts are those of the state before. */
  record(label: Label): Statement {
    const found = occurrenceOf(label);
    let value: Expression = integer(0);
    if (found) {
      for (const { occurrence, number } of this.#events.values()) {
        const tests = matches(found, occurrence);
        if (!tests) continue;
        if (tests.length === 0) value = integer(number);
        else value = { kind: "conditional", test: conjunction(tests), then: integer(number), else: value };
      }
    }
    return this.#set(value);
  }

  /** The transition to rest, where none of the guards holds; absent if one always does. */
  rest(name: string, guards: readonly Expression[]): Transition | undefined {
    if (guards.some((guard) => guard.kind === "boolean" && guard.value)) return undefined;
    if (guards.length === 0) return undefined;
    const canMove = chain(guards, (left, right): Expression => ({ kind: "binary", op: "||", left, right }));
    const guard: Expression = {
      kind: "binary",
      op: "&&",
      left: this.#compare("!=", 0),
      right: { kind: "unary", op: "!", operand: canMove },
    };
    return { name, parameters: [], guard, body: [this.#set(integer(0))] };
  }

  #compare(op: "==" | "!=", value: number): Expression {
    return { kind: "binary", op, left: { kind: "variable", name: this.#name }, right: integer(value) };
  }

  #set(value: Expression): Statement {
    return { kind: "assign", target: { kind: "variable", name: this.#name }, value };
  }
}

function integer(value: number): Expression {
  return { kind: "integer", value };
}
