/**
 * Checks a certificate again by other means: the reference interpreter, on states.
 *
 * For each pair of ground transitions in the certificate, the step by the first from a state and the step by the second
 * from the image of the state must have the same effect. If the pair depends on slots with few combinations of values,
 * all of these are tried, with random values in the other slots. Otherwise a random sample is tried, half of it among
 * the states for which the guard holds according to the certificate. The number of choices that the certificate does
 * not name must agree, and these are tried as their own images on a small sample. Initial states and properties are
 * tried in the same way.
 *
 * There are no terms, tables or normal forms: this shares only the inferred domains with the validator. A sample proves
 * nothing, but finds an error in a certificate with high probability. The random numbers are the same each time.
 */

import { domainSize } from "../../model/domains.ts";
import type { Domain } from "../../model/domains.ts";
import { facts } from "../../model/facts.ts";
import { choicesOf, isRuntimeError } from "../../model/interpret.ts";
import type { Interpreter, State, Step } from "../../model/interpret.ts";
import type { Model, Property, Transition } from "../../model/model.ts";
import { sameState } from "../../model/replay.ts";
import { isScalar } from "../../model/slots.ts";
import type { Slot } from "../../model/slots.ts";
import { stateFormulas } from "../../model/traverse.ts";
import { contains } from "../../model/value-set.ts";
import { Random } from "../../util/random.ts";
import { imageOfState } from "../symmetry.ts";
import type { Symmetry } from "../symmetry.ts";
import type { Certificate, Choice } from "./certificate.ts";

export interface RecheckOptions {
  readonly properties?: readonly Property[] | undefined;
  /** The approximate number of states to try in total, but at least a few per pair. */
  readonly budget?: number | undefined;
}

/** Whether no test contradicts the certificate. */
export function recheck(
  model: Model,
  symmetry: Symmetry,
  certificate: Certificate,
  options: RecheckOptions = {},
): boolean {
  return new Recheck(model, symmetry).holds(certificate, options);
}

class Recheck {
  readonly #model: Model;
  readonly #symmetry: Symmetry;
  readonly #domains: readonly Domain[];
  readonly #slots: readonly Slot[];
  readonly #interpreter: Interpreter;
  readonly #random = new Random(1);

  constructor(model: Model, symmetry: Symmetry) {
    this.#model = model;
    this.#symmetry = symmetry;
    this.#domains = facts(model).domains;
    this.#slots = facts(model).slots;
    this.#interpreter = facts(model).interpreter;
  }

