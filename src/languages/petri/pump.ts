/**
 * Searches for a run that shows that a net is unbounded: from a marking to one that is at least as large everywhere and
 * larger somewhere. Its steps can be repeated forever.
 *
 * This is the beginning of the tree of Karp and Miller ("Parallel program schemata", 1969), breadth first and without
 * duplicates: each marking is compared with those on the way to it. Every unbounded net has such a run, but it may be
 * too long to be found within the limit.
 */

import type { Pumping } from "../../hints/pumping.ts";
import { look } from "../../util/limits.ts";
import { tokenLimit } from "./petri-net.ts";
import type { PetriNet, PetriTransition } from "./petri-net.ts";

/** The most numbers of tokens that are looked at. This takes about a second. */
const workLimit = 30_000_000;

interface Node {
  readonly marking: Int32Array;
  readonly total: number;
  /** How the marking was found; absent for the initial one. */
  readonly from?: { readonly parent: Node; readonly transition: number } | undefined;
}

/** @param mayGrow whether no bound of a place is known */
export function findPumping({ places, transitions }: PetriNet, mayGrow: readonly boolean[]): Pumping | undefined {
  const initial = Int32Array.from(places, (place) => place.initial);
  const seen = new Set([initial.join()]);
  const queue: Node[] = [{ marking: initial, total: totalOf(initial) }];
  let work = 0;
  // The queue grows on the way.
  for (const parent of queue) {
    for (const [t, transition] of transitions.entries()) {
      look();
      work += transition.arcs.length;
      if (work > workLimit) return undefined;
      const marking = fired(parent.marking, transition);
      if (!marking) continue;
      work += places.length;
      look(places.length >> 5);
      const key = marking.join();
      if (seen.has(key)) continue;
      seen.add(key);
      const node = { marking, total: totalOf(marking), from: { parent, transition: t } };
      if (node.total > tokenLimit) return undefined;
      queue.push(node);
      for (let other: Node | undefined = parent; other; other = other.from?.parent) {
        look(1 + (places.length >> 8));
        work += 8;
        if (other.total < node.total && isPumped(other.marking, marking, mayGrow)) return runTo(node, other);
      }
    }
  }
  return undefined;
}

function totalOf(marking: Int32Array): number {
  return marking.reduce((sum, tokens) => sum + tokens, 0);
}

function fired(marking: Int32Array, { arcs }: PetriTransition): Int32Array | undefined {
  if (!arcs.every(({ place, takes }) => marking[place]! >= takes)) return undefined;
  const next = marking.slice();
  for (const { place, takes, puts } of arcs) next[place]! += puts - takes;
  return next;
}

function isPumped(before: Int32Array, after: Int32Array, mayGrow: readonly boolean[]): boolean {
  return after.every((tokens, place) => tokens === before[place] || (tokens > before[place]! && mayGrow[place]));
}

function runTo(node: Node, earlier: Node): Pumping {
  const steps: number[] = [];
  let start = 0;
  for (let at: Node = node; at.from; at = at.from.parent) {
    if (at === earlier) start = steps.length;
    steps.push(at.from.transition);
  }
  return { steps: steps.toReversed(), start: earlier.from ? steps.length - start : 0 };
}
