/** Lowers operators on values. */

import { binary, conditional, integer, literalOf, negate } from "../../../model/build.ts";
import type { ComparisonOperator } from "../../../model/build.ts";
import { arithmetic, fits, negate as negateInterval } from "../../../model/interval.ts";
import type { Interval } from "../../../model/interval.ts";
import type { Expression } from "../../../model/model.ts";
import { calculate, exactArithmetic } from "../../../syntax/constant.ts";
import type { Span } from "../../../syntax/source.ts";
import { booleanType, isCompatible, showType } from "../names/murphi-type.ts";
import type { Value } from "../names/place.ts";
import type { Writer } from "./writer.ts";

/** The most bits of operands of `&`, `|` and `^`. */
const mostBits = 16;

export function truthValue(e: Expression, checks: readonly Expression[] = []): Value {
  return { type: booleanType, e, low: 0, high: 1, checks };
}

export function numberValue(e: Expression, { low, high }: Interval, checks: readonly Expression[] = []): Value {
  return { type: { kind: "range", low, high }, e, low, high, checks };
}

/** Notes that a scalarset is used like numbers. It is no symmetry then, but the rule means what it says. */
export function useAsNumber(writer: Writer, { type }: Pick<Value, "type">, what: string, span: Span): void {
  if (type.kind !== "scalarset") return;
  writer.program.uses.push({ type, what: what.replace("$", `scalarset "${type.name ?? ""}"`), span });
}

/** Reports an operand that is no number. */
function number(writer: Writer, value: Value, op: string, span: Span): void {
  if (value.type.kind === "scalarset") useAsNumber(writer, value, "arithmetic is done with elements of $", span);
  else if (value.type.kind !== "range") {
    writer.refuse("type-mismatch", `expected a number for \`${op}\`, found ${showType(value.type)}`, span);
  }
}

export function compute(writer: Writer, op: "+" | "-" | "*" | "/" | "%", a: Value, b: Value, span: Span): Value {
  number(writer, a, op, span);
  number(writer, b, op, span);
  const bounds = arithmetic(op, a, b);
  if (!fits(bounds)) writer.refuse("overflow", `expected a number of at most 53 bits, found a larger one`, span);
  return numberValue(binary(op, a.e, b.e, span), bounds, [...a.checks, ...b.checks]);
}

export function opposite(writer: Writer, a: Value, span: Span): Value {
  number(writer, a, "-", span);
  return numberValue(negate(a.e, span), negateInterval(a), a.checks);
}

/** `~x` is `-x - 1`. */
export function complement(writer: Writer, a: Value, span: Span): Value {
  return compute(writer, "-", opposite(writer, a, span), numberValue(integer(1), { low: 1, high: 1 }), span);
}

export function compareValues(writer: Writer, op: ComparisonOperator, a: Value, b: Value, span: Span): Value {
  const isOrder = op !== "==" && op !== "!=";
  const isMixed =
    [a, b].some(({ type }) => type.kind === "scalarset") && [a, b].some(({ type }) => type.kind === "range");
  if (!isCompatible(a.type, b.type) && !isMixed) {
    writer.refuse("type-mismatch", `expected ${showType(a.type)}, found ${showType(b.type)}`, span);
  }
  for (const value of [a, b]) {
    if (isOrder) useAsNumber(writer, value, "the order of $ is used", span);
    else if (isMixed) useAsNumber(writer, value, "an element of $ is compared with a number", span);
  }
  if (isOrder && (a.type.kind === "boolean" || a.type.kind === "union")) {
    writer.refuse("type-mismatch", `expected numbers for \`${op}\`, found ${showType(a.type)}`, span);
  }
  return truthValue(binary(op, a.e, b.e, span), [...a.checks, ...b.checks]);
}

