/** Colors and progress: on a terminal only. */

import pc from "picocolors";
import type { Progress } from "../explicit/search.ts";
import { progressText, symbolicProgressText } from "../report/text.ts";
import type { Palette } from "../report/text.ts";
import type { SymbolicProgress } from "../symbolic/evaluator.ts";

// Undefined where there is no terminal, whatever its type says; and `createColors` takes undefined for "decide yourself".
const onTerminal = (process.stdout.isTTY as boolean | undefined) ?? false;
const colors = pc.createColors(pc.isColorSupported && onTerminal);

export const palette: Palette = {
  good: (text) => colors.green(text),
  bad: (text) => colors.red(text),
  unsure: (text) => colors.yellow(text),
  strong: (text) => colors.bold(text),
  faint: (text) => colors.dim(text),
};

/** One line on standard error that is written over; silent in the first second, and where there is no terminal. */
export class ProgressLine {
  private shown = false;

  show(progress: Progress | SymbolicProgress): void {
    if (!process.stderr.isTTY || progress.elapsedMs < 1000) return;
    this.shown = true;
    const text = "nodes" in progress ? symbolicProgressText(progress) : progressText(progress);
    process.stderr.write(`\r${text}\u001b[K`);
  }

  clear(): void {
    if (this.shown) process.stderr.write("\r\u001b[K");
    this.shown = false;
  }
}
