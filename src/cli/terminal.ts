/** Colors and progress. */

import pc from "picocolors";
import type { Progress } from "../engine/engine.ts";
import type { Palette } from "../report/palette.ts";
import { progressText } from "../report/text.ts";
import { setting, showProgress } from "./host.ts";

const colors = pc.createColors(wantsColor(setting.arguments, process.env, setting.isTerminal.out));

export const palette: Palette = {
  good: (text) => colors.green(text),
  bad: (text) => colors.red(text),
  unsure: (text) => colors.yellow(text),
  strong: (text) => colors.bold(text),
  faint: (text) => colors.dim(text),
};

/**
 * Whether the output has colors. What the call says counts most, then what the environment forbids, then what it asks
 * for. Otherwise terminals have colors.
 */
export function wantsColor(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  const at = words.findLastIndex((word) => word === "--color" || word.startsWith("--color="));
  const said = at < 0 ? undefined : (words[at]!.split("=")[1] ?? words[at + 1]);
  if (said === "always" || said === "never") return said === "always";
  const { NO_COLOR: forbidden = "", FORCE_COLOR: forced, TERM: kind } = environment;
  if (forbidden !== "") return false;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && kind !== "dumb";
}

/** The progress of a search on a terminal, after the first second. */
export function showSearch(progress: Progress): void {
  if (progress.elapsedMs >= 1000) showProgress(progressText(progress));
}
