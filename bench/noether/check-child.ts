/** The child process of `check.ts`: takes a task as JSON, runs it, and prints the measurements as JSON. */

import { readFileSync } from "node:fs";
import type { Engine } from "../../src/engine/engine.ts";
import { check, engines, formatDiagnostic, parse } from "../../src/index.ts";
import { facts } from "../../src/model/facts.ts";
import type { CheckTask, Checked } from "./check.ts";

// What would be loaded when it is needed is loaded now, so that it does not count.
await Promise.all([
  import("../../src/check/runs.ts"),
  import("../../src/explicit/explore-runs.ts"),
  import("../../src/explicit/explore-states.ts"),
  import("../../src/symmetry/find.ts"),
]);
const { file, defines, properties, symmetry, fairness } = JSON.parse(process.argv[2]!) as CheckTask;
const text = readFileSync(file, "utf8");

let searchSeconds = 0;
const timed: Engine = {
  ...engines[0]!,
  explore: async (given) => {
    // The domains of variables belong to the model, not to the search.
    void facts(given.model).domains;
    const start = process.cpuUsage();
    const findings = await engines[0]!.explore(given);
    searchSeconds += secondsSince(start);
    return findings;
  },
};

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const before = process.cpuUsage();
const started = performance.now();
const { model, diagnostics } = parse(text, { name: file, defines });
if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
const options = { properties, symmetry, fairness, engines: [timed] };
const { verdict, states, unreducedStates, memoryBytes, complete } = await check(model, options);
const elapsedSeconds = (performance.now() - started) / 1000;
const checked: Checked = {
  verdict,
  complete,
  states,
  unreducedStates: unreducedStates?.toString(),
  memoryBytes,
  cpuSeconds: secondsSince(before),
  searchSeconds,
  elapsedSeconds,
};
process.stdout.write(JSON.stringify(checked));
