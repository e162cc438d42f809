/** Steps of a residual, alone or as a part of a joint step. */

import type { Expression, Statement } from "../../../model/model.ts";
import { replace, replaceInStatements } from "../../../model/substitute.ts";
import type { Find } from "../../../model/substitute.ts";
import type { Place } from "../../../syntax/source.ts";
import type { Label } from "./label.ts";
import type { Residual } from "./residual.ts";

/** A step without its target. */
export interface Step {
  readonly label: Label;
  /** The name of the step in traces. */
  readonly name: string;
  readonly guards: readonly Expression[];
  /** The statements before and after the change of the component's own data. */
  readonly before: readonly Statement[];
  readonly after: readonly Statement[];
  /** Whether it has priority over steps that are not atomic. */
  readonly atomic: boolean;
  readonly place: Place;
  /** Whether it has a data operation. */
  readonly hasBlock: boolean;
  /** The events to which runs are fair, if it is one of them. */
  readonly fair?: readonly FairEvent[] | undefined;
}

/** `wf(a)` or `sf(a)`, by the text of the event. */
export interface FairEvent {
  readonly key: string;
  readonly strength: "weak" | "strong";
}

export interface ResidualStep extends Step {
  readonly target: Residual;
}

export function plain(label: Label, name: string, target: Residual, { start, end }: Place): ResidualStep {
  return {
    label,
    name,
    guards: [],
    before: [],
    after: [],
    target,
    atomic: false,
    place: { start, end },
    hasBlock: false,
  };
}

/** The step under a condition; none if the condition is known to fail. */
export function guarded(step: ResidualStep, test: Expression): ResidualStep[] {
  if (test.kind === "boolean") return test.value ? [step] : [];
  return [{ ...step, guards: [test, ...step.guards] }];
}

/** The conditions and effects of a joint step. */
export function joined(steps: readonly Step[], guards: readonly Expression[]): Omit<Step, "label"> {
  const { name, place } = steps[0]!;
  return {
    name,
    guards: [...steps.flatMap((step) => step.guards), ...guards],
    before: steps.flatMap(({ before }) => before),
    after: steps.flatMap(({ after }) => after),
    atomic: steps.some(({ atomic }) => atomic),
    place,
    hasBlock: steps.some(({ hasBlock }) => hasBlock),
    fair: steps.flatMap(({ fair }) => fair ?? []),
  };
}

/** The step with expressions replaced in its conditions and effects. Its target stays. */
export function replaceInStep<S extends Step>(step: S, find: Find): S {
  return {
    ...step,
    guards: step.guards.map((guard) => replace(guard, find)),
    before: replaceInStatements(step.before, find),
    after: replaceInStatements(step.after, find),
  };
}
