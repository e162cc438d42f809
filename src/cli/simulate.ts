/** `noether simulate MODEL` */

import type { Command } from "commander";
import { RequestError } from "../check/request-error.ts";
import { simulateEnlarging } from "../check/simulate.ts";
import type { Simulation } from "../check/simulate.ts";
import { simulationDocument, simulationProgressText, simulationText } from "../report/simulation.ts";
import { Watch } from "../util/limits.ts";
import { byteCount, timeoutOption, wholeNumber } from "./arguments.ts";
import { exitCode } from "./exit-code.ts";
import { conclude, limitsOf, meanwhile, showProgress } from "./host.ts";
import { readModel, takeModel } from "./model.ts";
import type { ModelFlags } from "./model.ts";
import { palette } from "./terminal.ts";
import { readTrace } from "./trace.ts";

interface SimulateFlags extends ModelFlags {
  readonly interactive?: boolean;
  readonly seed?: number;
  readonly steps?: number;
  readonly runs?: number;
  readonly trace?: string;
  readonly fullStates?: boolean;
  readonly timeout?: number;
  readonly maxMemory?: number;
  readonly json?: boolean;
}

export function addSimulate(program: Command): void {
  takeModel(
    program
      .command("simulate")
      .summary("run a model: at random, along a trace, or by hand")
      .description(
        "Makes random runs of a model, or lets you choose each step. Invariants, assertions, run-time errors and deadlocks are looked for on the way, and the first violation ends the simulation. A simulation proves nothing: without a violation the answer is `undecided`.",
      ),
  )
    .option("-i, --interactive", "choose the steps yourself; `help` lists the commands")
    .option("--seed <n>", "the seed of random choices; the same seed makes the same runs (default: 0)", wholeNumber)
    .option("--steps <n>", "the most steps of a run (default: 100)", wholeNumber)
    .option("--runs <n>", "the number of random runs (default: 1)", wholeNumber)
    .option("--trace <file>", "begin every run with this trace (of --trace-out or `save`)")
    .option(...timeoutOption)
    .option("--max-memory <bytes>", "end undecided beyond this much memory, e.g. 512M or 2G", byteCount)
    .option("--full-states", "show every variable in every state of a run, not just what changed")
    .option("--json", "print one JSON document (docs/schema/simulate.json)")
    .addHelpText(
      "after",
      `
Exit codes: 1 a property is violated, 2 the input or the call is wrong, 3 no violation was found, which proves nothing,
4 an internal error. A session with --interactive gives no verdict, and ends with 0.

Examples:
  noether simulate examples/seq/bug-deadlock.seq --runs 100 --seed 7
  noether simulate examples/promela/leader-election.pml --steps 20
  noether simulate examples/csp/dining-philosophers.csp --interactive`,
    )
    .action((path: string, flags: SimulateFlags) => runSimulate(path, flags));
}

async function runSimulate(path: string, flags: SimulateFlags): Promise<void> {
  if (flags.interactive && flags.json) throw new RequestError("--interactive has no document for --json");
  if (flags.interactive && flags.runs !== undefined) throw new RequestError("--interactive makes one run, by hand");
  const limits = limitsOf(flags);
  const watch = new Watch(limits);
  meanwhile(() => "");
  const loaded = await readModel(path, flags, watch);
  const given = flags.trace === undefined ? undefined : readTrace(loaded, flags.trace, watch);
  const model = given?.model ?? loaded.model;
  const prefix = given && { initial: given.trace.initial, steps: given.trace.steps };
  if (flags.interactive) {
    const { Session } = await import("./session.ts");
    await new Session(model, { seed: flags.seed, prefix, files: loaded.files, watch }).run();
    return;
  }
  const options = { seed: flags.seed, steps: flags.steps, runs: flags.runs, prefix };
  const result = simulateEnlarging(model, loaded.enlarged, {
    ...limits,
    ...options,
    timeoutMs: watch.timeLeftMs,
    onProgress: progressLine(),
  });
  conclude(written(result, flags), result.violation ? exitCode.violated : exitCode.undecided);
}

function written(result: Simulation, { json, fullStates = false }: SimulateFlags): string {
  if (json) return `${JSON.stringify(simulationDocument(result), undefined, 2)}\n`;
  return simulationText(result, { palette, fullStates });
}

/** Shows the progress four times a second, after the first second. */
function progressLine(): (progress: Parameters<typeof simulationProgressText>[0]) => void {
  let next = 1000;
  return (progress) => {
    if (progress.elapsedMs < next) return;
    next = progress.elapsedMs + 250;
    showProgress(simulationProgressText(progress));
  };
}
