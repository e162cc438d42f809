/** Verifiers of SPIN that count all states: without reduction, and whatever is wrong with the model. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "../command.ts";
import { readPanReport } from "./pan-report.ts";
import { readUsage, usageSource } from "./usage.ts";

/** A verifier in a temporary folder, with its parameters. Remove it with `removePan`. */
export interface Pan {
  readonly folder: string;
  /** Elapsed time of `spin -a` and gcc. */
  readonly makeSeconds: number;
  readonly parameters: readonly string[];
}

export interface PanSpeed {
  readonly states: number;
  /** Processor time. */
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  readonly makeSeconds: number;
}

const everything = ["-E", "-A", "-c0", "-n"];
const definitions = ["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM"];
const depthLimit = 20_000_000;

/** Makes a verifier, and runs it once to learn how deep it goes. */
export async function makePan(
  file: string,
  defines: Readonly<Record<string, string>>,
  optimization: string,
): Promise<Pan> {
  const folder = mkdtempSync(join(tmpdir(), "noether-bench-"));
  try {
    const defined = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
    const made = await command("spin", ["-a", ...defined, file], folder);
    const flags = ["-w", optimization, ...definitions, "-o", "pan", "pan.c", usageSource];
    const compiled = await command("gcc", flags, folder);
    const first = await command(join(folder, "pan"), [...everything, `-m${depthLimit}`, "-w22"], folder);
    const { states, depth } = readPanReport(`${first.stdout}\n${first.stderr}`);
    const hashBits = Math.max(10, 1 + Math.ceil(Math.log2(states)));
    const parameters = [...everything, `-m${depth + 100}`, `-w${hashBits}`];
    return { folder, makeSeconds: made.elapsedSeconds + compiled.elapsedSeconds, parameters };
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

export function removePan({ folder }: Pan): void {
  rmSync(folder, { recursive: true });
}

export async function runPan({ folder, parameters, makeSeconds }: Pan): Promise<PanSpeed> {
  const { stdout, stderr } = await command(join(folder, "pan"), parameters, folder);
  const { states, memoryBytes } = readPanReport(`${stdout}\n${stderr}`);
  const { userSeconds, systemSeconds } = readUsage(stderr);
  return { states, memoryBytes, makeSeconds, cpuSeconds: userSeconds + systemSeconds };
}
