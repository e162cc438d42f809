/** `noether check --watch`: checks again whenever a file changes. A change during a check ends it. */

import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestError } from "../check/request-error.ts";
import { checkModels } from "./check-models.ts";
import type { CheckFlags } from "./check-output.ts";
import { complain, limitsOf, write } from "./host.ts";
import { fail } from "./outcome.ts";
import { palette } from "./terminal.ts";

/** The time between two looks at the files. Editors may replace a file, so its name is looked at, not its content. */
const pollMs = 200;

export async function checkForever(paths: readonly string[], flags: CheckFlags): Promise<void> {
  if (paths.includes("-")) throw new RequestError("the standard input does not change, so --watch needs files");
  const { isInterrupted } = limitsOf({});
  const isOver = (): boolean => isInterrupted!();
  while (!isOver()) {
    const read = new Set(paths);
    const before = new Map<string, string>();
    const hasChanged = (): boolean => {
      for (const path of read) if (!before.has(path)) before.set(path, versionOf(path));
      return [...read].some((path) => before.get(path) !== versionOf(path));
    };
    hasChanged();
    try {
      await checkModels(paths, flags, { isInterrupted: seldom(hasChanged) }, read);
    } catch (error) {
      fail(error);
    }
    hasChanged();
    if (!isOver()) complain(palette.faint("waiting for a change; Ctrl-C ends\n"));
    while (!isOver() && !hasChanged()) await sleep(pollMs);
    await settled([...read], isOver);
    if (!isOver()) write("\n");
  }
}

/** Waits until the files stay as they are: an editor may write them in pieces. */
async function settled(paths: readonly string[], isOver: () => boolean): Promise<void> {
  const versions = (): string => paths.map(versionOf).join("\n");
  for (let last = ""; last !== versions() && !isOver();) {
    last = versions();
    await sleep(pollMs / 2);
  }
}

/** Asks at most once in a while, and remembers `true`. */
function seldom(ask: () => boolean): () => boolean {
  let answer = false;
  let next = 0;
  return () => {
    if (answer || performance.now() < next) return answer;
    next = performance.now() + pollMs;
    return (answer = ask());
  };
}

function versionOf(path: string): string {
  const status = statSync(path, { throwIfNoEntry: false });
  return status ? `${status.mtimeMs} ${status.size} ${status.ino}` : "";
}
