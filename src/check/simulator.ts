/**
 * A walk through a model, step by step, by the reference interpreter. All that it shows are steps of the model.
 *
 * The walk remembers its steps, so it can go back and forth. A step that differs from the remembered one begins another
 * future. It keeps every state of the walk, and the enabled steps of the present one only.
 */

import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Interpreter, State, Step } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { find, sameStep } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { Random } from "../util/random.ts";
import { violationOfState, violationOfStep } from "./observe.ts";
import type { Violation } from "./observe.ts";
import { randomInitial } from "./random-initial.ts";
import { InputError, RequestError } from "./request-error.ts";

export interface SimulatorOptions {
  /** The seed of all random choices. The same seed makes the same choices; 0 by default. */
  readonly seed?: number | undefined;
}

/**
 * A simulator in the first initial state of a model.
 *
 * @throws RequestError if the model has no initial state, or its initial condition fails to evaluate
 */
export function simulator(model: Model, options: SimulatorOptions = {}): Simulator {
  return new Simulator(model, options);
}

export class Simulator {
  readonly model: Model;
  private readonly interpreter: Interpreter;
  private readonly random: Random;
  private initial: State;
  /** The steps of the walk: those up to `position` are taken, the others were taken back. */
  private walk: Step[] = [];
  private taken = 0;
  private enabled: readonly Step[] | undefined;

  constructor(model: Model, { seed = 0 }: SimulatorOptions = {}) {
    this.model = model;
    this.interpreter = facts(model).interpreter;
    this.random = new Random(seed);
    this.initial = this.initialState(0);
  }

  /** The present state. After a step with a run-time error, it is the state before that step. */
  get state(): State {
    for (let i = this.taken - 1; i >= 0; i--) {
      const { target } = this.walk[i]!;
      if (target) return target;
    }
    return this.initial;
  }

  /** The number of steps from the initial state to the present one. */
  get position(): number {
    return this.taken;
  }

  /** The number of remembered steps: the present one and those taken back. */
  get length(): number {
    return this.walk.length;
  }

  /** The run so far. */
  get trace(): Trace {
    return { initial: this.initial, steps: this.walk.slice(0, this.taken) };
  }

  /** The step that led to the present state, if any. */
  get last(): Step | undefined {
    return this.walk[this.taken - 1];
  }

  /** The remembered step that was taken back, if any. */
  get next(): Step | undefined {
    return this.walk[this.taken];
  }

  /** Whether the run is over: its last step ended in a run-time error. */
  get hasFailed(): boolean {
    return this.last !== undefined && this.last.target === undefined;
  }

  /** The enabled steps, in the order of the interpreter. There is none after a run-time error. */
  steps(): readonly Step[] {
    return (this.enabled ??= this.hasFailed ? [] : [...this.interpreter.steps(this.state)]);
  }

  /** Takes one of the enabled steps. */
  take(step: Step): void {
    if (!this.steps().includes(step)) throw new RequestError("this step is not enabled in the present state");
    const isRemembered = this.next !== undefined && sameStep(this.next, step);
    if (!isRemembered) this.walk = [...this.walk.slice(0, this.taken), step];
    this.taken++;
    this.enabled = undefined;
  }

  /** Takes a random step; one that fails, if there is such a step. Returns whether there was a step. */
  takeRandom(): boolean {
    const steps = this.steps();
    if (steps.length === 0) return false;
    const failing = steps.find((step) => violationOfStep(step));
    this.take(failing ?? steps[this.random.below(steps.length)]!);
    return true;
  }

  /** Goes to the state after so many of the remembered steps. */
  jump(position: number): void {
    if (!Number.isInteger(position) || position < 0 || position > this.walk.length) {
      throw new RequestError(`there is no state ${position}; the walk has the states 0 to ${this.walk.length}`);
    }
    this.taken = position;
    this.enabled = undefined;
  }

  /** Forgets the walk, and begins in an initial state by its number. */
  restart(number = 0): void {
    this.begin(this.initialState(number));
  }

  /** Forgets the walk, and begins in a random initial state. */
  restartRandom(): void {
    const state = randomInitial(this.model, this.random);
    this.begin(this.required(state, 0));
  }

  /**
   * Takes the walk of a trace, and goes to its beginning. The trace need not come from this model; one that is not a
   * run of it is refused.
   */
  load({ initial, steps }: Trace): void {
    const before = { initial: this.initial, walk: this.walk, taken: this.taken };
    if (!this.interpreter.isInitial(initial)) throw new RequestError("the trace starts in a state that is not initial");
    this.begin(initial);
    for (const [i, wanted] of steps.entries()) {
      const step = this.steps().find((each) => sameStep(each, wanted));
      if (step) this.take(step);
      else {
        this.begin(before.initial);
        this.walk = before.walk;
        this.taken = before.taken;
        throw new RequestError(`step ${i + 1} of the trace is not a step of the model`);
      }
    }
    this.jump(0);
  }

  /** What the present state, or the step to it, violates. Properties of runs are not looked at. */
  violation(): Violation | undefined {
    const ofStep = this.last && violationOfStep(this.last);
    if (ofStep || this.hasFailed) return ofStep;
    return violationOfState(this.model, this.state, this.steps().length === 0);
  }

  private begin(state: State): void {
    this.initial = state;
    this.walk = [];
    this.taken = 0;
    this.enabled = undefined;
  }

  private initialState(number: number): State {
    let count = 0;
    const state = find(this.interpreter.initialStates(), (each) => isRuntimeError(each) || count++ === number);
    return this.required(state, number);
  }

  private required(state: ReturnType<typeof randomInitial>, number: number): State {
    if (isRuntimeError(state)) {
      throw new InputError("noether/initial-condition", `${state.message}, in the initial condition`, state.span);
    }
    if (state) return state;
    throw new RequestError(number === 0 ? "the model has no initial state" : `there is no initial state ${number}`);
  }
}
