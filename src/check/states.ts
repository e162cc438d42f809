/** One search through the states of a model, and its results for properties. */

import { CheckpointError } from "../engine/checkpoint-error.ts";
import type { Engine, Progress } from "../engine/engine.ts";
import { limitOf, watched } from "../util/limits.ts";
import type { Limit, Watch } from "../util/limits.ts";
import { noInitialState } from "./initial-states.ts";
import type { Plan } from "./plan.ts";
import { reasonForLimit } from "./reason.ts";
import { RequestError } from "./request-error.ts";
import type { CheckResult } from "./result.ts";
import { SearchSymmetries } from "./search-symmetries.ts";
import { symmetryResult } from "./symmetry-result.ts";
import { proposedUnboundedness } from "./unbounded.ts";
import type { Unbounded } from "./unbounded.ts";
import { nothingKnown, stateVerdicts } from "./verdicts.ts";

/** The part of a result that comes from searches. */
export type Searched = Omit<CheckResult, "model" | "verdict" | "fairness" | "engine" | "notes" | "seconds"> & {
  /** The engine that searched, if the one that was asked chose another. */
  readonly searchedBy?: string | undefined;
};

export async function checkStates(
  plan: Plan,
  watch: Watch,
  onProgress: ((progress: Progress) => void) | undefined,
): Promise<Searched> {
  try {
    return await search(plan, watch, onProgress);
  } catch (error) {
    if (error instanceof CheckpointError) throw new RequestError(`the checkpoint is not used: ${error.message}`);
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    return unexplored(plan, limit);
  }
}

async function search(plan: Plan, watch: Watch, onProgress?: (progress: Progress) => void): Promise<Searched> {
  const { order, engine, representatives, partialOrder, hashCompaction, waitsFor, threads, walk, scouts } = plan;
  const { checkpoint, disk } = plan;
  const { model, asked } = plan.states;
  const questions = asked.map(({ question }) => question);
  const unbounded = watched(watch, () => proposedUnboundedness(model));
  // Then there is no end of markings to see.
  if (unbounded && asked.length === 0) return { ...nothingSearched(engine), ...unboundedOnly(unbounded) };
  const symmetries = new SearchSymmetries(plan, watch);
  const symmetry = await symmetries.before();
  const common = {
    model,
    symmetry,
    representatives,
    partialOrder,
    moreSymmetry: symmetries.later,
    threads,
    walk,
    scouts,
    watch,
    onProgress,
  };
  const search = {
    kind: "states",
    ...common,
    ...waitsFor,
    questions,
    order,
    fingerprints: hashCompaction,
    checkpoint,
    disk,
  } as const;
  const findings = await engine.explore(search);
  if (findings.hasNoInitialState === true) throw noInitialState(model);
  const { verdicts, isInfinite } = stateVerdicts(plan, findings, watch, unbounded);
  return {
    ...findings.statistics,
    properties: verdicts,
    // A set of states within bounds is not all there is.
    complete: findings.complete && !isInfinite && verdicts.every(({ modelLimit }) => modelLimit === undefined),
    limit: findings.limit,
    hashCompaction: findings.doubt !== undefined,
    symmetry: symmetries.result(findings),
    searchedBy: findings.engine,
  };
}

function unboundedOnly(unbounded: Unbounded): Pick<Searched, "properties" | "complete"> {
  return { properties: [{ name: "ranges", kind: "range", verdict: "violated", ...unbounded }], complete: false };
}

/** The result if a limit was hit before the first state was visited. */
export function unexplored(plan: Plan, limit: Limit): Searched {
  return {
    ...nothingSearched(plan.engine),
    properties: nothingKnown(plan, reasonForLimit(limit)),
    complete: false,
    limit,
  };
}

export function nothingSearched({ storesStates }: Engine): Omit<Searched, "properties" | "complete"> {
  return {
    states: 0,
    transitions: 0,
    depth: 0,
    hashCompaction: false,
    representatives: "unique",
    symmetry: symmetryResult(undefined),
    memoryBytes: 0,
    storedBytes: 0,
    packedBytes: storesStates ? 0 : undefined,
  };
}
