/**
 * What a command does before its search, and how far it is: on a terminal, after the first second, in a line that is
 * overwritten; with `--verbose`, in a line each.
 */

import { secondsText } from "../report/text.ts";
import { printable } from "../util/printable.ts";
import { complain, setting, showProgress } from "./host.ts";

const started = performance.now();
const isVerbose = setting.arguments.includes("--verbose");
let last = "";

export function showPhase(phase: string, detail = ""): void {
  const seconds = (performance.now() - started) / 1000;
  const text = printable(detail === "" ? phase : `${phase}, ${detail}`);
  if (isVerbose && phase !== last) complain(`${secondsText(seconds).padStart(8)}  ${text}\n`);
  else if (!isVerbose && seconds >= 1) showProgress(`${text}  ${secondsText(seconds)}`);
  last = phase;
}
