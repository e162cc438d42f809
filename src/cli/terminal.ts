/** Colors and progress, only on a terminal. */

import pc from "picocolors";
import type { Progress } from "../engine/engine.ts";
import type { Palette } from "../report/palette.ts";
import { progressText } from "../report/text.ts";
import { complain, setting } from "./host.ts";

// `isColorSupported` tests the output of this thread, which is not a terminal. The environment decides.
const isWanted = !("NO_COLOR" in process.env) && process.env["TERM"] !== "dumb";
const colors = pc.createColors(setting.isTerminal.out && isWanted);

export const palette: Palette = {
  good: (text) => colors.green(text),
  bad: (text) => colors.red(text),
  unsure: (text) => colors.yellow(text),
  strong: (text) => colors.bold(text),
  faint: (text) => colors.dim(text),
};

/** One line on the standard error that is overwritten. Silent in the first second, and without a terminal. */
export class ProgressLine {
  private shown = false;

  show(progress: Progress): void {
    if (!setting.isTerminal.err || progress.elapsedMs < 1000) return;
    this.shown = true;
    complain(`\r${progressText(progress)}\u001b[K`);
  }

  clear(): void {
    if (this.shown) complain("\r\u001b[K");
    this.shown = false;
  }
}
