/** The scenario `explicit`: the speed and the memory of exploring whole state spaces, compared with SPIN. */

import { calls, findSpin } from "../peers/spin.ts";
import type { Missing, Spin } from "../peers/spin.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { compare } from "./explicit-compare.ts";
import { fullInstances, quickInstances } from "./explicit-instances.ts";
import type { ExplicitRow } from "./explicit-row.ts";
import { comparison, startup, times } from "./explicit-tables.ts";
import { measureStartup } from "./startup.ts";
import type { Startup } from "./startup.ts";

export const explicit: Scenario = {
  name: "explicit",
  description: "Explicit search of whole state spaces, without properties and symmetry, next to SPIN.",
  run: runExplicit,
};

/** The rows of the report. */
export interface ExplicitRows {
  readonly models: readonly ExplicitRow[];
  readonly examples: readonly Startup[];
}

async function runExplicit({ quick, runCount, onProgress }: ScenarioOptions): Promise<Report> {
  const spin = await findSpin();
  if (spin.kind === "missing") onProgress(spin.reason);
  // Otherwise a quick run would mostly optimize verifiers that run for a hundredth of a second.
  const optimization = quick ? "-O0" : "-O2";
  const models: ExplicitRow[] = [];
  for (const instance of quick ? quickInstances : fullInstances) {
    models.push(await compare(instance, spin, { optimization, runCount, onProgress }));
  }
  const examples = await measureStartup({ quick, runCount, onProgress });
  const rows: ExplicitRows = { models, examples };
  return {
    rows,
    tables: [comparison(models), times(models), startup(examples)],
    notes: notes(spin, optimization),
    problems: models.flatMap(({ model, problems }) => problems.map((problem) => `${model}: ${problem}`)),
    peers: spin.kind === "missing" ? { spin: spin.reason } : { spin: spin.spin, compiler: spin.compiler },
  };
}

function notes(spin: Spin | Missing, optimization: string): string[] {
  const ours = [
    "Rates are states per second of processor time (user and system, all threads) of the exploring process. For Noether it is the search; reading and compiling the model come before and have their own column.",
    "Every run of Noether is a fresh process of Node: parse and compile are cold, and the search includes warming up. The start of Node itself is not counted.",
    "Noether's bytes a state are all that the search allocated, by the number of states; Node itself is not counted, but is part of the resident set in the JSON. `stored` is the part that grows with the states, records and table: it leaves out a fixed 0.4 MB or so. `packed` is a state alone. The bound, 1.5 packed + 12, is on what is stored.",
  ];
  if (spin.kind === "missing") return [...ours, `SPIN was not measured: ${spin.reason}.`];
  return [
    ...ours,
    `SPIN breadth first: ${calls("bfs", optimization)}. Depth first: ${calls("dfs", optimization)}. The hash table (-w) has two to four slots for each state, the stack (-m) as deep as the depth-first search goes; each call is in the JSON.`,
    "SPIN's bytes a state are what pan reports as total actual memory usage: states, hash table, stack or queue. The resident set, about the same, is in the JSON.",
    "The states and transitions of all tools must agree, but for German, where SPIN has one state and two transitions more: it chooses between the two initial states in a step. SPIN's one further transition everywhere is its arrival at the initial state.",
    "spin + cc is the time that `spin -a` and gcc take to make a verifier, elapsed, measured once.",
  ];
}
