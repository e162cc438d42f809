/** Reads a trace from a file of any of the formats, replays it in the model, and says what it shows. */

import { isBadBeginning } from "../check/bad-beginning.ts";
import { eventViolation } from "../check/confirm-events.ts";
import { showsViolation } from "../check/confirm-run.ts";
import { violationOfState, violationOfStep } from "../check/observe.ts";
import type { Violation } from "../check/observe.ts";
import { unboundednessIn } from "../check/unbounded.ts";
import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import { isWanted, questionOf } from "../model/question.ts";
import { lastState } from "../model/replay.ts";
import { parseJson } from "../syntax/json.ts";
import type { Source } from "../syntax/source.ts";
import { printable } from "../util/printable.ts";
import { Describer } from "./describe.ts";
import { isItf, replayItf } from "./itf.ts";
import { traceDocument } from "./json.ts";
import { styleOf } from "./palette.ts";
import type { TextOptions } from "./palette.ts";
import { refuse } from "./replayed-trace.ts";
import type { ReplayedTrace } from "./replayed-trace.ts";
import type { ReplayDocument } from "./schema.ts";
import { locationOf, violationDocument } from "./simulation.ts";
import { isTrail, replayTrail } from "./spin-trail.ts";
import { counted } from "./text.ts";
import { replayTraceFile } from "./trace-file.ts";
import { traceText } from "./trace-text.ts";

export interface Replay extends ReplayedTrace {
  /** Whether the trace shows what it is said to, if anything is said. */
  readonly shows?: boolean | undefined;
  /** What the run violates: the property that it is said to violate, or else what its last step or state violates. */
  readonly violation?: Violation | undefined;
}

/** @throws TraceError if the text is not a run of the model */
export function replayTrace(model: Model, source: Source): Replay {
  if (isTrail(source)) {
    const replayed = replayTrail(model, source);
    return { ...replayed, ...shown(replayed) };
  }
  const { json, diagnostics } = parseJson(source);
  if (!json) throw refuse(diagnostics);
  const replayed = isItf(json) ? replayItf(model, source, json) : replayTraceFile(model, source, json);
  return { ...replayed, ...shown(replayed) };
}

function shown(replayed: ReplayedTrace): Pick<Replay, "shows" | "violation"> {
  const { model, trace, property } = replayed;
  const { interpreter } = facts(model);
  const step = trace.steps.at(-1);
  const isStuck = interpreter.steps(lastState(trace))[Symbol.iterator]().next().done === true;
  const seen =
    (step && violationOfStep(step)) ??
    (step && !step.target ? undefined : violationOfState(model, lastState(trace), isStuck));
  if (!property) return { violation: seen };
  const { name, kind, verdict } = property;
  if (kind === "assertion" || kind === "range") {
    const violation = seen ?? (kind === "range" ? unboundedness(replayed) : undefined);
    return { shows: violation?.kind === kind, violation };
  }
  const declared = model.properties.find((each) => each.name === name);
  if (!declared) return { shows: false, violation: seen };
  const question = questionOf(declared);
  if (question.kind === "open" || question.kind === "other") return { shows: false, violation: seen };
  if (question.kind === "event") {
    const reason = eventViolation(model, question, trace);
    const violation = reason === undefined ? seen : { name, kind: declared.kind, reason };
    return { shows: reason !== undefined && verdict === "violated", violation };
  }
  if (question.kind === "state") {
    const isFound =
      (step === undefined || step.target !== undefined) && isWanted(interpreter, question, lastState(trace));
    const isSaid = question.ifFound === verdict;
    if (question.ifFound === "holds" || !isFound) return { shows: isFound && isSaid, violation: seen };
    const what = question.isStuck ? "no transition is enabled" : "the condition fails";
    return { shows: isSaid, violation: { name, kind: declared.kind, reason: `${what} in the last state` } };
  }
  const isWhole = trace.loop !== undefined || isStuck;
  const isViolated =
    trace.steps.every(({ target }) => target) &&
    (isWhole ? showsViolation(model, question, trace) : isBadBeginning(model, question, trace));
  const reason = isWhole ? "the run violates it" : "every run that begins like this one violates it";
  const violation = { name, kind: declared.kind, reason };
  return { shows: isViolated && verdict === "violated", violation: isViolated ? violation : seen };
}

/** An unbounded net has no error at the end of its trace: the trace can be repeated forever. */
function unboundedness({ model, trace }: ReplayedTrace): Violation | undefined {
  const found = unboundednessIn(model, trace);
  return found && { name: "ranges", kind: "range", reason: found.reason };
}

export function replayText(replay: Replay, options: TextOptions = {}): string {
  const { model, trace, property, violation, shows } = replay;
  const style = styleOf(options);
  const { palette } = style;
  const end = { kind: violation?.kind, location: violation && locationOf(violation, trace) };
  const lines = [palette.strong(`a run of ${printable(model.name)}`)];
  lines.push(...traceText(trace, new Describer(model, printable), style, end), "");
  const count = counted(trace.steps.length, "step");
  if (violation) {
    lines.push(`${palette.bad("violated")}  ${printable(violation.name)}: ${printable(violation.reason)}, in ${count}`);
  } else lines.push(`${palette.good("replayed")}  ${count}, no violation at the end`);
  if (property && shows === false) {
    const said = property.verdict === "holds" ? "reach" : "violate";
    lines.push(palette.unsure(`the file says that it should ${said} ${printable(property.name)}, and it does not`));
  }
  lines.push("");
  return lines.join("\n");
}

export function replayDocument({ model, trace, property, shows, violation }: Replay): ReplayDocument {
  return {
    version: 1,
    model: model.name,
    property: property?.name,
    shows,
    violation: violation && violationDocument(violation, trace),
    trace: traceDocument(trace, new Describer(model)),
  };
}
