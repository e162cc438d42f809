/** The effect of a ground transition on sets of states. */

import { eventStep, sequence, sum } from "../ddd/index.ts";
import type { Event, Hom } from "../ddd/index.ts";
import type { ConditionCompiler } from "./condition.ts";
import type { Encoding } from "./encoding.ts";
import type { GroundTransition } from "./ground.ts";
import { LazyTransition } from "./lazy-transition.ts";
import { LocalTransition } from "./local-transition.ts";
import type { Outcome } from "./outcome.ts";
import type { TreeEvents } from "./tree-event.ts";

export interface Behavior {
  /** The same as `relation`, if it is an event. */
  readonly event?: Event | undefined;
  /** Maps states to their successors. */
  readonly relation: Hom;
  /** Selects the states in which the transition is a step: the guard holds, or fails to evaluate. */
  readonly enabled: Hom;
  /** Selects the states in which the transition fails an assertion. */
  readonly fails: Hom;
  /** Selects the states in which the transition ends in a run-time error. */
  readonly errs: Hom;
}

export function behaviorOf(
  encoding: Encoding,
  conditions: ConditionCompiler,
  trees: TreeEvents | undefined,
  ground: GroundTransition,
): Behavior {
  const { homs, never } = encoding;
  const { cases, guard } = ground;
  if (cases instanceof LocalTransition) return localBehavior(encoding, cases);
  const isLazy = cases instanceof LazyTransition;
  const select = (isWanted: (outcome: Outcome) => boolean): Hom =>
    isLazy ? cases.selection(encoding, isWanted) : encoding.selection(cases, isWanted);
  const relation = isLazy ? cases.relation(encoding) : encoding.relation(cases);
  const fails = select((outcome) => outcome?.failed === true);
  const errs = select((outcome) => outcome !== undefined && !outcome.writes);
  if (!guard) {
    const event = isLazy || relation === never ? undefined : trees?.of(cases);
    return {
      event,
      relation: event === undefined ? relation : eventStep(homs, encoding.events, event),
      enabled: select((outcome) => outcome !== undefined),
      fails,
      errs,
    };
  }
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

function localBehavior(encoding: Encoding, local: LocalTransition): Behavior {
  const { homs, events, never } = encoding;
  const step = (event: Event | undefined): Hom => (event === undefined ? never : eventStep(homs, events, event));
  const event = local.relation(encoding);
  return {
    event,
    relation: step(event),
    enabled: step(local.enabled(encoding)),
    fails: never,
    errs: sum(homs, local.errors(encoding).map(step)),
  };
}
