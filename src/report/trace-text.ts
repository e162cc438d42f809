/** A trace as text: its steps, and what each of them changes. */

import type { PropertyKind } from "../check/result.ts";
import type { State, Step } from "../model/interpret.ts";
import { lastState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { printable } from "../util/printable.ts";
import type { Describer } from "./describe.ts";
import type { Palette, TextStyle } from "./palette.ts";

/** What the end of a trace shows. */
export interface TraceEnd {
  /** The kind of the property that is violated there, if one is. */
  readonly kind?: PropertyKind | undefined;
  /** The place of the violation in the text of the user. */
  readonly location?: string | undefined;
}

/**
 * The words for the last state of a trace if the steps do not show the violation: first the emphasized words, then
 * further ones.
 */
const endings: Readonly<Partial<Record<PropertyKind, readonly [string, string?]>>> = {
  invariant: ["invariant violated"],
  deadlock: ["deadlock", ": no transition is enabled"],
};

/** A deadlock of a language in which steps that change nothing count as none. */
const idle: readonly [string, string?] = ["deadlock", ": no transition changes anything"];

/** What the last state of a trace shows, in two parts, if its steps do not show it. */
export function endingOf(
  kind: PropertyKind,
  trace: Trace,
  describer: Describer,
): readonly [string, string?] | undefined {
  return kind === "deadlock" && !describer.isStuck(lastState(trace)) ? idle : endings[kind];
}

export function traceText(trace: Trace, describer: Describer, options: TextStyle, end: TraceEnd = {}): string[] {
  const { palette } = options;
  const width = String(trace.steps.length).length + 2;
  const indent = " ".repeat(width + 2);
  const lines = [`${"0".padStart(width)}  ${palette.faint("initial state")}`];
  lines.push(...stateText(trace.initial, describer).map((line) => `${indent}${line}`));
  let before = trace.initial;
  const isRepeated = trace.loop !== undefined && trace.loop < trace.steps.length;
  for (const [i, step] of trace.steps.entries()) {
    if (isRepeated && i === trace.loop) lines.push(palette.strong(`${" ".repeat(width)}  -- from here on, forever --`));
    lines.push(`${String(i + 1).padStart(width)}  ${stepHeading(step, describer, palette, before)}`);
    lines.push(...effectText(before, step, describer, options).map((line) => `${indent}${line}`));
    before = step.target ?? before;
  }
  if (isRepeated) {
    const from = trace.loop === 0 ? "the initial state" : `the state after step ${trace.loop}`;
    lines.push(`${indent}${palette.bad("the loop is closed")}: this is ${from} again`);
  } else if (trace.loop !== undefined) lines.push(`${indent}${palette.bad("nothing more can happen")}`);
  const [what, detail] = (end.kind && endingOf(end.kind, trace, describer)) ?? [];
  if (what !== undefined) lines.push(`${indent}${palette.bad(what)}${detail ?? ""}`);
  if (end.location !== undefined) lines.push(`${indent}${palette.faint(`at ${printable(end.location)}`)}`);
  return lines;
}

/** The name of a step, and who takes it. */
export function stepHeading(step: Step, describer: Describer, palette: Palette, before: State): string {
  const owner = describer.owner(step);
  return `${palette.strong(describer.step(step, before))}${owner === undefined ? "" : palette.faint(`  by ${owner}`)}`;
}

/** What a step does to a state: its changes, or the whole state after it, and what fails in it. */
export function effectText(
  before: State,
  step: Step,
  describer: Describer,
  { palette, fullStates }: TextStyle,
): string[] {
  const lines: string[] = [];
  if (step.target) {
    const changes = describer.changes(before, step.target);
    if (fullStates) lines.push(...stateText(step.target, describer));
    else lines.push(...changes.map((change) => `${change.place}: ${change.before} -> ${change.after}`));
    if (changes.length === 0 && !fullStates) lines.push(palette.faint("nothing changes"));
  }
  if (step.failed) {
    const { message } = step.failed;
    lines.push(`${palette.bad("assertion fails")}${message ? `: ${printable(message)}` : ""}`);
  }
  if (step.error) {
    const what = step.error.limit === undefined ? palette.bad("run-time error") : palette.unsure("limit of the model");
    lines.push(`${what}: ${printable(step.error.message)}`);
  }
  return lines;
}

/** Every variable and its value. */
export function stateText(state: State, describer: Describer): string[] {
  return describer.state(state).map(({ name, value }) => `${name} = ${value}`);
}
