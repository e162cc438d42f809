/**
 * The subgroup of all elements with a property, by backtracking over the images of the base (Sims 1971; Butler 1982;
 * Holt, Eick and O'Brien, section 4.6).
 *
 * Levels are processed from the last to the first. Let K be the subgroup found so far. For one point in each orbit of K
 * within the orbit of the base point, the search looks for an element that maps the base point there. If there is one,
 * K grows. Otherwise the whole orbit of K is settled. Below the level, only elements are tried whose images are least
 * under multiplication by K from the left, as far as the images of base points show. The result is a strong generating
 * set, so the chain of K is complete without further work.
 *
 * The worst case is exponential. A test that prunes early makes the search fast.
 */

import { look } from "../../util/limits.ts";
import { UnionFind } from "../../util/union-find.ts";
import { Chain } from "../chain/chain.ts";
import { identity } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";

export interface SubgroupTest {
  /** Whether an element may map base point `level` to `image`. */
  readonly image?: (level: number, image: number) => boolean;
  /** Whether an element may agree with u on base points 0 to `level`. u is overwritten later. */
  readonly partial?: (level: number, u: Permutation) => boolean;
  /** Whether an element has the property. The argument is overwritten later. */
  readonly full: (p: Permutation) => boolean;
}

export interface FoundSubgroup {
  /** A complete chain with the same base. */
  readonly chain: Chain;
  /** False if the limit was reached, so there may be more elements. */
  readonly isComplete: boolean;
}

/**
 * @param chain a complete chain
 * @param depth the number of levels to search; the stabilizer of their base points must have the property
 * @param limit the number of search nodes
 */
export function searchSubgroup(chain: Chain, depth: number, test: SubgroupTest, limit: number): FoundSubgroup {
  return new SubgroupSearch(chain, depth, test, limit).run();
}

class SubgroupSearch {
  private readonly chain: Chain;
  private readonly base: number[];
  private readonly depth: number;
  private readonly test: SubgroupTest;
  private nodesLeft: number;
  private readonly found: Chain;
  /** The orbits of the subgroup found so far. */
  private readonly orbits: UnionFind;
  private readonly images: Int32Array;
  /** For each level, the levels above it whose images must be smaller. */
  private readonly smaller: number[][];
  private readonly products: Permutation[];

  constructor(chain: Chain, depth: number, test: SubgroupTest, limit: number) {
    this.chain = chain;
    this.base = chain.base;
    this.depth = depth;
    this.test = test;
    this.nodesLeft = limit;
    this.orbits = new UnionFind(chain.degree);
    this.images = new Int32Array(chain.levels.length);
    this.smaller = this.base.map(() => []);
    this.products = [identity(chain.degree)];
    this.found = new Chain(chain.degree, chain);
    for (const point of this.base) this.found.addLevel(point);
    for (const p of chain.generatorsFrom(depth)) this.add(p);
  }

  run(): FoundSubgroup {
    for (let level = this.depth - 1; level >= 0 && this.nodesLeft > 0; level--) {
      this.searchLevel(level);
      const { tree } = this.found.levels[level]!;
      for (let j = level + 1; j < this.depth; j++) if (tree.has(this.base[j]!)) this.smaller[j]!.push(level);
    }
    return { chain: this.found, isComplete: this.nodesLeft > 0 };
  }

  private searchLevel(level: number): void {
    const { base, orbits, images, found } = this;
    const settled: number[] = [];
    this.products[level] = identity(this.chain.degree);
    for (let i = 0; i < level; i++) images[i] = base[i]!;
    for (const image of this.chain.levels[level]!.tree.orbit) {
      look();
      if (found.levels[level]!.tree.has(image)) continue;
      const orbit = orbits.find(image);
      if (settled.some((point) => orbits.find(point) === orbit)) continue;
      const p = this.extend(level, image);
      if (p) this.add(p);
      else settled.push(image);
      if (this.nodesLeft <= 0) return;
    }
  }

  /**
   * An element that continues the choices above `level`, and maps base point `level` to the image of `choice` under
   * them.
   */
  private extend(level: number, choice: number): Permutation | undefined {
    const { chain, products, images, test } = this;
    const before = products[level]!;
    const image = before[choice]!;
    if (test.image && !test.image(level, image)) return undefined;
    for (const i of this.smaller[level]!) if (images[i]! > image) return undefined;
    if (this.nodesLeft-- <= 0) return undefined;
    images[level] = image;
    const u = (products[level + 1] ??= identity(chain.degree));
    chain.levels[level]!.tree.elementTo(chain.tables, choice, u);
    for (let k = 0; k < u.length; k++) u[k] = before[u[k]!]!;
    if (test.partial && !test.partial(level, u)) return undefined;
    if (level + 1 === this.depth) return test.full(u) ? Int32Array.from(u) : undefined;
    // Images are tried in ascending order, so those that must be smaller rarely turn out too large.
    for (const next of chain.levels[level + 1]!.tree.orbit.toSorted((a, b) => u[a]! - u[b]!)) {
      look();
      const p = this.extend(level + 1, next);
      if (p) return p;
    }
    return undefined;
  }

  private add(p: Permutation): void {
    this.found.addGenerator(p);
    for (let i = 0; i < p.length; i++) this.orbits.union(i, p[i]!);
  }
}
