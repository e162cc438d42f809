/**
 * Makes the trace of an engine's finding, and confirms with the reference interpreter that it shows what was searched
 * for. A trace that shows something else is a bug of ours, and gives no verdict.
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

/** A trace, or the reason why there is none. */
export type Shown =
  | { readonly trace: Trace; readonly missing?: undefined }
  | { readonly trace?: undefined; readonly missing: string };

/** The error is absent if only a trace determines it, and there is none. */
export type ShownError = Shown & { readonly error?: RuntimeError | undefined; readonly during?: string | undefined };

const atLimit = "a limit was reached before its trace was made";

export class Traces {
  private readonly model: Model;
  private readonly interpreter: Interpreter;
  private readonly watch: Watch;

  /** @param watch limits the construction of all traces together */
  constructor(model: Model, watch: Watch) {
    this.model = model;
    this.interpreter = facts(model).interpreter;
    this.watch = watch;
  }

  /** A trace to a state that the question searches for. */
  toState(question: StateQuestion, found: Found): Shown {
    return this.shown(found, (state) => {
      if (isWanted(this.interpreter, question, state)) return undefined;
      throw new InternalError(`the trace for property ${question.name} does not decide it`);
    });
  }

  /** A trace to a step in which an assertion fails. */
  toAssertion(found: Found): Shown {
    return this.shown(found, (state) => {
      const step = this.stepFrom(state, found, (candidate) => candidate.failed !== undefined);
      if (step) return step;
      throw new InternalError("an assertion that failed holds when replayed");
    });
  }

  /** A trace to the error: a step, or the state in which a condition cannot be evaluated. */
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

  /** A run that violates a property, and is fair if fairness is assumed; `undefined` if it is too long. */
  ofRun(question: RunQuestion, found: Found, fairness: Fairness): Trace | undefined {
    return this.unlessStopped(() => {
      const trace = found.trace();
      if (!trace) return undefined;
      requireViolation(this.model, question, trace);
      // Without a loop, every run that begins like this is meant, the fair ones among them.
      const isWhole = trace.loop !== undefined;
      if (isWhole && (fairness === "weak" || fairness === "strong")) requireFairness(this.model, fairness, trace);
      return trace;
    });
  }

  /** A run that a search by events found, after `confirm`; `undefined` if it is too long. */
  ofEvents(found: Found, confirm: (trace: Trace) => unknown): Trace | undefined {
    return this.unlessStopped(() => {
      const trace = found.trace();
      if (trace) confirm(trace);
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

  /**
   * The trace, extended by the step that `last` gives for its final state. `last` also gets a state without a trace.
   */
  private shown(found: Found, last: (state: State) => Step | undefined): Shown {
    const made = this.unlessStopped((): Shown => {
      const trace = found.trace();
      if (!trace) {
        if (found.state) last(found.state);
        return { missing: "a shortest trace is too hard to find" };
      }
      const step = last(lastState(trace));
      return { trace: step ? { ...trace, steps: [...trace.steps, step] } : trace };
    });
    return made ?? { missing: atLimit };
  }

  /** A step that fails, by the transition that was found or, if only its image fails here, by another one. */
  private stepFrom(state: State, found: Found, fails: (step: Step) => boolean): Step | undefined {
    const steps = [...this.interpreter.steps(state)].filter(fails);
    const own = steps.filter(({ transition }) => transition === found.transition);
    return own.find(({ choice }) => String(choice) === String(found.choice)) ?? own[0] ?? steps[0];
  }

  /** The result of `work`; `undefined` if a limit is reached. */
  private unlessStopped<T>(work: () => T): T | undefined {
    try {
      return watched(this.watch, work);
    } catch (error) {
      if (limitOf(error) === undefined) throw error;
      return undefined;
    }
  }
}
