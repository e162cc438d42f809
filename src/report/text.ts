/** A result as text for a terminal. */

import type {
  CheckResult,
  PropertyKind,
  PropertyResult,
  RunStatistics,
  SwarmSearch,
  Verdict,
} from "../check/result.ts";
import type { BitstateUse, PartialOrderUse, Progress, ScoutsUse } from "../engine/engine.ts";
import type { Trace } from "../model/replay.ts";
import { locate } from "../syntax/source.ts";
import { printable } from "../util/printable.ts";
import { Describer } from "./describe.ts";
import { doubtOf, violationLocation } from "./json.ts";
import { styleOf } from "./palette.ts";
import type { Palette, TextOptions } from "./palette.ts";
import { traceText } from "./trace-text.ts";

/** The kinds of properties in words. */
export const kindNames: Readonly<Record<PropertyKind, string>> = {
  invariant: "invariant",
  reachable: "reachable",
  deadlock: "deadlock-free",
  ltl: "LTL",
  never: "never claim",
  deterministic: "deterministic",
  refines: "refinement",
  other: "another system",
  unsupported: "unsupported",
  assertion: "no assertion fails",
  range: "no run-time error",
};

export function checkText(result: CheckResult, options: TextOptions = {}): string {
  const style = styleOf(options);
  const { palette } = style;
  const lines: string[] = [];
  const shown = decidedProperties(result).map((property) => ({ ...property, name: printable(property.name) }));
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  const kindWidth = Math.max(0, ...shown.map(({ kind }) => kindNames[kind].length));
  for (const property of shown) {
    const { name, kind, verdict, reason, trace } = property;
    const { length: others } = property.moreTraces ?? [];
    const count = others === 0 ? "" : `, and ${others} more of them`;
    const steps = trace ? ` ${palette.faint(`${stepCount(trace)}${count}`)}` : "";
    const why = reason === undefined ? "" : palette.faint(`: ${printable(reason)}`);
    lines.push(`${name.padEnd(width)}  ${kindNames[kind].padEnd(kindWidth)}  ${mark(verdict, palette)}${steps}${why}`);
  }
  for (const property of shown) {
    if (!property.trace) continue;
    const describer = new Describer(property.model ?? result.model, printable);
    const outcome = property.verdict === "holds" ? "reached" : property.verdict;
    const heading = palette.strong(`trace of ${property.name} (${outcome})`);
    const end = { kind: property.kind, location: violationLocation(property) };
    lines.push("", heading, ...traceText(property.trace, describer, style, end));
    property.moreTraces?.forEach((trace, k) => {
      const further = { kind: property.kind, location: violationLocation({ ...property, trace }) };
      const number = palette.strong(`trace ${k + 2} of ${property.name} (${outcome})`);
      lines.push("", number, ...traceText(trace, describer, style, further));
    });
  }
  lines.push("", ...summaryText(result, palette), ...unreachedText(result));
  return lines.join("\n");
}

/** A progress line: states, rate, queue, nodes, memory, time, as far as the engine provides them. */
export function progressText(progress: Progress): string {
  const { states, queued, depth, nodes, rounds, attempt, memoryBytes, elapsedMs, phase, balance = [] } = progress;
  const { diskBytes, checkpointMs } = progress;
  const rate = states === undefined ? undefined : Math.round(states / Math.max(1e-3, elapsedMs / 1000));
  const parts = [
    states !== undefined && `${counted(states, "state")}  ${grouped(rate!)}/s`,
    queued !== undefined && `${grouped(queued)} queued`,
    depth !== undefined && `depth ${depth}`,
    nodes !== undefined && `${grouped(nodes)} nodes`,
    rounds !== undefined && rounds > 0 && `round ${rounds}`,
    bytesText(memoryBytes),
    diskBytes !== undefined && `${bytesText(diskBytes)} on disk`,
    balance.length > 1 && balanceText(balance),
    secondsText(elapsedMs / 1000),
    checkpointMs !== undefined && `checkpoint ${secondsText(checkpointMs / 1000)} ago`,
    attempt !== undefined && attempt,
    phase !== undefined && phase,
  ];
  return parts.filter((part) => part !== false).join("  ");
}

