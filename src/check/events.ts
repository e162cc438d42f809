/**
 * Checks a property of events: refinement, or determinism.
 *
 * Symmetries must act alike on the model and its specification, so they are found for both together.
 */

import type { Findings, Progress } from "../engine/engine.ts";
import type { Model } from "../model/model.ts";
import type { EventQuestion } from "../model/question.ts";
import type { Trace } from "../model/replay.ts";
import { findJointSymmetries } from "../symmetry/joint-symmetries.ts";
import type { JointSymmetries } from "../symmetry/joint-symmetries.ts";
import { InternalError } from "../util/internal-error.ts";
import { limitOf, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { eventViolation } from "./confirm-events.ts";
import type { Asked, Plan } from "./plan.ts";
import { reasonForLimit } from "./reason.ts";
import type { PropertyResult, SymmetryResult } from "./result.ts";
import { skipped, tooFew } from "./search-symmetries.ts";
import { symmetryResult } from "./symmetry-result.ts";
import { Traces } from "./traces.ts";
import { remaining } from "./verdicts.ts";
import { worthDetection, worthwhileOrder } from "./worth-detection.ts";

/** A pair of a search by events takes as long as about this many states of a search through states. */
const pairCost = 10;

interface EventCheck {
  readonly plan: Plan;
  readonly model: Model;
  readonly asked: Asked<EventQuestion>;
  readonly watch: Watch;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

export async function checkEvents(given: EventCheck): Promise<PropertyResult> {
  const { property, question } = given.asked;
  try {
    const { symmetry } = given.plan;
    if (symmetry === "off" || question.wanted.kind === "nondeterminism") return await searched(given, undefined);
    if (symmetry === "auto") {
      const worth = Math.ceil(worthDetection(given.model) / pairCost);
      const first = await searched({ ...given, watch: given.watch.within(worth) }, undefined, skipped.all);
      // What is undecided may be so since the first look is short.
      if (first.verdict !== "undecided" || given.watch.reached() !== undefined) return first;
    }
    const { specification } = question.wanted;
    const method = symmetry === "auto" ? "quick" : symmetry;
    const found = watched(given.watch, () => findJointSymmetries(given.model, specification, question.events, method));
    return await searched(given, found);
  } catch (error) {
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    return { name: property.name, kind: property.kind, verdict: "undecided", reason: reasonForLimit(limit) };
  }
}

async function searched(
  { plan, model, asked, watch, onProgress }: EventCheck,
  joint: JointSymmetries | undefined,
  unasked?: string,
): Promise<PropertyResult> {
  const { property, question } = asked;
  const base = { name: property.name, kind: property.kind };
  const order = joint?.found.group.group.order ?? 1n;
  const isTooFew = plan.symmetry === "auto" && order > 1n && order < worthwhileOrder;
  const symmetries = isTooFew ? [] : (joint?.elements ?? []);
  const { representatives } = plan;
  const options = { model, symmetry: undefined, representatives, watch, onProgress } as const;
  const findings = await plan.engine.explore({ kind: "events", ...options, question, symmetries });
  const used = symmetries.length > 0 ? joint!.found.group : undefined;
  const symmetry: SymmetryResult = {
    ...symmetryResult(used, joint?.found, unasked),
    ...(isTooFew ? { unused: tooFew.search } : {}),
  };
  const runs = statisticsOf(findings, symmetry);
  const traces = new Traces(model, watch.extended());
  const [answer] = findings.answers;
  if (!answer?.found) {
    const error = findings.error && traces.toError(findings.error);
    const message = error?.error?.limit === undefined ? error?.error?.message : undefined;
    const reason = message === undefined ? {} : { reason: `${endedAtError}: ${message}` };
    return { ...base, ...remaining(findings, error), ...reason, runs };
  }
  let reason: string | undefined;
  const trace = traces.ofEvents(answer.found, (run) => (reason = confirmed(model, question, run)));
  return { ...base, verdict: "violated", trace, reason: reason ?? tooLong, runs };
}

const endedAtError = "the search ended at a run-time error";
const tooLong = "there is a run that shows it, too long to be shown";

function confirmed(model: Model, question: EventQuestion, trace: Trace): string {
  const reason = eventViolation(model, question, trace);
  if (reason !== undefined) return reason;
  throw new InternalError(`the run shown for property ${question.name} does not violate it`);
}

function statisticsOf({ statistics }: Findings, symmetry: SymmetryResult): NonNullable<PropertyResult["runs"]> {
  const { states, transitions = 0, memoryBytes, storedBytes, specificationSets = 0 } = statistics;
  return {
    states: Number(states),
    transitions,
    automatonStates: specificationSets,
    symmetry,
    memoryBytes,
    storedBytes,
  };
}
