/**
 * Steps that wait until others cannot move, as `timeout` does: the guard of one says `!P`, and that of another one
 * implies `P`. Two such steps are never enabled together. While the other one is enabled, nothing but what may disable it
 * can enable the first.
 */

import { facts } from "../model/facts.ts";
import type { Expression, Model } from "../model/model.ts";
import { lengthOf, lowOf } from "../model/slots.ts";
import { substitute } from "../model/substitute.ts";
import { look } from "../util/limits.ts";

/** The most values over which a quantifier is followed. */
const mostValues = 64;

/** A condition without spans, so that equal conditions are equal texts. */
export function conditionText(e: Expression): string {
  return JSON.stringify(e, (key, value: unknown) => (key === "span" ? undefined : value));
}

/** Whether a condition follows from others by its form alone, given their texts. */
export function isImplied(model: Model, e: Expression, given: ReadonlySet<string>): boolean {
  look();
  if (given.has(conditionText(e))) return true;
  switch (e.kind) {
    case "predicate":
      return isImplied(model, facts(model).predicates.get(e.name)!, given);
    case "binary":
      if (e.op === "||") return isImplied(model, e.left, given) || isImplied(model, e.right, given);
      return e.op === "&&" && isImplied(model, e.left, given) && isImplied(model, e.right, given);
    case "quantified": {
      const isFew = lengthOf(e.type) <= mostValues;
      if (!isFew || (e.op !== "exists" && e.op !== "forall")) return false;
      const values = Array.from({ length: lengthOf(e.type) }, (_, k) => lowOf(e.type) + k);
      const holds = (value: number): boolean => isImplied(model, substitute(e.body, e.name, value), given);
      return e.op === "exists" ? values.some(holds) : values.every(holds);
    }
    default:
      return e.kind === "boolean" && e.value;
  }
}
