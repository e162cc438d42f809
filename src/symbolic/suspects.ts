/** Questions to the set of all states: which states are wanted, cannot be judged, or lead to a failure. */

import { difference, emptySet, exhaustion, negation, sum } from "../ddd/index.ts";
import type { Ddd, Hom } from "../ddd/index.ts";
import type { Expression } from "../model/model.ts";
import type { StateQuestion } from "../model/question.ts";
import { watched } from "../util/limits.ts";
import type { Behavior } from "./behavior.ts";
import type { Condition } from "./condition.ts";
import type { Prepared } from "./prepare.ts";
import type { Reached } from "./reach.ts";
import { SymbolicLimit } from "./symbolic-limit.ts";

/** Reachable states that a question looks for, in which its condition fails to evaluate, or from which a step fails. */
export type Suspect =
  | { readonly kind: "wanted" | "condition"; readonly question: StateQuestion; readonly set: Ddd }
  | { readonly kind: "assertion" | "step"; readonly set: Ddd };

export interface Suspects {
  /** The suspects whose sets are not empty. */
  readonly found: readonly Suspect[];
  /** Questions that were too hard, and why. */
  readonly open: ReadonlyMap<StateQuestion, string>;
  /** The reachable states that are not transient. */
  readonly settled: Ddd;
  /** All sets that are in use. */
  readonly roots: readonly Ddd[];
}

export function suspectsIn(prepared: Prepared, reached: Reached, questions: readonly StateQuestion[]): Suspects {
  const { model, encoding, evaluator, conditions, initial, watch } = prepared;
  const { behaviors, layers } = reached;
  const { space, homs, never } = encoding;
  const roots = [initial, reached.set, ...layers.layers];
  const keep = (set: Ddd): Ddd => {
    roots.push(set);
    return set;
  };
  const select = (hom: Hom, set: Ddd = reached.set): Ddd =>
    hom === never ? emptySet : keep(evaluator.apply(hom, set, roots));
  const compiled = (condition: Expression): Condition => watched(watch, () => conditions.compile(condition));
  const transient = model.transient ? select(compiled(model.transient).holds) : emptySet;
  const settled = keep(difference(space, reached.set, transient));
  const all: Suspect[] = [];
  const open = new Map<StateQuestion, string>();
  for (const question of questions) {
    const { condition, wanted, isStuck, isStuttering = false } = question;
    try {
      if (isStuttering) throw new SymbolicLimit("steps that change nothing are seen by the explicit search only");
      const base = isStuck ? keep(stuckStates(prepared, behaviors, select)) : reached.set;
      const { holds, errs } = condition ? compiled(condition) : { holds: never, errs: never };
      const hom = wanted ? holds : conditions.falsity({ holds, errs });
      all.push({ kind: "wanted", question, set: select(hom, base) });
      all.push({ kind: "condition", question, set: select(errs, base) });
    } catch (error) {
      if (!(error instanceof SymbolicLimit)) throw error;
      open.set(question, error.message);
    }
  }
  const anyOf = (of: (behavior: Behavior) => Hom): Ddd => select(sum(homs, behaviors.map(of)));
  all.push({ kind: "assertion", set: anyOf(({ fails }) => fails) }, { kind: "step", set: anyOf(({ errs }) => errs) });
  return { found: all.filter(({ set }) => set !== emptySet), open, settled, roots };
}

/**
 * States in which no guard holds, and none fails to evaluate: the states with an enabled guard are removed, level by
 * level from the bottom. The order does not matter, since each guard is looked at in the same states.
 */
function stuckStates({ encoding: { homs } }: Prepared, behaviors: readonly Behavior[], select: (hom: Hom) => Ddd): Ddd {
  const enabled = [...new Set(behaviors.map((behavior) => behavior.enabled))];
  if (enabled.includes(homs.identity)) return emptySet;
  return select(
    exhaustion(
      homs,
      enabled.map((hom) => negation(homs, hom)),
    ),
  );
}
