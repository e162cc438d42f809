/**
 * Lets every tool explore the same model.
 *
 * Runs are interleaved: Noether, then SPIN breadth first, then SPIN depth first, and again. So other load on the
 * machine affects all of them. The run with the least processor time counts. Times are compared only if the tools found
 * the same numbers of states and transitions.
 */

import { fileURLToPath } from "node:url";
import { explore, root } from "../noether/explore.ts";
import { makeVerifiers, orders, removeVerifiers, runVerifier } from "../peers/spin.ts";
import type { Missing, Order, PanRun, Spin, Verifiers } from "../peers/spin.ts";
import type { Instance } from "./explicit-instances.ts";
import { cpuSeconds, withBest } from "./explicit-row.ts";
import type { ExplicitRow, Explored, SpinRuns } from "./explicit-row.ts";

export interface Setup {
  readonly optimization: string;
  readonly runCount: number;
  readonly onProgress: (line: string) => void;
}

export async function compare(instance: Instance, spin: Spin | Missing, setup: Setup): Promise<ExplicitRow> {
  const { name, file, defines } = instance;
  const noether: Explored[] = [];
  const pans: Record<Order, PanRun[]> = { bfs: [], dfs: [] };
  let verifiers: Verifiers | undefined;
  const problems: string[] = [];
  try {
    if (spin.kind === "spin") {
      verifiers = await makeVerifiers(fileURLToPath(new URL(instance.twin, root)), defines, setup.optimization);
    }
    for (let i = 1; i <= setup.runCount; i++) {
      const measured = await explore({ file, defines, search: true });
      const search = measured.search!;
      noether.push({ ...measured, search });
      const told = [`Noether ${search.cpuSeconds.toFixed(2)} s`];
      for (const order of verifiers ? orders : []) {
        const pan = await runVerifier(verifiers!, order, { states: search.states, depth: instance.spinDepth });
        pans[order].push(pan);
        told.push(`SPIN ${order} ${cpuSeconds(pan).toFixed(2)} s`);
      }
      setup.onProgress(`${name}, run ${i} of ${setup.runCount}: ${told.join(", ")}`);
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    if (verifiers) removeVerifiers(verifiers);
  }
  problems.push(...disagreements(instance, noether, pans));
  const complete = noether.length === setup.runCount && problems.length === 0;
  const spinRuns = (): SpinRuns | Missing | undefined => {
    if (spin.kind === "missing") return spin;
    if (!complete || !verifiers) return undefined;
    const { spinSeconds, compileSeconds } = verifiers;
    const bfs = withBest(pans.bfs, cpuSeconds);
    const dfs = withBest(pans.dfs, cpuSeconds);
    return { kind: "spin", spinSeconds, compileSeconds, bfs, dfs };
  };
  return {
    model: name,
    file,
    defines,
    noether: noether.length > 0 ? withBest(noether, ({ search }) => search.cpuSeconds) : undefined,
    spin: spinRuns(),
    problems,
  };
}

/** The differences between the results of the tools, or of two runs of the same tool. */
export function disagreements(
  { more = { states: 0, transitions: 0 } }: Instance,
  noether: readonly Explored[],
  pans: Readonly<Record<Order, readonly PanRun[]>>,
): string[] {
  const ours = noether[0]?.search;
  if (!ours) return [];
  const problems: string[] = [];
  const compareWith = (tool: string, what: string, found: number, expected: number): void => {
    if (found !== expected) problems.push(`${tool} found ${found} ${what}, expected ${expected}`);
  };
  for (const { search } of noether) {
    compareWith("Noether, in a later run,", "states", search.states, ours.states);
    compareWith("Noether, in a later run,", "transitions", search.transitions, ours.transitions);
  }
  for (const order of orders) {
    for (const { report } of pans[order]) {
      compareWith(`SPIN ${order}`, "states", report.states, ours.states + more.states);
      // pan counts the arrival at the initial state as a transition.
      compareWith(`SPIN ${order}`, "transitions", report.transitions, ours.transitions + more.transitions + 1);
    }
  }
  return [...new Set(problems)];
}
