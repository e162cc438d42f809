/**
 * SPIN as a checker of assertions and end states, within limits on time and memory.
 *
 * `full` explores the states that Noether counts: no partial-order reduction, no merging of statements. `reduced` is
 * the default of SPIN. Formulas in the text are left out.
 */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "../command.ts";
import { readPanReport } from "./pan-report.ts";
import type { PanReport } from "./pan-report.ts";
import { readUsage, usageSource } from "./usage.ts";
import type { Usage } from "./usage.ts";

export type Mode = "full" | "reduced";
export const modes: readonly Mode[] = ["full", "reduced"];

export const limits = { memoryMegabytes: 1024, seconds: 30, depth: 2_000_000 };

const definitions: Readonly<Record<Mode, readonly string[]>> = { full: ["-DNOREDUCE"], reduced: [] };

/** A verifier in a temporary folder. Remove it with `removeChecker`. */
export interface Checker {
  readonly folder: string;
  /** Elapsed time of `spin -a` and gcc. */
  readonly makeSeconds: number;
}

export async function makeChecker(
  file: string,
  defines: Readonly<Record<string, string>>,
  mode: Mode,
  optimization: string,
): Promise<Checker> {
  const folder = mkdtempSync(join(tmpdir(), "noether-bench-"));
  try {
    const defined = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
    const made = await command("spin", ["-a", ...defined, file], folder);
    const memory = `-DMEMLIM=${limits.memoryMegabytes}`;
    const flags = ["-w", optimization, "-DSAFETY", "-DNOCLAIM", memory, ...definitions[mode]];
    const compiled = await command("gcc", [...flags, "-o", "pan", "pan.c", usageSource], folder);
    return { folder, makeSeconds: made.elapsedSeconds + compiled.elapsedSeconds };
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

export function removeChecker({ folder }: Checker): void {
  rmSync(folder, { recursive: true });
}

export type PanOutcome =
  | { readonly kind: "done"; readonly report: PanReport; readonly usage: Usage }
  | { readonly kind: "limit"; readonly limit: "memory" | "time" | "depth" };

/** Rejects if pan finds an error, or ends early for any reason except the limits. */
export async function runChecker(
  { folder }: Checker,
  { ends, depth, hashBits }: { readonly ends: boolean; readonly depth: number; readonly hashBits: number },
): Promise<PanOutcome> {
  const parameters = [...(ends ? [] : ["-E"]), "-n", `-m${depth}`, `-w${hashBits}`];
  const options = { cwd: folder, timeout: limits.seconds * 1000, killSignal: "SIGKILL", maxBuffer: 2 ** 26 } as const;
  const isTooDeep = (text: string): boolean => depth === limits.depth && /max search depth too small/.test(text);
  return new Promise((resolve, reject) => {
    execFile(join(folder, "pan"), parameters, options, (error, stdout, stderr) => {
      const text = `${stdout}\n${stderr}`;
      if (/out of memory|memory bound|MEMLIM bound/i.test(text)) resolve({ kind: "limit", limit: "memory" });
      else if (isTooDeep(text)) resolve({ kind: "limit", limit: "depth" });
      else if (error?.killed === true) resolve({ kind: "limit", limit: "time" });
      else {
        try {
          resolve({ kind: "done", report: readPanReport(text), usage: readUsage(stderr) });
        } catch (cause) {
          reject(cause instanceof Error ? cause : new Error(String(cause)));
        }
      }
    });
  });
}
