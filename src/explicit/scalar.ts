/** Scalar values with bounds, which show whether 64 bits or checks are needed. */

import { choose } from "../wasm/control.ts";
import { i32, i64, local } from "../wasm/value.ts";
import type { I32, I64 } from "../wasm/value.ts";

/** A scalar value of 32 or 64 bits, and bounds on it. */
export interface Scalar {
  readonly value: I32 | I64;
  readonly low: number;
  readonly high: number;
}

export function isWide(low: number, high: number): boolean {
  return low < -(2 ** 31) || high >= 2 ** 31;
}

/** The value as 64 bits. */
export function widened({ value }: Scalar): I64 {
  return value.type === "i64" ? value : value.signed64();
}

/** The value as 32 bits. It must fit. */
export function narrowed({ value }: Scalar): I32 {
  return value.type === "i64" ? value.wrap() : value;
}

/** The value, computed once. */
export function kept(name: string, scalar: Scalar): Scalar {
  const { value } = scalar;
  return { ...scalar, value: value.type === "i64" ? local(name, "i64", value) : local(name, "i32", value) };
}

/** Whether a value is outside `low..high`. The value is used more than once. */
export function outside({ value, ...bounds }: Scalar, low: number, high: number): I32 {
  const isLong = value.type === "i64";
  const below = bounds.low < low ? (isLong ? value.less(BigInt(low)) : value.less(low)) : undefined;
  const above = bounds.high > high ? (isLong ? value.greater(BigInt(high)) : value.greater(high)) : undefined;
  return below && above ? below.or(above) : (below ?? above ?? i32(0));
}

export function constantScalar(value: number): Scalar {
  return { value: isWide(value, value) ? i64(BigInt(value)) : i32(value), low: value, high: value };
}

export function truthValue(value: I32): Scalar {
  return { value, low: 0, high: 1 };
}

/** One of two values. Only one is computed. */
export function either(test: I32, then: Scalar, otherwise: Scalar): Scalar {
  const bounds = { low: Math.min(then.low, otherwise.low), high: Math.max(then.high, otherwise.high) };
  const [left, right] = [then.value, otherwise.value];
  if (left.type === "i32" && right.type === "i32") return { value: choose(test, () => left, () => right), ...bounds }; // prettier-ignore
  return { value: choose(test, () => widened(then), () => widened(otherwise)), ...bounds }; // prettier-ignore
}

export function arithmetic(operator: "+" | "-" | "*", left: Scalar, right: Scalar): Scalar {
  const ends =
    operator === "+"
      ? [left.low + right.low, left.high + right.high]
      : operator === "-"
        ? [left.low - right.high, left.high - right.low]
        : [left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high];
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  if (left.value.constant !== undefined && right.value.constant !== undefined) return constantScalar(low);
  const name = ({ "+": "plus", "-": "minus", "*": "times" } as const)[operator];
  const [a, b] = [left.value, right.value];
  if (a.type === "i32" && b.type === "i32" && !isWide(low, high)) return { value: a[name](b), low, high };
  return { value: widened(left)[name](widened(right)), low, high };
}

export function compare(operator: "==" | "!=" | "<" | "<=" | ">" | ">=", left: Scalar, right: Scalar): Scalar {
  const name = comparisons[operator];
  const [a, b] = [left.value, right.value];
  if (a.type === "i32" && b.type === "i32") return truthValue(a[name](b));
  return truthValue(widened(left)[name](widened(right)));
}

const comparisons = {
  "==": "equals", "!=": "differs", "<": "less", "<=": "lessOrEqual", ">": "greater", ">=": "greaterOrEqual",
} as const; // prettier-ignore
