/**
 * Complete stabilizer chains, and with them the exact order of a group.
 *
 * 1. Random elements fill a chain. Its order is a lower bound, most likely the order of the group. If that order is
 *    known beforehand, reaching it is a sufficient proof.
 * 2. Otherwise the group must be proved to be no larger. If it acts faithfully on fewer points (`reduce-action.ts`),
 *    its order is computed there, in parts that no generator connects, and the chain is filled up to it.
 * 3. Otherwise the order is bounded by a larger group of known order: the product of the actions on the orbits, or the
 *    wreath product of the actions in and on the blocks of a transitive group, or the symmetric group. The signs of the
 *    generators improve each bound: if the group has fewer combinations of signs than the larger one, its index is at
 *    least the quotient of the two numbers.
 * 4. If bound and chain disagree, or checking is cheap anyway, all Schreier generators are checked (`close-chain.ts`).
 *
 * The third step proves symmetric and alternating groups, products and wreath products of these and of small groups,
 * and the usual subgroups of index 2, in the time that random elements take. Other groups need the fourth step.
 */

import { InternalError } from "../../util/internal-error.ts";
import { Random } from "../../util/random.ts";
import { blockAction } from "../block-systems/block-action.ts";
import { someSystem } from "../block-systems/block-system.ts";
import { Chain } from "../chain/chain.ts";
import { closeChain, closingCost } from "../chain/close-chain.ts";
import { absorb, byOrbitLength, fillChain } from "../chain/fill-chain.ts";
import { RandomElements } from "../chain/random-elements.ts";
import { factorial, sign } from "../permutation.ts";
import type { Permutation } from "../permutation.ts";
import { connectedParts } from "./connected-parts.ts";
import { equivariantMap } from "./equivariant-map.ts";
import { orbitActions, reduceAction } from "./reduce-action.ts";

/** The number of consecutive random elements with trivial residues before a proof is tried. */
const patience = 20;
/** The same number if the order is known, before the order is taken to be wrong. */
const longPatience = 200;
/** The cost of checking, in table lookups, up to which no bound is computed first. */
const cheap = 1e7;

/**
 * A chain that is filled with random elements only. It is complete if it has the known order. Its base starts with
 * `prefix`.
 */
export function likelyChain(
  degree: number,
  generators: readonly Permutation[],
  prefix: readonly number[] = [],
  order?: bigint,
): Chain {
  const chain = new Chain(degree, generators);
  const preference = byOrbitLength(chain);
  for (const point of prefix) chain.addLevel(point);
  for (const p of generators) absorb(chain, p, preference);
  const elements = new RandomElements(degree, generators, new Random(degree));
  const next = (): Permutation => elements.next();
  if (order !== undefined) fillChain(chain, next, { order, patience: longPatience, preference });
  // After the order is reached, a few more elements would show that it was too small.
  fillChain(chain, next, { patience: order === undefined ? patience : 3, preference });
  chain.flatten();
  return chain;
}

/** Completes a likely chain for the group of these generators, and proves that it is complete. */
export function completeChain(chain: Chain, generators: readonly Permutation[]): void {
  const { degree } = chain;
  const preference = byOrbitLength(chain);
  if (closingCost(chain) > cheap) {
    const reduced = reduceAction(degree, generators);
    const size = reduced[0]!.length;
    if (size < degree) {
      const order = exactOrder(size, reduced);
      const elements = new RandomElements(degree, generators, new Random(degree + 1));
      const isFilled = fillChain(chain, () => elements.next(), { order, patience: Infinity, preference });
      if (!isFilled) throw new InternalError(`a chain of order ${chain.order} for a group of order ${order}`);
      chain.flatten();
      return;
    }
    // If random elements missed something, the order is most likely the bound.
    const order = upperBound(degree, generators);
    const elements = new RandomElements(degree, generators, new Random(degree + 1));
    if (fillChain(chain, () => elements.next(), { order, patience: longPatience, preference })) {
      chain.flatten();
      return;
    }
  }
  closeChain(chain, preference);
  chain.flatten();
}

