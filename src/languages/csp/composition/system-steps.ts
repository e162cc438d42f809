/**
 * The steps of the whole system: those of single components, and joint steps.
 *
 * A step has the control states it starts from, component by component, and the target of each component that moves.
 */

import type { Expression } from "../../../model/model.ts";
import { replace } from "../../../model/substitute.ts";
import { look } from "../../../util/limits.ts";
import { fillInputs } from "../processes/label.ts";
import { joined, replaceInStep } from "../processes/step.ts";
import type { Step } from "../processes/step.ts";
import { synchronize } from "../processes/synchronize.ts";
import type { Joint } from "../processes/synchronize.ts";
import type { Arrival, Explorer, Location, Unit } from "./explore.ts";

export interface SystemStep extends Step {
  /** The component must be in one of the locations. */
  readonly at: readonly { readonly unit: Unit; readonly locations: readonly Location[] }[];
  readonly moves: readonly Move[];
  /** The components that take part themselves, not only through their parts. */
  readonly owners: readonly Unit[];
}

export interface Move {
  /** The possible source locations. */
  readonly from: readonly Location[];
  readonly arrival: Arrival;
}

/** All steps of the system of `root`. Halves of a rendezvous find no partner outside. */
export function systemSteps(explorer: Explorer, root: Unit): SystemStep[] {
  return unitSteps(explorer, root, new Map()).filter(({ label }) => label.kind !== "send" && label.kind !== "receive");
}

function unitSteps(explorer: Explorer, unit: Unit, known: Map<Unit, SystemStep[]>): SystemStep[] {
  const done = known.get(unit);
  if (done) return done;
  const steps: SystemStep[] = [];
  for (const location of unit.locations) {
    for (const { arrival, ...step } of location.steps) {
      const moves = [{ from: [location], arrival }];
      steps.push({ ...step, at: [{ unit, locations: [location] }], moves, owners: [unit] });
    }
    const { site } = location;
    if (!site) continue;
    const sides = site.children.map((child, i) => ({
      steps: unitSteps(explorer, child, known),
      alphabet: site.alphabets[i],
    }));
    for (const joint of synchronize(sides)) steps.push(jointStep(explorer, location, joint));
  }
  const result = mergeTicks(steps);
  known.set(unit, result);
  return result;
}

function jointStep(explorer: Explorer, location: Location, joint: Joint<SystemStep>): SystemStep {
  look();
  const isTick = joint.label.kind === "tick";
  const { unit } = location;
  const members = joint.members.map(({ step }) => (joint.sent ? received(step, joint.sent) : step));
  const outer = explorer.around(location, joint.label);
  const arrival = explorer.arrive(unit, outer.target);
  const stays = arrival.location === location && !arrival.children;
  const step = joined(members, joint.guards);
  return {
    ...step,
    label: outer.label,
    name: isTick ? outer.name || "terminate" : step.name,
    atomic: outer.atomic || step.atomic,
    at: [{ unit, locations: [location] }, ...members.flatMap(({ at }) => at)],
    moves: [
      ...(isTick ? [] : members.flatMap(({ moves }) => moves)),
      ...(stays ? [] : [{ from: [location], arrival }]),
    ],
    owners: members.flatMap(({ owners }) => owners),
  };
}

/** The step of a receiver with the values of the message. */
function received(step: SystemStep, sent: readonly Expression[]): SystemStep {
  if (step.label.kind !== "receive") return step;
  const fill = fillInputs(sent);
  const arrive = (arrival: Arrival): Arrival => ({
    ...arrival,
    values: new Map(Array.from(arrival.values, ([slot, value]) => [slot, replace(value, fill)])),
    children: arrival.children?.map(arrive),
  });
  const moves = step.moves.map(({ from, arrival }) => ({ from, arrival: arrive(arrival) }));
  return { ...replaceInStep(step, fill), moves };
}

/** Merges the unconditional terminations of a component at several locations: afterwards it is gone. */
function mergeTicks(steps: readonly SystemStep[]): SystemStep[] {
  const result: SystemStep[] = [];
  let at = -1;
  for (const step of steps) {
    const isSimple = step.label.kind === "tick" && step.at.length === 1 && step.guards.length === 0 && !step.atomic;
    if (!isSimple || at < 0) {
      if (isSimple) at = result.length;
      result.push(step);
      continue;
    }
    const { unit, locations: before } = result[at]!.at[0]!;
    const locations = [...before, ...step.at[0]!.locations];
    const { arrival } = step.moves[0]!;
    result[at] = { ...result[at]!, at: [{ unit, locations }], moves: [{ from: locations, arrival }] };
  }
  return result;
}
