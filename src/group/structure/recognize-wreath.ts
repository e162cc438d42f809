/**
 * Recognizes wreath products: a transitive group with a block system such that its order is |inner|^k |outer|, for k
 * blocks.
 *
 * A group always lies in the wreath product of its actions in and on the blocks, so equal orders are a proof. All block
 * systems are tried, finer ones first. A system with only named components is preferred: S2 wr S2 wr S2 rather than a
 * generic group.
 */

import { blockAction } from "../block-systems/block-action.ts";
import type { BlockAction } from "../block-systems/block-action.ts";
import { blockSystems } from "../block-systems/block-system.ts";
import { likelyOrder } from "../construction/complete-chain.ts";
import { permutationGroup } from "../group.ts";
import type { Group } from "../group.ts";
import type { Permutation } from "../permutation.ts";
import { expand, hasGeneric } from "./structure-tree.ts";
import type { Structure } from "./structure-tree.ts";

/** An orbit that is an equivariant image of the transitive action, block by block or more coarsely. */
export interface Quotient {
  /** For each point of the transitive action, its image in the orbit. */
  readonly map: Int32Array;
  /** For each generator, its action on the orbit. */
  readonly generators: readonly Permutation[];
  /** The points of the orbit. */
  readonly points: readonly number[];
}

export interface FoundWreath {
  readonly inner: readonly Structure[];
  readonly outer: Structure;
  /** The quotients that became part of the rows of `outer`. */
  readonly used: readonly Quotient[];
}

/**
 * @param generators transitive on 0 to n-1
 * @param rowOf the points that move together with a point of the action
 * @param recognize finds the structure of a smaller group
 */
export function recognizeWreath(
  n: number,
  generators: readonly Permutation[],
  order: bigint,
  rowOf: (i: number) => readonly number[],
  quotients: readonly Quotient[],
  recognize: (group: Group) => Structure,
): FoundWreath | undefined {
  let best: FoundWreath | undefined;
  for (const labels of blockSystems(n, generators)) {
    const action = blockAction(n, generators, labels);
    const { blocks, inner, outer } = action;
    const innerOrder = likelyOrder(blocks[0]!.length, inner);
    if (order % innerOrder ** BigInt(blocks.length) !== 0n) continue;
    const outerOrder = likelyOrder(blocks.length, outer);
    if (innerOrder ** BigInt(blocks.length) * outerOrder !== order) continue;
    const innerStructure = recognize(permutationGroup(blocks[0]!.length, inner, { order: innerOrder }));
    const found = {
      inner: blocks.map((block) => expand(innerStructure, (c) => rowOf(block[c]!))),
      ...recognizeOuter(action, outerOrder, rowOf, quotients, recognize),
    };
    if (!hasGeneric(innerStructure) && !hasGeneric(found.outer)) return found;
    best ??= found;
  }
  return best;
}

/** The action on the blocks, and on those orbits that the blocks determine. */
function recognizeOuter(
  { blocks, outer }: BlockAction,
  order: bigint,
  rowOf: (i: number) => readonly number[],
  quotients: readonly Quotient[],
  recognize: (group: Group) => Structure,
): { readonly outer: Structure; readonly used: readonly Quotient[] } {
  const used = quotients.filter(({ map }) => blocks.every((block) => block.every((i) => map[i] === map[block[0]!])));
  const points: (readonly number[])[] = blocks.map((block) => [...block].flatMap((i) => rowOf(i)));
  for (const quotient of used) points.push(...quotient.points.map((point) => [point]));
  const generators = outer.map((p, g) => {
    const images = [...p];
    for (const quotient of used) {
      const start = images.length;
      for (const i of quotient.generators[g]!) images.push(start + i);
    }
    return Int32Array.from(images);
  });
  const structure = recognize(permutationGroup(points.length, generators, { order }));
  return { outer: expand(structure, (j) => points[j]!), used };
}
