/**
 * Steps that wait until others cannot move, as `timeout` does: the guard of one says `!P`, and that of another one
 * implies `P`. Two such steps are never enabled together. While the other one is enabled, nothing but what may disable it
 * can enable the first.
 */

import { unfoldConjunction } from "../model/conjunction.ts";
import { facts } from "../model/facts.ts";
import type { Expression, Model } from "../model/model.ts";
import { lengthOf, lowOf } from "../model/slots.ts";
import { substitute } from "../model/substitute.ts";
import { look } from "../util/limits.ts";

/** The most values over which a quantifier is followed. */
export const mostValues = 64;

/** Each condition is compared with those of all steps, so its text and its instances are made once. */
const texts = new WeakMap<Expression, string>();
const instances = new WeakMap<Expression, readonly Expression[]>();

/** A condition without spans, so that equal conditions are equal texts. */
export function conditionText(e: Expression): string {
  let text = texts.get(e);
  if (text === undefined) {
    text = JSON.stringify(e, (key, value: unknown) => (key === "span" ? undefined : value));
    texts.set(e, text);
  }
  return text;
}

/** The body of a quantifier for each of its values. */
export function instancesOf(e: Expression & { readonly kind: "quantified" }): readonly Expression[] {
  let bodies = instances.get(e);
  if (!bodies) {
    bodies = Array.from({ length: lengthOf(e.type) }, (_, k) => substitute(e.body, e.name, lowOf(e.type) + k));
    instances.set(e, bodies);
  }
  return bodies;
}

/**
 * Whether a condition is never false where a guard holds or fails, by form alone. The guard has its conjuncts as texts, in
 * order, and those of them that may fail.
 *
 * For example, `a[i] == 1 && y` with `a[i] == 1` failing: the condition `y` may be false then, but `a[i] == 1 && y` fails.
 */
export function isNeverFalse(
  model: Model,
  e: Expression,
  claims: ReadonlySet<string>,
  failing: ReadonlySet<string>,
): boolean {
  if (failing.size === 0) return isImplied(model, e, claims);
  const certain = new Set<string>();
  for (const text of claims) {
    if (failing.has(text)) break;
    certain.add(text);
  }
  const positions = new Map([...claims].map((text, k) => [text, k] as const));
  const risks = [...failing].map((text) => positions.get(text)!);
  const follows = (part: Expression): boolean => {
    if (isImplied(model, part, certain)) return true;
    switch (part.kind) {
      case "predicate":
        return follows(facts(model).predicates.get(part.name)!);
      case "quantified":
        return part.op === "exists" && lengthOf(part.type) <= mostValues && instancesOf(part).some(follows);
      case "binary":
        if (part.op === "||") return follows(part.left) || follows(part.right);
        break;
      default:
    }
    const order = unfoldConjunction(part).map((conjunct) => positions.get(conditionText(conjunct)) ?? -1);
    // Where a conjunct of the guard fails, those before it hold. So the first other one must be the one that fails.
    return !order.includes(-1) && risks.every((risk) => (order.find((position) => position >= risk) ?? risk) === risk);
  };
  return follows(e);
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
      const holds = (body: Expression): boolean => isImplied(model, body, given);
      return e.op === "exists" ? instancesOf(e).some(holds) : instancesOf(e).every(holds);
    }
    default:
      return e.kind === "boolean" && e.value;
  }
}
