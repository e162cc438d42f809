/**
 * Stabilizers of sequences of points, made when they are asked for and kept.
 *
 * Searches for stabilizers and canonical images fix one point after the other and ask again and again for the same
 * sequences, with different vectors. A node of the tree is the pointwise stabilizer of the points on the way to it.
 */

import type { Chain } from "./chain.ts";
import { rebase } from "./rebase.ts";
import { UnionFind } from "./union-find.ts";

export class StabilizerNode {
  /** Complete. */
  readonly chain: Chain;
  readonly order: bigint;
  /** Per point, the least point of its orbit. */
  readonly least: Int32Array;
  /** All orbits, single points included, by their least points. */
  readonly orbits: readonly Int32Array[];
  /** Per point, the place of its orbit in `orbits`. */
  private readonly places: Int32Array;
  private readonly below = new Map<number, Fixing>();

  constructor(chain: Chain) {
    this.chain = chain;
    this.order = chain.order;
    const sets = new UnionFind(chain.degree);
    for (const p of chain.generatorsFrom(0)) for (let i = 0; i < p.length; i++) sets.union(i, p[i]!);
    this.least = new Int32Array(chain.degree);
    this.places = new Int32Array(chain.degree);
    const lists: number[][] = [];
    for (let i = 0; i < chain.degree; i++) {
      const least = sets.find(i);
      this.least[i] = least;
      if (least === i) this.places[i] = lists.push([i]) - 1;
      else lists[(this.places[i] = this.places[least]!)]!.push(i);
    }
    this.orbits = lists.map((points) => Int32Array.from(points));
  }

  /** The orbit of a point, ascending. */
  orbitOf(point: number): Int32Array {
    return this.orbits[this.places[point]!]!;
  }

  /** The stabilizer of a further point, one that is not fixed yet. */
  fixing(point: number): Fixing {
    let fixing = this.below.get(point);
    if (!fixing) {
      const chain = rebase(this.chain, [point]);
      fixing = { chain, node: new StabilizerNode(chain.tail(1)) };
      this.below.set(point, fixing);
    }
    return fixing;
  }
}

export interface Fixing {
  /** The group above, with the point as its first base point. */
  readonly chain: Chain;
  readonly node: StabilizerNode;
}

const roots = new WeakMap<Chain, StabilizerNode>();

/** The root of the tree for the group of a complete chain. */
export function stabilizerTree(chain: Chain): StabilizerNode {
  let root = roots.get(chain);
  if (!root) roots.set(chain, (root = new StabilizerNode(chain)));
  return root;
}
