/** One search through the states of a model, and its results for properties. */

import type { Engine, Progress } from "../engine/engine.ts";
import type { FoundSymmetries } from "../symmetry/find.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { limitOf, watched } from "../util/limits.ts";
import type { Limit, Watch } from "../util/limits.ts";
import { noInitialState } from "./initial-states.ts";
import type { Plan } from "./plan.ts";
import { reasonForLimit } from "./reason.ts";
import type { CheckResult } from "./result.ts";
import { notYet, symmetryResult } from "./symmetry-result.ts";
import { nothingKnown, stateVerdicts } from "./verdicts.ts";

/** The part of a result that comes from searches. */
export type Searched = Omit<CheckResult, "model" | "verdict" | "fairness" | "engine" | "notes" | "seconds">;

export async function checkStates(
  plan: Plan,
  watch: Watch,
  onProgress: ((progress: Progress) => void) | undefined,
): Promise<Searched> {
  try {
    return await search(plan, watch, onProgress);
  } catch (error) {
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    return unexplored(plan, limit);
  }
}

async function search(plan: Plan, watch: Watch, onProgress?: (progress: Progress) => void): Promise<Searched> {
  const { engine, symmetry: method, representatives, hashCompaction, waitsFor } = plan;
  const { model, asked } = plan.states;
  const properties = asked.map(({ property }) => property);
  const questions = asked.map(({ question }) => question);
  const { Detection } = method === "off" ? {} : await import("../symmetry/find.ts");
  const detection = Detection && new Detection(model, { properties });
  // Where states are stored, costly symmetries can come later: a small search does not need them.
  const canGrow = method === "auto" && engine.storesStates && !hashCompaction;
  const found = detection && watched(watch, () => detection.run(canGrow ? "quick" : method));
  let larger: FoundSymmetries | undefined;
  const moreSymmetry = (): ValidatedGroup | undefined => {
    larger = detection!.run("on");
    return larger.group.group.order > found!.group.group.order ? larger.group : undefined;
  };
  const more = canGrow && detection?.isOpen === true ? moreSymmetry : undefined;
  const common = { model, symmetry: found?.group, representatives, moreSymmetry: more, watch, onProgress };
  const search = { kind: "states", ...common, ...waitsFor, questions, fingerprints: hashCompaction } as const;
  const findings = await engine.explore(search);
  if (findings.hasNoInitialState === true) throw noInitialState(model);
  const verdicts = stateVerdicts(plan, findings, watch);
  return {
    ...findings.statistics,
    properties: verdicts,
    complete: findings.complete && verdicts.every(({ modelLimit }) => modelLimit === undefined),
    limit: findings.limit,
    hashCompaction: findings.doubt !== undefined,
    symmetry: symmetryResult(
      found && { ...found, ...larger, group: (findings.usedMoreSymmetry === true ? larger! : found).group },
      more && !larger ? notYet : undefined,
    ),
  };
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
