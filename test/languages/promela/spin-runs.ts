/** Verdicts on properties of runs by SPIN itself. */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patienceMs } from "./spin.ts";

export interface Verifier {
  readonly folder: string;
}

export interface VerifierOptions {
  /** Partial-order reduction and merging of statements, as SPIN does by default. */
  readonly reduces: boolean;
}

/** Makes SPIN's verifier of a program in a folder of its own; `undefined` if SPIN or the compiler refuse. */
export function makeVerifier(text: string, { reduces }: VerifierOptions, included?: string): Verifier | undefined {
  const folder = mkdtempSync(join(tmpdir(), "spin-"));
  try {
    if (included !== undefined) cpSync(included, folder, { recursive: true });
    // A formula on states becomes an assertion of the claim, so `pan -A` would ignore it with the program's own.
    writeFileSync(join(folder, "model.pml"), `#define assert(e) skip\n${text}`);
    const options = { cwd: folder, stdio: "ignore", timeout: patienceMs } as const;
    execFileSync("spin", ["-a", "model.pml"], options);
    // Room for as many processes as there may be to be fair to.
    const flags = ["-O0", "-w", "-DNFAIR=4", "-DMEMLIM=2000", ...(reduces ? [] : ["-DNOREDUCE"])];
    execFileSync("cc", [...flags, "-o", "pan", "pan.c"], options);
    return { folder };
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

export function removeVerifier({ folder }: Verifier): void {
  rmSync(folder, { recursive: true, force: true });
}

/** SPIN's verdict on a formula; the program's assertions are no errors. Undefined if it needs too much. */
export function spinVerdict(
  { folder }: Verifier,
  formula: string,
  fairness: "none" | "weak",
): "holds" | "violated" | undefined {
  const parameters = ["-a", ...(fairness === "weak" ? ["-f"] : []), "-m1000000", "-w20", "-N", formula];
  const { stdout, error } = spawnSync("./pan", parameters, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: patienceMs,
  });
  if (error || /max search depth too small|out of memory|interrupted|VECTORSZ/.test(stdout)) return undefined;
  const errors = /errors: (\d+)/.exec(stdout);
  if (!errors) return undefined;
  return errors[1] === "0" ? "holds" : "violated";
}
