/**
 * Symmetries of vectors: permutations of levels, with maps of their values.
 *
 * All symmetries here use one action: the image of s is the vector t with t[levels[i]] = values of i at s[i]. `reduces`
 * and `apply` must use the same permutation: with its inverse in one of them, the fixpoint need not terminate.
 */

import { DddError } from "./ddd-error.ts";

export interface VectorSymmetry {
  /** Level i goes to level `levels[i]`. */
  readonly levels: ArrayLike<number>;
  /**
   * The maps of the values of each level; a value or a level without an entry keeps its values. Two different values
   * that occur at a level must have different images.
   */
  readonly values?: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** The image of a vector. */
export function act({ levels, values }: VectorSymmetry, vector: ArrayLike<number>): number[] {
  const image = new Array<number>(vector.length);
  for (let i = 0; i < vector.length; i++) image[levels[i]!] = values?.get(i)?.get(vector[i]!) ?? vector[i]!;
  return image;
}

/**
 * Block b moves to the place of block `images[b]`. At the levels of `references`, within blocks or elsewhere, a value
 * that is the number of a block becomes the number of its image. These are references to objects that change places
 * (section III-D of the paper).
 */
export function permuteBlocks(
  length: number,
  blocks: readonly (readonly number[])[],
  images: ArrayLike<number>,
  references: readonly number[] = [],
): VectorSymmetry {
  const levels = Int32Array.from({ length }, (_, i) => i);
  blocks.forEach((block, b) => {
    const target = blocks[images[b]!]!;
    if (target.length !== block.length) throw new DddError(`blocks ${b} and ${images[b]} have unequal lengths`);
    block.forEach((level, k) => (levels[level] = target[k]!));
  });
  const map = new Map(blocks.map((_, b) => [b, images[b]!]));
  return { levels, values: new Map(references.map((level) => [level, map])) };
}

/** @throws DddError unless it is a symmetry of vectors of this length */
export function requireSymmetry({ levels, values }: VectorSymmetry, length: number): void {
  if (levels.length !== length) throw new DddError(`a symmetry of ${levels.length} levels where there are ${length}`);
  const from = new Int32Array(length).fill(-1);
  for (let i = 0; i < length; i++) {
    const to = levels[i]!;
    if (!Number.isInteger(to) || to < 0 || to >= length) {
      throw new DddError(`level ${i} goes to ${to}, which is no level`);
    }
    if (from[to]! >= 0) throw new DddError(`levels ${from[to]} and ${i} both go to level ${to}`);
    from[to] = i;
  }
  for (const [level, map] of values ?? []) {
    if (!Number.isInteger(level) || level < 0 || level >= length) throw new DddError(`there is no level ${level}`);
    const images = new Set<number>();
    for (const image of map.values()) {
      if (images.has(image)) throw new DddError(`two values of level ${level} become ${image}`);
      images.add(image);
    }
  }
}

/** The levels that move or whose values change, ascending. */
export function touchedLevels(g: VectorSymmetry): number[] {
  const levels: number[] = [];
  for (let i = 0; i < g.levels.length; i++) if (g.levels[i] !== i || mapOf(g, i)) levels.push(i);
  return levels;
}

/** The map of the values of a level, if it changes any value. */
export function mapOf({ values }: VectorSymmetry, level: number): ReadonlyMap<number, number> | undefined {
  const map = values?.get(level);
  if (!map) return undefined;
  for (const [value, image] of map) if (value !== image) return map;
  return undefined;
}

/** A key that is equal for symmetries with the same effect. */
export function symmetryKey(g: VectorSymmetry): string {
  return touchedLevels(g)
    .map((level) => {
      const map = [...(mapOf(g, level) ?? [])].filter(([value, image]) => value !== image).sort((a, b) => a[0] - b[0]);
      return `${level}>${g.levels[level]}${map.map(([value, image]) => `,${value}:${image}`).join("")}`;
    })
    .join(" ");
}
