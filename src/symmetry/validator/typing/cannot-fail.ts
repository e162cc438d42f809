/**
 * Whether types alone show that an expression evaluates in every state.
 *
 * Indices lie within their arrays, divisors are not zero. Elements of queues may be missing, so they always may fail.
 * Costs one walk of the expression, and of each predicate that it mentions.
 */

import type { NamesInScope } from "../../../model/constant-place.ts";
import type { Expression } from "../../../model/model.ts";
import { highOf, isScalar, lengthOf, lowOf } from "../../../model/slots.ts";
import { partsOf } from "../../../model/traverse.ts";
import { typeOf } from "../../../model/typing.ts";
import type { Scope } from "../../../model/typing.ts";

export function cannotFail(e: Expression, names: NamesInScope): boolean {
  switch (e.kind) {
    case "predicate":
      return cannotFail(names.predicates.get(e.name)!, names);
    case "index": {
      const base = typeOf(e.base, names);
      if (base.kind !== "array") return false;
      const { low, high } = boundsOf(e.index, names);
      if (low < lowOf(base.index) || high > highOf(base.index)) return false;
      break;
    }
    case "binary":
      if (e.op === "/" || e.op === "%") {
        const { low, high } = boundsOf(e.right, names);
        if (low <= 0 && high >= 0) return false;
      }
      break;
    case "quantified":
      return cannotFail(e.body, withLocal(names, e.name, e.type));
    default:
  }
  return partsOf(e).every((part) => cannotFail(part, names));
}

/** The names with one more local; no name hides another. */
export function withLocal<N extends Scope>(names: N, name: string, type: ReturnType<N["locals"]["get"]> & object): N {
  const { locals } = names;
  return { ...names, locals: { get: (wanted: string) => (wanted === name ? type : locals.get(wanted)) } };
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

const unbounded: Bounds = { low: -Infinity, high: Infinity };
const truth: Bounds = { low: 0, high: 1 };

/** Bounds of a scalar expression, judged by types. */
export function boundsOf(e: Expression, names: NamesInScope): Bounds {
  switch (e.kind) {
    case "integer":
      return { low: e.value, high: e.value };
    case "constant": {
      const value = names.constantValues.get(e.name)!;
      return { low: value, high: value };
    }
    case "member": {
      const value = e.type.members.indexOf(e.name);
      return { low: value, high: value };
    }
    case "boolean":
    case "predicate":
      return truth;
    case "variable":
    case "local":
    case "index":
    case "field": {
      const type = typeOf(e, names);
      return type.kind !== "int" && isScalar(type) ? { low: lowOf(type), high: highOf(type) } : unbounded;
    }
    case "unary":
      return e.op === "!" ? truth : negative(boundsOf(e.operand, names));
    case "binary":
      return boundsOfBinary(e, names);
    case "conditional": {
      const [a, b] = [boundsOf(e.then, names), boundsOf(e.else, names)];
      return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
    }
    case "quantified":
      if (e.op === "forall" || e.op === "exists") return truth;
      return e.op === "count" ? { low: 0, high: lengthOf(e.type) } : unbounded;
    case "queue":
      return e.op === "len" ? { low: 0, high: Infinity } : truth;
    case "aggregate":
      return unbounded;
  }
}

function boundsOfBinary({ op, left, right }: Expression & { kind: "binary" }, names: NamesInScope): Bounds {
  const [a, b] = [boundsOf(left, names), boundsOf(right, names)];
  switch (op) {
    case "+":
      return { low: a.low + b.low, high: a.high + b.high };
    case "-":
      return { low: a.low - b.high, high: a.high - b.low };
    case "%":
      // The remainder has the sign of the dividend.
      return a.low >= 0 && b.low > 0 ? { low: 0, high: Math.min(a.high, b.high - 1) } : unbounded;
    case "*":
    case "/":
      return unbounded;
    default:
      return truth;
  }
}

function negative({ low, high }: Bounds): Bounds {
  return { low: -high, high: -low };
}
