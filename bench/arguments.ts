/** The command line of `npm run bench`. */

import { parseArgs } from "node:util";
import type { Scenario } from "./scenario.ts";

export interface Arguments {
  readonly scenarios: readonly Scenario[];
  readonly quick: boolean;
  readonly runCount: number;
  readonly list: boolean;
  readonly help: boolean;
}

/** The call is wrong. The message lists the correct calls. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const usage = `Usage: npm run bench -- [options] [scenario ...]

Runs the scenarios named, or all of them. Writes tables to the standard output and to bench/results.

  --list      list the scenarios
  --quick     small sizes, to see that everything works; the times mean nothing
  --runs N    best of N runs (3 by default)
  --help      this text

Exit codes: 0 measured, 1 the tools did not do the same work, 2 the call is wrong.
`;

/** @throws UsageError */
export function readArguments(words: readonly string[], available: readonly Scenario[]): Arguments {
  const { values, positionals } = split(words);
  const scenarios = positionals.map((name) => {
    const found = available.find((scenario) => scenario.name === name);
    if (found) return found;
    const names = available.map((scenario) => scenario.name).join(", ");
    throw new UsageError(`there is no scenario \`${name}\`; there are: ${names}`);
  });
  const runCount = Number(values.runs);
  if (!/^\d+$/.test(values.runs) || runCount < 1) {
    throw new UsageError(`--runs needs a whole number from 1 up, not \`${values.runs}\``);
  }
  const { quick, list, help } = values;
  return { scenarios: positionals.length > 0 ? [...new Set(scenarios)] : available, quick, runCount, list, help };
}

function split(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        list: { type: "boolean", default: false },
        quick: { type: "boolean", default: false },
        runs: { type: "string", default: "3" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
