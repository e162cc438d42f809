/** Constant expressions, with the 32-bit arithmetic of C. */

import { calculate, constantOf, wrappingArithmetic } from "../../../syntax/constant.ts";
import type { ConstantForm } from "../../../syntax/constant.ts";
import type { BinarySign, Expression, Reference } from "./syntax-tree.ts";

/** The known value of a reference. */
export type Known = (reference: Reference) => number | undefined;

/** `undefined` if the value depends on the state, or for a division by zero. */
export function constantWith(known: Known, e: Expression): number | undefined {
  const knownAs = (value: number | undefined): ConstantForm<Expression> | undefined =>
    value === undefined ? undefined : { kind: "known", value, isBoolean: false };
  const form = (node: Expression): ConstantForm<Expression> | undefined => {
    switch (node.kind) {
      case "number":
        return knownAs(node.value);
      case "reference":
        return knownAs(known(node.reference));
      case "unary":
      case "binary":
      case "conditional":
        return node;
      default:
        return undefined;
    }
  };
  return constantOf(e, { arithmetic: wrappingArithmetic, form })?.value;
}

/** `undefined` for a division by zero. */
export function computed(op: BinarySign, a: number, b: number): number | undefined {
  return calculate(op, a, b, wrappingArithmetic);
}
