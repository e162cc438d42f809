/**
 * The child process of `looks.ts`: checks a net, and prints the longest gaps between two looks at limits, with what ran
 * in them by a profile.
 */

import { Session } from "node:inspector/promises";
import { check } from "../../dist/check/check.js";
import { formatDiagnostic } from "../../dist/index.js";
import { loadModel } from "../../dist/node/load.js";
import { Watch, watched } from "../../dist/util/limits.js";
import type { Gap, Looks, LooksTask } from "./looks.ts";

const { file, engine, symmetry, properties, timeoutMs, least } = JSON.parse(process.argv[2]!) as LooksTask;

interface Interval {
  readonly seconds: number;
  readonly phase: string;
  /** In microseconds of the profile's clock. */
  readonly from: number;
  readonly to: number;
}

const intervals: Interval[] = [];
let phase = "reading";
let looks = 0;
let [cpu, clock] = [process.cpuUsage(), now()];

function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Called at each look. A thread that waits for a processor does not count, nor do helpers beside it: the less of both. */
function seen(): boolean {
  looks++;
  const to = now();
  const elapsed = (to - clock) / 1e6;
  if (elapsed >= least) {
    const { user, system } = process.cpuUsage(cpu);
    const seconds = Math.min(elapsed, (user + system) / 1e6);
    if (seconds >= least) intervals.push({ seconds, phase, from: clock, to });
  }
  // The processor time is read seldom, since that takes longer than a look. So it counts from a little earlier.
  if (to - read > 2000) [cpu, read] = [process.cpuUsage(), to];
  clock = now();
  return false;
}
let read = clock;

// What would be loaded when it is needed is loaded now: other code has its turn meanwhile.
await Promise.all([
  import("../../dist/check/runs.js"),
  import("../../dist/explicit/explore-states.js"),
  import("../../dist/symbolic/search.js"),
  import("../../dist/symbolic/size-of-counted.js"),
  import("../../dist/engine/counted-search.js"),
  import("../../dist/symmetry/find.js"),
]);
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.setSamplingInterval", { interval: 1000 });
await session.post("Profiler.start");
const limits = { timeoutMs, isInterrupted: seen, onPhase: (name: string) => void (phase = name) };
const watch = new Watch(limits);
clock = now();
seen();
let outcome: string;
try {
  const { model, diagnostics } = watched(watch, () => loadModel(file));
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  phase = "search";
  const result = await check(model, { ...limits, engine, symmetry, properties, timeoutMs: watch.timeLeftMs });
  outcome = result.limit ?? result.verdict;
} catch (error) {
  outcome = String(error).slice(0, 80);
}
seen();
const { profile } = await session.post("Profiler.stop");
const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
const parents = new Map(
  profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
);
let time = profile.startTime;
const times = profile.timeDeltas!.map((delta) => (time += delta));

/** The functions that ran most of the time, the innermost last. */
function functionsIn({ from, to }: Interval): string[] {
  const counts = new Map<string, number>();
  let all = 0;
  for (const [k, sample] of profile.samples!.entries()) {
    if (times[k]! < from || times[k]! > to) continue;
    all++;
    const path: string[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) path.push(nameOf(id));
    for (const name of new Set(path)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const isShown = (name: string): boolean => name !== "(root) " && counts.get(name)! >= 0.12 * all;
  const shown = [...counts.keys()].filter(isShown).sort((a, b) => counts.get(b)! - counts.get(a)!);
  return shown.slice(-18).map((name) => `${name.trim()} ${Math.round((100 * counts.get(name)!) / all)} %`);
}

function nameOf(id: number): string {
  const { functionName, url, lineNumber } = nodes.get(id)!.callFrame;
  const place = /\/dist\/(.*)$/.exec(url)?.[1];
  return `${functionName} ${place === undefined ? "" : `${place}:${lineNumber + 1}`}`;
}

const gaps = intervals
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, 30)
  .map((interval): Gap => ({ seconds: interval.seconds, phase: interval.phase, functions: functionsIn(interval) }));
process.stdout.write(JSON.stringify({ outcome, looks, gaps } satisfies Looks));
