/**
 * Transitions with each choice of parameters, in parts that look at few slots each: the conjuncts of the guard and the
 * statements of the body. Rows can be counted if each part looks at one row, or at none.
 *
 * A transition that compares slots with constants, and adds constants or sets them, is known slot by slot
 * (`slot-steps.ts`). Of all others the texts of the parts are kept, with quantifiers and loops written out, so that every
 * slot is named.
 */

import { conditional, integer } from "../../model/build.ts";
import { flattenConjunction } from "../../model/conjunction.ts";
import { constantPlace } from "../../model/constant-place.ts";
import type { NamesInScope } from "../../model/constant-place.ts";
import type { Domain } from "../../model/domains.ts";
import { facts } from "../../model/facts.ts";
import type { Expression, Model, ScalarType, Statement, Transition } from "../../model/model.ts";
import { namesOf, slotStepsWith } from "../../model/slot-steps.ts";
import type { SlotStep } from "../../model/slot-steps.ts";
import { highOf, isScalar, lowOf } from "../../model/slots.ts";
import { replace, replaceInStatements } from "../../model/substitute.ts";
import { partsOf } from "../../model/traverse.ts";
import { chain } from "../../syntax/chain.ts";
import { look } from "../../util/limits.ts";

/** A part of a transition, and the slots that it reads or writes. */
export interface Part<T> {
  readonly text: T;
  readonly slots: ReadonlySet<number>;
}

export type GroundStep = {
  readonly transition: Transition;
  /** The slots that it reads or writes. */
  readonly slots: ReadonlySet<number>;
} & (
  | { readonly kind: "slots"; readonly steps: ReadonlyMap<number, SlotStep> }
  | { readonly kind: "texts"; readonly tests: readonly Part<Expression>[]; readonly body: readonly Part<Statement>[] }
);

/** More transitions than this, of the model with all choices or of the counted model, are too many. */
export const mostTransitions = 20_000;

/** More values of quantified names and loops than this, in all transitions, are not written out. */
const mostInstances = 100_000;

/** All ground transitions; `undefined` if one of them is not of this kind. */
export function groundSteps(model: Model): GroundStep[] | undefined {
  const { domains, interpreter } = facts(model);
  const names = namesOf(model);
  const reader = new Reader(names, domains);
  const result: GroundStep[] = [];
  for (const transition of model.transitions) {
    for (const choice of interpreter.choices(transition)) {
      look();
      if (result.length === mostTransitions) return undefined;
      const steps = slotStepsWith(transition, choice, names, domains);
      if (steps === "never") continue;
      const step: GroundStep | undefined = steps
        ? { kind: "slots", transition, slots: new Set(steps.keys()), steps }
        : reader.read(transition, choice);
      if (!step) return undefined;
      result.push(step);
    }
  }
  return result;
}

/** The scalar slot that a place is, if its indices are constants. */
export function scalarSlot(e: Expression, names: NamesInScope): { slot: number; type: ScalarType } | undefined {
  if (e.kind !== "variable" && e.kind !== "index" && e.kind !== "field") return undefined;
  const place = constantPlace(e, names);
  return place && isScalar(place.type) ? { slot: place.offset, type: place.type } : undefined;
}

/** Thrown where a text does not say which slots it is about, or has statements that rows do not follow. */
class NotRead extends Error {}

class Reader {
  readonly #names: NamesInScope;
  readonly #domains: readonly Domain[];
  #instances = 0;

  constructor(names: NamesInScope, domains: readonly Domain[]) {
    this.#names = names;
    this.#domains = domains;
  }

