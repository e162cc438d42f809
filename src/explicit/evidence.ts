/** Turns what a search found, numbers of states, into traces of the model: each replayed, and its claim checked again. */

import { interpreter, isRuntimeError } from "../model/interpret.ts";
import type { Interpreter, RuntimeError, State } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { find, lastState, replay, sameState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { InternalError } from "../util/internal-error.ts";
import { initialCondition } from "./compile.ts";
import type { StateProperty } from "./compile.ts";
import { pack } from "./layout.ts";
import type { Exploration, Incident } from "./search.ts";

/** Evidence that a run-time error occurs: none but the error itself in the initial condition. */
export interface ErrorEvidence {
  readonly trace?: Trace | undefined;
  readonly error: RuntimeError;
  /** What was evaluated, where it was no transition. */
  readonly during?: string | undefined;
}

/** Replays what explorations of one model find. */
export class Evidence {
  private readonly model: Model;
  private readonly interpreter: Interpreter;

  constructor(model: Model) {
    this.model = model;
    this.interpreter = interpreter(model);
  }

  /** The trace to the state that violates an invariant or freedom from deadlock, or that reaches a condition. */
  forProperty(exploration: Exploration, property: StateProperty, state: number): Trace {
    const trace = this.traceTo(exploration, state);
    if (!this.decides(property, lastState(trace))) {
      throw new InternalError(`the trace for property ${property.name} does not decide it`);
    }
    return trace;
  }

  forAssertion(exploration: Exploration, { state, transition }: Incident): Trace {
    const trace = this.traceTo(exploration, state);
    const step = find(
      this.interpreter.steps(lastState(trace)),
      (candidate) => candidate.transition === this.model.transitions[transition] && candidate.failed !== undefined,
    );
    if (!step) throw new InternalError("an assertion that failed holds when replayed");
    return { initial: trace.initial, steps: [...trace.steps, step] };
  }

  forError(exploration: Exploration, { state, transition }: Incident): ErrorEvidence {
    if (transition === initialCondition) {
      const error = find(this.interpreter.initialStates(), isRuntimeError);
      if (!isRuntimeError(error)) throw new InternalError("an error in the initial condition is gone when replayed");
      return { error, during: "the initial condition" };
    }
    const trace = this.traceTo(exploration, state);
    if (transition < 0) {
      const property = exploration.compiled.properties[-2 - transition]!;
      const condition = property.kind === "deadlock" ? property.except : property.condition;
      const error = condition && this.interpreter.holds(condition, lastState(trace));
      if (!isRuntimeError(error)) throw new InternalError(`an error in ${property.name} is gone when replayed`);
      return { trace, error, during: `property ${property.name}` };
    }
    const step = find(
      this.interpreter.steps(lastState(trace)),
      (candidate) => candidate.transition === this.model.transitions[transition] && candidate.error !== undefined,
    );
    if (!step?.error) throw new InternalError("a run-time error is gone when replayed");
    return { trace: { initial: trace.initial, steps: [...trace.steps, step] }, error: step.error };
  }

  private traceTo(exploration: Exploration, state: number): Trace {
    const path = exploration.pathTo(state);
    const { layout, fingerprints } = exploration.compiled;
    if (!fingerprints) {
      const states = path.map((id) => exploration.stateAt(id));
      return replay(
        this.interpreter,
        states.map((expected) => (found: State) => sameState(found, expected)),
        states[0],
      );
    }
    const accepts = path.map((id) => {
      const expected = exploration.fingerprintAt(id);
      return (found: State) => exploration.fingerprintOf(pack(layout, found)) === expected;
    });
    return replay(this.interpreter, accepts);
  }

  private decides(property: StateProperty, state: State): boolean {
    switch (property.kind) {
      case "invariant":
        return this.interpreter.holds(property.condition, state) === false;
      case "reachable":
        return this.interpreter.holds(property.condition, state) === true;
      case "deadlock": {
        const [step] = this.interpreter.steps(state);
        return (
          step === undefined &&
          (property.except === undefined || this.interpreter.holds(property.except, state) === false)
        );
      }
    }
  }
}
