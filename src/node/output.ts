/** Files that commands write: never over what was read, and over nothing else unless that is asked for. */

import { statSync, writeFileSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import { reasonOf } from "./load.ts";

export interface OutputOptions {
  /** The files that were read. */
  readonly inputs: readonly string[];
  /** Whether a file that exists is written over. */
  readonly force: boolean;
}

/** Why the file was not written, in words; undefined if it was. */
export function writeOutput(path: string, text: string, { inputs, force }: OutputOptions): string | undefined {
  const existing = statusOf(path);
  if (existing && inputs.some((input) => isSame(existing, statusOf(input)))) {
    return "the model is in this file, and is never written over";
  }
  // Devices and pipes have nothing to lose.
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

/** By whatever name, links among them. */
function isSame(a: BigIntStats, b: BigIntStats | undefined): boolean {
  return a.ino === b?.ino && a.dev === b.dev;
}