  read(transition: Transition, choice: readonly (readonly number[])[]): GroundStep | undefined {
    const { parameters, guard, body } = transition;
    if (parameters.some(({ type }) => !isScalar(type))) return undefined;
    const given = new Map(parameters.map(({ name, type }, i) => [name, literal(type as ScalarType, choice[i]![0]!)]));
    const chosen = (e: Expression): Expression | undefined => (e.kind === "local" ? given.get(e.name) : undefined);
    try {
      const tests = flattenConjunction(this.#writtenOut(replace(guard, chosen)));
      const statements = replaceInStatements(body, chosen).flatMap((s) => this.#straight(s));
      const parts = {
        tests: tests.map((text) => ({ text, slots: this.#slotsOf(text) })),
        body: statements.map((text) => ({ text, slots: this.#slotsOfStatement(text) })),
      };
      const slots = new Set([...parts.tests, ...parts.body].flatMap((part) => [...part.slots]));
      return { kind: "texts", transition, slots, ...parts };
    } catch (error) {
      if (error instanceof NotRead) return undefined;
      throw error;
    }
  }

  /** The expression without predicates and quantifiers, and with the values of slots that never change. */
  #writtenOut(e: Expression): Expression {
    return replace(e, (part) => {
      look();
      const place = scalarSlot(part, this.#names);
      const domain = place && this.#domains[place.slot]!;
      if (domain && domain.low === domain.high) return literal(place.type, domain.low);
      if (part.kind === "predicate") return this.#writtenOut(this.#names.predicates.get(part.name)!);
      if (part.kind !== "quantified") return undefined;
      const { op } = part;
      const instances = this.#instancesOf(part).map((body) =>
        op === "count" ? conditional(body, integer(1), integer(0)) : body,
      );
      const joint = op === "forall" ? "&&" : op === "exists" ? "||" : "+";
      return chain(instances, (left, right): Expression => ({ kind: "binary", op: joint, left, right }));
    });
  }

  #instancesOf({ name, type, body }: Expression & { readonly kind: "quantified" }): Expression[] {
    return this.#valuesOf(type).map((value) => this.#writtenOut(replace(body, valueFor(name, value))));
  }

  #valuesOf(type: ScalarType): Expression[] {
    const values: Expression[] = [];
    for (let value = lowOf(type); value <= highOf(type); value++) {
      if (++this.#instances > mostInstances) throw new NotRead();
      values.push(literal(type, value));
    }
    return values;
  }

  /** The statement as assignments and branches. */
  #straight(s: Statement): Statement[] {
    look();
    switch (s.kind) {
      case "assign": {
        const target = scalarSlot(s.target, this.#names) ? s.target : this.#writtenOut(s.target);
        return [{ ...s, target, value: this.#writtenOut(s.value) }];
      }
      case "if": {
        const [then, otherwise] = [s.then, s.else].map((body) => body.flatMap((each) => this.#straight(each)));
        return [{ ...s, test: this.#writtenOut(s.test), then: then!, else: otherwise! }];
      }
      case "for":
        return this.#valuesOf(s.type)
          .flatMap((value) => replaceInStatements(s.body, valueFor(s.name, value)))
          .flatMap((each) => this.#straight(each));
      case "while":
      case "push":
      case "pop":
      case "assert":
      case "local":
        throw new NotRead();
    }
  }

  #slotsOf(e: Expression, into: Set<number> = new Set()): Set<number> {
    look();
    if (e.kind === "queue" || e.kind === "aggregate" || e.kind === "local") throw new NotRead();
    if (e.kind === "variable" || e.kind === "index" || e.kind === "field") {
      const place = scalarSlot(e, this.#names);
      if (!place) throw new NotRead();
      into.add(place.slot);
    } else for (const part of partsOf(e)) this.#slotsOf(part, into);
    return into;
  }

  #slotsOfStatement(s: Statement, into: Set<number> = new Set()): Set<number> {
    if (s.kind === "assign") {
      this.#slotsOf(s.target, into);
      this.#slotsOf(s.value, into);
    } else if (s.kind === "if") {
      this.#slotsOf(s.test, into);
      for (const each of [...s.then, ...s.else]) this.#slotsOfStatement(each, into);
    } else throw new NotRead();
    return into;
  }
}

function literal({ kind }: ScalarType, value: number): Expression {
  return kind === "bool" ? { kind: "boolean", value: value !== 0 } : integer(value);
}

function valueFor(name: string, value: Expression) {
  return (e: Expression): Expression | undefined => (e.kind === "local" && e.name === name ? value : undefined);
}
