/** The child process of `explore.ts`: takes a task as JSON, runs it, and prints the measurements as JSON. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compile, Exploration, formatDiagnostic, parse } from "../../src/index.ts";
import type { Measured, SearchMeasured, Task } from "./explore.ts";

const task = JSON.parse(process.argv[2]!) as Task;
process.stdout.write(JSON.stringify(measure(task)));

function measure({ file, defines, search }: Task): Measured {
  const text = readFileSync(file, "utf8");
  const started = performance.now();
  const include = (name: string): string | undefined => {
    const path = join(dirname(file), name);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  };
  const { model, diagnostics } = parse(text, { name: file, defines, include });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  const parsed = performance.now();
  const compiled = compile(model, [], { fingerprints: false });
  const exploration = new Exploration(compiled);
  const ready = performance.now();
  return {
    parseMs: parsed - started,
    compileMs: ready - parsed,
    packedBytes: 4 * compiled.program.layout.wordCount,
    ...(search ? { search: measureSearch(exploration), again: measureSearch(new Exploration(compiled)) } : {}),
  };
}

function measureSearch(exploration: Exploration): SearchMeasured {
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  while (exploration.step());
  const elapsedSeconds = (performance.now() - started) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  if (!exploration.complete) throw new Error(`not explored to the end: ${exploration.limit ?? "an error"}`);
  if (exploration.error) throw new Error("the model has a run-time error");
  const { states, transitions, depth, memoryBytes, storedBytes } = exploration.progress;
  return {
    states,
    transitions,
    depth,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    elapsedSeconds,
    memoryBytes,
    storedBytes,
    residentBytes: process.resourceUsage().maxRSS * 1024,
  };
}
