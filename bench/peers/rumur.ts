/** Rumur: finds it, makes verifiers with it, and runs them with one thread. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command, versionOf } from "../command.ts";
import { timed } from "../timed.ts";

export type Reduction = "off" | "heuristic" | "exhaustive";

export interface RumurRun {
  /** Unknown if the run was stopped. */
  readonly states: number | undefined;
  readonly rules: number | undefined;
  /** Whether an error was found. */
  readonly isViolated: boolean;
  /** Whether the run was stopped after `cpuSeconds`. */
  readonly isStopped: boolean;
  readonly cpuSeconds: number;
  /** The time to make and compile the verifier. */
  readonly makeSeconds: number;
}

/** A verifier is stopped after this many seconds of processor time. */
export const limitSeconds = 60;

/** How the shell tells that a program was stopped by SIGXCPU. */
const stoppedCode = 128 + 24;

/** Its version; `undefined` if it or the compiler is not installed. */
export async function findRumur(): Promise<string | undefined> {
  return (await versionOf("gcc", "--version")) === undefined ? undefined : versionOf("rumur", "--version");
}

/** A text in which constants have other values. */
export function withConstants(path: string, defines: Readonly<Record<string, string>>): string {
  let text = readFileSync(path, "utf8");
  for (const [name, value] of Object.entries(defines)) {
    text = text.replace(new RegExp(`^(\\s*${name}:) [^;]*;`, "m"), `$1 ${value};`);
  }
  return text;
}

/** The best of several runs; a run that was stopped is not repeated. */
export async function runRumur(
  text: string,
  reduction: Reduction,
  runCount: number,
  optimization: string,
): Promise<RumurRun> {
  const folder = mkdtempSync(join(tmpdir(), "noether-rumur-"));
  try {
    const model = join(folder, "model.m");
    writeFileSync(model, text);
    const options = [`--output=${folder}/model.c`, "--threads=1", `--symmetry-reduction=${reduction}`];
    const made = await command("rumur", [model, ...options, "--deadlock-detection=off"]);
    const flags = [optimization, "-w", "-std=c11", "-march=native", "-mcx16"];
    const compiled = await command("gcc", [...flags, `${folder}/model.c`, "-o", `${folder}/model`, "-lpthread"]);
    let best: RumurRun | undefined;
    for (let i = 0; i < runCount && best?.isStopped !== true; i++) {
      const { code, stdout, stderr, cpuSeconds } = await timed(join(folder, "model"), [], folder, limitSeconds);
      const makeSeconds = made.elapsedSeconds + compiled.elapsedSeconds;
      const run = { ...numbersIn(code, stdout, stderr), cpuSeconds, makeSeconds };
      if (!best || run.cpuSeconds < best.cpuSeconds) best = run;
    }
    return best!;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function numbersIn(code: number, stdout: string, stderr: string): Omit<RumurRun, "cpuSeconds" | "makeSeconds"> {
  if (code === stoppedCode) return { states: undefined, rules: undefined, isViolated: false, isStopped: true };
  const [, states, rules] = /(\d+) states, (\d+) rules fired in \d+s\.\s*$/.exec(stdout) ?? [];
  if (states === undefined) throw new Error(`Rumur counted no states:\n${stdout}\n${stderr}`);
  return { states: Number(states), rules: Number(rules), isViolated: code !== 0, isStopped: false };
}
