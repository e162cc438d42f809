/**
 * Bounds by the units of a file: one look at each arc instead of a search for invariants.
 *
 * Units are promised to be marked by one token at most, and none of the units within while a place of a unit itself is.
 * So along each chain from a unit out to the first one, at most one place is marked. That is not believed but shown: if a
 * chain begins with at most one token, and no transition adds tokens to any chain, then it holds, and a place has at
 * most one.
 */

import { look } from "../../util/limits.ts";
import type { PetriNet, Units } from "./petri-net.ts";

/**
 * Whether units show that no place ever has more than one token. Only if they show it of all places is that used: else
 * bounds would depend on how the file groups equal places.
 */
export function isSafeByUnits({ places, transitions, units }: PetriNet): boolean {
  if (!units) return false;
  const unitOf = new Int32Array(places.length);
  for (const [u, list] of units.places.entries()) for (const place of list) unitOf[place] = u;
  const initial = new Map<number, number>();
  for (const [i, { initial: tokens }] of places.entries()) add(initial, unitOf[i]!, tokens);
  if (mostInChain(units, initial) > 1) return false;
  return transitions.every(({ arcs }) => {
    look();
    const gains = new Map<number, number>();
    for (const { place, takes, puts } of arcs) add(gains, unitOf[place]!, puts - takes);
    return mostInChain(units, gains) <= 0;
  });
}

/** The greatest sum along a chain, at least 0 for a chain that has none of the units. */
function mostInChain({ parents }: Units, amounts: ReadonlyMap<number, number>): number {
  /** The units with an amount and all that they are in. */
  const concerned = new Set<number>();
  for (const unit of amounts.keys()) {
    for (let u = unit; u >= 0 && !concerned.has(u); u = parents[u]!) concerned.add(u);
  }
  const below = new Map<number, number>();
  let most = 0;
  // A unit has a greater number than the one it is in.
  for (const unit of [...concerned].sort((a, b) => b - a)) {
    const sum = (amounts.get(unit) ?? 0) + Math.max(0, below.get(unit) ?? 0);
    const parent = parents[unit]!;
    if (parent < 0) most = Math.max(most, sum);
    else below.set(parent, Math.max(below.get(parent) ?? 0, sum));
  }
  return most;
}

function add(amounts: Map<number, number>, unit: number, amount: number): void {
  if (amount !== 0) amounts.set(unit, (amounts.get(unit) ?? 0) + amount);
}
