/**
 * Values of Promela expressions in terms of the sequential model.
 *
 * Promela computes with C's integers, the model with mathematical ones and with truth values. A `Value` knows which of the two it
 * is, and its bounds, so that what cannot overflow is not wrapped.
 */

import { chain } from "../../../model/chain.ts";
import { mayFail } from "../../../model/may-fail.ts";
import type { Expression } from "../../../model/model.ts";

export interface Value {
  readonly e: Expression;
  readonly isBool: boolean;
  readonly low: number;
  readonly high: number;
}

export const int32 = { low: -2147483648, high: 2147483647 } as const;

export function integer(value: number): Expression {
  return { kind: "integer", value };
}

export function boolean(value: boolean): Expression {
  return { kind: "boolean", value };
}

export function binary(op: (Expression & { kind: "binary" })["op"], left: Expression, right: Expression): Expression {
  return { kind: "binary", op, left, right };
}

/** Conjunction, with what is constant left out. */
export function and(...parts: readonly Expression[]): Expression {
  return chained("&&", parts, false);
}

export function or(...parts: readonly Expression[]): Expression {
  return chained("||", parts, true);
}

/**
 * What comes after a part that decides is never evaluated; what comes before it is, so it stays if it may fail. Short chains lean
 * to the left; long ones are halved, as everywhere in models.
 */
function chained(op: "&&" | "||", parts: readonly Expression[], decisive: boolean): Expression {
  const isConstant = (value: boolean, part: Expression): boolean => part.kind === "boolean" && part.value === value;
  const end = parts.findIndex((part) => isConstant(decisive, part));
  const kept = (end < 0 ? parts : parts.slice(0, end)).filter((part) => !isConstant(!decisive, part));
  if (end >= 0) {
    if (!kept.some((part) => mayFail(part))) return boolean(decisive);
    kept.push(boolean(decisive));
  }
  return kept.length === 0 ? boolean(!decisive) : chain(kept, (left, right) => binary(op, left, right));
}

export function not(e: Expression): Expression {
  if (e.kind === "boolean") return boolean(!e.value);
  if (e.kind === "unary" && e.op === "!") return e.operand;
  return { kind: "unary", op: "!", operand: e };
}

export function constantOf(value: number): Value {
  return { e: integer(value), isBool: false, low: value, high: value };
}

export function truth(e: Expression): Value {
  if (e.kind === "boolean") return { e, isBool: true, low: Number(e.value), high: Number(e.value) };
  return { e, isBool: true, low: 0, high: 1 };
}

export function number(e: Expression, low: number, high: number): Value {
  return { e, isBool: false, low, high };
}

/** Whether the value is the same whenever it is looked at, so that nobody needs to. */
export function isKnown(v: Value): boolean {
  return v.low === v.high && !mayFail(v.e);
}

export function asBool(v: Value): Expression {
  if (v.isBool) return v.e;
  if (isKnown(v)) return boolean(v.low !== 0);
  return binary("!=", v.e, integer(0));
}

export function asInteger(v: Value): Expression {
  if (!v.isBool) return v.e;
  if (v.e.kind === "boolean") return integer(Number(v.e.value));
  return { kind: "conditional", test: v.e, then: integer(1), else: integer(0) };
}

/** The value modulo a power of two, brought into `low..high`, as a C assignment does. */
export function wrap(v: Value, low: number, high: number): Value {
  const e = asInteger(v);
  if (v.low >= low && v.high <= high) return number(e, v.low, v.high);
  const size = integer(high - low + 1);
  const shifted = low === 0 ? e : binary("-", e, integer(low));
  const positive = v.low >= low ? shifted : binary("+", binary("%", shifted, size), size);
  const remainder = binary("%", positive, size);
  return number(low === 0 ? remainder : binary("+", remainder, integer(low)), low, high);
}

export function arithmetic(op: "+" | "-" | "*" | "/" | "%", a: Value, b: Value): Value {
  const left = asInteger(a);
  const right = asInteger(b);
  const corners = [a.low, a.high].flatMap((x) => [b.low, b.high].map((y) => [x, y] as const));
  const fit = (e: Expression, values: readonly number[]): Value =>
    wrap(number(e, Math.min(...values), Math.max(...values)), int32.low, int32.high);
  switch (op) {
    case "+":
      return fit(binary("+", left, right), [a.low + b.low, a.high + b.high]);
    case "-":
      return fit(binary("-", left, right), [a.low - b.high, a.high - b.low]);
    case "*": {
      const products = corners.map(([x, y]) => x * y);
      if (products.every((product) => Math.abs(product) < 2 ** 52)) return fit(binary("*", left, right), products);
      // Too large for one product: the upper half of the right operand first.
      const upper = floorDivide(b, 65_536);
      const lower = wrap(b, 0, 65_535);
      const shifted = arithmetic("*", wrap(arithmetic("*", a, upper), int32.low, int32.high), constantOf(65_536));
      return arithmetic("+", shifted, arithmetic("*", a, lower));
    }
    case "/": {
      const size = Math.max(Math.abs(a.low), Math.abs(a.high));
      return fit(binary("/", left, right), a.low >= 0 && b.low >= 0 ? [0, a.high] : [-size, size]);
    }
    case "%": {
      const size = Math.max(Math.abs(b.low), Math.abs(b.high)) - 1;
      const reach = Math.max(0, Math.min(size, Math.max(Math.abs(a.low), Math.abs(a.high))));
      return fit(binary("%", left, right), [a.low >= 0 ? 0 : -reach, reach]);
    }
  }
}

/** The quotient rounded down; the divisor is positive. */
export function floorDivide(a: Value, divisor: number): Value {
  const low = Math.floor(a.low / divisor);
  const high = Math.floor(a.high / divisor);
  const e = asInteger(a);
  if (a.low >= 0) return number(binary("/", e, integer(divisor)), low, high);
  const remainder = asInteger(wrap(a, 0, divisor - 1));
  return number(binary("/", binary("-", e, remainder), integer(divisor)), low, high);
}

/** `a & b`, bit by bit; `undefined` if both can be negative, or too many bits matter. */
export function bitAnd(a: Value, b: Value): Value | undefined {
  const [mask, other] = a.low >= 0 && (b.low < 0 || a.high <= b.high) ? [a, b] : [b, a];
  if (mask.low < 0 || mask.high >= 2 ** 16) return undefined;
  if (isKnown(mask) && Number.isInteger(Math.log2(mask.low + 1))) return wrap(other, 0, mask.low);
  const bits = mask.high === 0 ? 0 : Math.floor(Math.log2(mask.high)) + 1;
  const terms: Expression[] = [];
  for (let k = 0; k < bits; k++) {
    if (mask.low === mask.high && Math.floor(mask.low / 2 ** k) % 2 === 0) continue;
    const isSet = (v: Value): Expression => binary("==", asInteger(wrap(floorDivide(v, 2 ** k), 0, 1)), integer(1));
    terms.push({ kind: "conditional", test: and(isSet(mask), isSet(other)), then: integer(2 ** k), else: integer(0) });
  }
  // C evaluates both operands, whatever their bits.
  for (const v of [b, a]) if (mayFail(v.e)) terms.unshift(binary("*", asInteger(v), integer(0)));
  if (terms.length === 0) return constantOf(0);
  return number(
    chain(terms, (left, right) => binary("+", left, right)),
    0,
    mask.high,
  );
}
