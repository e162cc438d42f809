/**
 * SPIN as a checker of formulas: `pan -a`, with partial-order reduction and merging of statements, or without both.
 *
 * The search ends at the first error. Assertions of the program are left out: the claim of a formula on states is an
 * assertion too, and pan cannot ignore one without the other.
 */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "../command.ts";
import { timed } from "../timed.ts";
import type { Timed } from "../timed.ts";
import type { Mode } from "./spin-check.ts";
import { limits } from "./spin-check.ts";
import { readUsage, usageSource } from "./usage.ts";
import type { Usage } from "./usage.ts";

export interface RunChecker {
  readonly folder: string;
  readonly isFair: boolean;
  /** Processor time of `spin -a` and gcc. */
  readonly makeSeconds: number;
}

/** The result of pan. Its states are pairs of a state and a state of the claim. */
export interface PanRuns {
  readonly verdict: "holds" | "violated";
  readonly states: number;
  readonly transitions: number;
  readonly memoryBytes: number;
  readonly usage: Usage;
}

export type RunOutcome =
  | { readonly kind: "done"; readonly found: PanRuns }
  | { readonly kind: "limit"; readonly limit: "memory" | "time" };

export interface RunCheckerOptions {
  readonly defines: Readonly<Record<string, string>>;
  readonly mode: Mode;
  readonly optimization: string;
  /** Whether only weakly fair runs count. */
  readonly isFair: boolean;
}

/** A verifier of the formulas in a text. Remove it with `removeRunChecker`. */
export async function makeRunChecker(
  text: string,
  { defines, mode, optimization, isFair }: RunCheckerOptions,
): Promise<RunChecker> {
  const folder = mkdtempSync(join(tmpdir(), "noether-bench-"));
  try {
    writeFileSync(join(folder, "model.pml"), `#define assert(e) skip\n${text}`);
    const defined = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
    const made = await timed("spin", ["-a", ...defined, "model.pml"], folder);
    const flags = [
      `-DMEMLIM=${limits.memoryMegabytes}`,
      isFair ? "-DNFAIR=4" : "-DNOFAIR",
      ...(mode === "full" ? ["-DNOREDUCE"] : []),
    ];
    const compiled = await timed("gcc", ["-w", optimization, ...flags, "-o", "pan", "pan.c", usageSource], folder);
    if (made.code !== 0 || compiled.code !== 0) throw new Error([made, compiled].map(outputOf).join("\n").trim());
    return { folder, isFair, makeSeconds: made.cpuSeconds + compiled.cpuSeconds };
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

function outputOf({ stdout, stderr }: Timed): string {
  return `${stdout}\n${stderr}`;
}

export function removeRunChecker({ folder }: RunChecker): void {
  rmSync(folder, { recursive: true });
}

/** Checks a formula; the only one if it has no name. Rejects if pan ends early for any reason except the limits. */
export async function runRunChecker(
  { folder, isFair }: RunChecker,
  formula: string | undefined,
  hashBits: number,
  depth: number,
): Promise<RunOutcome> {
  const named = formula === undefined ? [] : ["-N", formula];
  const parameters = ["-a", ...(isFair ? ["-f"] : []), "-n", `-m${depth}`, `-w${hashBits}`, ...named];
  const options = { cwd: folder, timeout: limits.seconds * 1000, killSignal: "SIGKILL", maxBuffer: 2 ** 26 } as const;
  return new Promise((resolve, reject) => {
    execFile(join(folder, "pan"), parameters, options, (error, stdout, stderr) => {
      if (/out of memory|memory bound/i.test(`${stdout}\n${stderr}`)) resolve({ kind: "limit", limit: "memory" });
      else if (error?.killed === true) resolve({ kind: "limit", limit: "time" });
      else {
        try {
          resolve({ kind: "done", found: readRuns(stdout, stderr) });
        } catch (cause) {
          reject(cause instanceof Error ? cause : new Error(String(cause)));
        }
      }
    });
  });
}

export function readRuns(stdout: string, stderr: string): PanRuns {
  const trouble = /^.*(?:too small|VECTORSZ|aborted|unconditional self-loop).*$/im.exec(stdout);
  if (trouble) throw new Error(`pan did not explore everything: ${trouble[0].trim()}`);
  const number = (pattern: RegExp): number => {
    const found = pattern.exec(stdout)?.[1];
    if (found === undefined) throw new Error(`nothing in the output of pan looks like ${pattern.source}:\n${stdout}`);
    return Number(found);
  };
  return {
    verdict: number(/errors: (\d+)$/m) > 0 ? "violated" : "holds",
    states: number(/^\s*([\d.e+]+) states, stored/m),
    transitions: number(/^\s*([\d.e+]+) transitions/m),
    memoryBytes: number(/^\s*([\d.]+)\s+total actual memory usage/m) * 2 ** 20,
    usage: readUsage(stderr),
  };
}

/** The number of states of the never claim that SPIN makes for the negation of a formula, with its text. */
export async function claimStates(formula: string): Promise<number> {
  const { stdout } = await command("spin", ["-f", `!(${formula})`]);
  return stdout.match(/^\w+:/gm)?.length ?? 0;
}
