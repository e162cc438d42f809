/** The commands, and their common options. */

import { Command, Option } from "commander";
import { printableLines } from "../util/printable.ts";
import { complain, setting, write } from "./host.ts";
import { fail } from "./outcome.ts";
import { asksForJson } from "./problem.ts";

// Only the requested command is loaded: loading all takes longer than finding the symmetries of a small model.
const commands = {
  check: async () => (await import("./check.ts")).addCheck,
  test: async () => (await import("./test.ts")).addTest,
  symmetry: async () => (await import("./symmetry.ts")).addSymmetry,
  pattern: async () => (await import("./pattern.ts")).addPattern,
  simulate: async () => (await import("./simulate.ts")).addSimulate,
  replay: async () => (await import("./replay.ts")).addReplay,
  show: async () => (await import("./show.ts")).addShow,
  cluster: async () => (await import("./cluster.ts")).addCluster,
  worker: async () => (await import("./worker.ts")).addWorker,
  studio: async () => (await import("./studio.ts")).addStudio,
  lsp: async () => (await import("./lsp.ts")).addLsp,
  completion: async () => (await import("./completion.ts")).addCompletion,
};

export async function runProgram(): Promise<void> {
  const program = new Command("noether")
    .description("Checks models of concurrent systems.")
    .version(setting.version)
    .addOption(
      new Option("--color <when>", "colors; auto: on terminals, unless NO_COLOR or FORCE_COLOR says otherwise")
        .choices(["auto", "always", "never"])
        .default("auto"),
    )
    .exitOverride()
    .configureOutput({
      writeOut: write,
      // With --json, an error in the call is a document too, which `fail` prints.
      writeErr: (text) => (asksForJson(setting.arguments) ? undefined : complain(printableLines(text))),
    })
    .showHelpAfterError("(noether --help and noether COMMAND --help tell more)")
    .addHelpText(
      "after",
      `
Exit codes: 0 all properties hold, 1 a property is violated, 2 the input or the call is wrong, 3 undecided, 4 an
internal error.

Examples:
  noether check examples/seq/token-circulation.seq
  noether check examples/seq/dining-philosophers.seq -D N=10 --json
  noether test examples/seq
  noether show examples/seq/peterson.seq --domains`,
    );
  // A script for a shell completes all commands.
  const asked = Object.entries(commands).filter(([name]) => name === setting.arguments[0] && name !== "completion");
  for (const [, load] of asked.length > 0 ? asked : Object.entries(commands)) (await load())(program);
  try {
    await program.parseAsync(setting.arguments, { from: "user" });
  } catch (error) {
    fail(error);
  }
}
