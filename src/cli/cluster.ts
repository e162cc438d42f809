/** `noether cluster check MODEL`, `status` and `cancel` */

import type { Command } from "commander";
import { undecidedCheck } from "../check/check.ts";
import type { CheckResult } from "../check/result.ts";
import type { ClusterOptions } from "../cluster/cluster-check.ts";
import type { RunStatus } from "../cluster/run-status.ts";
import { emptyModel } from "../model/model.ts";
import { reporterNamed } from "../report/reporter.ts";
import { limitOf } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import { printable } from "../util/printable.ts";
import { duration, wholeNumber } from "./arguments.ts";
import { askedBy, requireQuestion, takeQuestion, takeTraces } from "./check-options.ts";
import type { QuestionFlags, TraceFlags } from "./check-options.ts";
import { storeOf, takeCheckpoints, tellHowToResume } from "./checkpoint-options.ts";
import type { CheckpointFlags } from "./checkpoint-options.ts";
import { addressOf, requiredAddress, secretOf, takeRedis } from "./cluster-arguments.ts";
import type { RedisFlags } from "./cluster-arguments.ts";
import { exitCode } from "./exit-code.ts";
import { complain, conclude, endWith, limitsOf, meanwhile, setting, write } from "./host.ts";
import { languageFor, takeModel } from "./model.ts";
import type { ModelFlags } from "./model.ts";
import { reject } from "./outcome.ts";
import { programPath } from "./parts.ts";
import { printedProblems } from "./problem.ts";
import { palette, showSearch } from "./terminal.ts";

interface CheckFlags extends ModelFlags, RedisFlags, QuestionFlags, CheckpointFlags, Omit<TraceFlags, "force"> {
  readonly run?: string;
  readonly workers?: number;
  readonly lease?: number;
  readonly patience?: number;
  readonly fromStates?: number;
  readonly json?: boolean;
}

export function addCluster(program: Command): void {
  const cluster = program
    .command("cluster")
    .summary("check a model by workers on many machines")
    .description(
      "Checks a model by workers, which are started by `noether worker` anywhere. They find each other by Redis or Valkey.",
    );
  addCheck(cluster);
  takeRedis(
    cluster
      .command("status")
      .argument("[run]", "a run (default: all that are under way)")
      .summary("what is known of runs"),
  )
    .option("--json", "print one JSON document")
    .action((run: string | undefined, flags: RedisFlags & { readonly json?: boolean }) => showStatus(run, flags));
  takeRedis(cluster.command("cancel").argument("<run>", "a run").summary("end a run, undecided")).action(
    async (run: string, flags: RedisFlags) => {
      const { cancelRun } = await import("../cluster/run-status.ts");
      await cancelRun(requiredAddress(flags), run, flags.prefix);
      write(`run ${run} will end\n`);
    },
  );
}

function addCheck(cluster: Command): void {
  const command = takeModel(
    cluster
      .command("check")
      .summary("start a run, and wait for its verdicts")
      .description(
        "Like `noether check`, with the same counts, verdicts and traces; the states are divided among workers. Without --redis, workers are processes on this machine. Properties of runs are for one machine: use `noether check`.",
      ),
  );
  takeCheckpoints(takeTraces(takeQuestion(takeRedis(command))))
    .option(
      "--workers <n>",
      "wait for this many workers (default: 1), or start them on this machine (default: 2)",
      wholeNumber,
    )
    .option("--run <name>", "the name of the run (default: a new one)")
    .option("--lease <time>", "a worker that is silent for so long is lost", duration, 10_000)
    .option("--patience <time>", "how long Redis may be out of reach", duration, 60_000)
    .option("--from-states <n>", "searches with fewer states stay here", wholeNumber, 4096)
    .option("--json", "print one JSON document (docs/schema/check.json)")
    .addHelpText(
      "after",
      `
Exit codes: those of noether check.

Examples:
  noether cluster check examples/seq/german.seq -D N=4 --workers 2
  noether cluster check examples/seq/peterson.seq -D N=6 --redis redis://localhost:6379 --workers 8
  noether cluster check examples/seq/peterson.seq -D N=6 --redis redis://localhost:6379 --checkpoint states
  noether cluster check examples/seq/peterson.seq -D N=6 --redis redis://localhost:6379 --resume states
  noether cluster status --redis redis://localhost:6379`,
    )
    .action((path: string, flags: CheckFlags) => runCheck(path, flags));
}

