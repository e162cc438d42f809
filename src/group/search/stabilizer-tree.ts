/**
 * Stabilizers of sequences of points, computed on demand and kept.
 *
 * Searches for stabilizers and canonical images fix one point after the other, and often ask for the same sequences,
 * with different vectors. A node of the tree is the pointwise stabilizer of the points on the path to it.
 */

import { look } from "../../util/limits.ts";
import { getOrAdd } from "../../util/numbering.ts";
import { UnionFind } from "../../util/union-find.ts";
import type { Chain } from "../chain/chain.ts";
import { rebase } from "../chain/rebase.ts";

export class StabilizerNode {
  /** A complete chain. */
  readonly chain: Chain;
  readonly order: bigint;
  /** For each point, the least point of its orbit. */
  readonly least: Int32Array;
  /** The orbits of more than one point, each ascending, sorted by their least points. */
  readonly orbits: readonly Int32Array[];
  /** The fixed points, ascending. */
  readonly fixed: Int32Array;
  /** For each point, the index of its orbit in `orbits`, or -1. */
  private readonly places: Int32Array;
  private readonly below = new Map<number, Fixing>();
  private readonly memory: Memory;

  constructor(chain: Chain, memory: Memory = { words: mostWords }) {
    this.chain = chain;
    this.order = chain.order;
    this.memory = memory;
    const { degree } = chain;
    const sets = new UnionFind(degree);
    look(degree >> 3);
    for (const p of chain.generatorsFrom(0)) {
      look(1 + (degree >> 5));
      for (let i = 0; i < degree; i++) sets.union(i, p[i]!);
    }
    this.least = new Int32Array(degree);
    this.places = new Int32Array(degree).fill(-1);
    const lists: number[][] = [];
    for (let i = 0; i < degree; i++) {
      const least = sets.find(i);
      this.least[i] = least;
      if (least === i) continue;
      if (this.places[least]! < 0) this.places[least] = lists.push([least]) - 1;
      this.places[i] = this.places[least]!;
      lists[this.places[i]!]!.push(i);
    }
    this.fixed = Int32Array.from({ length: degree }, (_, i) => i).filter((i) => this.places[i]! < 0);
    this.orbits = lists.map((points) => Int32Array.from(points)).sort((a, b) => a[0]! - b[0]!);
    this.orbits.forEach((orbit, k) => orbit.forEach((i) => (this.places[i] = k)));
  }

  isFixed(point: number): boolean {
    return this.places[point]! < 0;
  }

  /** The orbit of a point that is not fixed. */
  orbitOf(point: number): Int32Array {
    return this.orbits[this.places[point]!]!;
  }

  /** The stabilizer of one more point, which must not be fixed yet. */
  fixing(point: number): Fixing {
    const known = this.below.get(point);
    if (known) return known;
    const chain = rebase(this.chain, [point]);
    const fixing = { chain, node: new StabilizerNode(chain.tail(1), this.memory) };
    const words = chain === this.chain ? chain.degree : chain.tables.length * chain.degree;
    if (this.memory.words >= words) {
      this.memory.words -= words;
      this.below.set(point, fixing);
    }
    return fixing;
  }
}

/** The number of words that the tree may still store. Beyond it, nodes are computed again each time. */
interface Memory {
  words: number;
}

const mostWords = 1 << 24;

export interface Fixing {
  /** The group of the parent, with the point as its first base point. */
  readonly chain: Chain;
  readonly node: StabilizerNode;
}

const roots = new WeakMap<Chain, StabilizerNode>();

/** The root of the tree for the group of a complete chain. */
export function stabilizerTree(chain: Chain): StabilizerNode {
  return getOrAdd(roots, chain, () => new StabilizerNode(chain));
}