/** `&`, `|`, `^`, `<<` and `>>` on numbers. The model has no bits, so they are written as arithmetic. */
export function bitwise(writer: Writer, op: "&" | "|" | "^" | "<<" | ">>", a: Value, b: Value, span: Span): Value {
  number(writer, a, op, span);
  number(writer, b, op, span);
  const checks = [...a.checks, ...b.checks];
  const [x, y] = [literalOf(a.e), literalOf(b.e)];
  if (x !== undefined && y !== undefined) {
    const value = calculate(op, x, y, exactArithmetic)!;
    return numberValue(integer(value), { low: value, high: value }, checks);
  }
  if (op === "<<" || op === ">>") return shift(writer, op, { ...a, checks }, b, span);
  // A mask ends the bits of a negative number, which go on forever.
  if (op === "&" && isMask(a) && b.low < 0) return bitwise(writer, op, a, masked(b), span);
  if (op === "&" && isMask(b) && a.low < 0) return bitwise(writer, op, masked(a), b, span);
  const high = Math.max(a.high, b.high);
  if (a.low < 0 || b.low < 0 || high >= 2 ** mostBits) {
    const message = `expected numbers from 0 to ${2 ** mostBits - 1} for \`${op}\`, found others, which are not supported`;
    return writer.refuse("unsupported", message, span);
  }
  const bits = Math.max(1, Math.ceil(Math.log2(high + 1)));
  let sum: Expression = integer(0);
  for (let k = 0; k < bits; k++) {
    const [p, q] = [bitOf(a.e, k), bitOf(b.e, k)];
    sum = binary("+", sum, conditional(bitTest(op, p, q), integer(2 ** k), integer(0)));
  }
  return numberValue(sum, { low: 0, high: 2 ** bits - 1 }, checks);
}

const isMask = ({ low, high }: Value): boolean => low >= 0 && high < 2 ** mostBits;

/** The last bits of a number of any sign. */
function masked({ e, checks }: Value): Value {
  const size = integer(2 ** mostBits);
  const rest = binary("%", binary("+", binary("%", e, size), size), size);
  return numberValue(rest, { low: 0, high: 2 ** mostBits - 1 }, checks);
}

/** The most bits by which a shift by a variable may move. */
const mostShift = 64;

/** One case for each number of bits. A negative number shifts the other way, as in Rumur. */
function shift(writer: Writer, op: "<<" | ">>", a: Value, { e: bits, low, high }: Value, span: Span): Value {
  if (high - low > mostShift) {
    const message = `expected a shift by one of at most ${mostShift + 1} numbers, found \`${op}\` by one of more`;
    return writer.refuse("unsupported", message, span);
  }
  const by = (k: number): Value => shifted(writer, a, op === "<<" ? k : -k, span);
  let whole = by(high);
  for (let k = high - 1; k >= low; k--) {
    const one = by(k);
    const bounds = { low: Math.min(whole.low, one.low), high: Math.max(whole.high, one.high) };
    whole = numberValue(conditional(binary("==", bits, integer(k)), one.e, whole.e, span), bounds, a.checks);
  }
  return whole;
}

/** A shift to the left, or to the right by a negative number of bits: then it is a division that rounds down. */
function shifted(writer: Writer, a: Value, bits: number, span: Span): Value {
  const power = 2 ** Math.min(Math.abs(bits), 52);
  const factor = numberValue(integer(power), { low: power, high: power });
  if (bits >= 0) return compute(writer, "*", a, factor, span);
  if (a.low >= 0) return compute(writer, "/", a, factor, span);
  const bounds = { low: Math.floor(a.low / power), high: Math.floor(a.high / power) };
  const magnitude = binary("/", binary("-", integer(power - 1), a.e), integer(power));
  const isNegative = binary("<", a.e, integer(0));
  return numberValue(conditional(isNegative, negate(magnitude), binary("/", a.e, integer(power))), bounds, a.checks);
}

function bitOf(e: Expression, k: number): Expression {
  return binary("==", binary("%", binary("/", e, integer(2 ** k)), integer(2)), integer(1));
}

function bitTest(op: "&" | "|" | "^", p: Expression, q: Expression): Expression {
  return op === "^" ? binary("!=", p, q) : binary(op === "&" ? "&&" : "||", p, q);
}
