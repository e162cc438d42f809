/** Derives the result for each property from the findings of an engine. The rules are the same for all engines. */

import type { Findings } from "../engine/engine.ts";
import type { Model } from "../model/model.ts";
import type { StateQuestion } from "../model/question.ts";
import { containsAssertion } from "../model/traverse.ts";
import { InternalError } from "../util/internal-error.ts";
import type { Watch } from "../util/limits.ts";
import type { Plan } from "./plan.ts";
import { reasonForLimit, reasonForModelLimit } from "./reason.ts";
import type { PropertyResult, Verdict } from "./result.ts";
import { Traces } from "./traces.ts";
import type { Shown, ShownError } from "./traces.ts";
import { unboundednessIn } from "./unbounded.ts";
import type { Unbounded } from "./unbounded.ts";

type Found = Omit<Findings, "statistics"> & { readonly statistics?: Pick<Findings["statistics"], "partialOrder"> };

/** The results for the properties of states and the built-in properties. */
export function stateVerdicts(
  { states, waitsFor }: Plan,
  findings: Found,
  watch: Watch,
  proposed?: Unbounded,
): { readonly verdicts: PropertyResult[]; readonly isInfinite: boolean } {
  const { model, asked } = states;
  const traces = new Traces(model, watch.extended());
  const error = findings.error && traces.toError(findings.error);
  const modelLimit = error?.error?.limit;
  const unbounded = proposed ?? (modelLimit !== undefined && error?.trace && unboundednessIn(model, error.trace));
  const rest = unbounded ? infinite(findings) : remaining(findings, error);
  const declared = asked.map(({ property: { name, kind }, question }, k): PropertyResult => {
    const { found, more = [], open } = findings.answers[k]!;
    const base = { name, kind };
    if (found) {
      const shown = foundState(question, traces.toState(question, found));
      return {
        ...base,
        verdict: question.ifFound,
        ...shown,
        ...further(more.map((each) => traces.toState(question, each))),
      };
    }
    if (rest.verdict === "undecided" || open !== undefined) return { ...base, ...undecided(rest, open) };
    return { ...base, ...(question.ifFound === "violated" ? rest : { ...rest, ...unmet(findings) }) };
  });
  const builtIn: PropertyResult[] = [];
  // Beyond a bound of the model there may be assertions that this model does not contain.
  const hasAssertions = containsAssertion(model) || (modelLimit !== undefined && waitsFor.assertions);
  if (hasAssertions && !waitsFor.exploreAll) {
    const base = { name: "assertions", kind: "assertion" } as const;
    const failing = findings.assertion && failure(traces.toAssertion(findings.assertion));
    const more = (findings.moreAssertions ?? []).map((each) => traces.toAssertion(each));
    builtIn.push({ ...base, ...(failing ?? rest), ...further(more) });
  }
  // A condition that was not evaluated might fail.
  const unseen = findings.answers.find(({ open }) => open !== undefined)?.open;
  const base = { name: "ranges", kind: "range" } as const;
  if (unbounded) builtIn.push({ ...base, verdict: "violated", ...unbounded });
  else if (error && modelLimit === undefined) builtIn.push({ ...base, ...runtimeError(error) });
  else builtIn.push({ ...base, ...(unseen === undefined ? rest : undecided(rest, unseen)) });
  return { verdicts: [...declared, ...builtIn], isInfinite: Boolean(unbounded) };
}

/** The traces to further violations. */
function further(shown: readonly Shown[]): Pick<PropertyResult, "moreTraces"> {
  const moreTraces = shown.flatMap(({ trace }) => trace ?? []);
  return moreTraces.length > 0 ? { moreTraces } : {};
}

type Known = Omit<PropertyResult, "name" | "kind">;

