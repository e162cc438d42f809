/** The child process of `check.ts`: takes a task as JSON, runs it, and prints the measurements as JSON. */

import { readFileSync } from "node:fs";
import type { Engine } from "../../dist/engine/engine.js";
import { checkEnlarging, engines, formatDiagnostic, parse } from "../../dist/index.js";
import type { CheckTask, Checked } from "./check.ts";

// What would be loaded when it is needed is loaded now, so that it does not count.
await Promise.all([
  import("../../dist/check/runs.js"),
  import("../../dist/explicit/explore-runs.js"),
  import("../../dist/explicit/explore-states.js"),
  import("../../dist/symmetry/find.js"),
]);
const { file, defines, properties, symmetry, fairness, partialOrder, timeoutMs } = JSON.parse(
  process.argv[2]!,
) as CheckTask;
const text = readFileSync(file, "utf8");

// A search begins when its program is there. If it needs another program later, that one counts for the search.
let searchSeconds = 0;
let firstState: NodeJS.CpuUsage | undefined;
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...given: ConstructorParameters<typeof WebAssembly.Instance>) {
    super(...given);
    firstState ??= process.cpuUsage();
  }
};
const timed: Engine = {
  ...engines[0]!,
  explore: async (given) => {
    firstState = undefined;
    const findings = await engines[0]!.explore(given);
    if (firstState) searchSeconds += secondsSince(firstState);
    ended = process.cpuUsage();
    return findings;
  },
};
let ended: NodeJS.CpuUsage | undefined;

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const before = process.cpuUsage();
const started = performance.now();
const { model, diagnostics, enlarged } = parse(text, { name: file, defines });
if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
const options = { properties, symmetry, fairness, partialOrder, timeoutMs, engines: [timed] };
const { verdict, states, unreducedStates, memoryBytes, complete } = await checkEnlarging(model, enlarged, options);
const elapsedSeconds = (performance.now() - started) / 1000;
const cpuSeconds = secondsSince(before);
const traceSeconds = ended ? secondsSince(ended) : 0;
const checked: Checked = {
  verdict,
  complete,
  states: Number(states),
  unreducedStates: unreducedStates?.toString(),
  memoryBytes,
  cpuSeconds,
  prepareSeconds: cpuSeconds - searchSeconds - traceSeconds,
  searchSeconds,
  traceSeconds,
  elapsedSeconds,
};
process.stdout.write(JSON.stringify(checked));
