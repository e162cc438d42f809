/** Binary operators on values, and what cannot be expressed by them. */

import type { Expression } from "../../../model/model.ts";
import { calculate } from "../names/constant.ts";
import type { Names } from "../names/declare.ts";
import type { Name, Expression as Source } from "../syntax/syntax-tree.ts";
import {
  and,
  arithmetic,
  asBool,
  asInteger,
  binary,
  bitAnd,
  constantOf,
  floorDivide,
  int32,
  isKnown,
  not,
  number,
  or,
  truth,
  wrap,
} from "./value.ts";
import type { Value } from "./value.ts";

export function operate(names: Names, source: Source & { kind: "binary" }, a: Value, b: Value): Value {
  const { op } = source;
  if (a.e.kind === "integer" && b.e.kind === "integer") {
    // A division by zero fails where it is evaluated.
    const value = calculate(op, a.e.value, b.e.value);
    if (value !== undefined) return constantOf(value);
  }
  switch (op) {
    case "&&":
      return truth(and(asBool(a), asBool(b)));
    case "||":
      return truth(or(asBool(a), asBool(b)));
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
    case ">>": {
      if (!isKnown(b) || b.low < 0 || b.low > 31) {
        return unsupported(names, "shifting by a variable number of bits is", source);
      }
      if (op === "<<") return toInt(arithmetic("*", a, constantOf(2 ** b.low)));
      return floorDivide(a, 2 ** b.low);
    }
    case "&":
    case "|":
    case "^": {
      const both = bitAnd(a, b);
      if (!both) {
        return unsupported(names, `\`${op}\` on numbers of more than 16 bits, or two that may be negative, is`, source);
      }
      if (op === "&") return both;
      const once = arithmetic("-", arithmetic("+", a, b), both);
      const result = op === "|" ? once : arithmetic("-", once, both);
      const high = 2 ** Math.ceil(Math.log2(Math.max(a.high, b.high) + 1)) - 1;
      return a.low >= 0 && b.low >= 0 ? number(result.e, 0, high) : result;
    }
  }
}

function toInt(v: Value): Value {
  return wrap(v, int32.low, int32.high);
}

export function equal(a: Value, b: Value, positive = true): Expression {
  const flip = (e: Expression, keep: boolean): Expression => (keep === positive ? e : not(e));
  if (a.isBool && b.isBool && a.e.kind !== "boolean" && b.e.kind !== "boolean") {
    return binary(positive ? "==" : "!=", a.e, b.e);
  }
  if (a.isBool && isKnown(b) && (b.low === 0 || b.low === 1)) return flip(a.e, b.low === 1);
  if (b.isBool && isKnown(a) && (a.low === 0 || a.low === 1)) return flip(b.e, a.low === 1);
  return binary(positive ? "==" : "!=", asInteger(a), asInteger(b));
}

/** The sum, with zeros left out. */
export function plus(a: Value, b: Value): Value {
  if (isKnown(a) && a.low === 0) return b;
  if (isKnown(b) && b.low === 0) return a;
  if (a.e.kind === "integer" && b.e.kind === "integer") return constantOf(a.e.value + b.e.value);
  return arithmetic("+", b, a);
}

/** Reports what is not supported; the value does not matter then. */
export function unsupported(names: Names, what: string, { span }: Pick<Name, "span">): Value {
  names.report("unsupported", `${what} not supported`, span);
  return constantOf(0);
}
