/**
 * Interval arithmetic: bounds on the value of an integer expression, from the types alone.
 *
 * Results are exact below 2^53 and never too small beyond that, so a comparison with `largest` is sound.
 */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Integers beyond this (or below its negative) are not exact in floating point. */
export const largest: number = Number.MAX_SAFE_INTEGER;

export function point(value: number): Interval {
  return { low: value, high: value };
}

export function fits({ low, high }: Interval): boolean {
  return low >= -largest && high <= largest;
}

export function union(a: Interval, b: Interval): Interval {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

export function negate({ low, high }: Interval): Interval {
  return { low: 0 - high, high: 0 - low };
}

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";

export function isArithmetic(op: string): op is ArithmeticOperator {
  return op === "+" || op === "-" || op === "*" || op === "/" || op === "%";
}

export function arithmetic(op: ArithmeticOperator, a: Interval, b: Interval): Interval {
  switch (op) {
    case "+":
      return { low: a.low + b.low, high: a.high + b.high };
    case "-":
      return { low: a.low - b.high, high: a.high - b.low };
    case "*":
      return hull([a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]);
    case "/":
      return quotient(a, b);
    case "%":
      return remainder(a, b);
  }
}

/** The sum of up to `count` values of the interval: every partial sum lies in the result. */
export function total({ low, high }: Interval, count: number): Interval {
  return { low: Math.min(0, low * count), high: Math.max(0, high * count) };
}

/** A quotient is extreme for the divisors nearest to zero, or at the ends. */
function quotient(a: Interval, b: Interval): Interval {
  const divisors = [b.low, b.high, -1, 1].filter((d) => d !== 0 && d >= b.low && d <= b.high);
  if (divisors.length === 0) return point(0);
  return hull(divisors.flatMap((d) => [Math.trunc(a.low / d), Math.trunc(a.high / d)]));
}

/** A remainder has the sign of the dividend and is smaller than the divisor. */
function remainder(a: Interval, b: Interval): Interval {
  const limit = Math.max(0, Math.abs(b.low) - 1, Math.abs(b.high) - 1);
  return { low: a.low < 0 ? Math.max(a.low, -limit) : 0, high: a.high > 0 ? Math.min(a.high, limit) : 0 };
}

/** The addition of 0 makes -0 an ordinary zero. */
function hull(values: readonly number[]): Interval {
  return { low: Math.min(...values) + 0, high: Math.max(...values) + 0 };
}
