/**
 * SPIN: finds it, makes verifiers with it, and runs them.
 *
 * A verifier explores everything: without partial-order reduction, and without stopping at a deadlock or an error. Its
 * stack is as deep as the search, and its hash table has two to four slots for each state. With half of that it was up
 * to a tenth slower on large models. With twice that it was a twentieth faster on one model and slower on the others.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command, versionOf } from "../command.ts";
import { readPanReport } from "./pan-report.ts";
import type { PanReport } from "./pan-report.ts";
import { readUsage, usageSource } from "./usage.ts";
import type { Usage } from "./usage.ts";

export interface Spin {
  readonly kind: "spin";
  readonly spin: string;
  readonly compiler: string;
}

/** A program that is not installed. */
export interface Missing {
  readonly kind: "missing";
  /** The reason, such as `spin: not installed`. */
  readonly reason: string;
}

export type Order = "bfs" | "dfs";
export const orders: readonly Order[] = ["bfs", "dfs"];

const definitions: Readonly<Record<Order, readonly string[]>> = {
  bfs: ["-DSAFETY", "-DNOREDUCE", "-DBFS"],
  dfs: ["-DSAFETY", "-DNOREDUCE"],
};
/** Deadlocks are not errors. The search does not stop at errors. Unreached code is not listed. */
const everything = ["-E", "-c0", "-n"];

export async function findSpin(): Promise<Spin | Missing> {
  const spin = await versionOf("spin", "-V");
  if (spin === undefined) return { kind: "missing", reason: "spin: not installed" };
  const compiler = await versionOf("gcc", "--version");
  if (compiler === undefined) return { kind: "missing", reason: "gcc: not installed, which spin needs" };
  return { kind: "spin", spin, compiler };
}

/** The commands, in Markdown. */
export function calls(order: Order, optimization: string): string {
  return [
    "`spin -a`",
    `\`gcc ${optimization} ${definitions[order].join(" ")}\``,
    `\`pan ${everything.join(" ")} -mDEPTH -wBITS\``,
  ].join(", ");
}

/** Verifiers of one model, in a temporary folder. */
export interface Verifiers {
  /** The time that SPIN took to translate the model to C. */
  readonly spinSeconds: number;
  /** The time that the C compiler took for each. */
  readonly compileSeconds: Readonly<Record<Order, number>>;
  readonly folder: string;
}

/** Makes the verifiers. Remove them with `removeVerifiers`. */
export async function makeVerifiers(
  file: string,
  defines: Readonly<Record<string, string>>,
  optimization: string,
): Promise<Verifiers> {
  const folder = mkdtempSync(join(tmpdir(), "noether-bench-"));
  try {
    const defined = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
    const { elapsedSeconds: spinSeconds } = await command("spin", ["-a", ...defined, file], folder);
    const compileSeconds = { bfs: 0, dfs: 0 };
    for (const order of orders) {
      const flags = ["-w", optimization, ...definitions[order], "-o", order, "pan.c", usageSource];
      compileSeconds[order] = (await command("gcc", flags, folder)).elapsedSeconds;
    }
    return { spinSeconds, compileSeconds, folder };
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

export function removeVerifiers({ folder }: Verifiers): void {
  rmSync(folder, { recursive: true });
}

export interface Size {
  readonly states: number;
  /** The depth of the depth-first search. */
  readonly depth: number;
}

export interface PanRun {
  readonly report: PanReport;
  readonly usage: Usage;
  readonly call: string;
}

/** Rejects if the verifier did not explore everything. */
export async function runVerifier({ folder }: Verifiers, order: Order, { states, depth }: Size): Promise<PanRun> {
  const hashBits = Math.max(10, 1 + Math.ceil(Math.log2(states)));
  const parameters = [...everything, `-m${depth + 100}`, `-w${hashBits}`];
  const { stdout, stderr } = await command(join(folder, order), parameters, folder);
  return {
    report: readPanReport(`${stdout}\n${stderr}`),
    usage: readUsage(stderr),
    call: `pan ${parameters.join(" ")}`,
  };
}
