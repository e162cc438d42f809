/** The points that a structure moves, and the group that its rows describe. */

import { permutationGroup } from "../../group/group.ts";
import type { Group } from "../../group/group.ts";
import { structureGenerators, structureOrder } from "../../group/structure/structure-tree.ts";
import type { Structure } from "../../group/structure/structure-tree.ts";

/** The points in rows, and the points that the rows determine. */
export function pointsOf(structure: Structure): { readonly inRows: Set<number>; readonly others: Set<number> } {
  const inRows = new Set<number>();
  const others = new Set<number>();
  const visit = (node: Structure): void => {
    switch (node.kind) {
      case "trivial":
        return;
      case "product":
        node.factors.forEach(visit);
        return;
      case "wreath":
        node.inner.forEach(visit);
        visit(node.outer);
        for (const point of node.others) others.add(point);
        return;
      case "symmetric":
      case "alternating":
      case "cyclic":
      case "dihedral":
      case "generic":
        for (const row of node.rows) for (const point of row) inRows.add(point);
        for (const point of node.others) others.add(point);
    }
  };
  visit(structure);
  for (const point of inRows) others.delete(point);
  return { inRows, others };
}

/** The group of a structure without other points. */
export function groupOfRows(degree: number, structure: Structure): Group {
  return permutationGroup(degree, structureGenerators(structure), { order: structureOrder(structure) });
}

/** The action of a direct factor on its own points. */
export function groupOnPoints(group: Group, points: ReadonlySet<number>): Group {
  const generators = group.generators.flatMap(({ support, images }) => {
    const own = Array.from(support.keys()).filter((k) => points.has(support[k]!));
    if (own.length === 0) return [];
    return [{ support: Int32Array.from(own, (k) => support[k]!), images: Int32Array.from(own, (k) => images[k]!) }];
  });
  return permutationGroup(group.degree, generators);
}

/** The points that a group moves, ascending. */
export function movedPoints(group: Group): number[] {
  const moved = new Set<number>();
  for (const { support } of group.generators) for (const point of support) moved.add(point);
  return [...moved].sort((a, b) => a - b);
}
