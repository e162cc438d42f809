/** The twins of the code for representatives, as short as can be: each computes the very state that the code does. */

import { BitPacker } from "../../../src/explicit/bit-field.ts";
import type { CosetPlan, LocalPlan, Plan, SortPlan } from "../../../src/symmetry/representatives/plan.ts";
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

/** The first move that makes the vector less, again and again. */
export function descended(twin: Twin, { points, moves }: LocalPlan, state: readonly number[]): number[] {
  let vector = vectorOf(twin, points, state);
  for (;;) {
    const better = moves.map((move) => imageOf(vector, move)).find((image) => compare(image, vector) < 0);
    if (!better) return withVector(twin, points, state, vector);
    vector = better;
  }
}
