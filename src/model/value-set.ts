/** Finite sets of integers for domain inference: exact while small, otherwise intervals. */

import { calculate } from "../syntax/constant.ts";
import type { Arithmetic } from "../syntax/constant.ts";
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
  const listed: number[] = [];
  for (let value = set.low; value <= set.high; value++) listed.push(value);
  return listed;
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
  const isConnected = !a.values && !b.values && a.low <= b.high + 1 && b.low <= a.high + 1;
  if (isConnected) return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
  const left = members(a);
  const right = members(b);
  if (!left || !right) return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
  const merged = mergedMembers(left, right);
  return merged.length === left.length ? a : fromMembers(merged);
}

/** Both lists are ascending and without duplicates, and so is the result. */
function mergedMembers(left: readonly number[], right: readonly number[]): number[] {
  const merged: number[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    const x = left[i] ?? Infinity;
    const y = right[j] ?? Infinity;
    merged.push(Math.min(x, y));
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return merged;
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

/** Without -0. All parts are given, since defaults would be made anew for each result. */
const exactly: Required<Arithmetic> = {
  fit: (value) => value + 0,
  multiply: (x, y) => x * y + 0,
  remainder: (x, y) => x % y,
};

/** All results of an operator on members of two sets. Division by zero has none. */
export function applyBinary(op: BinaryOperator, a: ValueSet, b: ValueSet): ValueSet {
  if (isEmpty(a) || isEmpty(b)) return empty;
  const quick = compared(op, a, b) ?? calculated(op, a, b);
  if (quick) return quick;
  const left = members(a);
  const right = members(b);
  if (left && right && left.length * right.length <= 4096) {
    const results = new Set<number>();
    for (const x of left) {
      for (const y of right) {
        const result = calculate(op, x, y, exactly);
        if (result !== undefined) results.add(result);
      }
    }
    return fromMembers([...results].sort((x, y) => x - y));
  }
  if (!isArithmetic(op)) return truth;
  const { low, high } = arithmetic(op, a, b);
  return interval(low, high);
}

/** The outcomes of a comparison; `undefined` for other operators. */
function compared(op: BinaryOperator, a: ValueSet, b: ValueSet): ValueSet | undefined {
  switch (op) {
    case "<":
      return outcomes(a.low < b.high, a.high >= b.low);
    case "<=":
      return outcomes(a.low <= b.high, a.high > b.low);
    case ">":
      return compared("<", b, a);
    case ">=":
      return compared("<=", b, a);
    case "==":
      return outcomes(meets(a, b), a.low < a.high || b.low < b.high || a.low !== b.low);
    case "!=":
      return outcomes(a.low < a.high || b.low < b.high || a.low !== b.low, meets(a, b));
    default:
      return undefined;
  }
}

function outcomes(mayHold: boolean, mayFail: boolean): ValueSet {
  return mayHold && mayFail ? truth : constant(Number(mayHold));
}

function meets(a: ValueSet, b: ValueSet): boolean {
  return !isEmpty(restrict(a, b.low, b.high, b.values));
}

/** The results of arithmetic where they need no listing, though both sets may be large. */
function calculated(op: BinaryOperator, a: ValueSet, b: ValueSet): ValueSet | undefined {
  const isConstant = b.low === b.high;
  if (op === "%" && isConstant && b.low > 0) return remainders(a, b.low);
  if (op !== "+" && op !== "-") return undefined;
  if (isConstant) return shift(a, op === "+" ? b.low : -b.low);
  return a.values || b.values ? undefined : arithmetic(op, a, b);
}

/** A language that wraps around has many remainders by its modulus, usually of values below it or of all values. */
function remainders(a: ValueSet, modulus: number): ValueSet | undefined {
  if (a.low > -modulus && a.high < modulus) return a;
  if (a.low < 0) return undefined;
  const isShort = a.high - a.low + 1 < modulus;
  if (a.values) return isShort ? listedRemainders(a.values, modulus) : undefined;
  if (!isShort) return interval(0, modulus - 1);
  const low = a.low % modulus;
  const high = a.high % modulus;
  return low <= high ? interval(low, high) : union(interval(0, high), interval(low, modulus - 1));
}

/** The remainders of values, ascending, that differ by less than the modulus: those beyond a multiple of it come first. */
function listedRemainders(values: readonly number[], modulus: number): ValueSet {
  const multiple = modulus * Math.ceil(values[0]! / modulus);
  const beyond = values.filter((value) => value >= multiple);
  const before = values.slice(0, values.length - beyond.length);
  return fromMembers([...beyond, ...before].map((value) => value % modulus));
}
