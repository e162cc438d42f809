/** Finite sets of integers for domain inference: exact while small, otherwise intervals. */

import { calculate } from "../syntax/constant.ts";
import { arithmetic, isArithmetic } from "./interval.ts";
import type { BinaryOperator } from "./model.ts";

/** All of `low..high`, or just `values` (ascending, from `low` to `high`). Empty if `low > high`. */
export interface ValueSet {
  readonly low: number;
  readonly high: number;
  readonly values?: readonly number[] | undefined;
}

/** Larger sets become intervals. */
const setLimit = 256;

export const empty: ValueSet = { low: Infinity, high: -Infinity };
export const truth: ValueSet = { low: 0, high: 1 };

export function constant(value: number): ValueSet {
  return { low: value, high: value };
}

export function interval(low: number, high: number): ValueSet {
  return low <= high ? { low, high } : empty;
}

export function isEmpty(set: ValueSet): boolean {
  return set.low > set.high;
}

export function contains(set: ValueSet, value: number): boolean {
  return value >= set.low && value <= set.high && (set.values === undefined || set.values.includes(value));
}

/** The members, if they are few enough to list. */
function members(set: ValueSet): readonly number[] | undefined {
  if (set.values) return set.values;
  const count = set.high - set.low + 1;
  if (count > setLimit) return undefined;
  return Array.from({ length: Math.max(0, count) }, (_, i) => set.low + i);
}

/** A set with these members (ascending, without duplicates). */
function fromMembers(values: readonly number[]): ValueSet {
  if (values.length === 0) return empty;
  const low = values[0]!;
  const high = values.at(-1)!;
  return high - low + 1 === values.length || values.length > setLimit ? { low, high } : { low, high, values };
}

export function union(a: ValueSet, b: ValueSet): ValueSet {
  if (isEmpty(a) || (b.values === undefined && b.low <= a.low && b.high >= a.high)) return b;
  if (isEmpty(b) || (a.values === undefined && a.low <= b.low && a.high >= b.high)) return a;
  const left = members(a);
  const right = members(b);
  if (!left || !right) return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
  return fromMembers([...new Set([...left, ...right])].sort((x, y) => x - y));
}

/** The members within `low..high`, and among `values` if these are given. */
export function restrict(set: ValueSet, low: number, high: number, values?: readonly number[]): ValueSet {
  if (set.low >= low && set.high <= high && !values) return set;
  if (!set.values && !values) return interval(Math.max(set.low, low), Math.min(set.high, high));
  const listed = set.values ?? values!;
  return fromMembers(listed.filter((v) => v >= low && v <= high && contains(set, v) && (values?.includes(v) ?? true)));
}

/** The set without one value. */
export function difference(set: ValueSet, value: number): ValueSet {
  if (!contains(set, value)) return set;
  if (!set.values && value === set.low) return interval(set.low + 1, set.high);
  if (!set.values && value === set.high) return interval(set.low, set.high - 1);
  const listed = members(set);
  return listed ? fromMembers(listed.filter((v) => v !== value)) : set;
}

export function shift(set: ValueSet, by: number): ValueSet {
  if (isEmpty(set)) return set;
  return { low: set.low + by, high: set.high + by, values: set.values?.map((v) => v + by) };
}

/** All results of an operator on members of two sets. Division by zero has none. */
export function applyBinary(op: BinaryOperator, a: ValueSet, b: ValueSet): ValueSet {
  if (isEmpty(a) || isEmpty(b)) return empty;
  const left = members(a);
  const right = members(b);
  if (left && right && left.length * right.length <= 4096) {
    const results = new Set<number>();
    for (const x of left) {
      for (const y of right) {
        const result = calculate(op, x, y, { fit: (value) => value + 0 });
        if (result !== undefined) results.add(result);
      }
    }
    return fromMembers([...results].sort((x, y) => x - y));
  }
  if (!isArithmetic(op)) return truth;
  const { low, high } = arithmetic(op, a, b);
  return interval(low, high);
}
