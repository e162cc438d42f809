/**
 * Steps that only occur as the first one, such as an `init` that starts all processes.
 *
 * If the steps that are enabled initially all wait for a value of one slot that no step sets again, and all of them
 * change it, nothing else ever happens while they are enabled.
 */

import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { look } from "../util/limits.ts";
import type { GroundStep } from "./ground-step.ts";
import { stepNumber } from "./numbering.ts";
import type { Numbering } from "./numbering.ts";

/** The most initial states that are looked at. */
const mostStates = 64;

export function openingsOf(
  model: Model,
  steps: readonly (GroundStep | undefined)[],
  numbering: readonly Numbering[],
): ReadonlySet<GroundStep> {
  const { interpreter } = facts(model);
  const first = new Set<GroundStep>();
  let states = 0;
  for (const state of interpreter.initialStates()) {
    if (isRuntimeError(state) || ++states > mostStates) return new Set();
    for (const { transition, choice } of interpreter.steps(state)) {
      look();
      const step = steps[stepNumber(numbering[model.transitions.indexOf(transition)]!, choice)];
      if (!step) return new Set();
      first.add(step);
    }
  }
  const slots = [...first].map(
    (step) => new Set(step.tests.filter(({ allowed }) => allowed.low === allowed.high).map(({ slot }) => slot)),
  );
  const common = [...(slots[0] ?? [])].find(
    (slot) => slots.every((set) => set.has(slot)) && isLeft(slot, first, steps),
  );
  return common === undefined ? new Set() : first;
}

/** Whether the steps wait for one value of a slot and change it, and no step sets that value. */
function isLeft(slot: number, first: ReadonlySet<GroundStep>, steps: readonly (GroundStep | undefined)[]): boolean {
  const values = new Set([...first].map(({ tests }) => tests.find((test) => test.slot === slot)!.allowed.low));
  const [value, another] = values;
  if (another !== undefined) return false;
  return steps.every((step) => {
    if (!step?.body.writes.has(slot)) return step === undefined || !first.has(step);
    const change = step.body.writes.get(slot);
    return change !== undefined && "set" in change && change.set !== value;
  });
}
