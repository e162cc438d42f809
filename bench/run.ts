/** `npm run bench`: runs scenarios. Progress goes to the standard error, Markdown to the standard output. */

import { readArguments, usage, UsageError } from "./arguments.ts";
import type { Arguments } from "./arguments.ts";
import { machine, reportText, writeResults } from "./results.ts";
import type { Scenario } from "./scenario.ts";
import { actors } from "./scenarios/actors.ts";
import { cluster } from "./scenarios/cluster.ts";
import { contest } from "./scenarios/contest.ts";
import { ddd } from "./scenarios/ddd.ts";
import { everyday } from "./scenarios/everyday.ts";
import { explicit } from "./scenarios/explicit.ts";
import { graph } from "./scenarios/graph.ts";
import { ltl } from "./scenarios/ltl.ts";
import { murphi } from "./scenarios/murphi.ts";
import { partialOrder } from "./scenarios/partial-order.ts";
import { promelaSpeed } from "./scenarios/promela-speed.ts";
import { promela } from "./scenarios/promela.ts";
import { seed000 } from "./scenarios/seed-000.ts";
import { seed001 } from "./scenarios/seed-001.ts";
import { sets } from "./scenarios/sets.ts";
import { threads } from "./scenarios/threads.ts";

const available: readonly Scenario[] = [
  actors,
  cluster,
  contest,
  ddd,
  everyday,
  explicit,
  graph,
  ltl,
  murphi,
  partialOrder,
  promela,
  promelaSpeed,
  seed000,
  seed001,
  sets,
  threads,
];

try {
  const read = readArguments(process.argv.slice(2), available);
  if (read.help) process.stdout.write(usage);
  else if (read.list) for (const { name, description } of available) process.stdout.write(`${name}: ${description}\n`);
  else await runAll(read);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
}

async function runAll({ scenarios, quick, runCount }: Arguments): Promise<void> {
  for (const scenario of scenarios) {
    const circumstances = { date: new Date().toISOString(), quick, runCount, machine: machine() };
    const onProgress = (line: string): void => void process.stderr.write(`${scenario.name}: ${line}\n`);
    const report = await scenario.run({ quick, runCount, onProgress });
    writeResults(new URL("./results/", import.meta.url), scenario, report, circumstances);
    process.stdout.write(reportText(scenario, report, circumstances));
    for (const problem of report.problems) process.stderr.write(`error: ${scenario.name}: ${problem}\n`);
    if (report.problems.length > 0) process.exitCode = 1;
  }
}