/** Workers are told of the end, else they would wait for this command. */
const farewellMs = 2000;

async function runCheck(path: string, flags: CheckFlags): Promise<void> {
  requireQuestion(flags);
  const limits = limitsOf(flags, farewellMs);
  const { report } = reporterNamed(flags.json ? "json" : "text");
  const written = (result: CheckResult): string => report(result, { palette, fullStates: flags.fullStates ?? false });
  const unknown = (limit: Limit): string => written(undecidedCheck(emptyModel(path), {}, limit));
  meanwhile(unknown);
  const options: ClusterOptions = {
    ...limits,
    ...askedBy(flags),
    address: addressOf(flags),
    prefix: flags.prefix,
    run: flags.run,
    workers: flags.workers,
    secret: secretOf(process.env),
    leaseMs: flags.lease,
    patienceMs: flags.patience,
    fromStates: flags.fromStates,
    checkpoint: storeOf(flags),
    version: setting.version,
    workerCommand: [process.execPath, programPath],
    onProgress: showSearch,
    onResult: (result) => conclude(written(result), exitCode[result.verdict]),
    onEvent: (text) => complain(`${printable(text)}\n`),
  };
  const { clusterCheck } = await import("../cluster/cluster-check.ts");
  const { ClusterStopped } = await import("../cluster/session.ts");
  try {
    const { options: asked } = await languageFor(path, flags, flags.property?.includes("none") ?? false);
    const file = {
      path,
      defines: flags.define,
      includeFolders: flags.include,
      language: flags.language,
      options: asked,
    };
    const outcome = await clusterCheck(file, options);
    if ("diagnostics" in outcome) return reject(outcome.diagnostics);
    if (outcome.limit !== undefined) tellHowToResume(flags);
    if (flags.traceOut !== undefined) {
      const to = { inputs: [path], force: flags.force ?? false };
      (await import("./trace-out.ts")).writeTraces(flags.traceOut, outcome, to);
    }
  } catch (error) {
    const limit = limitOf(error);
    if (limit !== undefined || error instanceof ClusterStopped) tellHowToResume(flags);
    if (limit !== undefined) conclude(unknown(limit), exitCode.undecided);
    else if (error instanceof ClusterStopped) stop(error.message, flags.json ?? false);
    else throw error;
  }
}

/** The run ended without a verdict. */
function stop(message: string, asJson: boolean): void {
  const { stream, text } = printedProblems([{ code: "noether/cluster", message }], asJson);
  if (stream === "stdout") conclude(text, exitCode.undecided);
  else complain(text);
  endWith(exitCode.undecided);
}

async function showStatus(run: string | undefined, flags: RedisFlags & { readonly json?: boolean }): Promise<void> {
  const { runStatus } = await import("../cluster/run-status.ts");
  const all = await runStatus(requiredAddress(flags), run, flags.prefix);
  if (flags.json) write(`${JSON.stringify({ runs: all }, undefined, 2)}\n`);
  else if (all.length === 0) write("no run is under way\n");
  else for (const status of all) write(statusText(status));
}

function statusText({ run, state, progress, workers }: RunStatus): string {
  const told = ["states", "transitions", "depth", "queued", "seconds"].flatMap((name) => {
    const value = progress[name];
    return typeof value === "number" || typeof value === "string" ? [`${name} ${value}`] : [];
  });
  const lines = workers.map(({ name, states, isIdle, refusal, trouble, refused }) => {
    const parts = [refusal ?? (isIdle ? "waits" : "works"), `${states} states`];
    if (trouble !== undefined) parts.push(trouble);
    if (refused > 0) parts.push(`refused ${refused} entries of strangers`);
    return `  ${name}: ${parts.join(", ")}`;
  });
  return `${[`${run}: ${[state, ...told].join(", ")}`, ...lines].map((text) => printable(text)).join("\n")}\n`;
}
