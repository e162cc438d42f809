/**
 * Plans that look up what a part of the state holds: the window.
 *
 * A window is a set of points with few images under the group, and with so few bits that what it holds is an index. A
 * table gives, for every content, its orbit under the stabilizer of the window and an element that makes it the least
 * of its orbit. So a state costs one lookup for each image of the window, and mostly a single element remains. This is
 * how Boolean functions are classified by their cofactors (Petkovska, Soeken, De Micheli, Ienne and Mishchenko, Fast
 * hierarchical NPN classification, FPL 2016), for any group.
 *
 * The windows of a hypercube are its half cubes and their intersections. They are found as the half-spaces of orbital
 * graphs: the points that are nearer to one end of an edge than to the other (Djokovic, Distance-preserving subgraphs
 * of hypercubes, 1973). Whether a set is a good window is decided by its size and by the number of its images alone.
 */

import { elements } from "../../group/elements.ts";
import type { Group } from "../../group/group.ts";
import { denseGenerators } from "../../group/group.ts";
import { orbitLists, orbits, transversal } from "../../group/orbits.ts";
import { compose, identity } from "../../group/permutation.ts";
import type { Permutation } from "../../group/permutation.ts";
import { pointwiseStabilizer, setStabilizer } from "../../group/stabilizers.ts";
import { look } from "../../util/limits.ts";
import type { Point } from "../symmetry-group.ts";
import { placesOf } from "./plan-search.ts";
import type { Plan, WindowPlan } from "./plan.ts";
import { movedPoints } from "./structure-points.ts";

/** The most bits of a window. A table has a number of 16 bits for each content. */
const windowBits = 16;
/** The most bits of all points together: two words of a packed state. */
const stateBits = 64;
/** The most images of a window, as sets of them are numbers, and the most elements that fix it. */
const mostImages = 64;
const mostElements = 1024n;

/** @param otherwise the plan for states with so much symmetry that many elements remain */
export function planWindow(
  group: Group,
  points: readonly Point[],
  bitsOf: (slot: number) => number,
  otherwise: Plan,
): WindowPlan | undefined {
  const own = movedPoints(group);
  const width = (set: readonly number[]): number => set.reduce((sum, i) => sum + bitsOf(points[i]!.slot), 0);
  if (own.some((i) => points[i]!.value !== undefined) || width(own) > stateBits) return undefined;
  if (group.order > BigInt(mostImages) * mostElements) return undefined;
  const window = width(own) <= windowBits ? own : bestWindow(group, own, width);
  const stabilizer = window && setStabilizer(group, window);
  if (!window || !stabilizer || stabilizer.order > mostElements) return undefined;
  const place = new Map(own.map((point, k) => [point, k]));
  return {
    kind: "window",
    points: own,
    window: window.map((point) => place.get(point)!),
    images: imagesOf(denseGenerators(group), window)!.map(({ element }) => placesOf(element, own)),
    stabilizer: Array.from(elements(stabilizer), (p) => placesOf(p, own)),
    order: group.order,
    otherwise,
  };
}

type Width = (set: readonly number[]) => number;

/** The widest window, and among those the one with the fewest images. */
function bestWindow(group: Group, own: readonly number[], width: Width): readonly number[] | undefined {
  const generators = denseGenerators(group);
  let best: { readonly window: readonly number[]; readonly images: number } | undefined;
  for (const orbit of orbitLists(orbits(group.degree, group.generators))) {
    if (orbit.length === 1 || !own.includes(orbit[0]!)) continue;
    for (const halfSpace of halfSpaces(group, orbit)) {
      const window = narrowed(generators, halfSpace, width);
      const images = window && imagesOf(generators, window)?.length;
      if (!images || images === 1) continue;
      const gain = best ? width(window) - width(best.window) : 1;
      if (!best || gain > 0 || (gain === 0 && images < best.images)) best = { window, images };
    }
  }
  return best?.window;
}

/** For every orbital graph on an orbit, the points that are nearer to one end of an edge than to the other. */
function halfSpaces(group: Group, orbit: readonly number[]): number[][] {
  const { degree } = group;
  const [p] = orbit as [number, ...number[]];
  const { elementTo } = transversal(degree, denseGenerators(group), p);
  const toPoint = new Map(orbit.map((x) => [x, elementTo(x)!]));
  const inOrbit = new Set(orbit);
  const suborbits = orbitLists(orbits(degree, pointwiseStabilizer(group, [p]).generators));
  return suborbits.flatMap((suborbit) => {
    const [q] = suborbit as [number, ...number[]];
    if (q === p || !inOrbit.has(q)) return [];
    const neighbors = (x: number): number[] => suborbit.map((y) => toPoint.get(x)![y]!);
    const [fromP, fromQ] = [distances(p, neighbors), distances(q, neighbors)];
    return [orbit.filter((x) => (fromP.get(x) ?? Infinity) < (fromQ.get(x) ?? Infinity))];
  });
}

function distances(from: number, neighbors: (x: number) => readonly number[]): ReadonlyMap<number, number> {
  const distance = new Map([[from, 0]]);
  for (const [x, d] of distance) for (const y of neighbors(x)) if (!distance.has(y)) distance.set(y, d + 1);
  return distance;
}

/** Intersects a set with its images until it is narrow enough, each time such that it stays as wide as possible. */
function narrowed(generators: readonly Permutation[], set: readonly number[], width: Width): number[] | undefined {
  let window = [...set];
  while (width(window) > windowBits) {
    const images = imagesOf(generators, window)?.map(({ image }) => new Set(image));
    const parts = images?.map((image) => window.filter((x) => image.has(x))) ?? [];
    const inner = parts.filter((part) => part.length > 0 && part.length < window.length);
    if (inner.length === 0) return undefined;
    window = inner.reduce((widest, part) => (width(part) > width(widest) ? part : widest));
  }
  return window;
}

/** The images of a set, each with an element that maps the set to it; `undefined` if there are too many. */
function imagesOf(
  generators: readonly Permutation[],
  set: readonly number[],
): { readonly image: readonly number[]; readonly element: Permutation }[] | undefined {
  const sorted = [...set].sort((a, b) => a - b);
  const images = new Map([[sorted.join(), { image: sorted, element: identity(generators[0]!.length) }]]);
  for (const { image, element } of images.values()) {
    for (const p of generators) {
      look();
      const next = image.map((i) => p[i]!).sort((a, b) => a - b);
      const key = next.join();
      if (images.has(key)) continue;
      if (images.size === mostImages) return undefined;
      images.set(key, { image: next, element: compose(element, p) });
    }
  }
  return [...images.values()];
}