/** How evenly the states are divided: the smallest and the largest share. */
function balanceText(balance: readonly number[]): string {
  const all = Math.max(1, balance.reduce((sum, states) => sum + states, 0)); // prettier-ignore
  const [least, most] = [Math.min(...balance), Math.max(...balance)].map((states) => ((100 * states) / all).toFixed(1));
  return `${balance.length} shards of ${least} to ${most}%`;
}

/** The verdict and the size of the search, in lines. */
export function summaryText(result: CheckResult, palette: Palette): string[] {
  const { states, transitions, depth = 0, seconds, memoryBytes, storedBytes, packedBytes, complete, limit } = result;
  const isStored = packedBytes !== undefined;
  const perState =
    isStored && states >= 100_000
      ? ` (${(storedBytes / Number(states)).toFixed(1)} bytes a state, ${packedBytes} packed)`
      : "";
  // The rate of a short search, or with the time for finding symmetries, would be one of something else.
  const searching = seconds - result.symmetry.seconds;
  const isLong = isStored && states >= 10_000 && searching >= 0.1;
  const rate = isLong ? `, ${grouped(Math.round(Number(states) / searching))} states/s` : "";
  const files = result.diskBytes === undefined ? "" : `, at most ${bytesText(result.diskBytes)} on disk`;
  const nodes = result.peakNodes === undefined ? "" : `, at most ${grouped(result.peakNodes)} nodes`;
  const order = result.order === undefined ? "" : ` in order ${result.order}`;
  const extent = complete ? "all states seen" : limit ? "limit reached" : "search ended early";
  const storage = result.hashCompaction ? ", stored as fingerprints" : "";
  const doubt = doubtOf(result);
  const runs = result.properties.flatMap(({ name, kind, runs: own }) =>
    own ? [runsText(printable(name), kind, own)] : [],
  );
  return [
    `${mark(result.verdict, palette)}${doubt === undefined ? "" : `, ${doubt}`}  ${counted(states, "state")}${storage}, ${transitions === undefined ? "" : `${counted(transitions, "transition")}, `}${depth > 0 || (complete && isStored) ? `depth ${depth}, ` : ""}${extent}`,
    ...result.notes.map((note) => palette.unsure(note)),
    ...symmetrySummary(result, palette),
    ...partialOrderText(result.partialOrder),
    ...scoutsText(result.scouts),
    ...(result.bitstate && !result.swarm ? [`bitstate: ${bitstateText(result.bitstate)}`] : []),
    ...(result.swarm ?? []).map(swarmText),
    ...runs,
    ...(runs.length > 0 && result.fairness !== "none" ? [`assuming ${result.fairness} fairness`] : []),
    palette.faint(`${secondsText(seconds)}${rate}, ${bytesText(memoryBytes)}${perState}${files}${nodes}${order}`),
  ];
}

/** The statements that no run gets to, by the parts of the text. */
function unreachedText({ unreached }: CheckResult): string[] {
  if (!unreached) return [];
  const { groups, reason } = unreached;
  const known = reason === undefined ? [] : [`not all states were seen for what follows: ${printable(reason)}`];
  const lines = groups.flatMap(({ name, total, statements }) => [
    `unreached in ${printable(name)}: ${statements.length} of ${total}`,
    ...statements.map(({ text, span }) => `  ${span ? `${locate(span)}  ` : ""}${printable(text)}`),
  ]);
  return ["", ...known, ...lines];
}

/** What partial-order reduction left out. */
function partialOrderText(use: PartialOrderUse | undefined): string[] {
  if (!use) return [];
  const { reducedStates, enabled, taken, ended } = use;
  const end = ended ? ", ended since it left out next to nothing" : "";
  if (reducedStates === 0) return [`partial order: nothing left out${end}`];
  const share = `${grouped(taken)} of ${grouped(enabled)} enabled steps taken`;
  return [`partial order: ${share}, ${counted(reducedStates, "state")} not expanded in full${end}`];
}

