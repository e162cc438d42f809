/**
 * A symmetry of a model: a permutation of its literals (slot = value) that maps slots to slots.
 *
 * Process symmetries move slots, data symmetries change values, and most do both: when processes are permuted, so are
 * the process numbers in variables. The image of a state s is the state t with t[slots[i]] = values of slot i at s[i].
 */

import type { Domain } from "../model/domains.ts";
import type { State } from "../model/interpret.ts";
import { showValue } from "../model/slots.ts";
import type { Slot } from "../model/slots.ts";
import { contains } from "../model/value-set.ts";

export interface Symmetry {
  /** Maps slot i to `slots[i]`. */
  readonly slots: Int32Array;
  /** The mapping of the values of each slot. A value without an entry, or a slot without one, keeps its values. */
  readonly values: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

export function identitySymmetry(slotCount: number): Symmetry {
  return { slots: Int32Array.from({ length: slotCount }, (_, i) => i), values: new Map() };
}

export function isIdentitySymmetry({ slots, values }: Symmetry): boolean {
  return areInPlace(slots) && [...values.values()].every((map) => isIdentityMap(map));
}

function areInPlace(slots: Int32Array): boolean {
  for (let slot = 0; slot < slots.length; slot++) if (slots[slot] !== slot) return false;
  return true;
}

/** The image of a value of a slot. */
export function imageOfValue({ values }: Symmetry, slot: number, value: number): number {
  return values.get(slot)?.get(value) ?? value;
}

export function imageOfState(symmetry: Symmetry, state: State): number[] {
  const image = new Array<number>(state.length);
  state.forEach((value, slot) => (image[symmetry.slots[slot]!] = imageOfValue(symmetry, slot, value)));
  return image;
}

/**
 * The same symmetry without parts that make no difference to any state over the domains: values that never occur have
 * no image, and slots that always hold the same value stay, if they are mapped among themselves. So symmetries with the
 * same action are equal.
 */
export function withoutIdleParts(symmetry: Symmetry, domains: readonly Domain[]): Symmetry {
  const isConstant = (slot: number): boolean => domains[slot]!.low === domains[slot]!.high;
  const values = new Map<number, ReadonlyMap<number, number>>();
  for (const [slot, map] of symmetry.values) {
    const occurring = [...map].filter(([value, image]) => value !== image && contains(domains[slot]!, value));
    if (occurring.length > 0) values.set(slot, new Map(occurring));
  }
  let hasIdle = false;
  for (let from = 0; from < symmetry.slots.length; from++) {
    const to = symmetry.slots[from]!;
    if (to === from) continue;
    if (isConstant(from) !== isConstant(to)) return { slots: symmetry.slots, values };
    hasIdle ||= isConstant(from);
  }
  for (const slot of values.keys()) if (isConstant(slot)) values.delete(slot);
  if (!hasIdle) return { slots: symmetry.slots, values };
  const slots = symmetry.slots.slice();
  for (let from = 0; from < slots.length; from++) if (slots[from] !== from && isConstant(from)) slots[from] = from;
  return { slots, values };
}

/** First p, then q. */
export function composeSymmetries(p: Symmetry, q: Symmetry): Symmetry {
  const values = new Map<number, ReadonlyMap<number, number>>();
  p.slots.forEach((between, slot) => {
    const first = p.values.get(slot);
    const second = q.values.get(between);
    if (!first && !second) return;
    const map = new Map<number, number>();
    for (const value of new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])) {
      map.set(value, imageOfValue(q, between, imageOfValue(p, slot, value)));
    }
    if (!isIdentityMap(map)) values.set(slot, map);
  });
  return { slots: p.slots.map((to) => q.slots[to]!), values };
}

export function inverseSymmetry({ slots, values }: Symmetry): Symmetry {
  const inverse = new Int32Array(slots.length);
  const back = new Map<number, ReadonlyMap<number, number>>();
  slots.forEach((to, from) => {
    inverse[to] = from;
    const map = values.get(from);
    if (map) back.set(to, new Map(Array.from(map, ([value, image]) => [image, value])));
  });
  return { slots: inverse, values: back };
}

/**
 * Cycle notation over slots, and over literals if values change: `(pc[0] pc[1]) (owner=0 owner=1)`.
 *
 * A slot whose values do not change is written as a slot. A slot with a value that changes is written literal by
 * literal.
 */
export function formatSymmetry(symmetry: Symmetry, slots: readonly Slot[]): string {
  const cycles: string[] = [];
  const withValues = slotsWithValues(symmetry);
  const seen = new Set<string>();
  const name = (slot: number, value: number): string => `${slots[slot]!.name}=${showValue(slots[slot]!.type, value)}`;
  for (let start = 0; start < symmetry.slots.length; start++) {
    if (!withValues.has(start)) {
      if (symmetry.slots[start] === start || seen.has(`${start}`)) continue;
      const cycle: string[] = [];
      for (let slot = start; !seen.has(`${slot}`); slot = symmetry.slots[slot]!) {
        seen.add(`${slot}`);
        cycle.push(slots[slot]!.name);
      }
      cycles.push(`(${cycle.join(" ")})`);
      continue;
    }
    for (const value of withValues.get(start)!) {
      const cycle: string[] = [];
      let [slot, at] = [start, value];
      while (!seen.has(`${slot}=${at}`)) {
        seen.add(`${slot}=${at}`);
        cycle.push(name(slot, at));
        [slot, at] = [symmetry.slots[slot]!, imageOfValue(symmetry, slot, at)];
      }
      if (cycle.length > 1) cycles.push(`(${cycle.join(" ")})`);
    }
  }
  return cycles.length === 0 ? "()" : cycles.join(" ");
}

/** The slots in whose cycles some value changes, each with the values that occur there. */
function slotsWithValues({ slots, values }: Symmetry): Map<number, number[]> {
  const result = new Map<number, number[]>();
  for (const start of values.keys()) {
    if (result.has(start)) continue;
    const cycle: number[] = [];
    for (let slot = start; cycle.length === 0 || slot !== start; slot = slots[slot]!) cycle.push(slot);
    const moved = new Set(cycle.flatMap((slot) => [...(values.get(slot)?.entries() ?? [])].flat()));
    const sorted = [...moved].sort((a, b) => a - b);
    for (const slot of cycle) result.set(slot, sorted);
  }
  return result;
}

function isIdentityMap(map: ReadonlyMap<number, number>): boolean {
  for (const [value, image] of map) if (value !== image) return false;
  return true;
}
