/** Checks properties of states with the symbolic engine. */

import type { Model } from "../model/model.ts";
import type { SymbolicProgress } from "../symbolic/evaluator.ts";
import { searchSymbolically } from "../symbolic/search.ts";
import type { SymbolicExploration } from "../symbolic/search.ts";
import { findSymmetries } from "../symmetry/find.ts";
import type { Method } from "../symmetry/find.ts";
import { watched } from "../util/limits.ts";
import type { Limits, Watch } from "../util/limits.ts";
import { noInitialState } from "./initial-states.ts";
import { reasonForLimit, reasonForModelLimit } from "./reason.ts";
import type { CheckResult, PropertyResult } from "./result.ts";
import { containsAssertion } from "./selection.ts";
import type { Selection } from "./selection.ts";
import { symmetryResult } from "./symmetry-result.ts";

interface SymbolicCheckOptions extends Limits {
  readonly symmetry?: Method | undefined;
  readonly onProgress?: ((progress: SymbolicProgress) => void) | undefined;
}

/** A trace that would take too long to find is not shown; the state it leads to was checked. */
const withoutTrace = "a shortest trace is too hard to find";

export async function checkStatesSymbolically(
  model: Model,
  selection: Selection,
  options: SymbolicCheckOptions,
  watch: Watch,
): Promise<Omit<CheckResult, "model" | "verdict" | "fairness" | "engine" | "notes" | "seconds">> {
  const { symmetry: method = "auto", onProgress, maxStates, maxMemoryBytes } = options;
  const properties = selection.states.map(({ property }) => property);
  const questions = selection.states.map(({ question }) => question);
  const found = method === "off" ? undefined : watched(watch, () => findSymmetries(model, { method, properties }));
  const exploration = await searchSymbolically(model, questions, {
    symmetry: found?.group,
    watch,
    onProgress,
    maxStates,
    maxMemoryBytes,
  });
  if (exploration.hasNoInitialState === true) throw noInitialState(model);
  const { states, memoryBytes } = exploration;
  const decided = results(model, exploration, selection);
  return {
    properties: decided,
    states: states <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(states) : states,
    depth: exploration.depth,
    complete: exploration.complete && decided.every(({ modelLimit }) => modelLimit === undefined),
    limit: exploration.limit,
    hashCompaction: false,
    representatives: exploration.isUnique ? "unique" : "multiple",
    unreducedStates: exploration.unreducedStates,
    symmetry: symmetryResult(found),
    memoryBytes,
    storedBytes: memoryBytes,
    peakNodes: exploration.peakNodes,
  };
}

function results(model: Model, exploration: SymbolicExploration, selection: Selection): PropertyResult[] {
  const { assertion, error } = exploration;
  const modelLimit = error?.error.limit;
  const complete = exploration.complete && modelLimit === undefined;
  const reason =
    modelLimit === undefined
      ? (exploration.reason ?? reasonForLimit(exploration.limit))
      : reasonForModelLimit(modelLimit);
  const undecided = { verdict: "undecided", reason, ...(modelLimit === undefined ? {} : { modelLimit }) } as const;
  const declared = selection.states.map(({ property: { name, kind }, question }, k): PropertyResult => {
    const finding = exploration.properties[k]!;
    if (finding.found) {
      const { trace } = finding.found;
      if (question.ifFound === "holds") {
        return { name, kind, verdict: "holds", trace, ...(trace ? {} : { reason: withoutTrace }) };
      }
      const reason = question.isStuck ? "no transition is enabled" : "the condition fails";
      const where = trace ? " in the last state" : ` in a reachable state; ${withoutTrace}`;
      return { name, kind, verdict: "violated", trace, reason: reason + where };
    }
    if (!complete || finding.open !== undefined) {
      return { name, kind, ...undecided, reason: finding.open ?? reason };
    }
    if (question.ifFound !== "holds") return { name, kind, verdict: "holds" };
    return { name, kind, verdict: "violated", reason: "no reachable state meets the condition" };
  });
  const builtIn: PropertyResult[] = [];
  // Beyond a limit there may be assertions that this model does not have.
  const hasAssertions = containsAssertion(model) || (modelLimit !== undefined && selection.assertions);
  if (hasAssertions && !selection.exploreAll) {
    const base = { name: "assertions", kind: "assertion" } as const;
    if (assertion) {
      const { trace } = assertion;
      const message = trace?.steps.at(-1)?.failed?.message;
      const reason = trace
        ? (message ?? "an assertion fails in the last step")
        : `an assertion fails after a reachable state; ${withoutTrace}`;
      builtIn.push({ ...base, verdict: "violated", trace, reason });
    } else builtIn.push({ ...base, ...(complete ? { verdict: "holds" } : undecided) });
  }
  const base = { name: "ranges", kind: "range" } as const;
  if (error && modelLimit === undefined) {
    const { trace, error: found, during } = error;
    const why = during === undefined ? found.message : `${found.message}, in ${during}`;
    builtIn.push({ ...base, verdict: "violated", trace, error: found, reason: why });
  } else {
    // A condition that was not looked at might fail to evaluate.
    const unseen = exploration.properties.find((finding) => finding.open !== undefined)?.open;
    const isKnown = complete && unseen === undefined;
    builtIn.push({ ...base, ...(isKnown ? { verdict: "holds" } : { ...undecided, reason: unseen ?? reason }) });
  }
  return [...declared, ...builtIn];
}
