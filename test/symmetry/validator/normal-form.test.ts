/** Compares normal forms with the reference interpreter: they agree on reachable states. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { facts } from "../../../src/model/facts.ts";
import { isRuntimeError } from "../../../src/model/interpret.ts";
import type { State } from "../../../src/model/interpret.ts";
import type { Model } from "../../../src/model/model.ts";
import { analyze } from "../../../src/symmetry/validator/analysis.ts";
import type { Analysis } from "../../../src/symmetry/validator/analysis.ts";
import { markOf } from "../../../src/symmetry/validator/cells.ts";
import type { Condition } from "../../../src/symmetry/validator/condition.ts";
import type { Term } from "../../../src/symmetry/validator/term.ts";
import { arbitraryModel } from "../../support/arbitrary-model.ts";
import { times } from "../../support/random-runs.ts";
import { reachableStates } from "../../support/symmetries.ts";

/** The value of a term; parts are shared, so what is known of a state is kept. */
function evaluate(term: Term, state: State): number {
  let known = values.get(state);
  if (!known) values.set(state, (known = new Map<Term, number>()));
  let value = known.get(term);
  if (value === undefined) known.set(term, (value = compute(term, state)));
  return value;
}

const values = new WeakMap<State, Map<Term, number>>();

/** Straight from the definition. */
function compute(term: Term, state: State): number {
  if (term.kind === "slot") return state[term.slots[0]!]!;
  if (term.kind === "table") {
    const row = term.slots.reduce((at, slot, k) => {
      const { list } = term.domains[k]!;
      if (!list.includes(state[slot]!)) throw new RangeError("a value outside the domain");
      return at * list.length + list.indexOf(state[slot]!);
    }, 0);
    return term.outcomes[row]!;
  }
  const args = term.args.map((arg) => evaluate(arg, state));
  const [x, y] = [args[0]!, args[1]!];
  switch (term.op) {
    case "and":
      return Number(args.every((arg) => arg === 1));
    case "not":
      return 1 - x;
    case "+":
      return args.reduce((sum, arg) => sum + arg, 0);
    case "*":
      return x * y + 0;
    case "/":
      return y === 0 ? 0 : Math.trunc(x / y) + 0;
    case "%":
      return y === 0 ? 0 : (x % y) + 0;
    case "==":
      return Number(x === y);
    case "<":
      return Number(x < y);
    case "case": {
      const conditions = args.filter((_, k) => k % 2 === 0);
      if (conditions.filter((condition) => condition === 1).length !== 1) throw new RangeError("not one case");
      return args[2 * conditions.indexOf(1) + 1]!;
    }
  }
}

function holds({ where, rest }: Condition, state: State): boolean {
  for (const [slot, { list }] of where) if (!list.includes(state[slot]!)) return false;
  return evaluate(rest, state) === 1;
}

function withMarks(model: Model): (state: State) => State {
  const { slots } = facts(model);
  return (state) =>
    state.map((value, slot) => {
      const { cell } = slots[slot]!;
      return !cell || cell.position < state[cell.lengthSlot]! ? value : markOf(slots[slot]!);
    });
}

/** The steps from a state, by transition and choice. */
function stepsBy(analysis: Analysis, state: State): Map<string, string> {
  const steps = new Map<string, string>();
  for (const { transition, choice, effect } of analysis.ground) {
    const key = JSON.stringify([transition.name, choice]);
    if (evaluate(effect.guardError, state) === 1) steps.set(key, "error");
    else if (holds(effect.guard, state)) {
      const failed = evaluate(effect.failed, state) === 1 ? " failed" : "";
      if (evaluate(effect.error, state) === 1) steps.set(key, `error${failed}`);
      else {
        const target = state.map((value, slot) => {
          const update = effect.updates.get(slot);
          return update ? evaluate(update, state) : value;
        });
        steps.set(key, `${target.join()}${failed}`);
      }
    }
  }
  return steps;
}

test.each([4096, 64, 8, 3])(
  "with tables of up to %i rows, ground transitions do what the interpreter does",
  (tableLimit) => {
    fc.assert(
      fc.property(arbitraryModel(), (model) => {
        const analysis = analyze(model, model.properties, { tableLimit, workLimit: 1e8 });
        const mark = withMarks(model);
        const reference = facts(model).interpreter;
        for (const state of reachableStates(model).slice(0, 60)) {
          const expected = new Map<string, string>();
          for (const { transition, choice, target, error, failed } of reference.steps(state)) {
            const text = error ? "error" : mark(target!).join();
            expected.set(JSON.stringify([transition.name, choice]), `${text}${failed ? " failed" : ""}`);
          }
          const marked = mark(state);
          expect(stepsBy(analysis, marked)).toEqual(expected);
          expect(holds(analysis.initial.states, marked)).toBe(reference.isInitial(state));
          for (const { property, holds: where, error } of analysis.properties) {
            if (property.kind !== "invariant" && property.kind !== "reachable") continue;
            const result = reference.holds(property.condition, state);
            expect(evaluate(error, marked) === 1).toBe(isRuntimeError(result));
            expect(evaluate(where, marked) === 1).toBe(result === true);
          }
        }
      }),
      { numRuns: times(125) },
    );
  },
);
