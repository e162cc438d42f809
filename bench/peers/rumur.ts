/** Rumur: finds it, makes verifiers with it, and runs them with one thread. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command, versionOf } from "../command.ts";
import { timed } from "../timed.ts";

export type Reduction = "off" | "heuristic" | "exhaustive";

export interface RumurRun {
  readonly states: number;
  readonly rules: number;
  readonly cpuSeconds: number;
  /** The time to make and compile the verifier. */
  readonly makeSeconds: number;
}

/** Its version; `undefined` if it or the compiler is not installed. */
export async function findRumur(): Promise<string | undefined> {
  return (await versionOf("gcc", "--version")) === undefined ? undefined : versionOf("rumur", "--version");
}

/** The best of several runs on a model whose constants have other values. */
export async function runRumur(
  path: string,
  defines: Readonly<Record<string, string>>,
  reduction: Reduction,
  runCount: number,
  optimization: string,
): Promise<RumurRun> {
  const folder = mkdtempSync(join(tmpdir(), "noether-rumur-"));
  try {
    let text = readFileSync(path, "utf8");
    for (const [name, value] of Object.entries(defines)) {
      text = text.replace(new RegExp(`^(\\s*${name}:) [^;]*;`, "m"), `$1 ${value};`);
    }
    const model = join(folder, "model.m");
    writeFileSync(model, text);
    const options = [`--output=${folder}/model.c`, "--threads=1", `--symmetry-reduction=${reduction}`];
    const made = await command("rumur", [model, ...options, "--deadlock-detection=off"]);
    const flags = [optimization, "-w", "-std=c11", "-march=native", "-mcx16"];
    const compiled = await command("gcc", [...flags, `${folder}/model.c`, "-o", `${folder}/model`, "-lpthread"]);
    let best: RumurRun | undefined;
    for (let i = 0; i < runCount; i++) {
      const { stdout, cpuSeconds } = await timed(join(folder, "model"), []);
      const [, states, rules] = /(\d+) states, (\d+) rules fired in \d+s\.\s*$/.exec(stdout) ?? [];
      const makeSeconds = made.elapsedSeconds + compiled.elapsedSeconds;
      const run = { states: Number(states), rules: Number(rules), cpuSeconds, makeSeconds };
      if (!best || run.cpuSeconds < best.cpuSeconds) best = run;
    }
    return best!;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
