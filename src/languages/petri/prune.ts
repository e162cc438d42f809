/**
 * Removes dead and redundant transitions of a net: those that take from a place that is never marked, and duplicates.
 *
 * Whether a place is ever marked is overestimated, as if tokens were never consumed. The cost is linear in the arcs.
 */

import { look } from "../../util/limits.ts";
import { getOrAdd } from "../../util/numbering.ts";
import type { PetriNet, PetriTransition } from "./petri-net.ts";

export function prune(net: PetriNet): PetriNet {
  const markable = markablePlaces(net);
  const isPossible = ({ arcs }: PetriTransition): boolean => arcs.every((a) => a.takes === 0 || markable[a.place]);
  return { ...net, transitions: withoutDuplicates(net.transitions.filter(isPossible)) };
}

function markablePlaces({ places, transitions }: PetriNet): boolean[] {
  const markable = places.map(({ initial }) => initial > 0);
  const missing = transitions.map(({ arcs }) => arcs.filter((a) => a.takes > 0 && !markable[a.place]).length);
  const waiting = new Map<number, number[]>();
  transitions.forEach(({ arcs }, t) => {
    look();
    for (const { place, takes } of arcs) {
      if (takes === 0 || markable[place]) continue;
      getOrAdd(waiting, place, () => []).push(t);
    }
  });
  const ready = [...transitions.keys()].filter((t) => missing[t] === 0);
  for (let t = ready.pop(); t !== undefined; t = ready.pop()) {
    look();
    for (const { place, puts } of transitions[t]!.arcs) {
      if (puts === 0 || markable[place]) continue;
      markable[place] = true;
      for (const other of waiting.get(place) ?? []) if (--missing[other]! === 0) ready.push(other);
    }
  }
  return markable;
}

/** Keeps the first of several transitions with the same arcs. */
function withoutDuplicates(transitions: readonly PetriTransition[]): PetriTransition[] {
  const seen = new Set<string>();
  return transitions.filter(({ arcs }) => {
    look(1 + arcs.length);
    const key = arcs.map(({ place, takes, puts }) => `${place} ${takes} ${puts}`).join(",");
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
