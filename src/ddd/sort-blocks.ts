/**
 * Sorts the blocks of all vectors of a set in one pass. A block is some neighboring levels; all blocks have the same
 * width and follow each other. Under the symmetric group on blocks, the sorted vector is the least of its orbit.
 *
 * It is an insertion sort on diagrams. To sort a set, its vectors are split by their first block; what follows is sorted,
 * and the first block is inserted there:
 *
 *     sort(S)      = union over the first blocks b of S of insert(b, sort(S after b))
 *     insert(b, T) = union over the first blocks c of T of b c (T after c) if b <= c, else c insert(b, T after c)
 *
 * Blocks that come before the same set are inserted together, as a set of blocks B. Results are cached by (set) and by
 * (B, T), so the cost is polynomial in the number of nodes and of different blocks, whatever the number of vectors.
 *
 *     blocks 2 and 3 into {1 1, 1 4}: 1 is less than both, so 1 insert({2, 3}, {1, 4}), and there
 *     1 is again less: 1 2, 1 3; 4 is not: 2 4, 3 4. Together: 1 1 2, 1 1 3, 1 2 4, 1 3 4.
 */

import { look } from "../util/limits.ts";
import { DddError } from "./ddd-error.ts";
import type { Hom, Homomorphisms } from "./homomorphism.ts";
import { EMPTY, UNIT } from "./node-table.ts";
import { CONCATENATION, SATURATION, UNION } from "./operation-cache.ts";
import { combine } from "./set-operations.ts";
import type { Ddd, Space } from "./space.ts";
import { compareVectors } from "./vectors.ts";

/** Neighboring blocks of levels. */
export interface Blocks {
  /** The first level of the first block. */
  readonly level: number;
  readonly width: number;
  readonly count: number;
}

/** Replaces each vector by the one with the same blocks in ascending order. */
export function sortBlocks(homs: Homomorphisms, { level, width, count }: Blocks): Hom {
  if (width < 1 || count < 1 || level + width * count > homs.length) {
    throw new DddError(`there are no ${count} blocks of ${width} levels from level ${level}`);
  }
  return homs.intern(`sort ${level} ${width} ${count}`, () => {
    const sorting = new Sorting(homs.space, width, homs.length - level - width * count);
    return homs.add({
      kind: "step",
      top: homs.heightOf(level),
      step: {
        prefixLength: 0,
        action: { kind: "whole", isCheap: false, result: (_, node) => sorting.run(node) },
      },
    });
  });
}

/** The first blocks of a set, ascending, and what follows each. */
interface BlockArcs {
  readonly blocks: (readonly number[])[];
  readonly rests: Ddd[];
}

/** A set to sort, or to insert blocks into. */
interface Frame {
  /** The blocks to insert, as a set and as a list; none if the set is to be sorted. */
  readonly blocks: Ddd;
  readonly list: BlockArcs["blocks"];
  readonly set: Ddd;
  readonly arcs: BlockArcs;
  /** For a set to sort: the first blocks that come before the same sorted set, once all are known. */
  groups: (readonly [blocks: Ddd, rest: Ddd])[] | undefined;
  /** The next arc or group. */
  at: number;
  /** The results for the arcs or groups so far. */
  readonly results: Ddd[];
}

const stepsPerReport = 1 << 12;

/** The result of a call that pushed a frame, which must finish first. */
const PENDING = -1;

class Sorting {
  private readonly space: Space;
  private readonly width: number;
  /** The number of levels after the last block. */
  private readonly tail: number;
  private readonly operation: number;
  private readonly frames: Frame[] = [];

  constructor(space: Space, width: number, tail: number) {
    this.space = space;
    this.width = width;
    this.tail = tail;
    this.operation = SATURATION + 2 * space.saturationCount++;
  }

