/**
 * A stabilizer chain (Sims 1970; Seress, Permutation Group Algorithms, chapter 4; Holt, Eick and O'Brien, chapter 4).
 *
 * For a base b_0, b_1, ... the chain holds G = G_0 >= G_1 >= ..., where G_i fixes b_0 to b_(i-1), and the orbit of b_i
 * under G_i as a Schreier tree. Every element is a unique product u_k ... u_1 u_0 of tree elements. So the order is the
 * product of the orbit lengths, and dividing by tree elements (sifting) decides membership.
 *
 * This class keeps the trees consistent with the strong generators. Its callers ensure that the chain is complete
 * (`complete-chain.ts`, `rebase.ts`). Until then it describes a subset of the group, and its order is a lower bound.
 *
 * Costs, for degree n, base length k and tree depth d (logarithmic): memory O(strong generators * n + sum of orbits),
 * sifting O(k d n), a new generator O(n + sum of orbit lengths).
 */

import { look } from "../../util/limits.ts";
import type { Random } from "../../util/random.ts";
import { UnionFind } from "../../util/union-find.ts";
import { conjugate, identity, inverse, isIdentity, samePermutation } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";
import { SchreierTree } from "./schreier-tree.ts";

export interface Level {
  readonly tree: SchreierTree;
  /** The strong generators that fix all earlier base points, by their even numbers in `tables`. */
  readonly generators: number[];
}

/** The orbits of the group, one after the other, so that an orbit is a range of positions. */
interface Cells {
  readonly positions: Int32Array;
  /** For each point, the start and the length of its orbit. */
  readonly starts: Int32Array;
  readonly sizes: Int32Array;
}

export class Chain {
  readonly degree: number;
  readonly levels: Level[] = [];
  /** The images of strong generator g at 2g and of its inverse at 2g + 1. */
  readonly tables: Int32Array[];
  private readonly cells: Cells;

  /**
   * A chain without levels, for the group that the permutations generate, or for a subgroup of the group of a chain.
   */
  constructor(degree: number, group: readonly Permutation[] | Chain | Cells) {
    this.degree = degree;
    this.tables = [];
    if (group instanceof Chain) this.cells = group.cells;
    else this.cells = "positions" in group ? group : cellsOf(degree, group);
  }

  get base(): number[] {
    return this.levels.map(({ tree }) => tree.root);
  }

  /** The product of the orbit lengths: the order of the group if the chain is complete, a lower bound otherwise. */
  get order(): bigint {
    return this.levels.reduce((product, { tree }) => product * BigInt(tree.orbit.length), 1n);
  }

  /** The strong generators that fix the first `level` base points. */
  generatorsFrom(level: number): Permutation[] {
    const numbers = level < this.levels.length ? this.levels[level]!.generators : [];
    return numbers.map((g) => this.tables[g]!);
  }

  /** The stabilizer of the first `count` base points. It shares memory with this chain. */
  tail(count: number): Chain {
    const chain = new Chain(this.degree, this);
    chain.tables.push(...this.tables);
    chain.levels.push(...this.levels.slice(count));
    return chain;
  }

  /** The chain of q^-1 G q, with the base renamed by q. O(strong generators * n). */
  conjugate(q: Permutation): Chain {
    const { positions, starts, sizes } = this.cells;
    const cells = { positions: renamed(positions, q), starts: renamed(starts, q), sizes: renamed(sizes, q) };
    const chain = new Chain(this.degree, cells);
    for (let g = 0; g < this.tables.length; g += 2) {
      const p = conjugate(this.tables[g]!, q);
      chain.tables.push(p, this.tables[g] === this.tables[g + 1] ? p : inverse(p));
    }
    for (const { tree, generators } of this.levels) {
      chain.levels.push({ tree: tree.renamed(q, cells.positions), generators: [...generators] });
    }
    return chain;
  }

  /** The number of points in the orbit of a point under the whole group. */
  orbitLength(point: number): number {
    return this.cells.sizes[point]!;
  }

  /** Adds a base point. Only generators that are added later may move it. */
  addLevel(point: number): void {
    const { positions, starts, sizes } = this.cells;
    this.levels.push({ tree: new SchreierTree(point, positions, sizes[point]!, starts[point]), generators: [] });
  }

