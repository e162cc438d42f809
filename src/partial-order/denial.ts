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
import { getOrAdd } from "../util/numbering.ts";

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

/**
 * The steps that imply conditions, given the claims of each step. All steps are followed through a condition at once: one
 * that waits for everybody may have thousands of operands, and there may be thousands of steps.
 */
export class Implied {
  private readonly model: Model;
  private readonly all: readonly number[];
  private readonly claiming = new Map<string, number[]>();
  private readonly known = new Map<string, ReadonlySet<number>>();

  constructor(model: Model, claims: readonly (ReadonlySet<string> | undefined)[]) {
    this.model = model;
    this.all = claims.flatMap((own, number) => (own ? [number] : []));
    claims.forEach((own, number) => own?.forEach((text) => getOrAdd(this.claiming, text, () => []).push(number)));
  }

  /** The numbers of the steps for which `isImplied` holds. */
  by(e: Expression): ReadonlySet<number> {
    look();
    const text = conditionText(e);
    return getOrAdd(this.known, text, () => {
      const found = new Set(this.claiming.get(text));
      for (const number of this.inParts(e)) found.add(number);
      return found;
    });
  }

  private inParts(e: Expression): Iterable<number> {
    switch (e.kind) {
      case "predicate":
        return this.by(facts(this.model).predicates.get(e.name)!);
      case "binary":
        if (e.op === "||") return union([this.by(e.left), this.by(e.right)]);
        return e.op === "&&" ? this.common([e.left, e.right]) : [];
      case "quantified": {
        if (lengthOf(e.type) > mostValues || (e.op !== "exists" && e.op !== "forall")) return [];
        const bodies = instancesOf(e);
        return e.op === "exists" ? union(bodies.map((body) => this.by(body))) : this.common(bodies);
      }
      default:
        return e.kind === "boolean" && e.value ? this.all : [];
    }
  }

  private common([first, ...rest]: readonly Expression[]): number[] {
    const others = rest.map((e) => this.by(e));
    return [...this.by(first!)].filter((number) => others.every((each) => each.has(number)));
  }
}

function* union(sets: readonly ReadonlySet<number>[]): Iterable<number> {
  for (const each of sets) yield* each;
}