  holds(certificate: Certificate, { properties = [], budget = 20_000 }: RecheckOptions): boolean {
    const { transitions, untouched, neverTaken, texts } = certificate;
    const { slots } = this.#symmetry;
    if (slots.length !== this.#slots.length || new Set(slots).size !== slots.length) return false;
    if (texts) {
      const isShown = texts.every(({ from, to }) => this.#sameTexts(from, to, 64));
      return isShown && this.#sameInitialStates(64) && properties.every((property) => this.#sameProperty(property, 64));
    }
    const named = new Map(transitions.map((pair) => [keyOf(pair.from), pair]));
    const share = Math.max(32, Math.floor(budget / (transitions.length + 1)));
    let count = 0;
    for (const transition of this.#model.transitions) {
      for (const choice of choicesOf(transition)) {
        const from: Choice = { transition: transition.name, choice };
        const pair = named.get(keyOf(from));
        if (!pair) count++;
        if (!this.#sameSteps(from, pair?.to ?? from, this.#states(pair, pair ? share : 4))) return false;
      }
    }
    if (count !== untouched + neverTaken) return false;
    return this.#sameInitialStates(share) && properties.every((property) => this.#sameProperty(property, share));
  }

  /** Each step of a transition, with whatever choice, has its image among the steps of the other one. */
  #sameTexts(from: string, to: string, count: number): boolean {
    const transitionOf = (name: string): Transition[] => this.#model.transitions.filter((t) => t.name === name);
    const [steps, imageSteps] = [from, to].map(
      (name) => facts({ ...this.#model, transitions: transitionOf(name) }).interpreter,
    );
    const outcome = ({ target, error, failed }: Step, map: (state: State) => State): string =>
      `${error ? "error" : map(target!).join()} ${failed ? "failed" : ""}`;
    for (const state of this.#states(undefined, count)) {
      const images = new Set(
        Array.from(imageSteps!.steps(this.#image(state)), (step) => outcome(step, (target) => target)),
      );
      for (const step of steps!.steps(state)) {
        if (step.target && !this.#isWithinDomains(step.target)) continue;
        if (!images.has(outcome(step, (target) => this.#image(target)))) return false;
      }
    }
    return true;
  }

  #sameSteps(from: Choice, to: Choice, states: Iterable<State>): boolean {
    const [step, imageStep] = [this.#stepper(from), this.#stepper(to)];
    if (!step || !imageStep) return false;
    for (const state of states) {
      const before = step(state);
      // No reachable state leads out of the domains, and beyond them a symmetry may be arbitrary.
      if (before.target && !this.#isWithinDomains(before.target)) continue;
      const after = imageStep(this.#image(state));
      const expected = before.target ? { ...before, target: this.#image(before.target) } : before;
      if (expected.kind !== after.kind || expected.failed !== after.failed) return false;
      if (expected.target && !sameState(expected.target, after.target!)) return false;
    }
    return true;
  }

  /** The effect of one transition with one choice on a state. */
  #stepper({ transition: name, choice }: Choice): ((state: State) => Outcome) | undefined {
    const transition = this.#model.transitions.find((t) => t.name === name);
    if (!transition || choice.length !== transition.parameters.length) return undefined;
    // A scalar parameter gets a type with one value, so that the interpreter does not try all others.
    const parameters = transition.parameters.map((parameter, i) => {
      const value = choice[i]![0]!;
      return isScalar(parameter.type)
        ? { ...parameter, type: { kind: "range", low: value, high: value } as const }
        : parameter;
    });
    const single = facts({ ...this.#model, transitions: [{ ...transition, parameters }] }).interpreter;
    const key = JSON.stringify(choice);
    return (state) => {
      for (const step of single.steps(state)) {
        if (JSON.stringify(step.choice) !== key) continue;
        return { kind: step.error ? "error" : "step", failed: step.failed !== undefined, target: step.target };
      }
      return { kind: "none", failed: false };
    };
  }

  /** A few initial states must be mapped to initial states, and random states are initial if their images are. */
  #sameInitialStates(share: number): boolean {
    let count = 0;
    for (const state of this.#interpreter.initialStates()) {
      if (isRuntimeError(state)) return true;
      if (!this.#interpreter.isInitial(this.#image(state))) return false;
      if (++count >= share) break;
    }
    for (const state of this.#states(undefined, share)) {
      if (this.#interpreter.isInitial(state) !== this.#interpreter.isInitial(this.#image(state))) return false;
    }
    return true;
  }

  #sameProperty(property: Property, share: number): boolean {
    return stateFormulas(property).every((formula) => {
      for (const state of this.#states(undefined, share)) {
        const before = this.#interpreter.holds(formula, state);
        const after = this.#interpreter.holds(formula, this.#image(state));
        if (isRuntimeError(before) ? !isRuntimeError(after) : before !== after) return false;
      }
      return true;
    });
  }

  // -------------------------------------------------------------- states

  #image(state: State): number[] {
    return imageOfState(this.#symmetry, state);
  }

  *#states(
    pair: Pick<Certificate["transitions"][number], "slots" | "where"> | undefined,
    limit: number,
  ): Iterable<State> {
    const slots = pair?.slots ?? this.#domains.map((_, slot) => slot);
    const rows = slots.reduce((product, slot) => product * domainSize(this.#domains[slot]!), 1);
    const states = rows <= limit ? this.#allStates(slots) : this.#someStates(pair?.where ?? [], limit);
    // A queue that is always empty has no element for a cell that a random length puts in use.
    for (const state of states) if (this.#isWithinDomains(state)) yield state;
  }

  *#allStates(slots: readonly number[]): Iterable<State> {
    const chosen = slots.map(() => 0);
    for (;;) {
      const state = this.#domains.map((domain) => this.#any(domain));
      slots.forEach((slot, k) => (state[slot] = valueAt(this.#domains[slot]!, chosen[k]!)));
      yield this.#padded(state);
      let k = slots.length - 1;
      while (k >= 0 && ++chosen[k]! === domainSize(this.#domains[slots[k]!]!)) chosen[k--] = 0;
      if (k < 0) return;
    }
  }

  *#someStates(where: Certificate["transitions"][number]["where"], limit: number): Iterable<State> {
    for (let i = 0; i < limit; i++) {
      const state = this.#domains.map((domain) => this.#any(domain));
      if (i % 2 === 0) for (const { slot, values } of where) state[slot] = values[this.#random.below(values.length)]!;
      yield this.#padded(state);
    }
  }

  #isWithinDomains(state: State): boolean {
    return state.every((value, slot) => contains(this.#domains[slot]!, value));
  }

  #any(domain: Domain): number {
    return valueAt(domain, this.#random.below(domainSize(domain)));
  }

  /** The state with padding in each unused cell of a queue, and no padding in used ones. */
  #padded(state: readonly number[]): number[] {
    return state.map((value, slot) => {
      const { cell, low } = this.#slots[slot]!;
      if (!cell) return value;
      return cell.position < state[cell.lengthSlot]! ? Math.max(value, low + 1) : low;
    });
  }
}

interface Outcome {
  readonly kind: "none" | "error" | "step";
  readonly failed: boolean;
  readonly target?: State | undefined;
}

function keyOf({ transition, choice }: Choice): string {
  return JSON.stringify([transition, choice]);
}

function valueAt({ low, values }: Domain, i: number): number {
  return values?.[i] ?? low + i;
}
