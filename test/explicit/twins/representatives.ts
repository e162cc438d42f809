/** The twins of the code for representatives, as short as can be: each computes the very state that the code does. */

import { BitPacker } from "../../../src/explicit/bit-field.ts";
import type { BitField } from "../../../src/explicit/bit-field.ts";
import { movesBits } from "../../../src/explicit/representatives/window-tables.ts";
import type { CosetPlan, LocalPlan, Plan, SortPlan, WindowPlan } from "../../../src/symmetry/representatives/plan.ts";
import { leastImage } from "./level-search.ts";
import { refined } from "./refinement.ts";
import { compare, imageOf, vectorOf, withVector } from "./vectors.ts";
import type { Twin } from "./vectors.ts";

export function representative(twin: Twin, plan: Plan, state: readonly number[]): readonly number[] {
  switch (plan.kind) {
    case "sequence":
      return plan.parts.reduce((changed, part) => representative(twin, part, changed), state);
    case "sort":
      return sorted(twin, plan, state);
    case "search":
      return leastImage(twin, plan, state);
    case "refine":
      return refined(twin, plan, state);
    case "cosets":
      return leastOfCosets(twin, plan, state);
    case "window":
      return byWindow(twin, plan, state);
    case "local":
      return descended(twin, plan, state);
  }
}

/** Rows become keys, slots in the low bits and then literals; the rows are sorted by their keys. */
function sorted({ points, fields }: Twin, { rows }: SortPlan, state: readonly number[]): number[] {
  const packer = new BitPacker(64, 1);
  const isLiteral = rows[0]!.map((point) => points[point]!.value !== undefined);
  const columns: ReturnType<BitPacker["place"]>[] = [];
  for (const literal of [false, true]) {
    isLiteral.forEach((isOne, c) => {
      if (isOne !== literal) return;
      const own = rows.map((row) => fields[points[row[c]!]!.slot]!);
      const low = Math.min(...own.map((field) => field.low));
      columns[c] = packer.place(low, Math.max(...own.map((field) => field.high)), literal ? 1 : undefined);
    });
  }
  const contents = rows.map((row) => row.map((point) => ({ ...points[point]!, held: state[points[point]!.slot]! })));
  const keyOf = (row: (typeof contents)[number]): bigint =>
    row.reduce((key, { value, held }, c) => {
      const { word, shift, low } = columns[c]!;
      const bits = value === undefined ? BigInt(held - low) : BigInt(held === value);
      // The first key decides first.
      return key | (bits << BigInt(64 * (packer.wordCount - 1 - word) + shift));
    }, 0n);
  const order = contents
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const changed = [...state];
  order.forEach(({ row }, i) =>
    row.forEach(({ value, held }, c) => {
      const target = contents[i]![c]!;
      if (value === undefined) changed[target.slot] = held;
      else if (held === value) changed[target.slot] = target.value!;
    }),
  );
  return changed;
}

/** The least result of the inner plan for the images under the elements. */
function leastOfCosets(
  twin: Twin,
  { points, elements, inner }: CosetPlan,
  state: readonly number[],
): readonly number[] {
  const vector = vectorOf(twin, points, state);
  const slots = [...new Set(twin.points.map(({ slot }) => slot))].sort((a, b) => a - b);
  const valuesOf = (each: readonly number[]): number[] => slots.map((slot) => each[slot]!);
  return elements
    .map((element) => representative(twin, inner, withVector(twin, points, state, imageOf(vector, element))))
    .reduce((a, b) => (compare(valuesOf(b), valuesOf(a)) < 0 ? b : a));
}

/** The image with the least content of the window, by rank, and then the least packed state. */
function byWindow(twin: Twin, plan: WindowPlan, state: readonly number[]): readonly number[] {
  const { points, window, images, stabilizer } = plan;
  const fieldOf = (x: number): BitField => twin.fields[twin.points[points[x]!]!.slot]!;
  if (!movesBits(plan, [...points.keys()].map(fieldOf))) return representative(twin, plan.otherwise, state);
  const numberOf = (vector: readonly number[], places: readonly number[], positions: readonly number[]): bigint =>
    places.reduce((sum, x, k) => sum + (BigInt(vector[x]! - fieldOf(x).low) << BigInt(positions[k]!)), 0n);
  const inWindow = window.map((_, k) => window.slice(0, k).reduce((sum, x) => sum + fieldOf(x).bits, 0));
  const inState = points.map((_, x) => 32 * fieldOf(x).word + fieldOf(x).shift);
  const contentOf = (vector: readonly number[]): bigint => numberOf(vector, window, inWindow);
  const stateOf = (vector: readonly number[]): bigint => numberOf(vector, [...points.keys()], inState);
  const least = (list: readonly bigint[]): bigint => list.reduce((a, b) => (b < a ? b : a));

  const vector = vectorOf(twin, points, state);
  const all = images.map((image) => stabilizer.map((element) => imageOf(imageOf(vector, image), element)));
  const ranks = all.map((orbit) => {
    const content = least(orbit.map(contentOf));
    return (BigInt(orbit.filter((each) => contentOf(each) === content).length) << 32n) | content;
  });
  const rank = least(ranks);
  if (BigInt(ranks.filter((each) => each === rank).length) * (rank >> 32n) > 64n) {
    return representative(twin, plan.otherwise, state);
  }
  const content = BigInt.asUintN(32, rank);
  const tried = all.filter((_, k) => ranks[k] === rank).flat().filter((each) => contentOf(each) === content); // prettier-ignore
  return withVector(twin, points, state, tried.reduce((a, b) => (stateOf(b) < stateOf(a) ? b : a))); // prettier-ignore
}

/** The first move that makes the vector less, again and again. */
export function descended(twin: Twin, { points, moves }: LocalPlan, state: readonly number[]): number[] {
  let vector = vectorOf(twin, points, state);
  for (;;) {
    const better = moves.map((move) => imageOf(vector, move)).find((image) => compare(image, vector) < 0);
    if (!better) return withVector(twin, points, state, vector);
    vector = better;
  }
}
