/** The effect of a ground transition on sets of states. */

import { sequence, sum } from "../ddd/index.ts";
import type { Hom } from "../ddd/index.ts";
import type { ConditionCompiler } from "./condition.ts";
import type { Encoding } from "./encoding.ts";
import type { GroundTransition } from "./ground.ts";
import { LazyTransition } from "./lazy-transition.ts";
import type { Outcome } from "./outcome.ts";

export interface Behavior {
  /** Maps states to their successors. */
  readonly relation: Hom;
  /** Selects the states in which the transition is a step: the guard holds, or fails to evaluate. */
  readonly enabled: Hom;
  /** Selects the states in which the transition fails an assertion. */
  readonly fails: Hom;
  /** Selects the states in which the transition ends in a run-time error. */
  readonly errs: Hom;
}

export function behaviorOf(encoding: Encoding, conditions: ConditionCompiler, ground: GroundTransition): Behavior {
  const { homs, never } = encoding;
  const { cases, guard } = ground;
  const isLazy = cases instanceof LazyTransition;
  const select = (isWanted: (outcome: Outcome) => boolean): Hom =>
    isLazy ? cases.selection(encoding, isWanted) : encoding.selection(cases, isWanted);
  const relation = isLazy ? cases.relation(encoding) : encoding.relation(cases);
  const fails = select((outcome) => outcome?.failed === true);
  const errs = select((outcome) => outcome !== undefined && !outcome.writes);
  if (!guard) return { relation, enabled: select((outcome) => outcome !== undefined), fails, errs };
  const condition = conditions.compile(guard);
  const guarded = (hom: Hom): Hom => {
    if (hom === never || condition.holds === never) return never;
    return sequence(
      homs,
      [condition.holds, hom].filter((part) => part.kind !== "identity"),
    );
  };
  return {
    relation: guarded(relation),
    enabled: sum(homs, [condition.holds, condition.errs]),
    fails: guarded(fails),
    errs: sum(homs, [guarded(errs), condition.errs]),
  };
}
