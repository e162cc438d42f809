/** The time until the search of an example can begin: parsing and compilation, cold, for all of examples/seq. */

import { readdirSync } from "node:fs";
import { explore, root } from "../noether/explore.ts";
import type { Measured } from "../noether/explore.ts";
import type { ScenarioOptions } from "../scenario.ts";

/** The best of several runs. */
export interface Startup {
  readonly file: string;
  readonly parseMs: number;
  readonly compileMs: number;
}

/** A quick run takes only the first few examples. */
export async function measureStartup({ quick, runCount, onProgress }: ScenarioOptions): Promise<Startup[]> {
  const folder = "examples/seq";
  const files = readdirSync(new URL(folder, root))
    .filter((file) => file.endsWith(".seq"))
    .sort();
  const measured: Startup[] = [];
  for (const file of quick ? files.slice(0, 3) : files) {
    const runs: Measured[] = [];
    for (let i = 0; i < runCount; i++) {
      runs.push(await explore({ file: `${folder}/${file}`, defines: {}, search: false }));
    }
    const { parseMs, compileMs } = quickest(runs);
    onProgress(`${file}: parse ${parseMs.toFixed(1)} ms, compile ${compileMs.toFixed(1)} ms`);
    measured.push({ file, parseMs, compileMs });
  }
  return measured;
}

/** The run with the least time for parsing and compilation. */
export function quickest<T extends { readonly parseMs: number; readonly compileMs: number }>(runs: readonly T[]): T {
  return runs.reduce((a, b) => (b.parseMs + b.compileMs < a.parseMs + a.compileMs ? b : a));
}
