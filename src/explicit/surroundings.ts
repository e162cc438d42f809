/**
 * The states around connected states that are connected with them: on the way from them and back, as far as a limited
 * search sees.
 *
 * A search for a run ends with the first part of a component that has one, along whatever way it came. Around that part
 * there are shorter runs. States are expanded breadth first from the part on, then those are kept from which a way leads
 * back. Everything is linear in the edges seen.
 */

import type { Exploration } from "./exploration.ts";
import type { StateId } from "./state-id.ts";

/** The connected states, and those around them, among the first `limit` that are expanded. */
export function surroundings({ product }: Exploration, part: readonly StateId[], limit: number): StateId[] {
  const reached = new Set(part);
  const origins = new Map<StateId, StateId[]>();
  let expanded = 0;
  for (const id of reached) {
    const successors = expanded++ < limit ? product.successorsOf(id) : undefined;
    if (!successors) break;
    for (let k = 0; k < successors.count; k++) {
      const target = successors.target(k);
      reached.add(target);
      const known = origins.get(target);
      if (known) known.push(id);
      else origins.set(target, [id]);
    }
  }
  const back = new Set(part);
  for (const id of back) for (const origin of origins.get(id) ?? []) back.add(origin);
  return [...back];
}
