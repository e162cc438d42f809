/**
 * Completes a symmetry that is given only on the values that occur.
 *
 * A proof by typing is about all values of a type, so each slot needs a permutation of these. What happens to values
 * that a slot never has is free. If slots of one named enumeration agree, they share one permutation, which is also
 * the best guess for locals of that type. The completed symmetry does the same to all states over the domains.
 */

import { domainValues } from "../../../model/domains.ts";
import type { Domain } from "../../../model/domains.ts";
import type { Type } from "../../../model/model.ts";
import type { Slot } from "../../../model/slots.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import { imageOfValue } from "../../symmetry.ts";
import type { Symmetry } from "../../symmetry.ts";
import type { ValuePermutation, ValuePermutations } from "./value-permutation.ts";

export interface Completed {
  readonly symmetry: Symmetry;
  /** What becomes of the values of a type, as far as its slots agree. */
  readonly ofType: (type: Type) => ValuePermutation | undefined;
}

/** More values than this of one slot are not listed. */
const valueLimit = 1024;

export function completed(
  symmetry: Symmetry,
  slots: readonly Slot[],
  domains: readonly Domain[],
  permutations: ValuePermutations,
): Completed {
  const joined = new Map<string, Map<number, number> | undefined>();
  for (const slot of getOrAdd(slotsOfEnumerations, slots, () => ofEnumerations(slots))) {
    const key = keyOf(slots[slot]!.type!)!;
    const before = joined.has(key) ? joined.get(key) : new Map<number, number>();
    joined.set(key, before && join(before, symmetry, slot, domains[slot]!));
  }
  const ofType = new Map<string, ValuePermutation>();
  for (const [key, map] of joined) {
    const permutation = map && permutations.of(closed(map));
    if (permutation) ofType.set(key, permutation);
  }
  const values = new Map(symmetry.values);
  for (const [slot, map] of symmetry.values) {
    if (permutations.of(map)) continue;
    const { type } = slots[slot]!;
    const shared = type && ofType.get(keyOf(type) ?? "");
    if (shared) values.set(slot, shared.moved);
  }
  return { symmetry: { slots: symmetry.slots, values }, ofType: (type) => ofType.get(keyOf(type) ?? "") };
}

/** Nets have none, and thousands of slots. */
const slotsOfEnumerations = new WeakMap<readonly Slot[], readonly number[]>();

function ofEnumerations(slots: readonly Slot[]): number[] {
  return Array.from(slots.keys()).filter((slot) => {
    const { type } = slots[slot]!;
    return type !== undefined && keyOf(type) !== undefined;
  });
}

/** Adds what happens to the values of a slot; undefined if that contradicts what is there. */
function join(
  known: Map<number, number>,
  symmetry: Symmetry,
  slot: number,
  domain: Domain,
): Map<number, number> | undefined {
  if (domain.high - domain.low >= valueLimit) return undefined;
  for (const value of domainValues(domain)) {
    if (value < 0) continue; // the padding of a queue
    const image = imageOfValue(symmetry, slot, value);
    if (known.has(value) && known.get(value) !== image) return undefined;
    known.set(value, image);
  }
  return known;
}

/** A map becomes a permutation, if no image occurs twice: from each end of a chain back to its beginning. */
function closed(map: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const result = new Map(map);
  const images = new Set(map.values());
  if (images.size < map.size) return map; // chains that meet would not end
  for (const start of map.keys()) {
    if (images.has(start)) continue;
    let end = start;
    while (map.has(end)) end = map.get(end)!;
    result.set(end, start);
  }
  return result;
}

function keyOf(type: Type): string | undefined {
  return type.kind === "enum" && type.name !== undefined ? type.name : undefined;
}
