#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { exitCode, fail } from "./outcome.ts";

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

// Only what is asked for is loaded: the whole takes longer than finding the symmetries of a small model.
const commands = {
  check: async () => (await import("./check.ts")).addCheck,
  symmetry: async () => (await import("./symmetry.ts")).addSymmetry,
  pattern: async () => (await import("./pattern.ts")).addPattern,
  show: async () => (await import("./show.ts")).addShow,
};
const asked = Object.entries(commands).filter(([name]) => name === process.argv[2]);
for (const [, load] of asked.length > 0 ? asked : Object.entries(commands)) (await load())(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCode.wrong;
  else fail(error);
}
