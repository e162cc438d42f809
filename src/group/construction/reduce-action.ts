/**
 * A faithful action of a group on fewer points, for computing its order.
 *
 * Groups of models act on thousands of points (every value of every variable), but their action on a few (the
 * processes) determines them. Orbits are taken one by one, short ones first. An orbit is left out if the action on
 * those kept determines it. There are two proofs of that:
 *
 * - Maps f from the orbit to kept orbits commute with all generators and are jointly injective: if an element g fixes
 *   all kept points, then f(p^g) = f(p)^g = f(p), so p^g = p. For example, i and the value determine a value of a
 *   variable of process i.
 * - Consider the orbits on pairs of a point p of the orbit and a kept point q. If the orbits of the pairs (p, q), for
 *   all kept points q, distinguish the points p, then an element that fixes all q fixes all p. This covers unordered
 *   pairs and other sets.
 *
 * An orbit with two block systems whose blocks share at most one point is replaced by the actions on the blocks, which
 * are jointly faithful. For example, the processes and the values replace a grid of processes and values.
 *
 * Maps cost O(g n) each, for g generators and n points of the orbit. Pairs and blocks cost more and are tried only on
 * short orbits.
 */

import { look } from "../../util/limits.ts";
import { UnionFind } from "../../util/union-find.ts";
import { blockAction } from "../block-systems/block-action.ts";
import { independentSystems } from "../block-systems/block-system.ts";
import { orbitLists, orbits } from "../orbits.ts";
import { sideBySide } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";
import { actionOn, equivariantMap } from "./equivariant-map.ts";
import type { Action } from "./equivariant-map.ts";

/** A transitive action. */
interface OrbitAction extends Action {
  /** The numbers of the generators that act nontrivially. */
  readonly moving: readonly number[];
}

const pairLimit = 1 << 18;
const blockLimit = 1 << 22;
const mapsPerOrbit = 4;

/**
 * For each generator, its images in a faithful action on as few points as are found. Points that all generators fix are
 * omitted.
 */
export function reduceAction(degree: number, generators: readonly Permutation[]): Permutation[] {
  const waiting = orbitActions(degree, generators).sort((a, b) => b.size - a.size);
  const kept: OrbitAction[] = [];
  for (let action = waiting.pop(); action; action = waiting.pop()) {
    if (action.size === 1 || isDetermined(action, kept)) continue;
    const smaller = blockActions(action);
    if (smaller) waiting.push(...smaller.sort((a, b) => b.size - a.size));
    else kept.push(action);
  }
  return generators.map((_, g) => sideBySide(kept.map((action) => action.generators[g]!)));
}

/** The action on each orbit of a group, its points renumbered in ascending order. */
export function orbitActions(degree: number, generators: readonly Permutation[]): OrbitAction[] {
  const place = new Int32Array(degree);
  return orbitLists(orbits(degree, generators)).map((orbit) => withMoving(actionOn(orbit, generators, place)));
}

function withMoving({ size, generators }: Action): OrbitAction {
  const moving = [...generators.keys()].filter((g) => {
    look(1 + (size >> 6));
    return generators[g]!.some((image, i) => image !== i);
  });
  return { size, generators, moving };
}

function isDetermined(orbit: OrbitAction, kept: readonly OrbitAction[]): boolean {
  const related = kept.filter(({ moving }) => moving.some((g) => orbit.moving.includes(g)));
  const classes = new Classes(orbit.size);
  for (const other of related) {
    look();
    if (orbit.size % other.size !== 0) continue;
    let maps = 0;
    for (let q = 0; q < other.size && maps < mapsPerOrbit; q++) {
      look(1 + (orbit.size >> 8));
      const map = equivariantMap(orbit, other, q);
      if (!map) continue;
      maps++;
      if (classes.refine(map)) return true;
    }
  }
  for (const other of related) {
    if (orbit.size * other.size <= pairLimit && refineByPairs(classes, orbit, other)) return true;
  }
  return false;
}

/**
 * Distinguishes points of the orbit by the orbits of their pairs with points of another orbit. True if all points are
 * distinguished.
 */
function refineByPairs(classes: Classes, orbit: OrbitAction, other: OrbitAction): boolean {
  const pairs = new UnionFind(orbit.size * other.size);
  const moving = [...new Set([...orbit.moving, ...other.moving])];
  for (const g of moving) {
    const p = orbit.generators[g]!;
    const q = other.generators[g]!;
    for (let i = 0; i < orbit.size; i++) {
      look(1 + (other.size >> 4));
      for (let j = 0; j < other.size; j++) {
        if (p[i] !== i || q[j] !== j) pairs.union(i * other.size + j, p[i]! * other.size + q[j]!);
      }
    }
  }
  const labels = new Int32Array(orbit.size);
  for (let j = 0; j < other.size; j++) {
    look(1 + (orbit.size >> 4));
    for (let i = 0; i < orbit.size; i++) labels[i] = pairs.find(i * other.size + j);
    if (classes.refine(labels)) return true;
  }
  return false;
}

/** The actions on the blocks of two systems that are jointly faithful. */
function blockActions({ size, generators, moving }: OrbitAction): OrbitAction[] | undefined {
  const tries = Math.min(size, Math.floor(blockLimit / (size * moving.length)));
  if (tries < 2) return undefined;
  const systems = independentSystems(
    size,
    moving.map((g) => generators[g]!),
    tries,
  );
  return systems?.map((labels) => {
    const { blocks, outer } = blockAction(size, generators, labels);
    return withMoving({ size: blocks.length, generators: outer });
  });
}

/** A partition that labels refine until every class is a single point. */
class Classes {
  private classOf: Int32Array;
  private count = 1;

  constructor(size: number) {
    this.classOf = new Int32Array(size);
  }

  /** Splits classes by labels. True if every class is a single point. */
  refine(labels: Int32Array): boolean {
    const size = labels.length;
    look(1 + (size >> 4));
    const numbers = new Map<number, number>();
    const next = new Int32Array(size);
    for (let i = 0; i < size; i++) {
      const key = this.classOf[i]! * 4294967296 + labels[i]!;
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = numbers.size));
      next[i] = number;
    }
    this.classOf = next;
    this.count = numbers.size;
    return this.count === size;
  }
}
