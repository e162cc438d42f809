/**
 * Symmetric groups whose rows refer to each other: process numbers in variables, slots indexed by two processes.
 *
 * The vector is then a structure of labeled edges on the rows. The group determines the rows of a point: two rows are
 * equivalent for a point if their exchange fixes it. The rows outside its largest class are those of the point, and
 * classes are roles. This describes the point completely if its orbit is as long as the number of such choices. Several
 * symmetric groups that move the same points, such as processes and values, become rows of several sorts.
 *
 * There is no such plan if a point has more than `largestArity` rows, or if its stabilizer is larger than the product
 * of the symmetric groups of its classes.
 */

import type { Group } from "../../group/group.ts";
import { compose } from "../../group/permutation.ts";
import type { Permutation } from "../../group/permutation.ts";
import type { RowAction } from "../../group/structure/structure-tree.ts";
import { RowLifter } from "./lift-rows.ts";
import { planLocal } from "./plan-search.ts";
import type { EdgeOrbit, RefinementPlan } from "./plan.ts";
import { movedPoints } from "./structure-points.ts";

const largestArity = 3;
const mostRows = 48;
/** The greatest total size of the tables of points under exchanges of rows. */
const tableBytes = 2 ** 22;

/** @param group the product of the factors, which are symmetric */
export function planRefinement(
  group: Group,
  factors: readonly RowAction[],
  mostNodes: number,
): RefinementPlan | undefined {
  const sizes = factors.map(({ rows }) => rows.length);
  const rowCount = sizes.reduce((sum, size) => sum + size, 0);
  if (rowCount > mostRows) return undefined;
  const exchanges: Exchanges = new Map();
  let first = 0;
  for (const factor of factors) {
    const lifter = new RowLifter(group, factor);
    const adjacent = factor.rows.slice(1).map((row, i) => {
      const other = factor.rows[i]!;
      return lifter.lift({ support: [...row, ...other], images: [...other, ...row] });
    });
    if (!adjacent.every((p) => p !== undefined)) return undefined;
    addExchanges(exchanges, adjacent, first);
    first += factor.rows.length;
  }
  const orbits = edgeOrbits(group, exchanges, sizes);
  if (!orbits || orbits.reduce((sum, { arity }) => sum + 4 * rowCount ** arity, 0) > tableBytes) return undefined;
  const points = movedPoints(group);
  const adjacent = [...exchanges].flatMap(([i, row]) => row.get(i + 1) ?? []);
  const fallback = planLocal(group, points, adjacent);
  return { kind: "refine", sizes, orbits, order: group.order, mostNodes, fallback };
}

/** The exchange of rows i < j of one sort, at i and then j. */
type Exchanges = Map<number, Map<number, Permutation>>;

function addExchanges(exchanges: Exchanges, adjacent: readonly Permutation[], first: number): void {
  for (let i = 0; i < adjacent.length; i++) {
    const row = new Map([[first + i + 1, adjacent[i]!]]);
    for (let j = i + 1; j < adjacent.length; j++) {
      const step = adjacent[j]!;
      row.set(first + j + 1, compose(compose(step, row.get(first + j)!), step));
    }
    exchanges.set(first + i, row);
  }
}

function edgeOrbits(group: Group, exchanges: Exchanges, sizes: readonly number[]): EdgeOrbit[] | undefined {
  const seen = new Set<number>();
  const result: EdgeOrbit[] = [];
  for (const point of movedPoints(group)) {
    if (seen.has(point)) continue;
    const orbit = edgeOrbit(point, exchanges, sizes);
    if (!orbit) return undefined;
    for (const edge of orbit.edges) seen.add(edge.point);
    result.push(orbit);
  }
  return result;
}

function edgeOrbit(point: number, exchanges: Exchanges, sizes: readonly number[]): EdgeOrbit | undefined {
  const classes = classesFor(point, exchanges, sizes);
  const rows: number[] = [];
  const roles: number[] = [];
  let length = 1;
  let role = 0;
  for (const sort of classes) {
    const size = sort.reduce((sum, members) => sum + members.length, 0);
    length *= factorial(size) / sort.reduce((product, members) => product * factorial(members.length), 1);
    const rest = sort.reduce((largest, members) => (members.length > largest.length ? members : largest));
    for (const members of sort) {
      if (members === rest) continue;
      role++;
      for (const row of members) {
        rows.push(row);
        roles.push(role);
      }
    }
  }
  if (rows.length > largestArity) return undefined;
  // Each point of the orbit with its rows, given those of the first point.
  const edges = new Map([[point, rows]]);
  for (const [at, own] of edges) {
    for (const [i, row] of exchanges) {
      for (const [j, p] of row) {
        if (edges.has(p[at]!)) continue;
        edges.set(
          p[at]!,
          own.map((k) => (k === i ? j : k === j ? i : k)),
        );
      }
    }
  }
  if (Math.round(length) !== edges.size) return undefined;
  return { arity: rows.length, roles, edges: Array.from(edges, ([point, rows]) => ({ point, rows })) };
}

/** For each sort, the classes of rows that are equivalent for a point. */
function classesFor(point: number, exchanges: Exchanges, sizes: readonly number[]): number[][][] {
  let first = 0;
  return sizes.map((size) => {
    const classes: number[][] = [];
    for (let j = first; j < first + size; j++) {
      const own = classes.find(([i]) => exchanges.get(i!)!.get(j)![point] === point);
      if (own) own.push(j);
      else classes.push([j]);
    }
    first += size;
    return classes;
  });
}

function factorial(n: number): number {
  let product = 1;
  for (let k = 2; k <= n; k++) product *= k;
  return product;
}

/** The permutations that exchange two neighboring rows, for searches that need only some elements. */
export function adjacentExchanges(group: Group, factor: RowAction): Permutation[] {
  const lifter = new RowLifter(group, factor);
  return factor.rows.slice(1).flatMap((row, i) => {
    const other = factor.rows[i]!;
    const p = lifter.lift({ support: [...row, ...other], images: [...other, ...row] });
    return p && p.some((to, from) => to !== from) ? [p] : [];
  });
}
