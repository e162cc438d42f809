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
import type { Failures, Fact } from "./can-fail.ts";
import { conditionText } from "./denial.ts";
import { environmentOf } from "./footprint.ts";
import { groundExpression } from "./ground-expression.ts";
import { toldApart } from "./numbering.ts";

export class SharedFailures {
  private readonly model: Model;
  private readonly failures: Failures;
  /** For each expression that may fail in a guard, what must hold for it to be evaluated: one of these sets of facts. */
  private found: Map<string, (readonly string[])[]> | undefined;

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
      for (const fact of facts) addTexts(fact, known);
      const guards = this.found.get(conditionText(at));
      if (!guards?.some((needed) => needed.every((text) => known.has(text)))) return false;
    }
    return true;
  }

  private failuresOfGuards(): Map<string, (readonly string[])[]> {
    const found = new Map<string, (readonly string[])[]>();
    for (const transition of this.model.transitions) {
      for (const choice of toldApart(transition).choices) {
        const environment = environmentOf(transition.parameters, choice);
        const before = new Set<string>();
        for (const conjunct of unfoldConjunction(transition.guard)) {
          look();
          const ground = groundExpression(conjunct, transition, choice);
          if (!ground) break;
          // A negation may be such a condition itself, and then its failures do not count.
          const isDenial = ground.kind === "unary";
          for (const { at, facts, isInQuantifier } of isDenial ? [] : this.failures.all(ground, environment)) {
            // Whether a value of a quantifier is tried depends on those before.
            if (isInQuantifier) continue;
            const needed = new Set(before);
            for (const fact of facts) addTexts(fact, needed);
            const text = conditionText(at);
            found.set(text, [...(found.get(text) ?? []), [...needed]]);
          }
          addTexts({ condition: ground, holds: true }, before);
          if (!this.failures.sets.assume(conjunct, true, environment)) break;
        }
      }
    }
    return found;
  }
}

/** Adds the texts of the parts of a condition that holds, or does not. */
function addTexts({ condition: e, holds }: Fact, texts: Set<string>): void {
  for (const part of unfoldConjunction(e, holds)) texts.add(conditionText(part));
}
