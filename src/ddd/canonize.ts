/**
 * Symmetries on sets of vectors, after Colange, Baarir, Kordon and Thierry-Mieg, State Space Analysis using Symmetries
 * on Decision Diagrams (2012), section III.
 *
 * `setCanonize(H)` replaces every vector by a smaller one of its orbit as long as an element of H gives one. If H is
 * monotonic, every vector reaches the least one of its orbit, so there is one representative per orbit; otherwise there
 * may be several. Either way every vector is replaced by one of its own orbit, so no orbit is lost.
 *
 * The paper composes the elements of H in one order and repeats that for the whole set. Any order reaches a set that no
 * element reduces further, so we saturate: at each level, the elements that start further down come first, on the
 * children. For S_n on single levels this is an insertion sort of all vectors at once.
 */

import { keyedCommand, keyedSelector } from "./command.ts";
import { closure, composition, exhaustion, ifThenElse, sequence, sum } from "./homomorphism.ts";
import type { Hom, Homomorphisms } from "./homomorphism.ts";
import { rearrangement } from "./rearrange.ts";
import { act, mapOf, requireSymmetry, symmetryKey, touchedLevels } from "./vector-symmetry.ts";
import type { VectorSymmetry } from "./vector-symmetry.ts";
import { compareVectors } from "./vectors.ts";

/** `apply(g)`: the image of each vector. */
export function apply(homs: Homomorphisms, g: VectorSymmetry): Hom {
  requireSymmetry(g, homs.length);
  const touched = touchedLevels(g);
  if (touched.length === 2) return onFewLevels(homs, g, touched, "image");
  return sequence(homs, [...valueMaps(homs, g), ...rearrangement(homs, g.levels)]);
}

/** `reduces(g)`: the vectors whose image is smaller, in lexicographic order. */
export function reduces(homs: Homomorphisms, g: VectorSymmetry): Hom {
  requireSymmetry(g, homs.length);
  const sources: number[] = [];
  for (let i = 0; i < homs.length; i++) sources[g.levels[i]!] = i;
  // From the last level up: smaller here, or equal here and smaller further down.
  let smaller = sum(homs, []);
  const implied = impliedLevels(g);
  for (const level of touchedImages(g).reverse()) {
    if (implied.has(level)) continue;
    const [less, equal] = comparisons(homs, g, sources[level]!, level);
    smaller = sum(homs, [less, composition(homs, smaller, equal)]);
  }
  return smaller;
}

/** `set_canonize(H)`: reduces each vector by elements of H, one after the other, until none makes it smaller. */
export function setCanonize(homs: Homomorphisms, reducers: Iterable<VectorSymmetry>): Hom {
  return exhaustion(
    homs,
    Array.from(reducers, (g) => reduction(homs, g)),
  );
}

/** `orbit(H)`: all vectors in the orbits under the group that H generates. */
export function orbit(homs: Homomorphisms, generators: Iterable<VectorSymmetry>): Hom {
  return closure(
    homs,
    Array.from(generators, (g) => apply(homs, g)),
  );
}

/** The image of a vector if it is smaller, else the vector itself. */
function reduction(homs: Homomorphisms, g: VectorSymmetry): Hom {
  requireSymmetry(g, homs.length);
  const touched = touchedLevels(g);
  if (touched.length === 2) return onFewLevels(homs, g, touched, "least");
  return ifThenElse(homs, reduces(homs, g), apply(homs, g), homs.identity);
}

/** A symmetry that touches few levels, as one command. */
function onFewLevels(
  homs: Homomorphisms,
  g: VectorSymmetry,
  levels: readonly number[],
  result: "image" | "least",
): Hom {
  const place = new Map(levels.map((level, k) => [level, k]));
  const small: VectorSymmetry = {
    levels: levels.map((level) => place.get(g.levels[level]!)!),
    values: new Map(levels.flatMap((level, k) => (g.values?.has(level) ? [[k, g.values.get(level)!] as const] : []))),
  };
  const outcomes = (values: readonly number[]): (readonly number[])[] => {
    const image = act(small, values);
    return [result === "least" && compareVectors(image, values) >= 0 ? values : image];
  };
  return keyedCommand(homs, `${result} ${symmetryKey(g)}`, { reads: levels, writes: levels, outcomes });
}

/** The changes of values, level by level, before levels move: one homomorphism for all levels, or none. */
function valueMaps(homs: Homomorphisms, g: VectorSymmetry): Hom[] {
  let next: Hom | undefined;
  for (let level = homs.length - 1; level >= 0; level--) {
    const map = mapOf(g, level);
    if (!map) continue;
    const then = next ?? homs.identity;
    next = homs.intern(`values ${level} ${mapKey(map)} ${then.id}`, () =>
      homs.add({
        kind: "step",
        top: homs.heightOf(level),
        step: { prefixLength: 0, action: { kind: "arcs", next: () => then, keptBehind: 0, map } },
      }),
    );
  }
  return next ? [next] : [];
}

/** The levels whose value may change, ascending. */
function touchedImages(g: VectorSymmetry): number[] {
  return touchedLevels(g)
    .map((level) => g.levels[level]!)
    .sort((a, b) => a - b);
}

/**
 * The last level of each cycle without changes of values: if all other levels of the cycle keep their values, so does
 * it.
 */
function impliedLevels(g: VectorSymmetry): Set<number> {
  const implied = new Set<number>();
  const seen = new Set<number>();
  for (const start of touchedLevels(g)) {
    if (seen.has(start)) continue;
    const cycle: number[] = [];
    for (let level = start; !seen.has(level); level = g.levels[level]!) {
      seen.add(level);
      cycle.push(level);
    }
    if (!cycle.some((level) => mapOf(g, level))) implied.add(cycle.reduce((a, b) => Math.max(a, b)));
  }
  return implied;
}

/** Selectors for: the value that comes to a level is less than, or equal to, the value that is there. */
function comparisons(homs: Homomorphisms, g: VectorSymmetry, source: number, level: number): readonly [Hom, Hom] {
  const map = mapOf(g, source);
  const imageOf = (value: number): number => map?.get(value) ?? value;
  const levels = source === level ? [level] : [source, level];
  const key = `${levels.join(" ")} ${map ? mapKey(map) : ""}`;
  const compare = (name: string, holds: (image: number, value: number) => boolean): Hom =>
    keyedSelector(homs, `${name} ${key}`, levels, (values) => holds(imageOf(values[0]!), values.at(-1)!));
  return [compare("less", (image, value) => image < value), compare("equal", (image, value) => image === value)];
}

function mapKey(map: ReadonlyMap<number, number>): string {
  return [...map].map(([value, image]) => `${value}:${image}`).join(",");
}
