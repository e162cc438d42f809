/** `noether replay MODEL TRACE` */

import type { Command } from "commander";
import { replayDocument, replayText } from "../report/replay.ts";
import { Watch } from "../util/limits.ts";
import { timeoutOption } from "./arguments.ts";
import { exitCode } from "./exit-code.ts";
import { conclude, limitsOf, meanwhile } from "./host.ts";
import { readModel, takeModel } from "./model.ts";
import type { ModelFlags } from "./model.ts";
import { palette } from "./terminal.ts";
import { readTrace } from "./trace.ts";

interface ReplayFlags extends ModelFlags {
  readonly fullStates?: boolean;
  readonly timeout?: number;
  readonly json?: boolean;
}

export function addReplay(program: Command): void {
  takeModel(
    program
      .command("replay")
      .summary("check that a trace is a run of a model, and show it")
      .description(
        "Takes the steps of a trace in the model, one by one, and compares every state. A trace that is not a run of the model is an error, with the step and the place in the file.",
      ),
  )
    .argument("<trace>", "a file of `check --trace-out`, of `save` in a simulation, or in ITF")
    .option("--full-states", "show every variable in every state, not just what changed")
    .option(...timeoutOption)
    .option("--json", "print one JSON document (docs/schema/replay.json)")
    .addHelpText(
      "after",
      `
Exit codes: 0 the trace is a run of the model that ends without a violation, 1 it is one that shows a violation, 2 it is
no run of the model, or the call is wrong, 3 undecided, 4 an internal error.

Example:
  noether check examples/seq/bug-deadlock.seq --trace-out trace.json
  noether replay examples/seq/bug-deadlock.seq trace.json`,
    )
    .action((path: string, trace: string, flags: ReplayFlags) => runReplay(path, trace, flags));
}

async function runReplay(path: string, file: string, flags: ReplayFlags): Promise<void> {
  const watch = new Watch(limitsOf(flags));
  meanwhile(() => "");
  const replay = readTrace(await readModel(path, flags, watch), file, watch);
  const text = flags.json
    ? `${JSON.stringify(replayDocument(replay), undefined, 2)}\n`
    : replayText(replay, { palette, fullStates: flags.fullStates ?? false });
  conclude(text, replay.violation ? exitCode.violated : exitCode.holds);
}
