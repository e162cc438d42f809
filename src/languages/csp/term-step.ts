/** One step that a term can take, alone or as a part of a step of several. */

import type { Expression, Statement } from "../../model/model.ts";
import type { Context } from "./activate.ts";
import { constantOf, lowerAs } from "./expression.ts";
import type { Env, Typed } from "./expression.ts";
import type { Label } from "./label.ts";
import { Refused } from "./refused.ts";
import type { ExpressionNode, Place } from "./syntax-tree.ts";
import type { Term } from "./term.ts";

export interface TermStep {
  readonly label: Label;
  /** What the step is called in traces. */
  readonly name: string;
  readonly guards: readonly Expression[];
  /** What happens before the component's own data change, and after that. */
  readonly before: readonly Statement[];
  readonly after: readonly Statement[];
  readonly target: Term;
  /** Whether it has priority over steps that do not. */
  readonly atomic: boolean;
  readonly place: Place;
  /** Whether it carries a data operation. */
  readonly hasBlock: boolean;
}

export function plain(label: Label, name: string, target: Term, { start, end }: Place): TermStep {
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

/** The step under a condition; none where the condition is known to fail. */
export function guarded(step: TermStep, test: Typed): TermStep[] {
  const known = constantOf(test);
  if (known === 0) return [];
  return [known === 1 ? step : { ...step, guards: [test.e, ...step.guards] }];
}

export function condition(c: Context, node: ExpressionNode, env: Env): Typed {
  const typed = lowerAs(c.g, node, env, true);
  if (!typed) throw new Refused();
  return typed;
}
