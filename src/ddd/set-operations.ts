/**
 * Union, intersection, difference and concatenation.
 *
 * All four walk down two diagrams arc by arc and cache their results. They have their own stack, so only memory bounds
 * the height of a diagram. The cost is at most the product of the sizes, and near their sum if the diagrams are alike.
 */

import { look } from "../util/limits.ts";
import { EMPTY, UNIT } from "./node-table.ts";
import { CONCATENATION, DIFFERENCE, INTERSECTION, UNION } from "./operation-cache.ts";
import { requireSameLength, requireSet } from "./space.ts";
import type { Ddd, Space } from "./space.ts";

export function union(space: Space, a: Ddd, b: Ddd): Ddd {
  requireSameLength(space, a, b);
  return combine(space, UNION, a, b);
}

export function intersection(space: Space, a: Ddd, b: Ddd): Ddd {
  requireSameLength(space, a, b);
  return combine(space, INTERSECTION, a, b);
}

/** The vectors of a that are not in b. */
export function difference(space: Space, a: Ddd, b: Ddd): Ddd {
  requireSameLength(space, a, b);
  return combine(space, DIFFERENCE, a, b);
}

export function isSubset(space: Space, a: Ddd, b: Ddd): boolean {
  return difference(space, a, b) === EMPTY;
}

/** Every vector of a followed by every vector of b. */
export function concatenation(space: Space, a: Ddd, b: Ddd): Ddd {
  requireSet(space, a);
  requireSet(space, b);
  return combine(space, CONCATENATION, a, b);
}

/** The operations without checks of their arguments. */
export function combine(space: Space, operation: number, a: number, b: number): number {
  const known = immediate(operation, a, b);
  if (known >= 0) return known;
  space.cache.fit(space.nodes.count);
  const isCommutative = operation === UNION || operation === INTERSECTION;
  const isSwapped = isCommutative && a > b;
  return walk(space, operation, isCommutative, isSwapped ? b : a, isSwapped ? a : b);
}

/** The steps between two looks at limits. */
const stepsPerLook = 1 << 10;

/** The size of a frame: a pair of nodes, the next arc of each, and the start of its own arcs. */
const FRAME = 5;

function walk(space: Space, operation: number, isCommutative: boolean, a: number, b: number): number {
  const { nodes, cache } = space;
  // All calls share these arrays. They never shrink, because shrinking is slow; `top` and `pairsEnd` bound the part in
  // use.
  const { frames, pairs } = space.scratch;
  let result = cache.get(operation, a, b);
  if (result >= 0) return result;
  let top = 0;
  let pairsEnd = 0;
  let steps = 0;
  frames[0] = a;
  frames[1] = b;
  frames[2] = frames[3] = frames[4] = 0;
  while (top >= 0) {
    if (++steps === stepsPerLook) {
      look(steps >> 4);
      steps = 0;
    }
    a = frames[top]!;
    b = frames[top + 1]!;
    let i = frames[top + 2]!;
    let j = frames[top + 3]!;
    const { pool } = nodes;
    const startA = nodes.start[a]!;
    const startB = nodes.start[b]!;
    const endA = nodes.arcCount[a]!;
    const endB = operation === CONCATENATION ? 0 : nodes.arcCount[b]!;
    // The children of the previous arcs have been combined.
    if (result > EMPTY) {
      pairs[pairsEnd++] = pool[startA + 2 * (i - 1)]!;
      pairs[pairsEnd++] = result;
    }
    result = EMPTY;
    while (result >= 0 && (i < endA || j < endB)) {
      const valueA = i < endA ? pool[startA + 2 * i]! : Infinity;
      const valueB = j < endB ? pool[startB + 2 * j]! : Infinity;
      let value = valueA;
      if (operation === CONCATENATION || valueA === valueB) {
        a = pool[startA + 2 * i++ + 1]!;
        if (operation !== CONCATENATION) b = pool[startB + 2 * j++ + 1]!;
        result = immediate(operation, a, b);
      } else if (valueA < valueB) {
        const child = pool[startA + 2 * i++ + 1]!;
        result = operation === INTERSECTION ? EMPTY : child;
      } else {
        const child = pool[startB + 2 * j++ + 1]!;
        result = operation === UNION ? child : EMPTY;
        value = valueB;
      }
      if (result > EMPTY) {
        pairs[pairsEnd++] = value;
        pairs[pairsEnd++] = result;
      }
    }
    if (result >= 0) {
      const from = frames[top + 4]!;
      result = nodes.make(pairs, from, pairsEnd);
      cache.set(operation, frames[top]!, frames[top + 1]!, result);
      pairsEnd = from;
      top -= FRAME;
      continue;
    }
    frames[top + 2] = i;
    frames[top + 3] = j;
    const isSwapped = isCommutative && a > b;
    const left = isSwapped ? b : a;
    const right = isSwapped ? a : b;
    result = cache.get(operation, left, right);
    if (result >= 0) continue;
    top += FRAME;
    frames[top] = left;
    frames[top + 1] = right;
    frames[top + 2] = frames[top + 3] = 0;
    frames[top + 4] = pairsEnd;
  }
  look(steps >> 4);
  return result;
}

/** The result if it is trivial, or -1. */
function immediate(operation: number, a: number, b: number): number {
  switch (operation) {
    case UNION:
      if (a === EMPTY || a === b) return b;
      return b === EMPTY ? a : -1;
    case INTERSECTION:
      if (a === EMPTY || b === EMPTY) return EMPTY;
      return a === b ? a : -1;
    case DIFFERENCE:
      if (a === EMPTY || a === b) return EMPTY;
      return b === EMPTY ? a : -1;
    default:
      if (a === EMPTY || b === EMPTY) return EMPTY;
      if (a === UNIT) return b;
      return b === UNIT ? a : -1;
  }
}
