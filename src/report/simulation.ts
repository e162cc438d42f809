/** The result of a simulation, as text and as the JSON document of `schema.ts`. */

import type { Violation } from "../check/observe.ts";
import { reasonForLimit, reasonForModelLimit } from "../check/reason.ts";
import type { Simulation, SimulationProgress } from "../check/simulate.ts";
import type { Trace } from "../model/replay.ts";
import { locate } from "../syntax/source.ts";
import { printable } from "../util/printable.ts";
import { Describer } from "./describe.ts";
import { traceDocument } from "./json.ts";
import { styleOf } from "./palette.ts";
import type { TextOptions } from "./palette.ts";
import type { SimulateDocument, ViolationDocument } from "./schema.ts";
import { counted, grouped, secondsText } from "./text.ts";
import { traceText } from "./trace-text.ts";

/** The run is shown if it is the only one, or shows a violation. */
export function simulationText(result: Simulation, options: TextOptions = {}): string {
  const style = styleOf(options);
  const { palette } = style;
  const { model, seed, runs, steps, trace, violation, seconds } = result;
  const lines: string[] = [];
  if (isShown(result)) {
    const end = { kind: violation?.kind, location: violation && locationOf(violation, trace) };
    lines.push(
      palette.strong(`run ${grouped(runs)} from seed ${seed}`),
      ...traceText(trace, new Describer(model, printable), style, end),
      "",
    );
  }
  const verdict = violation
    ? `${palette.bad("violated")}  ${printable(violation.name)}: ${printable(violation.reason)}`
    : `${palette.unsure("undecided")}  ${endOf(result)}`;
  const isLong = seconds >= 0.1 && steps >= 10_000;
  const rate = isLong ? `, ${grouped(Math.round(steps / seconds))} steps/s` : "";
  lines.push(
    `${verdict}, after ${counted(steps, "step")} of ${counted(runs, "run")}`,
    palette.faint(`seed ${seed}, ${secondsText(seconds)}${rate}`),
    "",
  );
  return lines.join("\n");
}

export function simulationProgressText({ runs, steps, elapsedMs }: SimulationProgress): string {
  const rate = Math.round(steps / Math.max(1e-3, elapsedMs / 1000));
  return `run ${grouped(runs)}  ${grouped(steps)} steps  ${grouped(rate)} steps/s  ${secondsText(elapsedMs / 1000)}`;
}

export function simulationDocument(result: Simulation): SimulateDocument {
  const { model, seed, runs, steps, trace, violation, modelLimit, limit, seconds } = result;
  return {
    version: 1,
    model: model.name,
    verdict: violation ? "violated" : "undecided",
    seed,
    runs,
    steps,
    violation: violation && violationDocument(violation, trace),
    modelLimit,
    limit,
    trace: isShown(result) ? traceDocument(trace, new Describer(model)) : undefined,
    seconds,
  };
}

export function violationDocument(violation: Violation, trace: Trace): ViolationDocument {
  const { name, kind, reason } = violation;
  return { property: name, kind, reason, location: locationOf(violation, trace) };
}

/** The place of a violation in the text of the user, if it has one. */
export function locationOf({ kind, error }: Violation, trace: Trace): string | undefined {
  const span = error?.span ?? (kind === "assertion" ? trace.steps.at(-1)?.failed?.span : undefined);
  return span && locate(span);
}

function isShown({ runs, violation }: Simulation): boolean {
  return violation !== undefined || runs === 1;
}

function endOf({ limit, modelLimit }: Simulation): string {
  if (modelLimit !== undefined) return reasonForModelLimit(modelLimit);
  if (limit === "cancelled") return "the simulation was cancelled";
  return limit === undefined ? "no violation found" : reasonForLimit(limit);
}
