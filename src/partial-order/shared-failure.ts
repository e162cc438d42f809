/**
 * Conditions that fail to evaluate only where the guard of some step does, too.
 *
 * `timeout` waits until no guard holds, so it fails wherever it meets one that fails: `a[i] == 1` with an index outside
 * of the array. But the step with that guard fails in the same state. It is enough to find that failure; where only the
 * condition of `timeout` fails, the step counts as disabled.
 *
 * For example, `pc == 3 && a[i] == 1 || pc == 4` fails at `a[i]`, where `pc == 3` holds. A guard `pc == 3 && a[i] == 2`
 * fails at the same place as soon as `pc == 3` holds, so it fails wherever the condition does.
 */

import { unfoldConjunction } from "../model/conjunction.ts";
import type { Expression, Model } from "../model/model.ts";
import type { Environment } from "../model/restrictions.ts";
import { look } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";
import type { Failures, Fact } from "./can-fail.ts";
import { conditionText, isImplied } from "./denial.ts";
import { environmentOf } from "./footprint.ts";
import { groundExpression } from "./ground-expression.ts";
import { toldApart } from "./numbering.ts";

export class SharedFailures {
  private readonly model: Model;
  private readonly failures: Failures;
  /** For each expression that may fail in a guard, what must hold for it to be evaluated: one of these conjunctions. */
  private found: Map<string, (readonly Expression[])[]> | undefined;

  constructor(model: Model, failures: Failures) {
    this.model = model;
    this.failures = failures;
  }

  /** Whether the guard of a step fails wherever a condition without parameters does, if others hold. */
  covers(condition: Expression, environment: Environment, given: ReadonlySet<string>): boolean {
    this.found ??= this.failuresOfGuards();
    for (const { at, facts } of this.failures.all(condition, environment)) {
      look();
      const known = new Set(given);
      for (const e of facts.flatMap(partsOf)) known.add(conditionText(e));
      const guards = this.found.get(conditionText(at));
      if (!guards?.some((needed) => needed.every((e) => isImplied(this.model, e, known)))) return false;
    }
    return true;
  }

  private failuresOfGuards(): Map<string, (readonly Expression[])[]> {
    const found = new Map<string, (readonly Expression[])[]>();
    for (const transition of this.model.transitions) {
      for (const choice of toldApart(transition).choices) {
        const environment = environmentOf(transition.parameters, choice);
        const before: Expression[] = [];
        for (const conjunct of unfoldConjunction(transition.guard)) {
          look();
          const ground = groundExpression(conjunct, transition, choice);
          if (!ground) break;
          // It may be such a condition itself, and then its failures do not count.
          const failures = deniedBy(ground) ? [] : this.failures.all(ground, environment);
          for (const { at, facts, isInQuantifier } of failures) {
            // Whether a value of a quantifier is tried depends on those before.
            if (isInQuantifier) continue;
            const needed = [...before, ...facts.flatMap(partsOf)];
            getOrAdd(found, conditionText(at), () => []).push(needed);
          }
          before.push(ground);
          if (!this.failures.sets.assume(conjunct, true, environment)) break;
        }
      }
    }
    return found;
  }
}

/** The condition that a conjunct of a guard waits to be false; what it says of a queue is another matter. */
export function deniedBy(e: Expression): Expression | undefined {
  return e.kind === "unary" && e.op === "!" && e.operand.kind !== "queue" ? e.operand : undefined;
}

/** The conditions that hold if one does, or does not. */
function partsOf({ condition, holds }: Fact): readonly Expression[] {
  return unfoldConjunction(condition, holds);
}
