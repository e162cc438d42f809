/**
 * The group that symmetries of a model generate, as a permutation group on points.
 *
 * A point is a slot or a literal. A slot is a point if some symmetry moves it and none changes its values. If values
 * change too, each literal of the slot is a point, and the slot is not. Fixed slots and literals have no points.
 */

import { contains, permutationGroup } from "../group/group.ts";
import type { Group } from "../group/group.ts";
import { orbitLists, orbits } from "../group/orbits.ts";
import type { SparsePermutation } from "../group/sparse-permutation.ts";
import { domainValues } from "../model/domains.ts";
import type { Domain } from "../model/domains.ts";
import { InternalError } from "../util/internal-error.ts";
import { look } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";
import { imageOfValue, isIdentitySymmetry } from "./symmetry.ts";
import type { Symmetry } from "./symmetry.ts";

export interface SymmetryGroup {
  readonly slotCount: number;
  /** The generators. None is the identity. */
  readonly generators: readonly Symmetry[];
  readonly points: readonly Point[];
  /** The group on the numbers of the points. */
  readonly group: Group;
}

/** A slot, or a literal of a slot. */
export interface Point {
  readonly slot: number;
  readonly value?: number | undefined;
}

export function symmetryGroup(generators: readonly Symmetry[], domains: readonly Domain[]): SymmetryGroup {
  const group = symmetryGroupIfAny(generators, domains);
  if (!group) throw new InternalError("a symmetry takes a slot to values that it never has");
  return group;
}

/** The group; `undefined` if one of the generators takes a slot to values that it never has, as a mere proposal may. */
export function symmetryGroupIfAny(
  generators: readonly Symmetry[],
  domains: readonly Domain[],
): SymmetryGroup | undefined {
  const moving = generators.filter((g) => !isIdentitySymmetry(g));
  const points = pointsFor(moving, domains);
  const numbers = numbersOf(points);
  const permutations: SparsePermutation[] = [];
  for (const generator of moving) {
    look(1 + (points.length >> 5));
    const permutation = toPermutation(generator, points, numbers);
    if (!permutation) return undefined;
    permutations.push(permutation);
  }
  const group = permutationGroup(points.length, permutations);
  return { slotCount: domains.length, generators: moving, points, group };
}

/** Whether a symmetry is an element of the group. */
export function containsSymmetry(group: SymmetryGroup, symmetry: Symmetry): boolean {
  const numbers = numbersOf(group.points);
  const { ofSlot, withValues } = numbers;
  for (let slot = 0; slot < symmetry.slots.length; slot++) {
    if (symmetry.slots[slot] !== slot && ofSlot[slot] === undefined && !withValues.has(slot)) return false;
  }
  const changesOthers = [...symmetry.values].some(
    ([slot, map]) => !withValues.has(slot) && [...map].some(([value, image]) => value !== image),
  );
  if (changesOthers) return false;
  const p = toPermutation(symmetry, group.points, numbers);
  return p !== undefined && contains(group.group, p);
}

/** An element of the group as a symmetry. */
export function symmetryOf({ slotCount, points }: SymmetryGroup, p: ArrayLike<number>): Symmetry {
  const slots = Int32Array.from({ length: slotCount }, (_, i) => i);
  const values = new Map<number, Map<number, number>>();
  points.forEach(({ slot, value }, i) => {
    const image = points[p[i]!]!;
    slots[slot] = image.slot;
    if (value === undefined || value === image.value) return;
    const map = values.get(slot) ?? new Map<number, number>();
    values.set(slot, map.set(value, image.value!));
  });
  return { slots, values };
}

function pointsFor(generators: readonly Symmetry[], domains: readonly Domain[]): Point[] {
  const { least } = orbits(
    domains.length,
    generators.map(({ slots }) => slots),
  );
  const moved = new Set<number>();
  const withValues = new Set<number>();
  for (const { slots, values } of generators) {
    for (let from = 0; from < slots.length; from++) if (slots[from] !== from) moved.add(least[from]!);
    for (const slot of values.keys()) withValues.add(least[slot]!);
  }
  return domains.flatMap((domain, slot): Point[] => {
    if (withValues.has(least[slot]!)) return domainValues(domain).map((value) => ({ slot, value }));
    return moved.has(least[slot]!) ? [{ slot }] : [];
  });
}

/** The permutation of the points; `undefined` if a point has no image. */
function toPermutation(
  symmetry: Symmetry,
  points: readonly Point[],
  { ofSlot, ofLiteral }: PointNumbers,
): SparsePermutation | undefined {
  const support: number[] = [];
  const images: number[] = [];
  for (let i = 0; i < points.length; i++) {
    const { slot, value } = points[i]!;
    const to = symmetry.slots[slot]!;
    const image = value === undefined ? ofSlot[to] : ofLiteral.get(keyOf(to, imageOfValue(symmetry, slot, value)));
    if (image === undefined) return undefined;
    if (image === i) continue;
    support.push(i);
    images.push(image);
  }
  return { support: Int32Array.from(support), images: Int32Array.from(images) };
}

/** The numbers of points: by slot, or by slot and value. */
interface PointNumbers {
  readonly ofSlot: readonly (number | undefined)[];
  readonly ofLiteral: ReadonlyMap<string, number>;
  /** The slots whose literals are points. */
  readonly withValues: ReadonlySet<number>;
}

const numbersKnown = new WeakMap<readonly Point[], PointNumbers>();

function numbersOf(points: readonly Point[]): PointNumbers {
  return getOrAdd(numbersKnown, points, () => {
    const ofSlot: (number | undefined)[] = [];
    for (let slot = points.at(-1)?.slot ?? -1; slot >= 0; slot--) ofSlot.push(undefined);
    const ofLiteral = new Map<string, number>();
    const withValues = new Set<number>();
    points.forEach(({ slot, value }, i) => {
      if (value === undefined) ofSlot[slot] = i;
      else {
        ofLiteral.set(keyOf(slot, value), i);
        withValues.add(slot);
      }
    });
    return { ofSlot, ofLiteral, withValues };
  });
}

function keyOf(slot: number, value: number): string {
  return `${slot}=${value}`;
}

/** The orbits of slots with more than one slot, each ascending. */
export function slotOrbits({ slotCount, generators }: SymmetryGroup): number[][] {
  const found = orbits(
    slotCount,
    generators.map(({ slots }) => slots),
  );
  return orbitLists(found).filter((list) => list.length > 1);
}

/** The orbits of literals whose values change. A literal is a slot and a value. */
export function literalOrbits({ points, group }: SymmetryGroup): Point[][] {
  return orbitLists(orbits(points.length, group.generators))
    .map((list) => list.map((i) => points[i]!).filter(({ value }) => value !== undefined))
    .filter((list) => list.length > 1);
}
