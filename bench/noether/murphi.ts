/** `noether check` on a Murphi text, as a whole command. */

import { fileURLToPath } from "node:url";
import { timed } from "../timed.ts";
import { root } from "./explore.ts";

export interface MurphiCheck {
  readonly states: number;
  readonly transitions: number;
  readonly cpuSeconds: number;
  /** Whether symmetries were used: a small search does without. */
  readonly isReduced: boolean;
  /** Whether a property other than `deadlock` is violated. */
  readonly isViolated: boolean;
}

interface Output {
  readonly states: number;
  readonly transitions: number;
  readonly unreducedStates?: string;
  readonly properties: readonly { readonly name: string; readonly verdict: string }[];
}

export async function checkMurphi(
  path: string,
  defines: Readonly<Record<string, string>>,
  options: readonly string[],
): Promise<MurphiCheck> {
  const main = fileURLToPath(new URL("dist/cli/main.js", root));
  const given = Object.entries(defines).flatMap(([constant, value]) => ["-D", `${constant}=${value}`]);
  // Rumur has one thread too, and what more threads cost together is more.
  const all = [...given, "--json", "--threads", "1", ...options];
  const { stdout, cpuSeconds } = await timed(process.execPath, [main, "check", path, ...all]);
  const { states, transitions, unreducedStates, properties } = JSON.parse(stdout) as Output;
  const others = properties.filter(({ name }) => name !== "deadlock");
  return {
    states,
    transitions,
    cpuSeconds,
    isReduced: unreducedStates !== undefined && unreducedStates !== String(states),
    isViolated: others.some(({ verdict }) => verdict === "violated"),
  };
}
