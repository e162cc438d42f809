/**
 * The labeled transition system of a model, state by state: the steps of a state with their events.
 *
 * Every step sets the variable of events (`Events` in the model). A state is numbered as it is before its event is
 * known, with event 0, so that it does not matter by which event it was reached. The stored states with events only
 * serve to read them, and to replay runs.
 */

import type { Progress } from "../engine/engine.ts";
import { facts } from "../model/facts.ts";
import type { State } from "../model/interpret.ts";
import type { Events, Model } from "../model/model.ts";
import type { Automaton } from "../property/automaton.ts";
import { look, Stopped, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { compile } from "./compile.ts";
import { Exploration } from "./exploration.ts";
import { StateNumbers } from "./state-id.ts";
import type { StateId } from "./state-id.ts";
import { statisticsOf } from "./statistics.ts";

/** One step after the other: its event, the state it leads to, and that state with the event. */
export type LabeledSteps = Int32Array;

/** The numbers in `LabeledSteps` for each step. */
export const stepWidth = 3;

/** The search ends at a run-time error. */
export class StepFailed extends Error {
  override readonly name = "StepFailed";
}

/** Accepts every run. */
const everything: Automaton = {
  propositions: [],
  acceptanceCount: 0,
  initial: 0,
  states: [{ edges: [{ guard: [{ positive: [], negative: [] }], target: 0, marks: 0 }] }],
};

export class LabeledSpace {
  readonly exploration: Exploration;
  /** The initial states. */
  readonly initial: readonly StateId[];
  readonly #slot: number;
  readonly #plain = new StateNumbers();
  readonly #steps = new Map<StateId, LabeledSteps>();
  #transitions = 0;

  /** @throws Stopped at a limit, StepFailed if the initial condition cannot be evaluated */
  constructor(model: Model, { variable }: Events, watch: Watch) {
    this.#slot = facts(model).offsets.get(variable)!;
    const compiled = watched(watch, () => compile(model, [], { fingerprints: false, automaton: everything }));
    this.exploration = new Exploration(compiled, watch);
    if (!this.exploration.initialize()) this.#fail();
    this.initial = this.exploration.initialStates;
  }

  /** The steps of a state. */
  stepsOf(id: StateId): LabeledSteps {
    const known = this.#steps.get(id);
    if (known) return known;
    look();
    const successors = this.exploration.product.successorsOf(id);
    if (!successors || this.exploration.error) this.#fail();
    const { count } = successors;
    const list = new Int32Array(count * stepWidth);
    let length = 0;
    for (let k = 0; k < count; k++) {
      const target = successors.target(k);
      const event = this.eventAt(target);
      // A state without a step is its own successor, by no event.
      if (event === 0) continue;
      list[length] = event;
      list[length + 2] = target;
      length += stepWidth;
    }
    // The list of successors may move when states are inserted.
    for (let at = 0; at < length; at += stepWidth) list[at + 1] = this.#plainOf(list[at + 2] as StateId);
    this.#transitions += length / stepWidth;
    const steps = length === list.length ? list : list.slice(0, length);
    this.#steps.set(id, steps);
    return steps;
  }

  /** The event by which a stored state was reached. */
  eventAt(id: StateId): number {
    return this.exploration.product.valueAt(id, this.#slot);
  }

  stateAt(id: StateId): State {
    return this.exploration.space.stateAt(id);
  }

  /** The number of a state, without its event. */
  numberOf(state: State): StateId {
    const plain = [...state];
    plain[this.#slot] = 0;
    const id = this.exploration.product.insert(plain, 0);
    return id ?? this.#fail();
  }

  get expandedStates(): number {
    return this.#steps.size;
  }

  get transitions(): number {
    return this.#transitions;
  }

  get memoryBytes(): number {
    return statisticsOf(this.exploration).memoryBytes;
  }

  get progress(): Progress {
    const { memoryBytes, elapsedMs } = this.exploration.progress;
    return { states: this.expandedStates, transitions: this.transitions, memoryBytes, elapsedMs };
  }

  #plainOf(id: StateId): StateId {
    const known = this.#plain.get(id);
    if (known > 0) return (known - 1) as StateId;
    const plain = this.numberOf(this.stateAt(id));
    this.#plain.set(id, plain + 1);
    return plain;
  }

  #fail(): never {
    const { limit } = this.exploration;
    if (limit !== undefined) throw new Stopped(limit);
    throw new StepFailed();
  }
}
