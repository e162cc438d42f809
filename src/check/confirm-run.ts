/** Confirms a run that a search found, by the definitions, on the run itself. */

import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import type { RunQuestion } from "../model/question.ts";
import { sameState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { participantsOf } from "../model/traverse.ts";
import { accepts, satisfies } from "../property/semantics.ts";
import type { Lasso } from "../property/semantics.ts";
import { InternalError } from "../util/internal-error.ts";

/**
 * Requires that a run violates a property. A run without a loop violates the property with every continuation, in
 * particular if it stays in its last state.
 */
export function requireViolation(model: Model, question: RunQuestion, trace: Trace): void {
  if (showsViolation(model, question, trace)) return;
  throw new InternalError(`the run shown for property ${question.name} does not violate it`);
}

/** Whether a run violates a property. */
export function showsViolation(
  model: Model,
  { wanted }: RunQuestion,
  { initial, steps, loop = steps.length }: Trace,
): boolean {
  const { transient } = model;
  const reference = facts(model).interpreter;
  const states = [initial, ...steps.map(({ target }) => target!)];
  // The last state is the one at `loop` again, unless the run stays there.
  const positions = [...states.keys()].filter((i) => loop === steps.length || i < steps.length);
  const seen = positions.filter((i) => !transient || reference.holds(transient, states[i]!) !== true);
  const start = seen.findIndex((i) => i >= loop);
  const lasso: Lasso = {
    length: seen.length,
    loop: start < 0 ? seen.length - 1 : start,
    holds: (condition, i) => reference.holds(condition, states[seen[i]!]!) === true,
  };
  return wanted.kind === "violates" ? !satisfies(lasso, wanted.formula) : accepts(lasso, wanted.claim);
}

/**
 * Requires that a run is fair to processes: to those that can always move on the loop, or, for strong fairness, to
 * those that can move somewhere on it. If several processes can take the same step, each may take it in turn.
 */
export function requireFairness(
  model: Model,
  fairness: "weak" | "strong",
  { initial, steps, loop = steps.length }: Trace,
): void {
  const { transient } = model;
  const reference = facts(model).interpreter;
  const states = [initial, ...steps.map(({ target }) => target!)];
  const moved = new Set<string>();
  let able: Set<string> | undefined;
  for (let i = loop; i < Math.max(steps.length, loop + 1); i++) {
    const enabled = new Set<string>();
    for (const step of reference.steps(states[i]!)) {
      const isTaken = states[i + 1] && step.target && sameState(step.target, states[i + 1]!);
      for (const owner of participantsOf(step.transition)) {
        const process = `${owner.process} ${reference.ownerIndices(step, owner).join()}`;
        enabled.add(process);
        if (isTaken) moved.add(process);
      }
    }
    // Inside an atomic sequence no other process can move. For weak fairness, these states do not count.
    const isTransient = transient !== undefined && reference.holds(transient, states[i]!) === true;
    if (fairness === "strong") able = new Set([...(able ?? []), ...enabled]);
    else if (!isTransient) able = able ? new Set([...able].filter((process) => enabled.has(process))) : enabled;
  }
  if ([...(able ?? [])].some((process) => !moved.has(process))) {
    throw new InternalError(`a run that was to be ${fairness}ly fair is not`);
  }
}
