/**
 * Plans that use elements of the group as tables.
 *
 * A group with few elements, and rotations and reflections, become one level with all elements. Otherwise there is a
 * level for every base point, with the elements that map it in all ways (Linton, Finding the smallest image of a set,
 * ISSAC 2004). Base points are chosen to keep the search narrow: at most one literal of a slot holds, so literals of
 * slots that do not move come first, then slots, then the other literals.
 *
 * Tables take two bytes for each point of each element. If that is more than `tableBytes`, there is no plan.
 */

import { elements } from "../../group/elements.ts";
import type { Group } from "../../group/group.ts";
import { denseGenerators } from "../../group/group.ts";
import { orbitLists, orbits } from "../../group/orbits.ts";
import { identity, inverse } from "../../group/permutation.ts";
import { pointwiseStabilizer, withBase } from "../../group/stabilizers.ts";
import { look } from "../../util/limits.ts";
import type { Point } from "../symmetry-group.ts";
import type { LocalPlan, SearchLevel, SearchPlan } from "./plan.ts";
import { movedPoints } from "./structure-points.ts";

export const tableBytes: number = 2 ** 24;
/** The greatest order of a group whose elements are enumerated. */
const smallOrder = 64n;
/** Four times a position is a 16-bit number. */
const mostPoints = 2 ** 14;

export interface SearchOptions {
  /** The order in which points are compared, if a good one is known. */
  readonly order?: readonly number[] | undefined;
  /** Whether all elements form one level, if the tables are not too large. */
  readonly isFlat?: boolean | undefined;
  readonly moves?: readonly ArrayLike<number>[] | undefined;
}

/**
 * The order of the points, together with the group, determines which image is least. If some symmetry maps groups to
 * each other, such as those within blocks, it should map the orders too: then it maps least images to least images.
 */
export function planSearch(
  group: Group,
  points: readonly Point[],
  options: SearchOptions = {},
): SearchPlan | undefined {
  const own = [...(options.order ?? movedPoints(group))];
  if (own.length > mostPoints) return undefined;
  const bytes = (count: bigint): bigint => 2n * count * BigInt(own.length);
  const isFlat = group.order <= smallOrder || (options.isFlat ?? false);
  const fallback = planLocal(group, own, options.moves);
  const place = new Map(own.map((point, k) => [point, k]));
  const slotOrbits = orbitLists(orbits(group.degree, group.generators))
    .filter(([point]) => place.has(point!) && points[point!]!.value === undefined)
    .map((orbit) => orbit.map((point) => place.get(point)!));
  if (isFlat && bytes(group.order) <= BigInt(tableBytes)) {
    const all = Array.from(elements(group), (p) => placesOf(p, own));
    const level = { elements: all, compared: [...own.keys()], orbits: [] };
    return { kind: "search", points: own, levels: [level], order: group.order, slotOrbits, fallback };
  }
  const levels = chainLevels(group, points, own, bytes);
  return levels && { kind: "search", points: own, levels, order: group.order, slotOrbits, fallback };
}

/**
 * Products of generators are added until there are this many moves. With more moves fewer states get stuck, but each
 * state costs more.
 */
const localMoves = 24;

/** Generators and their inverses, further elements of the group, and some products of generators. */
export function planLocal(
  group: Group,
  points: readonly number[] = movedPoints(group),
  more: readonly ArrayLike<number>[] = [],
): LocalPlan {
  const moves = new Map<string, Uint16Array>();
  const generators = denseGenerators(group).flatMap((p) => [p, inverse(p)]);
  for (const p of [...more, ...generators]) {
    const places = placesOf(p, points);
    moves.set(places.join(), places);
  }
  const unit = placesOf(identity(group.degree), points).join();
  // The shortest products come first.
  const steps = generators.map((p) => placesOf(p, points));
  for (const first of moves.values()) {
    for (const second of steps) {
      if (moves.size >= localMoves) break;
      look(1 + (first.length >> 3));
      const product = first.map((place) => second[place]!);
      if (product.join() !== unit) moves.set(product.join(), product);
    }
  }
  return { kind: "local", points, moves: [...moves.values()] };
}

/** A permutation of an invariant set of points, by their positions. */
export function placesOf(p: ArrayLike<number>, points: readonly number[]): Uint16Array {
  look(1 + (points.length >> 2));
  const place = new Map(points.map((point, k) => [point, k]));
  return Uint16Array.from(points, (point) => place.get(p[point]!)!);
}

function chainLevels(
  group: Group,
  points: readonly Point[],
  own: readonly number[],
  bytes: (count: bigint) => bigint,
): SearchLevel[] | undefined {
  // The sizes hardly depend on the base, and choosing one takes time.
  const given = group.parts.flatMap(({ chain }) => chain.levels.map(({ tree }) => tree.orbit.length));
  if (bytes(BigInt(given.reduce((sum, length) => sum + length, 0))) > BigInt(tableBytes)) return undefined;
  const base = chooseBase(group, points, own);
  const { parts } = withBase(group, base);
  const chains = parts
    .flatMap(({ points, chain }) =>
      chain.levels.map(({ tree }, i) => ({ points, chain, tree, rest: chain.generatorsFrom(i + 1) })),
    )
    .filter(({ tree }) => tree.orbit.length > 1);
  const count = chains.reduce((sum, { tree }) => sum + tree.orbit.length, 0);
  if (bytes(BigInt(count)) > BigInt(tableBytes)) return undefined;
  const place = new Map(own.map((point, k) => [point, k]));
  const compared = new Set<number>();
  return chains.map(({ points: local, chain, tree, rest }) => {
    const elements = tree.orbit.map((point) => {
      look(1 + (own.length >> 4));
      const u = tree.elementTo(chain.tables, point);
      const table = Uint16Array.from(own.keys());
      u.forEach((to, from) => (table[place.get(local[from]!)!] = place.get(local[to]!)!));
      return table;
    });
    const fixed = new Set(Array.from(local.keys()).filter((k) => rest.every((p) => p[k] === k)));
    const root = place.get(local[tree.root]!)!;
    const fresh = Array.from(fixed, (k) => place.get(local[k]!)!).sort((a, b) => a - b);
    const list = [...new Set([root, ...fresh])].filter((k) => !compared.has(k));
    for (const k of list) compared.add(k);
    const moved = orbitLists(orbits(local.length, rest))
      .filter((orbit) => orbit.length > 1)
      .map((orbit) => orbit.map((k) => place.get(local[k]!)!).sort((a, b) => a - b))
      .sort(([a], [b]) => a! - b!);
    return { elements, compared: list, orbits: moved };
  });
}

function chooseBase(group: Group, points: readonly Point[], own: readonly number[]): number[] {
  const base: number[] = [];
  for (let rest = group; rest.order > 1n; rest = pointwiseStabilizer(rest, base.slice(-1))) {
    base.push(preferred(rest, points, own));
  }
  return base;
}

/** A point that moves: a literal of a slot that stays, or else a slot, or else another literal. */
function preferred(group: Group, points: readonly Point[], own: readonly number[]): number {
  const movedSlots = new Set<number>();
  for (const { support, images } of group.generators) {
    support.forEach((point, k) => {
      const { slot } = points[point]!;
      if (points[images[k]!]!.slot !== slot) movedSlots.add(slot);
    });
  }
  const rank = (point: number): number => {
    const { slot, value } = points[point]!;
    if (value === undefined) return 1;
    return movedSlots.has(slot) ? 2 : 0;
  };
  const moved = new Set(movedPoints(group));
  return own.filter((point) => moved.has(point)).reduce((best, point) => (rank(point) < rank(best) ? point : best));
}