/** The result for everything that was not found. A bound of the model may hide behavior of the text. */
export function remaining(findings: Found, error: ShownError | undefined): Known {
  const { complete, limit, reason, doubt } = findings;
  const modelLimit = error?.error?.limit;
  if (modelLimit !== undefined) return { verdict: "undecided", reason: reasonForModelLimit(modelLimit), modelLimit };
  // Without a replay, nobody knows whether the error is the model's, or a bound of ours that hides the rest.
  if (error && !error.error) return { verdict: "undecided", reason: `a step cannot be taken; ${error.missing}` };
  if (!complete) return { verdict: "undecided", reason: reason ?? reasonForLimit(limit) };
  return doubt === undefined ? { verdict: "holds" } : { verdict: "holds", reason: doubt, doubt };
}

/** The result for everything that was not found in an unbounded net, of which partial-order reduction may see an end. */
function infinite({ complete, error, statistics }: Found): Known {
  const isWhole = (statistics?.partialOrder?.reducedStates ?? 0) === 0;
  if (complete && !error && isWhole) {
    throw new InternalError("a net that is said to be unbounded has finitely many markings");
  }
  return { verdict: "undecided", reason: "the net is unbounded, so not all of its markings can be seen" };
}

function undecided(rest: Known, open: string | undefined): Known {
  const { modelLimit, reason } = rest;
  return { verdict: "undecided", reason: open ?? reason, ...(modelLimit === undefined ? {} : { modelLimit }) };
}

function foundState({ ifFound, isStuck, isStuttering }: StateQuestion, { trace, missing }: Shown): Partial<Known> {
  if (ifFound === "holds") return trace ? { trace } : { reason: missing };
  const stuck = isStuttering ? "no transition changes anything" : "no transition is enabled";
  const what = isStuck ? stuck : "the condition fails";
  return { trace, reason: trace ? `${what} in the last state` : `${what} in a reachable state; ${missing}` };
}

function unmet({ doubt }: Found): Partial<Known> {
  const what = "no reachable state meets the condition";
  return { verdict: "violated", reason: doubt === undefined ? what : `${what}, ${doubt}` };
}

function failure({ trace, missing }: Shown): Known {
  const message = trace?.steps.at(-1)?.failed?.message;
  const reason = trace
    ? (message ?? "an assertion fails in the last step")
    : `an assertion fails after a reachable state; ${missing}`;
  return { verdict: "violated", trace, reason };
}

function runtimeError({ trace, missing, error, during }: ReturnType<Traces["toError"]>): Known {
  // Only the replay distinguishes an error of the model from a bound of ours.
  if (!error) return { verdict: "undecided", reason: `a step cannot be taken; ${missing}` };
  const reason = during === undefined ? error.message : `${error.message}, in ${during}`;
  return { verdict: "violated", trace, error, reason };
}

/** The results for the properties of states and the built-in properties if the search gave nothing. */
export function nothingKnown({ states, waitsFor }: Plan, reason: string): PropertyResult[] {
  const open = { verdict: "undecided", reason } as const;
  return [
    ...states.asked.map(({ property: { name, kind } }) => ({ name, kind, ...open })),
    ...(containsAssertion(states.model) && !waitsFor.exploreAll
      ? [{ name: "assertions", kind: "assertion", ...open } as const]
      : []),
    { name: "ranges", kind: "range", ...open },
  ];
}

/**
 * Violated if any property is. Undecided if a requested property is. Properties that were not requested do not count as
 * undecided.
 */
export function overall(properties: readonly PropertyResult[], { waitsFor }: Plan): Verdict {
  if (properties.some(({ verdict }) => verdict === "violated")) return "violated";
  const isAwaited = ({ kind }: PropertyResult): boolean => {
    if (waitsFor.exploreAll) return true;
    return kind === "assertion" ? waitsFor.assertions : kind === "range" ? waitsFor.ranges : true;
  };
  return properties.some((result) => isAwaited(result) && result.verdict === "undecided") ? "undecided" : "holds";
}

/** The results in the order of declaration, built-in properties last. */
export function inOrder(model: Model, results: readonly PropertyResult[]): PropertyResult[] {
  const byName = new Map(results.map((result) => [result.name, result]));
  return [...model.properties.map(({ name }) => name), "assertions", "ranges"].flatMap(
    (name) => byName.get(name) ?? [],
  );
}
