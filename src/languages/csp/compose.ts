/**
 * The steps of the whole system: those of single components, and those that several take together.
 *
 * A step names the control states it starts from, component by component, and where each component that moves gets to.
 */

import type { Expression, Statement } from "../../model/model.ts";
import { look } from "../../util/limits.ts";
import { combine } from "./combine.ts";
import type { Joint } from "./combine.ts";
import type { Arrival, Explorer, Location, Unit } from "./explore.ts";
import { fillInputs } from "./label.ts";
import type { Label } from "./label.ts";
import { replaceInStatements } from "./rebind.ts";
import { replace } from "./show.ts";
import { refuseSharedBlock } from "./step.ts";
import type { Place } from "./syntax-tree.ts";

export interface Step {
  readonly label: Label;
  readonly name: string;
  /** The component must be in one of the control states. */
  readonly at: readonly { readonly unit: Unit; readonly locations: readonly Location[] }[];
  readonly guards: readonly Expression[];
  readonly before: readonly Statement[];
  readonly after: readonly Statement[];
  readonly moves: readonly Move[];
  readonly atomic: boolean;
  readonly place: Place;
  readonly hasBlock: boolean;
  /** The components that take part themselves, not only through their parts. */
  readonly owners: readonly Unit[];
}

export interface Move {
  /** Where it may come from. */
  readonly from: readonly Location[];
  readonly arrival: Arrival;
}

/** All steps of the system that `root` is; halves of a rendezvous find no partner outside. */
export function systemSteps(explorer: Explorer, root: Unit): Step[] {
  return unitSteps(explorer, root, new Map()).filter(({ label }) => label.kind !== "send" && label.kind !== "receive");
}

function unitSteps(explorer: Explorer, unit: Unit, known: Map<Unit, Step[]>): Step[] {
  const done = known.get(unit);
  if (done) return done;
  const steps: Step[] = [];
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
    for (const joint of combine(sides)) steps.push(jointStep(explorer, location, joint));
  }
  const result = mergeTicks(steps);
  known.set(unit, result);
  return result;
}

function jointStep(explorer: Explorer, location: Location, joint: Joint<Step>): Step {
  look();
  refuseSharedBlock(explorer.context, joint);
  const isTick = joint.label.kind === "tick";
  const { unit } = location;
  const members = joint.members.map(({ step }) => (joint.sent ? received(step, joint.sent) : step));
  const { step: outer, term } = explorer.after(location, isTick, joint.label);
  const arrival = explorer.arrive(unit, term);
  const stays = arrival.location === location && !arrival.children;
  const first = members[0]!;
  return {
    label: outer.label,
    name: isTick ? outer.name || "terminate" : first.name,
    at: [{ unit, locations: [location] }, ...members.flatMap(({ at }) => at)],
    guards: [...members.flatMap(({ guards }) => guards), ...joint.guards],
    before: members.flatMap(({ before }) => before),
    after: members.flatMap(({ after }) => after),
    moves: [
      ...(isTick ? [] : members.flatMap(({ moves }) => moves)),
      ...(stays ? [] : [{ from: [location], arrival }]),
    ],
    atomic: outer.atomic || members.some(({ atomic }) => atomic),
    place: first.place,
    hasBlock: members.some(({ hasBlock }) => hasBlock),
    owners: members.flatMap(({ owners }) => owners),
  };
}

function received(step: Step, sent: readonly Expression[]): Step {
  if (step.label.kind !== "receive") return step;
  const fill = fillInputs(sent);
  const arrive = (arrival: Arrival): Arrival => ({
    ...arrival,
    values: new Map(Array.from(arrival.values, ([slot, value]) => [slot, replace(value, fill)])),
    children: arrival.children?.map(arrive),
  });
  return {
    ...step,
    guards: step.guards.map((guard) => replace(guard, fill)),
    before: replaceInStatements(step.before, fill),
    after: replaceInStatements(step.after, fill),
    moves: step.moves.map(({ from, arrival }) => ({ from, arrival: arrive(arrival) })),
  };
}

/** Where a component can terminate without a condition does not matter: it is gone afterwards. */
function mergeTicks(steps: readonly Step[]): Step[] {
  const result: Step[] = [];
  let merged: Step | undefined;
  for (const step of steps) {
    const simple = step.label.kind === "tick" && step.at.length === 1 && step.guards.length === 0 && !step.atomic;
    if (!simple || !merged) result.push(step);
    if (!simple) continue;
    if (!merged) {
      merged = step;
      continue;
    }
    const locations = [...merged.at[0]!.locations, ...step.at[0]!.locations];
    const next: Step = {
      ...merged,
      at: [{ unit: merged.at[0]!.unit, locations }],
      moves: [{ from: locations, arrival: step.moves[0]!.arrival }],
    };
    result[result.indexOf(merged)] = next;
    merged = next;
  }
  return result;
}
