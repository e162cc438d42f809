/** `noether check MODEL...` */

import { Option } from "commander";
import type { Command } from "commander";
import { engines } from "../check/engines.ts";
import { orderNames } from "../engine/order-name.ts";
import { byteCount, collectReport, errorCount, reportHelp, threadCount, wholeNumber } from "./arguments.ts";
import { checkModels } from "./check-models.ts";
import { requireQuestion, takeQuestion, takeTraces } from "./check-options.ts";
import type { CheckFlags } from "./check-output.ts";
import { takeCheckpoints } from "./checkpoint-options.ts";
import { takeModels } from "./model.ts";

export function addCheck(program: Command): void {
  const command = takeModels(
    program
      .command("check")
      .summary("explore a model and decide its properties")
      .description(
        "Finds the symmetries of a model, explores one state per orbit breadth first, and decides its properties. Violations come with a trace, the shortest if the search is not too large. Failing assertions and run-time errors are violations too. Properties of runs (formulas of temporal logic, never claims) are searched for a run that violates them, shown as a trace that ends in a loop.",
      ),
  );
  takeTraces(takeQuestion(command))
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
    .option("--max-memory <bytes>", "end undecided beyond this much memory, e.g. 512M or 20G", byteCount)
    .addOption(
      new Option("--threads <n>", "threads for searches that have grown; the result does not depend on it")
        .argParser(threadCount)
        .default("auto"),
    )
    .option(
      "--disk <folder>",
      "keep states in files where memory has no room: slower, without partial-order reduction",
    );
  takeCheckpoints(command)
    .addOption(
      new Option(
        "--search <order>",
        "explore states level by level (bfs), or depth first (dfs): traces are longer then; auto: level by level, and small searches depth first look ahead once there are many states",
      )
        .choices(["auto", "bfs", "dfs"])
        .default("auto"),
    )
    .option("--max-depth <n>", "depth first: look at no states that are deeper", wholeNumber)
    .option(
      "--bitstate <bytes>",
      "depth first with bits of hashes instead of states, in so much memory, e.g. 64M: finds violations, and never `holds`",
      byteCount,
    )
    .option(
      "--swarm <n>",
      "so many such searches in different orders and to different depths, at once with --threads",
      wholeNumber,
    )
    .option("--errors <n>", "find so many violations of each property of states, or all, with a trace each", errorCount)
    .option("--unreached", "report the statements that no run gets to, after one more search")
    .option("--chart", "show traces as message sequence charts too")
    .option("--chart-svg <file>", "write the message sequence chart of the first trace to a new file")
    .option("--html <file>", "write a report to a new file: verdicts, traces to step through, charts, symmetries")
    .option("--json", "print one JSON document (docs/schema/check.json; of several models, docs/schema/checks.json)")
    .option("--report <format>", reportHelp, collectReport)
    .addOption(new Option("-q, --quiet", "print a line for each model, with its verdict").conflicts("verbose"))
    .option("--verbose", "tell what happens before the search, and when")
    .option("--watch", "check again whenever a file of the models changes, until Ctrl-C")
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
  noether check examples/promela/mutex.pml --html report.html
  noether check 'examples/**/*.seq' --report junit=report.xml --timeout 1m
  noether check - --language promela < examples/promela/mutex.pml`,
    )
    .action((paths: string[], flags: CheckFlags) => runCheck(paths, flags));
}

async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<void> {
  requireQuestion(flags);
  if (flags.watch) await (await import("./watch.ts")).checkForever(paths, flags);
  else await checkModels(paths, flags);
}
