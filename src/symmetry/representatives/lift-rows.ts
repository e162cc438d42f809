/**
 * Lifts actions on rows to elements of a group.
 *
 * The structure of a group determines how its elements move rows. Points outside the rows, such as those for pairs of
 * rows, follow, but the structure does not say how. This class completes an element: it chooses a base among the points
 * whose images are known, and the stabilizer chain for it gives the element. There is no completion if the images do
 * not determine one, or contradict each other.
 */

import type { Group } from "../../group/group.ts";
import { identity } from "../../group/permutation.ts";
import type { Permutation } from "../../group/permutation.ts";
import { pointwiseStabilizer, withBase } from "../../group/stabilizers.ts";
import { structureGenerators } from "../../group/structure/structure-tree.ts";
import type { Structure } from "../../group/structure/structure-tree.ts";
import { pointsOf } from "./structure-points.ts";

export class RowLifter {
  private readonly group: Group | undefined;
  private readonly known: readonly number[];

  /** Lifts elements of `structure`, a factor of the group, that fix all points it does not move. */
  constructor(group: Group, structure: Structure) {
    const { inRows, others } = pointsOf(structure);
    const open = new Set(others);
    const known = [...inRows];
    for (let point = 0; point < group.degree; point++) {
      if (!open.has(point) && !inRows.has(point)) known.push(point);
    }
    this.known = known;
    const base = baseAmong(group, known);
    this.group = base && withBase(group, base);
  }

  /**
   * The element that maps the rows in this way, given by sparse images; `undefined` if there is none, or more than one.
   */
  lift({
    support,
    images,
  }: {
    readonly support: ArrayLike<number>;
    readonly images: ArrayLike<number>;
  }): Permutation | undefined {
    if (!this.group) return undefined;
    const wanted = identity(this.group.degree);
    for (let k = 0; k < support.length; k++) wanted[support[k]!] = images[k]!;
    const result = identity(this.group.degree);
    for (const { points, chain } of this.group.parts) {
      const place = new Map(Array.from(points, (point, k) => [point, k]));
      const places = chain.base.map((b) => place.get(wanted[points[b]!]!) ?? -1);
      if (places.includes(-1)) return undefined;
      const element = chain.elementWithImages(places);
      if (!element) return undefined;
      element.forEach((to, from) => (result[points[from]!] = points[to]!));
    }
    return this.known.every((point) => result[point] === wanted[point]) ? result : undefined;
  }

  /** Generators of the factor. */
  generators(structure: Structure): Permutation[] | undefined {
    const lifted = structureGenerators(structure).map((p) => this.lift(p));
    return lifted.every((p) => p !== undefined) ? lifted : undefined;
  }
}

/** Points from a list that determine an element; `undefined` if the whole list does not. */
function baseAmong(group: Group, candidates: readonly number[]): number[] | undefined {
  const base: number[] = [];
  let rest = group;
  for (const point of candidates) {
    if (rest.order === 1n) return base;
    if (!rest.generators.some(({ support }) => support.includes(point))) continue;
    base.push(point);
    rest = pointwiseStabilizer(rest, [point]);
  }
  return rest.order === 1n ? base : undefined;
}
