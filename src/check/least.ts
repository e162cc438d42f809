/**
 * Finds a reachable state that meets a condition and has the least value of an expression.
 *
 * Each search looks for a state with a smaller value than the best one. The first ones are short: they end at the first
 * state. The search for less than the least value visits everything. After some successes the steps become longer, and
 * if one is too long, halving finds the least value in between. So there are few searches, whatever the values are.
 */

import { binary, integer } from "../model/build.ts";
import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Expression, Model, Property } from "../model/model.ts";
import { lastState } from "../model/replay.ts";
import type { PropertyResult } from "./result.ts";

/** So many successes by any smaller value come before longer steps. */
const shortSteps = 4;

/** Decides whether some state meets a condition. */
type Decide = (property: Property & { readonly kind: "reachable" }) => Promise<PropertyResult>;

export async function checkLeast(
  model: Model,
  { name, condition, least, span }: Property & { readonly kind: "reachable" },
  decide: Decide,
): Promise<PropertyResult> {
  const { value, isNegated } = least!;
  const ask = (most: number | undefined): Promise<PropertyResult> =>
    decide({
      kind: "reachable",
      name,
      condition: most === undefined ? condition : atMost(condition, value, most),
      span,
    });
  const kind = "reachable";
  let best = await ask(undefined);
  if (best.verdict !== "holds") return best;
  let known = valueIn(model, value, best);
  // No state has a smaller value than this.
  let low = -Infinity;
  for (let successes = 0; known !== undefined && low < known;) {
    const length = successes < shortSteps ? 1 : 2 ** (successes - shortSteps + 1);
    const most: number = low === -Infinity ? known - length : Math.floor((low + known - 1) / 2);
    const next = await ask(Math.max(most, low));
    if (next.verdict === "undecided") return { ...next, name, kind, reason: soFar(isNegated, known, next.reason) };
    if (next.verdict === "holds") {
      [best, known] = [next, valueIn(model, value, next)];
      successes++;
    } else low = Math.max(most, low) + 1;
  }
  if (known === undefined) return { name, kind, verdict: "undecided", reason: "its value in a state is not known" };
  return { ...best, reason: `the ${isNegated ? "greatest" : "least"} value is ${isNegated ? -known : known}` };
}

function atMost(condition: Expression, value: Expression, most: number): Expression {
  return binary("&&", condition, binary("<=", value, integer(most)));
}

function soFar(isNegated: boolean, known: number, reason: string | undefined): string {
  return `${reason}; a value of ${isNegated ? -known : known} is reached`;
}

/** The value in the last state of a trace. */
function valueIn(model: Model, value: Expression, { trace }: PropertyResult): number | undefined {
  const found = trace && facts(model).interpreter.evaluate(value, lastState(trace));
  return found === undefined || isRuntimeError(found) ? undefined : found;
}
