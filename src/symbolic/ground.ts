/** Ground transitions: each transition with each choice of parameters, and what it does by cases. */

import type { Domain } from "../model/domains.ts";
import type { Interpreter, Step } from "../model/interpret.ts";
import type { Model, Transition } from "../model/model.ts";
import { InternalError } from "../util/internal-error.ts";
import { outcomesOf, TreeBuilder } from "./decision-tree.ts";
import type { DecisionTree, TreeLimits } from "./decision-tree.ts";
import { PartialState } from "./partial-state.ts";
import { SymbolicLimit } from "./symbolic-limit.ts";

/** What happens when a ground transition is tried; undefined if its guard does not hold. */
export type Outcome =
  | {
      /** The slots that change, ascending, with their new values; absent after a run-time error. */
      readonly writes?: readonly (readonly [slot: number, value: number])[] | undefined;
      /** Whether an assertion failed. */
      readonly failed: boolean;
    }
  | undefined;

export interface GroundTransition {
  readonly transition: Transition;
  readonly choice: Step["choice"];
  readonly tree: DecisionTree<Outcome>;
}

const maxGroundTransitions = 200_000;
const maxPaths = 50_000;

/** Those that are possible at all, in the order of the model. */
export function groundTransitions(
  model: Model,
  interpreter: Interpreter,
  domains: readonly Domain[],
  onRun: () => void,
): GroundTransition[] {
  const state = new PartialState(model, domains);
  const builder = new TreeBuilder(outcomeKey);
  const limits: TreeLimits = { maxPaths, onRun };
  const ground: GroundTransition[] = [];
  let count = 0;
  for (const transition of model.transitions) {
    for (const choice of interpreter.choices(transition)) {
      if (++count > maxGroundTransitions) {
        throw new SymbolicLimit(`there are more than ${maxGroundTransitions} choices of parameters`);
      }
      const run = (): Outcome => outcomeOf(interpreter.take(transition, choice, state.cells), state);
      const tree = builder.build(state, run, `transition ${transition.name}`, limits);
      if (outcomesOf(tree).some((outcome) => outcome !== undefined)) ground.push({ transition, choice, tree });
    }
  }
  return ground;
}

function outcomeOf(step: Step | undefined, state: PartialState): Outcome {
  if (!step) return undefined;
  const failed = step.failed !== undefined;
  if (!step.target) return { failed };
  const writes = state.writes().filter(([slot, value]) => {
    const { low, high } = state.domains[slot]!;
    if (value < low || value > high) throw new InternalError("a value is written that domain inference had ruled out");
    return low !== high;
  });
  return { failed, writes };
}

function outcomeKey(outcome: Outcome): string {
  if (!outcome) return "";
  const { writes, failed } = outcome;
  return `${failed ? "fails" : "passes"} ${writes?.map(([slot, value]) => `${slot}=${value}`).join() ?? "error"}`;
}
