/**
 * The 32-bit integers of C in terms of the mathematical integers of the model.
 *
 * A value has bounds (`model/build.ts`), so that a result that cannot overflow is not wrapped.
 */

import {
  all,
  any,
  asBool,
  asInteger,
  binary,
  calculate,
  compare,
  conditional,
  equals,
  integer,
  isKnown,
  knownNumber,
  not,
  number,
  truth,
} from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { ArithmeticOperator } from "../../../model/interval.ts";
import { mayFail } from "../../../model/may-fail.ts";
import type { Expression } from "../../../model/model.ts";
import { visitExpression } from "../../../model/traverse.ts";
import { chain } from "../../../syntax/chain.ts";
import type { Names } from "../names/declare.ts";
import { computed } from "../syntax/constant.ts";
import type { Name, Expression as Source } from "../syntax/syntax-tree.ts";

export const int32 = { low: -2147483648, high: 2147483647 } as const;

/** Reports an unsupported feature. The value does not matter then. */
export function unsupported(names: Names, what: string, { span }: Pick<Name, "span">): Value {
  names.report("unsupported", `${what} not supported`, span);
  return knownNumber(0);
}

export function operate(names: Names, source: Source & { kind: "binary" }, a: Value, b: Value): Value {
  const { op } = source;
  if (a.e.kind === "integer" && b.e.kind === "integer") {
    // A division by zero fails when it is evaluated.
    const value = computed(op, a.e.value, b.e.value);
    if (value !== undefined) return knownNumber(value);
  }
  switch (op) {
    case "&&":
      return truth(all([asBool(a), asBool(b)]));
    case "||":
      return truth(any([asBool(a), asBool(b)]));
    case "==":
    case "!=":
      return truth(equal(a, b, op === "=="));
    case "<":
    case "<=":
    case ">":
    case ">=":
      return truth(binary(op, asInteger(a), asInteger(b)));
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return arithmetic(op, a, b);
    case "<<":
    case ">>":
      return shift(op, a, b);
    case "&":
    case "|":
    case "^":
      return (
        bitwise(op, a, b, singleBit(source, a, b)) ??
        unsupported(
          names,
          `\`${op}\` on computed numbers of more than 16 bits (assign them to variables first) is`,
          source,
        )
      );
  }
}

