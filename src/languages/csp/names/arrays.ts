/** Arrays of arrays, one for each index. */

import type { Interval } from "../../../model/interval.ts";
import type { Initial, Type } from "../../../model/model.ts";

/** The type of an array whose indices have these bounds. */
export function arrayOver(bounds: readonly Interval[], element: Type): Type {
  return bounds.reduceRight<Type>(
    (inner, { low, high }) => ({ kind: "array", index: { kind: "range", low, high }, element: inner }),
    element,
  );
}

/** The initial values of such an array, given in order. */
export function initialOver(bounds: readonly Interval[], values: readonly number[]): Initial {
  const [first, ...rest] = bounds;
  if (!first) return { kind: "value", value: values[0]! };
  const length = first.high - first.low + 1;
  const part = values.length / length;
  const items = Array.from({ length }, (_, i) => initialOver(rest, values.slice(i * part, (i + 1) * part)));
  return { kind: "items", items };
}
