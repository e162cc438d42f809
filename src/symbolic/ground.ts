/**
 * Ground transitions: each transition with each choice of parameters, and its outcomes by cases.
 *
 * Guard and body are one decision tree, so the body knows the slots that the guard has read. If that tree has too many
 * cases, such as for a conjunction of disjunctions over many processes, the guard is compiled as a condition of its
 * own. A body with too many cases is lazy (`lazy-transition.ts`).
 */

import type { Domain } from "../model/domains.ts";
import type { Interpreter, Step } from "../model/interpret.ts";
import type { Expression, Model, Transition } from "../model/model.ts";
import { namesOf } from "../model/slot-steps.ts";
import { isScalar } from "../model/slots.ts";
import { substitute } from "../model/substitute.ts";
import { InternalError } from "../util/internal-error.ts";
import { look } from "../util/limits.ts";
import { outcomesOf, TreeBuilder } from "./decision-tree.ts";
import type { DecisionTree, TreeLimits } from "./decision-tree.ts";
import { LazyTransition } from "./lazy-transition.ts";
import { LocalTransition } from "./local-transition.ts";
import type { Outcome } from "./outcome.ts";
import { PartialState } from "./partial-state.ts";
import { SymbolicLimit } from "./symbolic-limit.ts";

export interface GroundTransition {
  readonly transition: Transition;
  readonly choice: Step["choice"];
  /** The guard for the choice, if the tree covers only the body. */
  readonly guard?: Expression | undefined;
  readonly cases: DecisionTree<Outcome> | LazyTransition | LocalTransition;
}

const maxGroundTransitions = 200_000;

/**
 * The ground transitions that are possible at all, in the order of the model.
 *
 * @param limits the most paths of a tree: with more, guard and body are separated; a body with more is lazy
 */
export function groundTransitions(
  model: Model,
  interpreter: Interpreter,
  domains: readonly Domain[],
  limits: TreeLimits,
): GroundTransition[] {
  const state = new PartialState(model, domains);
  const builder = new TreeBuilder(outcomeKey);
  const casesOf = (transition: Transition, choice: Step["choice"]): Pick<GroundTransition, "guard" | "cases"> => {
    const local = localOf(transition, choice);
    if (local) return { cases: local === "never" ? builder.leaf(undefined) : local };
    const run = (): Outcome => outcomeOf(interpreter.take(transition, choice, state.cells), state, true);
    const whole = treeOf(run);
    if (whole.tree) return { cases: whole.tree };
    const guard = groundGuard(transition, choice);
    if (!guard) return { cases: new LazyTransition(state, whole.asked, run) };
    const unguarded: Transition = { ...transition, guard: { kind: "boolean", value: true } };
    const runBody = (): Outcome => outcomeOf(interpreter.take(unguarded, choice, state.cells), state, false);
    const body = treeOf(runBody);
    return { guard, cases: body.tree ?? new LazyTransition(state, body.asked, runBody) };
  };
  const treeOf = (
    run: () => Outcome,
  ): { readonly tree: DecisionTree<Outcome> | undefined; readonly asked: ReadonlySet<number> } => {
    const asked = new Set<number>();
    try {
      return { tree: builder.build(state, run, "a transition", { ...limits, asked }), asked };
    } catch (error) {
      if (error instanceof SymbolicLimit) return { tree: undefined, asked };
      throw error;
    }
  };
  const names = namesOf(model);
  const localOf = (transition: Transition, choice: Step["choice"]): ReturnType<typeof LocalTransition.of> =>
    limits.lists === true ? undefined : LocalTransition.of(transition, choice, names, domains);
  const ground: GroundTransition[] = [];
  let count = 0;
  for (const transition of model.transitions) {
    for (const choice of interpreter.choices(transition)) {
      look(4);
      if (++count > maxGroundTransitions) {
        throw new SymbolicLimit(`there are more than ${maxGroundTransitions} choices of parameters`);
      }
      const { guard, cases } = casesOf(transition, choice);
      const isPossible =
        cases instanceof LazyTransition ||
        cases instanceof LocalTransition ||
        outcomesOf(cases).some((outcome) => outcome !== undefined);
      if (isPossible) ground.push({ transition, choice, guard, cases });
    }
  }
  return ground;
}

/** The guard with the choice substituted; `undefined` if a parameter is not a scalar, or the guard is constant. */
function groundGuard({ parameters, guard }: Transition, choice: Step["choice"]): Expression | undefined {
  if (guard.kind === "boolean" || parameters.some(({ type }) => !isScalar(type))) return undefined;
  return parameters.reduce<Expression>((e, { name }, i) => substitute(e, name, choice[i]![0]!), guard);
}

/**
 * @param isGuarded whether the guard was evaluated; if not, the body may write values that domain inference has ruled
 * out
 */
function outcomeOf(step: Step | undefined, state: PartialState, isGuarded: boolean): Outcome {
  if (!step) return undefined;
  const failed = step.failed !== undefined;
  if (!step.target) return { failed };
  const writes = state.writes();
  const isPossible = writes.every(([slot, value]) => isInDomain(state.domains[slot]!, value));
  if (!isPossible && isGuarded) throw new InternalError("a value is written that domain inference had ruled out");
  if (!isPossible) return undefined;
  return { failed, writes: writes.filter(([slot]) => state.domains[slot]!.low !== state.domains[slot]!.high) };
}

function isInDomain({ low, high, values }: Domain, value: number): boolean {
  return value >= low && value <= high && values?.includes(value) !== false;
}

function outcomeKey(outcome: Outcome): string {
  if (!outcome) return "";
  const { writes, failed } = outcome;
  return `${failed ? "fails" : "passes"} ${writes?.map(([slot, value]) => `${slot}=${value}`).join() ?? "error"}`;
}