  run(set: Ddd): Ddd {
    this.frames.length = 0;
    let result = this.sort(set);
    let step = 0;
    for (let frame = this.frames.at(-1); frame; frame = this.frames.at(-1)) {
      look();
      if (++step % stepsPerReport === 0) this.space.onWork?.();
      if (result !== PENDING) frame.results.push(result);
      result = frame.blocks === EMPTY ? this.sorting(frame) : this.inserting(frame);
    }
    return result;
  }

  private push(blocks: Ddd, set: Ddd): Ddd {
    this.space.cache.fit(this.space.nodes.count);
    const list = blocks === EMPTY ? [] : this.arcsOf(blocks).blocks;
    this.frames.push({ blocks, list, set, arcs: this.arcsOf(set), groups: undefined, at: 0, results: [] });
    return PENDING;
  }

  private pop({ blocks, set }: Frame, result: Ddd): Ddd {
    const { cache } = this.space;
    this.frames.pop();
    if (blocks === EMPTY) cache.set(this.operation, 0, set, result);
    else cache.set(-this.operation, blocks, set, result);
    return result;
  }

  private sort(set: Ddd): Ddd {
    const { nodes, cache } = this.space;
    if (nodes.height[set]! <= this.tail + this.width) return set;
    const known = cache.get(this.operation, 0, set);
    return known >= 0 ? known : this.push(EMPTY, set);
  }

  /** Sorts what follows each first block; then inserts these blocks, those before the same sorted set together. */
  private sorting(frame: Frame): Ddd {
    const { results, arcs } = frame;
    if (!frame.groups) {
      while (frame.at < arcs.rests.length) {
        const sorted = this.sort(arcs.rests[frame.at++]!);
        if (sorted === PENDING) return PENDING;
        results.push(sorted);
      }
      frame.groups = this.groupsOf(arcs.blocks, results);
      frame.at = 0;
      results.length = 0;
    }
    while (frame.at < frame.groups.length) {
      const [blocks, rest] = frame.groups[frame.at++]!;
      const inserted = this.insert(blocks, rest);
      if (inserted === PENDING) return PENDING;
      results.push(inserted);
    }
    return this.pop(frame, this.unionOf(results));
  }

  private groupsOf(blocks: BlockArcs["blocks"], rests: readonly Ddd[]): (readonly [Ddd, Ddd])[] {
    const byRest = new Map<Ddd, (readonly number[])[]>();
    blocks.forEach((block, k) => {
      const group = byRest.get(rests[k]!);
      if (group) group.push(block);
      else byRest.set(rests[k]!, [block]);
    });
    return Array.from(byRest, ([rest, group]) => [this.setOf(group), rest]);
  }

  private insert(blocks: Ddd, set: Ddd): Ddd {
    const { nodes, cache } = this.space;
    if (blocks === EMPTY) return EMPTY;
    if (nodes.height[set]! <= this.tail) return combine(this.space, CONCATENATION, blocks, set);
    const known = cache.get(-this.operation, blocks, set);
    return known >= 0 ? known : this.push(blocks, set);
  }

  /** Behind each first block of the set, greater blocks are inserted; each block comes before all that are not less. */
  private inserting(frame: Frame): Ddd {
    const { arcs, results } = frame;
    while (frame.at < arcs.blocks.length) {
      const k = frame.at++;
      const greater = this.from(frame.blocks, arcs.blocks[k]!, false);
      const inserted = this.insert(greater, arcs.rests[k]!);
      if (inserted === PENDING) return PENDING;
      results.push(inserted);
    }
    return this.pop(frame, this.merged(frame));
  }