export function exactOrder(degree: number, generators: readonly Permutation[]): bigint {
  let order = 1n;
  for (const part of connectedParts(degree, generators)) {
    const chain = likelyChain(part.points.length, part.generators);
    completeChain(chain, part.generators);
    order *= chain.order;
  }
  return order;
}

/**
 * A lower bound of the order, and most likely the order: nothing is proved, which can take long. It is enough where a
 * wrong guess is found out later, or does no harm.
 */
export function likelyOrder(degree: number, generators: readonly Permutation[]): bigint {
  let order = 1n;
  for (const { points, generators: own } of connectedParts(degree, generators)) {
    order *= likelyChain(points.length, own).order;
  }
  return order;
}

/** An upper bound of the order: the order of a group that contains the generated one. */
export function upperBound(degree: number, generators: readonly Permutation[]): bigint {
  const orbits = orbitActions(degree, generators);
  if (orbits.length === 1) return transitiveBound(degree, generators);
  let bound = 1n;
  let dimension = 0;
  const signs: Signs[] = generators.map(() => []);
  for (const { size, generators: action } of orbits) {
    bound *= exactOrder(size, action);
    const own = signsOf(size, action);
    dimension += signRank(own);
    own.forEach((row, g) => signs[g]!.push(...row));
  }
  return bound >> BigInt(dimension - signRank(signs));
}

function transitiveBound(degree: number, generators: readonly Permutation[]): bigint {
  if (isRegular(degree, generators)) return BigInt(degree);
  const labels = someSystem(degree, generators);
  if (!labels) return factorial(degree) >> BigInt(1 - signRank(generators.map((p) => [sign(p) < 0])));
  const { blocks, inner, outer } = blockAction(degree, generators, labels);
  const length = blocks[0]!.length;
  const bound = exactOrder(length, inner) ** BigInt(blocks.length) * exactOrder(blocks.length, outer);
  // Signs on the points and on the blocks. An outer permutation alone moves whole blocks.
  const wreathSigns = [
    ...inner.map((p): Signs => [sign(p) < 0, false]),
    ...outer.map((p): Signs => [sign(p) < 0 && length % 2 === 1, sign(p) < 0]),
  ];
  const ownSigns = generators.map((p, g): Signs => [sign(p) < 0, sign(outer[g]!) < 0]);
  return bound >> BigInt(signRank(wreathSigns) - signRank(ownSigns));
}

/** Whether a transitive group is regular, with as many elements as points: its centralizer is then transitive too. */
function isRegular(degree: number, generators: readonly Permutation[]): boolean {
  const action = { size: degree, generators };
  return generators.every((p) => equivariantMap(action, action, p[0]!) !== undefined);
}

/** The signs of a transitive action on its points and on some blocks. */
function signsOf(degree: number, generators: readonly Permutation[]): Signs[] {
  const labels = someSystem(degree, generators);
  const outer = labels ? blockAction(degree, generators, labels).outer : undefined;
  return generators.map((p, g) => [sign(p) < 0, outer !== undefined && sign(outer[g]!) < 0]);
}

// ---------------------------------------------------------------- signs

/** Whether an element is odd, with one entry per action. */
type Signs = boolean[];

/**
 * The rank over the field with two elements: elements with these signs generate a group with 2^rank combinations of
 * signs.
 */
function signRank(rows: readonly Signs[]): number {
  const basis: bigint[] = [];
  for (const row of rows) {
    let rest = row.reduce((bits, odd, k) => (odd ? bits | (1n << BigInt(k)) : bits), 0n);
    for (const vector of basis) if ((rest ^ vector) < rest) rest ^= vector;
    if (rest === 0n) continue;
    basis.push(rest);
    basis.sort((a, b) => (a < b ? 1 : -1));
  }
  return basis.length;
}
