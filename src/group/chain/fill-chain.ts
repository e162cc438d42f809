/**
 * Random Schreier-Sims (Leon 1980; Seress 2003, section 4.5): random elements of the group are sifted into the chain,
 * and each nontrivial residue becomes a strong generator.
 *
 * The chain never describes more than the group. So if the order of the group is known, reaching it is a proof, and the
 * algorithm cannot err (Las Vegas). Otherwise it stops after a number of consecutive elements with trivial residues.
 * Each of them halves the probability that something is missing, and the caller must verify the result.
 *
 * On more than a few hundred points an element is first sifted on the base and a sample of points. This almost always
 * shows whether it has a nontrivial residue. Only then is it sifted on all points.
 */

import { look } from "../../util/limits.ts";
import type { Permutation } from "../permutation.ts";
import type { Chain } from "./chain.ts";

export interface FillOptions {
  /** The order of the group, if it is known. */
  readonly order?: bigint | undefined;
  /** The number of consecutive elements with trivial residues after which to stop. */
  readonly patience: number;
  /** All points, with good base points first. */
  readonly preference: Int32Array;
}

const sampleSize = 64;

/**
 * Sifts elements until the order is reached or patience runs out. False if the order was not reached, or was exceeded.
 */
export function fillChain(chain: Chain, next: () => Permutation, options: FillOptions): boolean {
  const { order: goal, patience, preference } = options;
  let watch = new Watch(chain);
  let order = chain.order;
  for (let quiet = 0; order !== goal && quiet < patience;) {
    look(8);
    // Every few elements all points are checked: the sample may miss those that still move.
    const thorough = goal === undefined ? quiet === patience - 1 : quiet % 8 === 7;
    if (watch.passes(next(), thorough)) {
      quiet++;
      continue;
    }
    absorb(chain, watch.last, preference);
    watch = new Watch(chain);
    order = chain.order;
    quiet = 0;
  }
  return order === goal;
}

/** Sifts an element into the chain. Returns the level of the new strong generator, or -1 if the residue is trivial. */
export function absorb(chain: Chain, p: Permutation, preference: Int32Array): number {
  const { residue, level } = chain.sift(p);
  if (level === chain.levels.length) {
    const moved = preference.find((i) => residue[i] !== i);
    if (moved === undefined) return -1;
    chain.addLevel(moved);
  }
  return chain.addGenerator(residue);
}

/** All points, moved points first, and those of short orbits before others. */
export function byOrbitLength(chain: Chain): Int32Array {
  const points = Int32Array.from({ length: chain.degree }, (_, i) => i);
  return points.sort((i, j) => chain.orbitLength(i) - chain.orbitLength(j) || i - j);
}

/** Sifts on the base and a sample of points, or on all points if there are few. */
class Watch {
  last: Permutation = new Int32Array(0);
  private readonly chain: Chain;
  private readonly points: Int32Array;
  private readonly at: Int32Array;
  private readonly images: Int32Array;

  constructor(chain: Chain) {
    const { degree, base } = chain;
    this.chain = chain;
    if (degree <= base.length + 8 * sampleSize) {
      this.points = Int32Array.from({ length: degree }, (_, i) => i);
      this.at = Int32Array.from(base);
    } else {
      const sample = Array.from({ length: sampleSize }, (_, k) => Math.floor((k * degree) / sampleSize));
      this.points = Int32Array.from([...base, ...sample]);
      this.at = Int32Array.from(base.keys());
    }
    this.images = new Int32Array(this.points.length);
  }

  passes(p: Permutation, thorough: boolean): boolean {
    const { chain, points, images } = this;
    this.last = p;
    for (let k = 0; k < points.length; k++) images[k] = p[points[k]!]!;
    if (chain.strip(images, this.at) < chain.levels.length) return false;
    for (let k = 0; k < points.length; k++) if (images[k] !== points[k]) return false;
    return !thorough || points.length === chain.degree || chain.contains(p);
  }
}
