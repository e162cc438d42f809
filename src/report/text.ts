/** A result as text for a terminal. */

import type { CheckResult, PropertyKind, PropertyResult, Verdict, RunStatistics } from "../check/result.ts";
import type { Progress } from "../engine/engine.ts";
import type { Trace } from "../model/replay.ts";
import { printable } from "../util/printable.ts";
import { Describer } from "./describe.ts";
import { doubtOf, violationLocation } from "./json.ts";

/** Functions that color parts of a text. Without colors, they are the identity. */
export interface Palette {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly unsure: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const same = (text: string): string => text;
export const plain: Palette = { good: same, bad: same, unsure: same, strong: same, faint: same };

export interface TextOptions {
  readonly palette: Palette;
  /** Whether traces show every variable after every step, not just the changes. */
  readonly fullStates: boolean;
}

const kindNames: Readonly<Record<PropertyKind, string>> = {
  invariant: "invariant",
  reachable: "reachable",
  deadlock: "deadlock-free",
  ltl: "LTL",
  never: "never claim",
  unsupported: "unsupported",
  assertion: "no assertion fails",
  range: "no run-time error",
};

/**
 * The words for the last state of a trace if the steps do not show the violation: first the emphasized words, then
 * further ones.
 */
const endings: Readonly<Partial<Record<PropertyKind, readonly [string, string?]>>> = {
  invariant: ["invariant violated"],
  deadlock: ["deadlock", ": no transition is enabled"],
};

/** A state whose steps all lead back to it. */
const idle = "no transition changes anything";

export function checkText(result: CheckResult, options: TextOptions): string {
  const { palette } = options;
  const lines: string[] = [];
  const shown = result.properties
    .filter((property) => property.verdict !== "undecided" || isAsked(property, result))
    .map((property) => ({ ...property, name: printable(property.name) }));
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  const kindWidth = Math.max(0, ...shown.map(({ kind }) => kindNames[kind].length));
  for (const property of shown) {
    const { name, kind, verdict, reason, trace } = property;
    const steps = trace ? ` ${palette.faint(stepCount(trace))}` : "";
    const why = reason === undefined ? "" : palette.faint(`: ${printable(reason)}`);
    lines.push(`${name.padEnd(width)}  ${kindNames[kind].padEnd(kindWidth)}  ${mark(verdict, palette)}${steps}${why}`);
  }
  for (const property of shown) {
    if (!property.trace) continue;
    const describer = new Describer(property.model ?? result.model, printable);
    lines.push("", ...traceText(property, property.trace, describer, options));
  }
  lines.push("", summary(result, palette));
  return lines.join("\n");
}

/** A progress line: states, rate, queue, nodes, memory, time, as far as the engine provides them. */
export function progressText({ states, queued, depth, nodes, rounds, memoryBytes, elapsedMs }: Progress): string {
  const rate = states === undefined ? undefined : Math.round(states / Math.max(1e-3, elapsedMs / 1000));
  const parts = [
    states !== undefined && `${grouped(states)} states  ${grouped(rate!)}/s`,
    queued !== undefined && `${grouped(queued)} queued`,
    depth !== undefined && `depth ${depth}`,
    nodes !== undefined && `${grouped(nodes)} nodes`,
    rounds !== undefined && rounds > 0 && `round ${rounds}`,
    bytesText(memoryBytes),
    secondsText(elapsedMs / 1000),
  ];
  return parts.filter((part) => part !== false).join("  ");
}

function traceText(
  property: PropertyResult,
  trace: Trace,
  describer: Describer,
  { palette, fullStates }: TextOptions,
): string[] {
  const outcome = property.verdict === "holds" ? "reached" : property.verdict;
  const lines = [palette.strong(`trace of ${property.name} (${outcome})`)];
  const width = String(trace.steps.length).length + 2;
  const indent = " ".repeat(width + 2);
  const showState = (state: Trace["initial"]): void => {
    for (const { name, value } of describer.state(state)) lines.push(`${indent}${name} = ${value}`);
  };
  lines.push(`${"0".padStart(width)}  ${palette.faint("initial state")}`);
  showState(trace.initial);
  let before = trace.initial;
  const isRepeated = trace.loop !== undefined && trace.loop < trace.steps.length;
  for (const [i, step] of trace.steps.entries()) {
    if (isRepeated && i === trace.loop) lines.push(palette.strong(`${" ".repeat(width)}  -- from here on, forever --`));
    const owner = describer.owner(step);
    const by = owner === undefined ? "" : palette.faint(`  by ${owner}`);
    lines.push(`${String(i + 1).padStart(width)}  ${palette.strong(describer.step(step))}${by}`);
    if (step.target) {
      const changes = describer.changes(before, step.target);
      if (fullStates) showState(step.target);
      else for (const change of changes) lines.push(`${indent}${change.place}: ${change.before} -> ${change.after}`);
      if (changes.length === 0 && !fullStates) lines.push(`${indent}${palette.faint("nothing changes")}`);
      before = step.target;
    }
    if (step.failed) {
      const { message } = step.failed;
      lines.push(`${indent}${palette.bad("assertion fails")}${message ? `: ${printable(message)}` : ""}`);
    }
    if (step.error) lines.push(`${indent}${palette.bad("run-time error")}: ${printable(step.error.message)}`);
  }
  if (isRepeated) {
    const from = trace.loop === 0 ? "the initial state" : `the state after step ${trace.loop}`;
    lines.push(`${indent}${palette.bad("the loop is closed")}: this is ${from} again`);
  } else if (trace.loop !== undefined) lines.push(`${indent}${palette.bad("nothing more can happen")}`);
  const [what, detail] = endings[property.kind] ?? [];
  const isIdle = property.reason?.startsWith(idle) === true;
  if (what !== undefined) lines.push(`${indent}${palette.bad(what)}${isIdle ? `: ${idle}` : (detail ?? "")}`);
  const location = violationLocation(property);
  if (location !== undefined) lines.push(`${indent}${palette.faint(`at ${printable(location)}`)}`);
  return lines;
}

function summary(result: CheckResult, palette: Palette): string {
  const { states, transitions, depth = 0, seconds, memoryBytes, storedBytes, packedBytes, complete, limit } = result;
  const isStored = packedBytes !== undefined;
  const perState =
    isStored && states >= 100_000
      ? ` (${(storedBytes / Number(states)).toFixed(1)} bytes a state, ${packedBytes} packed)`
      : "";
  const rate = isStored && seconds >= 0.1 ? `, ${grouped(Math.round(Number(states) / seconds))} states/s` : "";
  const nodes = result.peakNodes === undefined ? "" : `, at most ${grouped(result.peakNodes)} nodes`;
  const order = result.order === undefined ? "" : ` in order ${result.order}`;
  const extent = complete ? "all states seen" : limit ? "limit reached" : "search ended early";
  const storage = result.hashCompaction ? ", stored as fingerprints" : "";
  const doubt = doubtOf(result);
  const runs = result.properties.flatMap(({ name, runs: own }) => (own ? [runsText(printable(name), own)] : []));
  return [
    `${mark(result.verdict, palette)}${doubt === undefined ? "" : `, ${doubt}`}  ${grouped(states)} states${storage}, ${transitions === undefined ? "" : `${grouped(transitions)} transitions, `}${depth > 0 || (complete && isStored) ? `depth ${depth}, ` : ""}${extent}`,
    ...result.notes.map((note) => palette.unsure(note)),
    ...symmetrySummary(result, palette),
    ...runs,
    ...(runs.length > 0 && result.fairness !== "none" ? [`assuming ${result.fairness} fairness`] : []),
    palette.faint(`${secondsText(seconds)}${rate}, ${bytesText(memoryBytes)}${perState}${nodes}${order}`),
  ].join("\n");
}

function runsText(name: string, { states, automatonStates, symmetry }: RunStatistics): string {
  const reduced = symmetry.order > 1n ? `, symmetry ${symmetry.structure} of order ${symmetry.order}` : "";
  return `${name}: ${grouped(states)} states with an automaton of ${automatonStates}${reduced}`;
}

/** The effect of symmetry, and which detectors ran. */
function symmetrySummary(result: CheckResult, palette: Palette): string[] {
  const { symmetry, unreducedStates, representatives, strategies = [] } = result;
  const { methods, skipped, unused } = symmetry;
  const by = methods.length === 0 ? "" : ` by ${methods.join(", ")}`;
  if (unused !== undefined) return [palette.faint(`no symmetry used of those found${by}: ${unused}`)];
  if (symmetry.order === 1n) {
    if (methods.length === 0) return skipped === undefined ? [] : [palette.faint(`no symmetry looked for: ${skipped}`)];
    return [palette.faint(`no symmetry found${by}${skipped === undefined ? "" : `; ${skipped}`}`)];
  }
  const kept = `${kinds[representatives]} per orbit`;
  const all = unreducedStates === undefined ? "" : `, ${grouped(unreducedStates)} states without symmetry`;
  return [
    `symmetry ${symmetry.structure} of order ${symmetry.order}${by}: ${kept}${all}`,
    ...strategies.map(
      (change) =>
        `from state ${grouped(change.fromStates)} on, ${kinds[change.representatives]} per orbit: ${change.reason}`,
    ),
  ];
}

const kinds = { unique: "one state", multiple: "some states", none: "all states" };

/** Built-in properties that the search did not decide are shown only if the verdict depends on them. */
function isAsked({ kind }: PropertyResult, { verdict }: CheckResult): boolean {
  return (kind !== "assertion" && kind !== "range") || verdict === "undecided";
}

function mark(verdict: Verdict, palette: Palette): string {
  const color = { holds: palette.good, violated: palette.bad, undecided: palette.unsure }[verdict];
  return color(verdict);
}

function stepCount({ steps, mayBeShorter }: Trace): string {
  const { length } = steps;
  const count = length === 0 ? "initially" : length === 1 ? "in 1 step" : `in ${length} steps`;
  return mayBeShorter === true ? `${count}, perhaps fewer` : count;
}

function grouped(value: number | bigint): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, " ");
}

function bytesText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(2)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function secondsText(seconds: number): string {
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}
