/** Checks a model by the command line, as users do: the time is that of the whole command. */

import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { checkSchema } from "../../src/report/schema.ts";
import { timed } from "../timed.ts";
import { root } from "./explore.ts";

export interface CommandTask {
  /** A file, relative to the root of the repository. */
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  /** Further options, such as `--symmetry off`. */
  readonly options: readonly string[];
}

export interface CommandRun {
  readonly cpuSeconds: number;
  readonly verdict: string;
  readonly complete: boolean;
  /** The limit that ended the check, if one did. */
  readonly limit?: string | undefined;
  /** Stored states. */
  readonly states: number;
  /** Whether states were left out that only partial-order reduction tells about. */
  readonly isReduced?: boolean | undefined;
  /** The number of states without symmetry, if it is known. */
  readonly unreducedStates?: string | undefined;
  /** The order of the group that was used. */
  readonly order: string;
  readonly properties: readonly { readonly name: string; readonly kind: string; readonly verdict: string }[];
}

/** Rejects if there is no verdict: the input or the call is wrong, or Noether is. */
export async function checkByCommand({ file, defines, options }: CommandTask): Promise<CommandRun> {
  const defined = Object.entries(defines).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
  const parameters = ["dist/cli/main.js", "check", file, ...defined, ...options, "--json"];
  const { code, stdout, cpuSeconds } = await timed(process.execPath, parameters, fileURLToPath(root));
  if (code !== 0 && code !== 1 && code !== 3) throw new Error(`noether check ${file} ended with ${code}:\n${stdout}`);
  const found = v.parse(checkSchema, JSON.parse(stdout));
  return {
    cpuSeconds,
    verdict: found.verdict,
    complete: found.complete,
    limit: found.limit,
    states: Number(found.states),
    unreducedStates: found.unreducedStates,
    isReduced: (found.partialOrder?.reducedStates ?? 0) > 0,
    order: found.symmetry.order,
    properties: found.properties.map(({ name, kind, verdict }) => ({ name, kind, verdict })),
  };
}
