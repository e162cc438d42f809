/** Workers as processes of the built command line, and checks by them. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { CheckResult } from "../../src/check/result.ts";
import { clusterCheck } from "../../src/cluster/cluster-check.ts";
import type { ClusterOptions, ClusterOutcome } from "../../src/cluster/cluster-check.ts";
import type { ModelFile } from "../../src/cluster/recorded-model.ts";
import { traceFile } from "../../src/report/trace-file.ts";

export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly said: () => string;
}

/** A worker. With a fault it kills or stops itself at some point of the protocol (`fault-point.ts`). */
export function startWorker(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  before: readonly string[] = [],
): WorkerProcess {
  let text = "";
  const [program, ...rest] = [...before, process.execPath, "dist/cli/main.js", "worker", ...args];
  const child = spawn(program!, rest, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.on("data", (piece: Buffer) => (text += piece.toString()));
  return { child, said: () => text };
}

export async function ended({ child }: WorkerProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once("exit", resolve));
}

export async function stopWorkers(workers: readonly WorkerProcess[]): Promise<void> {
  for (const { child } of workers) child.kill("SIGKILL");
  await Promise.all(workers.map(ended));
}

/** Short times, so that losses are noticed soon, and workers take part in small searches. */
export const hasty = { leaseMs: 400, fromStates: 10, patienceMs: 60_000 } as const;

export async function checkBy(file: ModelFile, options: ClusterOptions): Promise<CheckResult> {
  const outcome: ClusterOutcome = await clusterCheck(file, options);
  if ("diagnostics" in outcome) throw new Error(outcome.diagnostics[0]!.message);
  return outcome;
}

/** What must be the same for any number of workers. */
export function summary(result: CheckResult): unknown {
  const { verdict, states, transitions, depth, complete, limit, unreducedStates, representatives, partialOrder } =
    result;
  const { model, symmetry, properties } = result;
  return {
    ...{ verdict, states, transitions, depth, complete, limit, unreducedStates, representatives, partialOrder },
    order: symmetry.order,
    properties: properties.map(({ name, kind, verdict: own, trace, model: part = model }) => ({
      ...{ name, kind, verdict: own },
      trace: trace && traceFile(part, trace, undefined),
    })),
  };
}
