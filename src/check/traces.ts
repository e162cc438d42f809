/**
 * Makes the trace of what an engine found, and makes sure that it shows what was looked for: the reference interpreter has the last
 * word. A trace that shows something else is a bug of ours, and no verdict.
 */

import type { Fairness, Found, FoundError } from "../engine/engine.ts";
import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Interpreter, RuntimeError, State, Step } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { isWanted } from "../model/question.ts";
import type { RunQuestion, StateQuestion } from "../model/question.ts";
import { find, lastState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { InternalError } from "../util/internal-error.ts";
import { limitOf, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { requireFairness, requireViolation } from "./confirm-run.ts";

/** A trace, or why there is none. */
export type Shown =
  | { readonly trace: Trace; readonly missing?: undefined }
  | { readonly trace?: undefined; readonly missing: string };

/** The error is missing if it takes a trace to tell it, and there is none. */
export type ShownError = Shown & { readonly error?: RuntimeError | undefined; readonly during?: string | undefined };

const atLimit = "a limit was reached before its trace was made";

export class Traces {
  private readonly model: Model;
  private readonly interpreter: Interpreter;
  private readonly watch: Watch;

  /** @param watch what limits the making of traces, all of them together */
  constructor(model: Model, watch: Watch) {
    this.model = model;
    this.interpreter = facts(model).interpreter;
    this.watch = watch;
  }

  /** To the state that a question looks for. */
  toState(question: StateQuestion, found: Found): Shown {
    return this.shown(found, (state) => {
      if (isWanted(this.interpreter, question, state)) return undefined;
      throw new InternalError(`the trace for property ${question.name} does not decide it`);
    });
  }

  /** To a step in which an assertion fails. */
  toAssertion(found: Found): Shown {
    return this.shown(found, (state) => {
      const step = this.stepFrom(state, found, (candidate) => candidate.failed !== undefined);
      if (step) return step;
      throw new InternalError("an assertion that failed holds when replayed");
    });
  }

  /** To where the error is: a step, or the state in which a condition cannot be evaluated. */
  toError(found: FoundError): ShownError {
    const { during } = found;
    if (during === "initial condition") return this.initialError(found);
    let error: RuntimeError | undefined;
    const shown = this.shown(found, (state) => {
      const step = during === "step" ? this.stepFrom(state, found, ({ error: own }) => own !== undefined) : undefined;
      const value =
        during === "step" ? step?.error : during.condition && this.interpreter.holds(during.condition, state);
      if (!isRuntimeError(value)) {
        const where = during === "step" ? "a run-time error" : `an error in ${during.name}`;
        throw new InternalError(`${where} is gone when replayed`);
      }
      error = value;
      return step;
    });
    return { ...shown, error, during: during === "step" ? undefined : `property ${during.name}` };
  }

  /** A run that violates a property, and is fair where fairness is assumed. Undefined if it is too long. */
  ofRun(question: RunQuestion, found: Found, fairness: Fairness): Trace | undefined {
    return this.unlessStopped(() => {
      const trace = found.trace();
      if (!trace) return undefined;
      requireViolation(this.model, question, trace);
      if (fairness === "weak" || fairness === "strong") requireFairness(this.model, fairness, trace);
      return trace;
    });
  }

  private initialError({ state }: FoundError): ShownError {
    const { initialCondition } = this.model;
    const error = this.unlessStopped(() => {
      const value = state
        ? this.interpreter.holds(initialCondition!, state)
        : find(this.interpreter.initialStates(), isRuntimeError);
      if (isRuntimeError(value)) return value;
      throw new InternalError("an error in the initial condition is gone when replayed");
    });
    return { missing: atLimit, error, during: "the initial condition" };
  }

  /** The trace, with the step that `last` gives for the state it ends in. A state is looked at even if there is no trace to it. */
  private shown(found: Found, last: (state: State) => Step | undefined): Shown {
    const made = this.unlessStopped((): Shown => {
      const trace = found.trace();
      if (!trace) {
        if (found.state) last(found.state);
        return { missing: "a shortest trace is too hard to find" };
      }
      const step = last(lastState(trace));
      return { trace: step ? { initial: trace.initial, steps: [...trace.steps, step] } : trace };
    });
    return made ?? { missing: atLimit };
  }

  /** A step that fails, with the transition that was found or, for a symmetry of it, with another. */
  private stepFrom(state: State, { transition }: Found, fails: (step: Step) => boolean): Step | undefined {
    const steps = [...this.interpreter.steps(state)].filter(fails);
    return steps.find((step) => step.transition === transition) ?? steps[0];
  }

  /** Undefined if a limit is reached. */
  private unlessStopped<T>(work: () => T): T | undefined {
    try {
      return watched(this.watch, work);
    } catch (error) {
      if (limitOf(error) === undefined) throw error;
      return undefined;
    }
  }
}