  /** The arcs with the inserted blocks behind them, together with those that begin with an inserted block. */
  private merged({ set, arcs, list, results: inserted }: Frame): Ddd {
    const merged: BlockArcs = { blocks: [], rests: [] };
    const add = (block: readonly number[], rest: Ddd): void => {
      if (rest === EMPTY) return;
      merged.blocks.push(block);
      merged.rests.push(rest);
    };
    let [k, suffix, suffixAt] = [0, EMPTY, -1];
    for (const block of list) {
      for (; k < arcs.blocks.length && compareVectors(arcs.blocks[k]!, block) < 0; k++) {
        add(arcs.blocks[k]!, inserted[k]!);
      }
      if (suffixAt !== k) suffix = this.from(set, block, true);
      suffixAt = k;
      const isThere = k < arcs.blocks.length && compareVectors(arcs.blocks[k]!, block) === 0;
      add(block, isThere ? combine(this.space, UNION, suffix, inserted[k]!) : suffix);
      if (isThere) k++;
    }
    for (; k < arcs.blocks.length; k++) add(arcs.blocks[k]!, inserted[k]!);
    return this.setOf(merged.blocks, merged.rests);
  }

  /** Unites by halves, so that small sets are united with small ones. */
  private unionOf(sets: readonly Ddd[]): Ddd {
    if (sets.length <= 1) return sets[0] ?? EMPTY;
    const middle = sets.length >> 1;
    return combine(this.space, UNION, this.unionOf(sets.slice(0, middle)), this.unionOf(sets.slice(middle)));
  }

  // ---------------------------------------------------------------- blocks

  /** The first blocks of a set, by a walk through the levels of the block. */
  private arcsOf(set: Ddd): BlockArcs {
    const { nodes } = this.space;
    const { width } = this;
    const arcs: BlockArcs = { blocks: [], rests: [] };
    const path = [set];
    const next = [0];
    const block: number[] = [];
    for (let depth = 0; depth >= 0;) {
      const node = path[depth]!;
      const k = next[depth]!++;
      if (k === nodes.arcCount[node]) {
        depth--;
        continue;
      }
      block[depth] = nodes.value(node, k);
      if (depth + 1 < width) {
        depth++;
        path[depth] = nodes.child(node, k);
        next[depth] = 0;
        continue;
      }
      look();
      arcs.blocks.push(block.slice());
      arcs.rests.push(nodes.child(node, k));
    }
    return arcs;
  }

  /** The vectors of a set whose first block is greater, or equal if that counts. */
  private from(set: Ddd, block: readonly number[], isEqualWanted: boolean): Ddd {
    const { nodes } = this.space;
    const path = [set];
    while (path.length <= this.width && path.at(-1) !== EMPTY) {
      path.push(nodes.childFor(path.at(-1)!, block[path.length - 1]!));
    }
    const last = path.pop()!;
    let result = isEqualWanted ? last : EMPTY;
    for (let i = path.length - 1; i >= 0; i--) {
      const arcs = result === EMPTY ? [] : [block[i]!, result];
      for (let k = 0; k < nodes.arcCount[path[i]!]!; k++) {
        const value = nodes.value(path[i]!, k);
        if (value > block[i]!) arcs.push(value, nodes.child(path[i]!, k));
      }
      result = nodes.make(arcs, 0, arcs.length);
    }
    return result;
  }

  /** The set with these first blocks and rests; without rests, a set of blocks. */
  private setOf(blocks: BlockArcs["blocks"], rests?: readonly Ddd[]): Ddd {
    const { nodes } = this.space;
    const { width } = this;
    // The arcs of the nodes along the current block, one list per level; as in `trieOf`.
    const open: number[][] = Array.from({ length: width }, () => []);
    let set: Ddd = EMPTY;
    for (let k = 0; k < blocks.length; k++) {
      const block = blocks[k]!;
      const next = blocks[k + 1];
      let shared = 0;
      if (next) while (shared < width && block[shared] === next[shared]) shared++;
      set = rests ? rests[k]! : UNIT;
      for (let i = width - 1; i >= shared; i--) {
        const arcs = open[i]!;
        arcs.push(block[i]!, set);
        if (i === shared && next) break;
        set = nodes.make(arcs, 0, arcs.length);
        arcs.length = 0;
      }
    }
    return set;
  }
}
