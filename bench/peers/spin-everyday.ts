/** SPIN as people run it: `spin -a`, a C compiler, and pan, which ends at the first error. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timed } from "../timed.ts";

/** `full` explores the states that Noether counts. `reduced` is the default of SPIN. */
export type SpinMode = "full" | "reduced";

export interface SpinTask {
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly mode: SpinMode;
  /** Whether to explore everything, whatever is found. */
  readonly everything: boolean;
  /** The approximate number of states, for the size of the hash table. */
  readonly states: number;
}

export type SpinRun =
  | {
      readonly kind: "done";
      readonly states: number;
      readonly errors: number;
      /** The processor time of pan. */
      readonly panSeconds: number;
      /** The processor time of `spin -a` and gcc. */
      readonly makeSeconds: number;
    }
  | { readonly kind: "limit"; readonly limit: string };

export const spinLimits = { memoryMegabytes: 1024, seconds: 30, depth: 2_000_000 };

/** Rejects if the verifier cannot be made, or its output is not understood. */
export async function runSpin({ file, defines, mode, everything, states }: SpinTask): Promise<SpinRun> {
  const folder = mkdtempSync(join(tmpdir(), "noether-bench-"));
  try {
    const defined = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
    const isFull = mode === "full";
    const made = await succeed("spin", ["-a", ...defined, file], folder);
    const flags = ["-w", "-O2", "-DSAFETY", "-DNOCLAIM", `-DMEMLIM=${spinLimits.memoryMegabytes}`];
    const compiled = await succeed("gcc", [...flags, ...(isFull ? ["-DNOREDUCE"] : []), "-o", "pan", "pan.c"], folder);
    const hashBits = Math.max(10, 1 + Math.ceil(Math.log2(states)));
    const options = [...(everything ? ["-E", "-c0"] : []), "-n", `-m${spinLimits.depth}`, `-w${hashBits}`];
    const ran = await timed("timeout", [`${spinLimits.seconds}`, "./pan", ...options], folder);
    return outcomeOf(`${ran.stdout}\n${ran.stderr}`, ran.code, {
      panSeconds: ran.cpuSeconds,
      makeSeconds: made + compiled,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the processor time. */
async function succeed(file: string, parameters: readonly string[], folder: string): Promise<number> {
  const { code, stdout, stderr, cpuSeconds } = await timed(file, parameters, folder);
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${stdout}\n${stderr}`);
  return cpuSeconds;
}

const killedByTimeout = 124;

function outcomeOf(text: string, code: number, seconds: { panSeconds: number; makeSeconds: number }): SpinRun {
  if (code === killedByTimeout) return { kind: "limit", limit: "time" };
  if (/out of memory|memory bound|MEMLIM bound/i.test(text)) return { kind: "limit", limit: "memory" };
  if (/max search depth too small/.test(text)) return { kind: "limit", limit: "depth" };
  const [errors, states] = [/errors: (\d+)$/m, /^\s*(\d+) states, stored/m].map((part) => part.exec(text)?.[1]);
  if (errors === undefined || states === undefined) throw new Error(`pan ended with ${code}:\n${text}`);
  return { kind: "done", states: Number(states), errors: Number(errors), ...seconds };
}
