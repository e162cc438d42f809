/**
 * The reachable control states, by the steps and without data; and the representation of each component.
 *
 * A part of a composition that can be absent has a control state for that. If a component consists only of a
 * composition, its end needs no variable: all parts are terminated then.
 */

import type { Arrival, Location, Unit } from "./explore.ts";
import type { Move, SystemStep } from "./system-steps.ts";

export interface Representation {
  readonly unit: Unit;
  /** The meaning of each value of the control variable, the initial one first. */
  readonly values: readonly (Location | "absent" | "terminated")[];
  /** Whether the parts show that this component is terminated. */
  readonly endsInParts: boolean;
}

export interface Reached {
  readonly steps: readonly SystemStep[];
  readonly representations: ReadonlyMap<Unit, Representation>;
}

export function reach(units: readonly Unit[], start: Arrival, steps: readonly SystemStep[]): Reached {
  const locations = new Set<Location>();
  const initial = new Map<Unit, Location>();
  const visit = (arrival: Arrival): void => {
    locations.add(arrival.location);
    arrival.children?.forEach(visit);
  };
  const begin = (arrival: Arrival): void => {
    initial.set(arrival.unit, arrival.location);
    arrival.children?.forEach(begin);
  };
  visit(start);
  begin(start);
  const possible = new Set<SystemStep>();
  for (let size = -1; size !== locations.size;) {
    size = locations.size;
    for (const step of steps) {
      if (possible.has(step) || !step.at.every(({ locations: some }) => some.some((l) => locations.has(l)))) continue;
      possible.add(step);
      for (const { arrival } of step.moves) visit(arrival);
    }
  }
  const representations = new Map<Unit, Representation>();
  for (const unit of units) {
    const own = unit.locations.filter((location) => locations.has(location));
    if (own.length > 0) representations.set(unit, represent(unit, own, initial.get(unit), representations));
  }
  return { steps: steps.filter((step) => possible.has(step)).map((step) => trim(step, locations)), representations };
}

function represent(
  unit: Unit,
  reached: readonly Location[],
  initial: Location | undefined,
  known: ReadonlyMap<Unit, Representation>,
): Representation {
  const parent = unit.parent && known.get(unit.parent);
  const values: Representation["values"][number][] = reached.filter(({ residual }) => residual.kind !== "terminated");
  const isEnding = values.length < reached.length || parent?.endsInParts === true;
  const [only] = values;
  const canBeAbsent = parent !== undefined && canLack(parent, unit);
  const endsInParts =
    isEnding && !canBeAbsent && values.length === 1 && typeof only === "object" && only.site !== undefined;
  if (isEnding && !endsInParts) {
    // In the order of discovery if the component itself can get there.
    const place = reached.findIndex(({ residual }) => residual.kind === "terminated");
    values.splice(place < 0 ? values.length : place, 0, place < 0 ? "terminated" : reached[place]!);
  }
  if (canBeAbsent) values.splice(initial ? values.length : 0, 0, "absent");
  return { unit, values, endsInParts };
}

function canLack(parent: Representation, unit: Unit): boolean {
  return parent.values.some((value) => {
    if (typeof value !== "object") return value === "absent" || !parent.endsInParts;
    return value.site === undefined || !value.site.children.includes(unit);
  });
}

function trim(step: SystemStep, locations: ReadonlySet<Location>): SystemStep {
  const at = step.at.map(({ unit, locations: some }) => ({ unit, locations: some.filter((l) => locations.has(l)) }));
  const moves = step.moves.map(({ from, arrival }): Move => ({ from: from.filter((l) => locations.has(l)), arrival }));
  return { ...step, at, moves };
}
