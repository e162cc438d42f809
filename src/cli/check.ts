/** `noether check MODEL` */

import { Option } from "commander";
import type { Command } from "commander";
import { undecidedCheck } from "../check/check.ts";
import { engines } from "../check/engines.ts";
import { checkEnlarging } from "../check/enlarge.ts";
import type { CheckOptions } from "../check/plan.ts";
import { RequestError } from "../check/request-error.ts";
import type { CheckResult } from "../check/result.ts";
import type { Fairness } from "../engine/engine.ts";
import { orderNames } from "../engine/order-name.ts";
import type { OrderName } from "../engine/order-name.ts";
import { emptyModel } from "../model/model.ts";
import { threads } from "../node/threads.ts";
import { reporterNamed } from "../report/reporter.ts";
import { detectorNames } from "../symmetry/detector.ts";
import type { Method } from "../symmetry/find.ts";
import { limitOf, Watch } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import { byteCount, collect, threadCount, timeoutOption, wholeNumber } from "./arguments.ts";
import { exitCode } from "./exit-code.ts";
import { conclude, limitsOf, meanwhile } from "./host.ts";
import { readModel, takeModel } from "./model.ts";
import type { ModelFlags } from "./model.ts";
import { ProgressLine, palette } from "./terminal.ts";

interface CheckFlags extends ModelFlags {
  readonly property?: readonly string[];
  readonly symmetry: Method;
  readonly order: OrderName | undefined;
  readonly representatives: "auto" | "unique" | "multiple";
  readonly partialOrder: "auto" | "on" | "off";
  readonly engine: string;
  readonly hashCompaction?: boolean;
  readonly fairness: Fairness;
  readonly maxStates?: number;
  readonly maxMemory?: number;
  readonly threads: number | "auto";
  readonly timeout?: number;
  readonly json?: boolean;
  readonly fullStates?: boolean;
  readonly chart?: boolean;
  readonly chartSvg?: string;
  readonly traceOut?: string;
  readonly html?: string;
  readonly force?: boolean;
}

export function addCheck(program: Command): void {
  takeModel(
    program
      .command("check")
      .summary("explore a model and decide its properties")
      .description(
        "Finds the symmetries of a model, explores one state per orbit breadth first, and decides its properties. Violations come with a shortest trace. Failing assertions and run-time errors are violations too. Properties of runs (formulas of temporal logic, never claims) are searched for a run that violates them, shown as a trace that ends in a loop.",
      ),
  )
    .option("-p, --property <name>", "check only this property (repeatable); `none` explores the whole space", collect)
    .addOption(
      new Option(
        "--symmetry <which>",
        "symmetries to use: those that pay in a search of its size (auto); all; none; or those of one method",
      )
        .choices(["auto", "on", "off", ...detectorNames])
        .default("auto"),
    )
    .addOption(
      new Option(
        "--representatives <how>",
        "one stored state per orbit, or several that are easier to compute; auto: one as long as it pays",
      )
        .choices(["auto", "unique", "multiple"])
        .default("auto"),
    )
    .addOption(
      new Option(
        "--partial-order <when>",
        "leave out steps that only come in another order; auto: in searches that have grown, as long as it pays. Traces may be longer than necessary",
      )
        .choices(["auto", "on", "off"])
        .default("auto"),
    )
    .addOption(
      new Option("--fairness <kind>", "check properties of runs of fair ones only: per process, or for every step")
        .choices(["none", "weak", "strong", "global"])
        .default("none"),
    )
    .addOption(
      new Option("--engine <name>", `explore ${engines.map(({ description }) => description).join(", or ")}`)
        .choices(engines.map(({ name }) => name))
        .default("auto"),
    )
    .addOption(
      new Option("--order <name>", "the order of levels of decision diagrams (default: the best)").choices(orderNames),
    )
    .option("--hash-compaction", "store 64-bit fingerprints: less memory, `holds` becomes `unless two states collided`")
    .option("--max-states <n>", "end undecided beyond this many states", wholeNumber)
    .option("--max-memory <bytes>", "end undecided beyond this much memory, e.g. 512M or 20G", byteCount)
    .addOption(
      new Option("--threads <n>", "threads for searches that have grown; the result does not depend on it")
        .argParser(threadCount)
        .default("auto"),
    )
    .option(...timeoutOption)
    .option("--full-states", "show every variable in every state of a trace, not just what changed")
    .option("--chart", "show traces as message sequence charts too")
    .option("--chart-svg <file>", "write the message sequence chart of the first trace to a new file")
    .option("--trace-out <file>", "write traces to new files, as JSON, or in ITF if the name ends in .itf.json")
    .option("--html <file>", "write a report to a new file: verdicts, traces to step through, charts, symmetries")
    .option("--force", "write over a file that exists, but never over the model")
    .option("--json", "print one JSON document (docs/schema/check.json)")
    .addHelpText(
      "after",
      `
Exit codes: 0 all properties hold, 1 a property is violated, 2 the input or the call is wrong, 3 undecided, 4 an
internal error.

Examples:
  noether check examples/seq/peterson.seq -D N=4
  noether check examples/promela/leader-election.pml -o3
  noether check examples/csp/dining-philosophers.csp -D N=12 --property none --json
  noether check examples/seq/token-circulation.seq --symmetry off
  noether check examples/promela/leader-election.pml --partial-order on
  noether check examples/seq/lamps.seq --property relieved --fairness weak
  noether check examples/seq/dining-philosophers.seq -D N=100 --engine symbolic --symmetry off
  noether check examples/seq/german.seq --max-memory 1G --timeout 5m
  noether check examples/seq/bug-deadlock.seq --trace-out trace.json
  noether check examples/promela/mutex.pml --html report.html`,
    )
    .action((path: string, flags: CheckFlags) => runCheck(path, flags));
}

