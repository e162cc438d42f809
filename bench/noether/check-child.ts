/** The child process of `check.ts`: takes a task as JSON, runs it, and prints the measurements as JSON. */

import { readFileSync } from "node:fs";
import { check, formatDiagnostic, parse } from "../../src/index.ts";
import type { CheckTask, Checked } from "./check.ts";

const { file, defines, properties, symmetry } = JSON.parse(process.argv[2]!) as CheckTask;
const text = readFileSync(file, "utf8");
const cpuBefore = process.cpuUsage();
const started = performance.now();
const { model, diagnostics } = parse(text, { name: file, defines });
if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
const { verdict, states, unreducedStates, memoryBytes, complete } = await check(model, { properties, symmetry });
const elapsedSeconds = (performance.now() - started) / 1000;
const cpu = process.cpuUsage(cpuBefore);
const checked: Checked = {
  verdict,
  complete,
  states,
  unreducedStates: unreducedStates?.toString(),
  memoryBytes,
  cpuSeconds: (cpu.user + cpu.system) / 1e6,
  elapsedSeconds,
};
process.stdout.write(JSON.stringify(checked));
