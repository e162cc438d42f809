/**
 * Nested units (NUPN), a part of PNML files for tools: `<toolspecific tool="nupn">` groups the places of a net in units,
 * each with its own places and with units in it, and may promise that at most one place of a unit is marked at a time
 * (`safe="true"`). See Garavel, *Nested-unit Petri nets*, 2019.
 *
 * It is for tools, so what is wrong with it does not concern the net: then there are no units.
 */

import type { Units } from "../petri/petri-net.ts";
import type { PlaceNode, UnitsElement } from "./document.ts";

/**
 * The units of the places, each right before the units in it; `undefined` if a place is in none or in several, or units
 * are not a tree.
 */
export function unitsOf({ root, isSafe, units }: UnitsElement, nodes: readonly PlaceNode[]): Units | undefined {
  const numbers = new Map(nodes.map(({ id }, i) => [id, i]));
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const waiting = [{ id: root ?? "", parent: -1 }];
  const places: number[][] = [];
  const parents: number[] = [];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const unit = byId.get(next.id);
    if (!unit || seen.has(next.id)) return undefined;
    seen.add(next.id);
    const own = unit.places.map((place) => numbers.get(place));
    if (own.includes(undefined)) return undefined;
    const parent = places.push(own as number[]) - 1;
    parents.push(next.parent);
    waiting.push(...unit.subunits.toReversed().map((id) => ({ id, parent })));
  }
  const all = places.flat();
  const isWhole = all.length === nodes.length && new Set(all).size === nodes.length;
  return isWhole ? { places, parents, isSafe } : undefined;
}