async function runCheck(path: string, flags: CheckFlags): Promise<void> {
  if (flags.property?.includes("none") && flags.property.length > 1) {
    throw new RequestError("--property none asks for no property, so no other can be named");
  }
  const limits = limitsOf(flags);
  const watch = new Watch(limits);
  const options: CheckOptions = {
    ...limits,
    properties: flags.property?.filter((name) => name !== "none"),
    symmetry: flags.symmetry,
    representatives: flags.representatives,
    partialOrder: flags.partialOrder,
    order: flags.order,
    engine: flags.engine,
    hashCompaction: flags.hashCompaction,
    fairness: flags.fairness,
    threads: flags.threads === "auto" ? threads() : threads(flags.threads),
  };
  const { report } = reporterNamed(flags.json ? "json" : "text");
  const written = (result: CheckResult): string => report(result, { palette, fullStates: flags.fullStates ?? false });
  const unread = emptyModel(path);
  const unknown = (limit: Limit): string =>
    written(undecidedCheck(unread, { ...options, properties: undefined }, limit));
  meanwhile(unknown);
  const line = new ProgressLine();
  try {
    const { model, files, enlarged } = await readModel(path, flags, watch);
    meanwhile((limit) => written(undecidedCheck(model, options, limit)));
    const onProgress: CheckOptions["onProgress"] = (progress) => line.show(progress);
    const result = await checkEnlarging(model, enlarged, { ...options, timeoutMs: watch.timeLeftMs, onProgress });
    line.clear();
    conclude(written(result), exitCode[result.verdict]);
    if (flags.chart || flags.chartSvg !== undefined) (await import("./charts.ts")).addCharts(result, flags, files);
    if (flags.html !== undefined) {
      const asked = { method: flags.symmetry, inputs: files, force: flags.force ?? false, watch };
      (await import("./html.ts")).writeHtml(flags.html, result, asked);
    }
    if (flags.traceOut !== undefined) {
      (await import("./trace-out.ts")).writeTraces(flags.traceOut, result, {
        inputs: files,
        force: flags.force ?? false,
      });
    }
  } catch (error) {
    line.clear();
    const limit = limitOf(error);
    if (limit === undefined) throw error;
    conclude(unknown(limit), exitCode.undecided);
  }
}