function scoutsText(use: ScoutsUse | undefined): string[] {
  if (!use?.found) return [];
  const effort = `${grouped(use.count)} small searches, ${counted(use.transitions, "transition")}`;
  return [`found depth first, ahead of the levels, by ${effort}; \`--search bfs\` does without`];
}

function bitstateText({ bits, hashFunctions, hashFactor, coverage }: BitstateUse): string {
  const factor = hashFactor >= 100 ? grouped(Math.round(hashFactor)) : hashFactor.toFixed(1);
  // Rounded down: a search that may miss states has never seen all of them for sure.
  const percent = (Math.floor(1e5 * Math.min(coverage, 0.99999)) / 1e3).toFixed(3);
  return `${bytesText(bits / 8)}, ${hashFunctions} bits a state, hash factor ${factor}, coverage about ${percent}%`;
}

function swarmText({ states, depth, maxDepth, bitstate, limit, found }: SwarmSearch, k: number): string {
  const most = maxDepth === undefined ? "" : ` of at most ${grouped(maxDepth)}`;
  const covered = bitstate ? `, ${bitstateText(bitstate)}` : "";
  const end = found ? ", found a violation" : limit === undefined ? "" : ", limit reached";
  return `search ${k + 1}: ${counted(states, "state")}, depth ${grouped(depth)}${most}${covered}${end}`;
}

function runsText(name: string, kind: PropertyKind, runs: RunStatistics): string {
  const { states, automatonStates, symmetry, partialOrder } = runs;
  const left = partialOrder && partialOrder.reducedStates > 0 ? ", partial order" : "";
  const reduced = symmetry.order > 1n ? `, symmetry ${symmetry.structure} of order ${symmetry.order}` : "";
  const partner =
    kind === "refines"
      ? ` with ${counted(automatonStates, "set")} of states of the specification`
      : kind === "deterministic"
        ? ""
        : ` with an automaton of ${automatonStates}`;
  return `${name}: ${counted(states, "state")}${partner}${reduced}${left}`;
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
  const all = unreducedStates === undefined ? "" : `, ${counted(unreducedStates, "state")} without symmetry`;
  return [
    `symmetry ${symmetry.structure} of order ${symmetry.order}${by}: ${kept}${all}`,
    ...strategies.map(
      (change) =>
        `from state ${grouped(change.fromStates)} on, ${kinds[change.representatives]} per orbit: ${change.reason}`,
    ),
  ];
}

/** The properties to report: all but the built-in ones that nobody asked about and the search did not decide. */
export function decidedProperties(result: CheckResult): PropertyResult[] {
  return result.properties.filter((property) => property.verdict !== "undecided" || isAsked(property, result));
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

/** `in 6 steps`. */
export function stepCount({ steps, mayBeShorter }: Trace): string {
  const { length } = steps;
  const count = length === 0 ? "initially" : length === 1 ? "in 1 step" : `in ${length} steps`;
  return mayBeShorter === true ? `${count}, perhaps fewer` : count;
}

/** The most digits that are printed. */
const mostDigits = 40;

/** A number with spaces between its thousands. Of one that nobody would read to its end, the first digits. */
export function grouped(value: number | bigint): string {
  const digits = String(value);
  if (digits.length > mostDigits) return `about ${digits[0]}.${digits.slice(1, 4)} x 10^${digits.length - 1}`;
  return digits.replace(/\B(?=(?:\d{3})+$)/g, " ");
}

/** `1 state`, `4 048 states`. */
export function counted(value: number | bigint, noun: string): string {
  return `${grouped(value)} ${noun}${BigInt(value) === 1n ? "" : "s"}`;
}

function bytesText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(2)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function secondsText(seconds: number): string {
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}
