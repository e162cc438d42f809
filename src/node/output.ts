/** Writes the files of commands. An input file is never overwritten, and another file only on request. */

import { statSync, writeFileSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import { reasonOf } from "./source-file.ts";

export interface OutputOptions {
  /** The files that were read. */
  readonly inputs: readonly string[];
  /** Whether existing files are overwritten. */
  readonly force: boolean;
}

/** Returns the reason why the file was not written; `undefined` if it was. */
export function writeOutput(path: string, text: string, { inputs, force }: OutputOptions): string | undefined {
  const existing = statusOf(path);
  if (existing && inputs.some((input) => isSame(existing, statusOf(input)))) {
    return "the model is in this file, and is never written over";
  }
  // Devices and pipes have no content to lose.
  const mayExist = force || (existing !== undefined && !existing.isFile());
  try {
    writeFileSync(path, text, { flag: mayExist ? "w" : "wx" });
    return undefined;
  } catch (error) {
    const { code } = error as { readonly code?: string };
    return code === "EEXIST" ? "there is such a file already; --force writes over it" : reasonOf(error);
  }
}

function statusOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** Whether both are one file, whatever its names; links lead to the same file. */
function isSame(a: BigIntStats, b: BigIntStats | undefined): boolean {
  return a.ino === b?.ino && a.dev === b.dev;
}
