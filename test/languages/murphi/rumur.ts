/** State counts and verdicts of Rumur itself, if it is installed. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skipped } from "../../support/skipped.ts";

/** Rumur or a C compiler is not there. */
export const withoutRumur: boolean = (() => {
  try {
    execFileSync("rumur", ["--version"], { stdio: "ignore" });
    execFileSync("gcc", ["--version"], { stdio: "ignore" });
    return false;
  } catch {
    return skipped(true, "rumur or gcc is not installed");
  }
})();

export interface RumurOptions {
  readonly symmetry?: "off" | "heuristic" | "exhaustive" | undefined;
  readonly deadlocks?: "off" | "stuck" | "stuttering" | undefined;
  /** For searches that take long. */
  readonly optimized?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface RumurResult {
  readonly states: number;
  readonly rules: number;
  /** The first error, if there is one. */
  readonly error?: string | undefined;
}

/** The result of a search; what Rumur or the compiler complain about is thrown. */
export function rumur(text: string, options: RumurOptions = {}): RumurResult {
  const { symmetry = "off", deadlocks = "stuttering", optimized = false, timeoutMs = 600_000 } = options;
  const folder = mkdtempSync(join(tmpdir(), "noether-rumur-"));
  try {
    const [model, source, verifier] = ["model.m", "model.c", "model"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(model, text);
    const modes = [`--symmetry-reduction=${symmetry}`, `--deadlock-detection=${deadlocks}`, "--threads=1"];
    execFileSync("rumur", [model, `--output=${source}`, ...modes], { stdio: ["ignore", "pipe", "pipe"] });
    const level = optimized ? "-O3" : "-O0";
    execFileSync("gcc", [level, "-w", "-std=c11", "-march=native", "-mcx16", source, "-o", verifier, "-lpthread"]);
    return resultIn(output(verifier, timeoutMs));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The verifier fails if it finds an error, and says so. */
function output(verifier: string, timeout: number): string {
  try {
    return execFileSync(verifier, [], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout,
      maxBuffer: 1e8,
    });
  } catch (error) {
    const { stdout, status } = error as { readonly stdout?: string; readonly status?: number | null };
    if (status === 1 && stdout !== undefined) return stdout;
    throw error;
  }
}

function resultIn(text: string): RumurResult {
  const [, states, rules] = /(\d+) states, (\d+) rules fired/.exec(text) ?? [];
  if (states === undefined) throw new Error(`Rumur counted no states:\n${text}`);
  const found = /The following is the error trace for the error:\s*\n\s*\n?\s*(.*)/.exec(text)?.[1];
  const uncovered = /[1-9]\d* error\(s\) found/.test(text) ? "another error" : undefined;
  return { states: Number(states), rules: Number(rules), error: found ?? uncovered };
}