  /**
   * Adds a strong generator to all its levels. It must move a base point. Returns the first level whose base point it
   * moves.
   */
  addGenerator(p: Permutation): number {
    look(p.length >> 5);
    const number = this.tables.length;
    const q = inverse(p);
    this.tables.push(p, samePermutation(p, q) ? p : q);
    for (let i = 0; i < this.levels.length; i++) {
      const { tree, generators } = this.levels[i]!;
      generators.push(number);
      if (tree.extend(this.tables, generators)) this.keepShallow(i);
      if (p[tree.root] !== tree.root) return i;
    }
    return this.levels.length;
  }

  /**
   * Divides w by tree elements as long as possible, at the levels from `from` to before `to`. Returns the level where
   * no tree element fits, or `to`. `w` holds the images of some points, and `at[i]` is the index in w of the image of
   * base point i.
   */
  strip(w: Int32Array, at: ArrayLike<number>, from = 0, to: number = this.levels.length): number {
    const { levels, tables } = this;
    for (let i = from; i < to; i++) {
      const { tree } = levels[i]!;
      const image = w[at[i]!]!;
      if (image === tree.root) continue;
      if (!tree.has(image)) return i;
      tree.divide(tables, w, image);
    }
    return to;
  }

  /** The residue of p after dividing by tree elements, and the level where no tree element fits. O(k d n). */
  sift(p: Permutation): { readonly residue: Permutation; readonly level: number } {
    const residue = Int32Array.from(p);
    return { residue, level: this.strip(residue, this.base) };
  }

  contains(p: Permutation): boolean {
    return isIdentity(this.sift(p).residue);
  }

  /** An element that maps the first base points to the given points; `undefined` if there is none. */
  elementWithImages(images: ArrayLike<number>): Permutation | undefined {
    const { levels, tables } = this;
    // The remaining images, divided by the elements chosen so far.
    const rest = Int32Array.from(images);
    const chosen = this.base;
    for (let i = 0; i < rest.length; i++) {
      const { tree } = levels[i]!;
      const image = rest[i]!;
      if (!tree.has(image)) return undefined;
      chosen[i] = image;
      tree.divide(tables, rest, image);
    }
    return this.product(chosen);
  }

  /** u_k ... u_0, where u_i maps base point i to `chosen[i]`. */
  product(chosen: ArrayLike<number>): Permutation {
    const p = identity(this.degree);
    for (let i = this.levels.length - 1; i >= 0; i--) this.levels[i]!.tree.multiply(this.tables, p, chosen[i]!);
    return p;
  }

  /** A random element, uniformly distributed if the chain is complete. */
  randomElement(random: Random): Permutation {
    return this.product(this.levels.map(({ tree }) => tree.orbit[random.below(tree.orbit.length)]!));
  }

  /** Makes trees as shallow as the strong generators allow, unless they are shallow already. */
  flatten(): void {
    for (const { tree, generators } of this.levels) {
      if (tree.depth > 2) tree.rebuild(this.tables, generators, Infinity);
    }
  }

  private keepShallow(i: number): void {
    const { tree, generators } = this.levels[i]!;
    const limit = 2 * Math.ceil(Math.log2(tree.orbit.length)) + 2;
    if (tree.depth <= limit) return;
    for (;;) {
      const deep = tree.rebuild(this.tables, generators, limit);
      if (deep === undefined) return;
      const shortcut = tree.elementTo(this.tables, deep);
      const number = this.tables.length;
      this.tables.push(shortcut, inverse(shortcut));
      for (let j = 0; j <= i; j++) this.levels[j]!.generators.push(number);
    }
  }
}

function cellsOf(degree: number, generators: readonly Permutation[]): Cells {
  const sets = new UnionFind(degree);
  for (const p of generators) {
    look(1 + (degree >> 5));
    for (let i = 0; i < degree; i++) sets.union(i, p[i]!);
  }
  const least = new Int32Array(degree);
  const counts = new Int32Array(degree);
  for (let i = 0; i < degree; i++) counts[(least[i] = sets.find(i))]!++;
  const next = new Int32Array(degree);
  for (let i = 0, at = 0; i < degree; i++) {
    if (least[i] !== i) continue;
    next[i] = at;
    at += counts[i]!;
  }
  const starts = least.map((root) => next[root]!);
  const sizes = least.map((root) => counts[root]!);
  const positions = least.map((root) => next[root]!++);
  return { positions, starts, sizes };
}

/** Renames the indices of `list` by q: the entry of i becomes that of i^q. */
function renamed(list: Int32Array, q: Permutation): Int32Array {
  const result = new Int32Array(list.length);
  for (let i = 0; i < list.length; i++) result[q[i]!] = list[i]!;
  return result;
}
