/** Colors and progress: on a terminal only. */

import pc from "picocolors";
import type { Progress } from "../engine/engine.ts";
import { progressText } from "../report/text.ts";
import type { Palette } from "../report/text.ts";
import { complain, setting } from "./host.ts";

// `isColorSupported` looks at this thread's output, which is no terminal; what the environment says counts.
const isWanted = !("NO_COLOR" in process.env) && process.env["TERM"] !== "dumb";
const colors = pc.createColors(setting.isTerminal.out && isWanted);

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
