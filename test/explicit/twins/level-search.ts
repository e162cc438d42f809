/** The twin of `level-search.ts`, with `rare-values.ts`. */

import type { SearchPlan } from "../../../src/symmetry/representatives/plan.ts";
import { Random } from "../../../src/util/random.ts";
import { compare, imageOf, u64, vectorOf, withVector } from "./vectors.ts";
import type { Twin } from "./vectors.ts";

export function leastImage(twin: Twin, plan: SearchPlan, state: readonly number[]): number[] {
  const { points, levels } = plan;
  const isFlat = levels.length === 1;
  const lows = isFlat ? new Map<number, number>() : rareFirst(twin, plan);
  let candidates = [encoded(vectorOf(twin, points, state), lows, plan)];
  for (const { elements, compared, orbits } of levels) {
    const images = candidates.flatMap((candidate) => elements.map((element) => imageOf(candidate, element)));
    const signatureOf = signatures(orbits);
    const keyOf = (image: readonly number[]): number[] => compared.map((place) => image[place]!);
    const first = images.map(keyOf).reduce((a, b) => (compare(b, a) < 0 ? b : a));
    const least = images.filter((image) => compare(keyOf(image), first) === 0);
    const lowest = least.map(signatureOf).reduce((a, b) => (b < a ? b : a));
    const winners = least.filter((image) => signatureOf(image) === lowest);
    candidates = [...new Map(winners.map((image) => [image.join(), image])).values()];
  }
  // After the last level all places were compared: there is one left.
  const [best] = candidates;
  return withVector(
    twin,
    points,
    state,
    best!.map((value, x) => (lows.has(x) ? (value & 0xffff) + lows.get(x)! : value)),
  );
}

/** The places whose values are replaced, with the lowest value of their orbit. */
function rareFirst({ points, fields }: Twin, plan: SearchPlan): Map<number, number> {
  const lows = new Map<number, number>();
  for (const orbit of plan.slotOrbits) {
    const own = orbit.map((place) => fields[points[plan.points[place]!]!.slot]!);
    const low = Math.min(...own.map((field) => field.low));
    if (Math.max(...own.map((field) => field.high)) - low < 1024) for (const place of orbit) lows.set(place, low);
  }
  return lows;
}

/** A value becomes how often its orbit has it, and then the value. */
function encoded(vector: readonly number[], lows: ReadonlyMap<number, number>, { slotOrbits }: SearchPlan): number[] {
  const changed = [...vector];
  for (const orbit of slotOrbits) {
    for (const place of orbit) {
      if (!lows.has(place)) continue;
      const often = orbit.filter((other) => vector[other] === vector[place]).length;
      changed[place] = (often << 16) | (vector[place]! - lows.get(place)!);
    }
  }
  return changed;
}

/** Hashes of what orbits have, as multisets. */
function signatures(orbits: readonly (readonly number[])[]): (image: readonly number[]) => bigint {
  const random = new Random(2);
  const factors = orbits.map(() => (BigInt(random.next()) << 32n) | BigInt(random.next()) | 1n);
  const mixed = (value: number): bigint => {
    const product = u64(BigInt((value + 1) >>> 0) * 0xff51afd7ed558ccdn);
    return product ^ (product >> 32n);
  };
  return (image) =>
    u64(orbits.reduce((sum, orbit, k) => orbit.reduce((all, x) => all + mixed(image[x]!) * factors[k]!, sum), 0n));
}
