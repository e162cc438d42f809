/** `noether lsp`. The main thread runs the server itself: it speaks the protocol on the standard streams. */

import type { Command } from "commander";

export function addLsp(program: Command): void {
  program
    .command("lsp")
    .summary("answer an editor: a language server")
    .description(
      "Speaks the Language Server Protocol on the standard input and output, for editors: errors while typing, definitions, references, names to complete, values and orbits of variables, checks of properties. docs/guide/editors.md tells how editors start it.",
    )
    .option("--stdio", "the way to speak, which is the only one");
}
