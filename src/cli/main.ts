#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { addCheck } from "./check.ts";
import { exitCode, fail } from "./outcome.ts";
import { addShow } from "./show.ts";
import { addSymmetry } from "./symmetry.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

// Whoever reads our output may stop early, as `head` does: that is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const program = new Command("noether")
  .description("Checks models of concurrent systems.")
  .version(version)
  .exitOverride()
  .showHelpAfterError("(noether --help and noether COMMAND --help tell more)")
  .addHelpText(
    "after",
    `
Exit codes: 0 all properties hold, 1 a property is violated, 2 the input or the call is wrong, 3 undecided.

Examples:
  noether check examples/seq/token-circulation.seq
  noether check examples/seq/dining-philosophers.seq -D N=10 --json
  noether show examples/seq/peterson.seq --domains`,
  );
addCheck(program);
addSymmetry(program);
addShow(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCode.wrong;
  else fail(error);
}
