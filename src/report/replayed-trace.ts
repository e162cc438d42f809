/** What the readers of traces have in common: the result, the complaint, and the end of a lasso. */

import type { PropertyKind, Verdict } from "../check/result.ts";
import { facts } from "../model/facts.ts";
import type { State } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { lastState, sameState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { showValue } from "../model/slots.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";

/** The property that a trace is said to show something of. */
export interface ShownProperty {
  readonly name: string;
  readonly kind: PropertyKind;
  readonly verdict: Verdict;
}

/** A trace of a file, replayed in the model. */
export interface ReplayedTrace {
  /** The model of the trace: without observers that the trace does not have. */
  readonly model: Model;
  readonly trace: Trace;
  readonly property?: ShownProperty | undefined;
}

/** The file does not hold a run of the model. */
export class TraceError extends Error {
  override readonly name = "TraceError";
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ message }) => message).join("; "));
    this.diagnostics = diagnostics;
  }
}

/** The code of a state that does not fit the variables of the model. */
export const stateCode = "trace/state";

export function refuse(diagnostics: readonly Diagnostic[]): TraceError {
  return new TraceError(diagnostics);
}

/** The state after so many steps, in words. */
export function stateName(steps: number): string {
  return steps === 0 ? "the initial state" : `the state after step ${steps}`;
}

/** The first slot in which two states differ, in words. */
export function firstDifference(
  model: Model,
  found: State,
  said: State,
): { readonly variable: string; readonly found: string; readonly said: string } | undefined {
  const { slots } = facts(model);
  const i = found.findIndex((value, slot) => value !== said[slot]);
  if (i < 0) return undefined;
  const { name, type, variable } = slots[i]!;
  return {
    variable: variable.name,
    found: `${name} = ${showValue(type, found[i]!)}`,
    said: `${name} = ${showValue(type, said[i]!)}`,
  };
}

/** The trace with its loop, if the loop is one: back to a state of the trace, or staying in a state without steps. */
export function closeLoop(
  model: Model,
  trace: Trace,
  loop: number | undefined,
  wrong: (message: string) => Error,
): Trace {
  if (loop === undefined) return trace;
  const { steps, initial } = trace;
  const end = lastState(trace);
  if (loop === steps.length) {
    const [step] = facts(model).interpreter.steps(end);
    if (step) throw wrong("the trace is said to end where nothing more can happen, and there is a step");
  } else {
    const back = loop === 0 ? initial : steps[loop - 1]?.target;
    if (!Number.isInteger(loop) || !back) throw wrong(`there is no state ${loop} for the trace to come back to`);
    if (steps.at(-1)?.target === undefined || !sameState(back, end)) {
      throw wrong(`the last step does not come back to ${stateName(loop)}`);
    }
  }
  return { ...trace, loop };
}