export function equal(a: Value, b: Value, positive = true): Expression {
  const op = positive ? "==" : "!=";
  for (const [side, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (side.isBool && isKnown(other) && (other.low === 0 || other.low === 1)) {
      return (other.low === 1) === positive ? side.e : not(side.e);
    }
  }
  return compare(op, a, b).e;
}

/** The sum, without zeros. */
export function plus(a: Value, b: Value): Value {
  if (isKnown(a) && a.low === 0) return b;
  if (isKnown(b) && b.low === 0) return a;
  return arithmetic("+", b, a);
}

/** The value modulo a power of two, brought into `low..high`, like a C assignment. */
export function wrap(v: Value, low: number, high: number): Value {
  const e = asInteger(v);
  if (v.low >= low && v.high <= high) return number(e, v);
  const size = integer(high - low + 1);
  const shifted = low === 0 ? e : binary("-", e, integer(low));
  const positive = v.low >= low ? shifted : binary("+", binary("%", shifted, size), size);
  const remainder = binary("%", positive, size);
  return number(low === 0 ? remainder : binary("+", remainder, integer(low)), { low, high });
}

export function arithmetic(op: ArithmeticOperator, a: Value, b: Value): Value {
  const result = calculate(op, a, b);
  if (op !== "*" || Math.max(-result.low, result.high) < 2 ** 52) return wrap(result, int32.low, int32.high);
  // Too large for one product: the upper half of the right operand comes first.
  const upper = arithmetic("*", arithmetic("*", a, floorDivide(b, 65_536)), knownNumber(65_536));
  return arithmetic("+", upper, arithmetic("*", a, wrap(b, 0, 65_535)));
}

/** The quotient rounded down; the divisor is positive. */
function floorDivide(a: Value, divisor: number): Value {
  const dividend = a.low >= 0 ? a : calculate("-", a, wrap(a, 0, divisor - 1));
  const e = binary("/", asInteger(dividend), integer(divisor));
  return number(e, { low: Math.floor(a.low / divisor), high: Math.floor(a.high / divisor) });
}

/** C leaves it open what a shift by 32 bits or more is. Processors take the number of bits modulo 32. */
function shift(op: "<<" | ">>", a: Value, b: Value): Value {
  if (isKnown(b) && b.low >= 0 && b.low < 32) {
    return op === "<<" ? arithmetic("*", a, knownNumber(2 ** b.low)) : floorDivide(a, 2 ** b.low);
  }
  const power = powerOfTwo(wrap(b, 0, 31));
  if (op === "<<") return arithmetic("*", a, power);
  return quotientBelow(a, power);
}

/** The quotient rounded down: -((-1 - a) / p) - 1 for a negative dividend. The divisor is positive. */
function quotientBelow(a: Value, divisor: Value): Value {
  const quotient = (v: Value): Value => calculate("/", v, divisor);
  if (a.low >= 0) return quotient(a);
  const minusOne = knownNumber(-1);
  const below = calculate("-", minusOne, quotient(calculate("-", minusOne, a)));
  const e = conditional(binary("<", asInteger(a), integer(0)), asInteger(below), asInteger(quotient(a)));
  return number(e, { low: Math.min(a.low, 0), high: Math.max(a.high, 0) });
}

/** 2 to the power of a number from 0 to 31, bit by bit. */
function powerOfTwo(exponent: Value): Value {
  let power = knownNumber(1);
  for (let bit = 1; bit <= exponent.high; bit *= 2) {
    const isSet = equals(asInteger(wrap(floorDivide(exponent, bit), 0, 1)), 1);
    const factor = number(conditional(isSet, integer(2 ** bit), integer(1)), { low: 1, high: 2 ** bit });
    power = isKnown(power) ? factor : calculate("*", power, factor);
  }
  return number(asInteger(power), { low: 1, high: 2 ** Math.min(31, exponent.high) });
}

/**
 * `x & y` where one side is written `1 << n` or `~(1 << n)`, and the other one is not negative: a single bit needs no
 * look at all others.
 */
function singleBit(source: Source & { kind: "binary" }, a: Value, b: Value): Value | undefined {
  const isBit = (s: Source): boolean =>
    s.kind === "binary" && s.op === "<<" && s.left.kind === "number" && s.left.value === 1;
  for (const [side, bit, other] of [
    [source.right, b, a],
    [source.left, a, b],
  ] as const) {
    if (isKnown(bit)) continue;
    const isComplement = side.kind === "unary" && side.op === "~" && isBit(side.operand);
    if (other.low < 0) {
      if (isBit(side)) return bitOf(other, bit);
      if (isComplement) return arithmetic("-", other, bitOf(other, calculate("-", knownNumber(-1), bit)));
      continue;
    }
    const within = { low: 0, high: other.high };
    const partOf = (power: Value): Expression => {
      const isSet = wrap(number(binary("/", asInteger(other), asInteger(power)), within), 0, 1);
      return binary("*", asInteger(isSet), asInteger(power));
    };
    if (isBit(side)) return number(partOf(bit), within);
    if (isComplement) {
      const power = calculate("-", knownNumber(-1), bit);
      return number(binary("-", asInteger(other), partOf(power)), within);
    }
  }
  return undefined;
}

/** The part of a number, which may be negative, at a power of two. */
function bitOf(v: Value, power: Value): Value {
  // -2147483648 is the 31st power here: its quotients are the negative ones.
  const isLast = binary("<", asInteger(power), integer(0));
  const divisor = number(conditional(isLast, integer(1), asInteger(power)), { low: 1, high: 2 ** 30 });
  const isNegative = binary("<", asInteger(v), integer(0));
  const isSet = equals(asInteger(wrap(quotientBelow(v, divisor), 0, 1)), 1);
  const e = conditional(
    isLast,
    conditional(isNegative, integer(int32.low), integer(0)),
    conditional(isSet, asInteger(power), integer(0)),
  );
  return number(e, { low: int32.low, high: 2 ** 30 });
}

function bitwise(op: "&" | "|" | "^", a: Value, b: Value, known: Value | undefined): Value | undefined {
  const both = known ?? bitAnd(a, b);
  if (!both || op === "&") return both;
  const once = arithmetic("-", arithmetic("+", a, b), both);
  const result = op === "|" ? once : arithmetic("-", once, both);
  if (a.low < 0 || b.low < 0) return result;
  return number(result.e, { low: 0, high: 2 ** Math.ceil(Math.log2(Math.max(a.high, b.high) + 1)) - 1 });
}

/** Whether an expression may be repeated for every bit: a variable or the like. */
function isSmall({ e }: Value): boolean {
  let size = 0;
  visitExpression(e, () => size++);
  return size <= 12;
}

/** `a & b`, bit by bit; `undefined` if that makes too long an expression. */
function bitAnd(a: Value, b: Value): Value | undefined {
  const [mask, other] = a.low >= 0 && (b.low < 0 || a.high <= b.high) ? [a, b] : [b, a];
  const isWide = mask.low < 0 || mask.high >= 2 ** 16;
  if (isWide && !(isSmall(a) && isSmall(b))) return undefined;
  if (isKnown(mask) && Number.isInteger(Math.log2(mask.low + 1))) return wrap(other, 0, mask.low);
  const terms: Expression[] = [];
  const isNegative = (v: Value): Expression => binary("<", asInteger(v), integer(0));
  // The highest bit counts negatively.
  if (mask.low < 0) terms.push(conditional(all([isNegative(a), isNegative(b)]), integer(int32.low), integer(0)));
  for (let bit = 1; bit <= (mask.low < 0 ? int32.high : mask.high); bit *= 2) {
    if (mask.low === mask.high && Math.floor(mask.low / bit) % 2 === 0) continue;
    const isSet = (v: Value): Expression => equals(asInteger(wrap(floorDivide(v, bit), 0, 1)), 1);
    terms.push(conditional(all([isSet(mask), isSet(other)]), integer(bit), integer(0)));
  }
  // C evaluates both operands, whatever their bits.
  for (const v of [b, a]) if (mayFail(v.e)) terms.unshift(binary("*", asInteger(v), integer(0)));
  if (terms.length === 0) return knownNumber(0);
  const e = chain(terms, (left, right) => binary("+", left, right));
  return mask.low < 0 ? number(e, int32) : number(e, { low: 0, high: mask.high });
}
