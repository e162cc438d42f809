/**
 * Checks certificate again by other means: the reference interpreter, on states.
 *
 * For each pair of ground transitions in the certificate, the step by the first from a state and the step by the second from
 * the state's image must do the same. The states are all combinations of values of the slots that the pair is said
 * to depend on, the other slots being random, if these are few; otherwise a random sample of them, half of it among those
 * for which the guard is said to hold. Choices that the certificate does not name must be as many as it says, and are tried
 * as their own images on a small sample. Initial states and properties are tried likewise.
 *
 * No terms, no tables, no normal forms: this shares nothing with the validator but the inferred domains. A sample
 * proves nothing, but finds what is wrong with certificate with high probability. The random numbers are the same each time.
 */

import { domainSize } from "../../model/domains.ts";
import type { Domain } from "../../model/domains.ts";
import { facts } from "../../model/facts.ts";
import { choicesOf, isRuntimeError } from "../../model/interpret.ts";
import type { Interpreter, State } from "../../model/interpret.ts";
import type { Model, Property } from "../../model/model.ts";
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
  /** About how many states to try in all; at least a few per pair are. */
  readonly budget?: number | undefined;
}

/** Whether nothing speaks against the certificate. */
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
    const { transitions, untouched, neverTaken } = certificate;
    const { slots } = this.#symmetry;
    if (slots.length !== this.#slots.length || new Set(slots).size !== slots.length) return false;
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

  #sameSteps(from: Choice, to: Choice, states: Iterable<State>): boolean {
    const [step, imageStep] = [this.#stepper(from), this.#stepper(to)];
    if (!step || !imageStep) return false;
    for (const state of states) {
      const before = step(state);
      // No reachable state leads out of the domains, and beyond them a symmetry may do anything.
      if (before.target && !this.#isWithinDomains(before.target)) continue;
      const after = imageStep(this.#image(state));
      const expected = before.target ? { ...before, target: this.#image(before.target) } : before;
      if (expected.kind !== after.kind || expected.failed !== after.failed) return false;
      if (expected.target && !sameState(expected.target, after.target!)) return false;
    }
    return true;
  }

  /** What one transition with one choice does to a state. */
  #stepper({ transition: name, choice }: Choice): ((state: State) => Outcome) | undefined {
    const transition = this.#model.transitions.find((t) => t.name === name);
    if (!transition || choice.length !== transition.parameters.length) return undefined;
    // A scalar parameter gets a type of one value, so that the interpreter does not try all others.
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

  /** A few initial states go to initial states, and random states are initial if their images are. */
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
    // A queue that never holds anything has no element to put into a cell that a random length says is in use.
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

  /** The state with padding in each cell of a queue that is not in use, and none in use. */
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
