/**
 * The scenario `promela-speed`: Promela without symmetry, state for state, next to the verifiers that SPIN makes.
 *
 * Both explore all states depth or breadth first without reduction, and count the same states. The models are those of
 * `bench/promela`, and the examples of SPIN with more than 100,000 states, where they are installed.
 */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { explore, root } from "../noether/explore.ts";
import type { Measured } from "../noether/explore.ts";
import { makePan, removePan, runPan } from "../peers/pan.ts";
import type { PanSpeed } from "../peers/pan.ts";
import { findSpin } from "../peers/spin.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";

export const promelaSpeed: Scenario = {
  name: "promela-speed",
  description: "Promela without symmetry, state for state, next to SPIN.",
  run: runSpeed,
};

interface Instance {
  readonly name: string;
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
}

const own = (name: string, file: string, defines: Readonly<Record<string, string>>): Instance => {
  return { name, file: `bench/promela/${file}.pml`, defines };
};

const ours: readonly Instance[] = [
  own("philosophers with forks 13", "dining-philosophers-forks", { N: "13" }),
  own("philosophers 12", "dining-philosophers", { N: "12" }),
  own("e-mail 3", "email", { CLIENTS: "3" }),
  own("German 4", "german", { N: "4" }),
  own("load balancer 2 x 4", "load-balancer", { CLIENTS: "4" }),
  own("Peterson 5", "peterson", { N: "5" }),
  own("producer-consumer 3, 2, 4", "producer-consumer", { PRODUCERS: "3", CAPACITY: "4" }),
  own("readers-writers 8, 4", "readers-writers", { READERS: "8", WRITERS: "4" }),
  own("allocator 2 x 5", "resource-allocator", { CLIENTS: "5" }),
  own("three tiers 2 x 4", "three-tiered", { CLIENTS: "4" }),
  own("token ring 13", "token-ring", { N: "13" }),
];

const corpus = "/usr/share/doc/spin/examples/Examples";
const theirs: readonly Instance[] = ["LTL/leader", "LTL/pftp", "cambridge", "dtp", "sort"].map((name) => {
  return { name, file: `${corpus}/${name}.pml`, defines: {} };
});

const quick: readonly Instance[] = [
  own("e-mail 2", "email", { CLIENTS: "2" }),
  own("Peterson 3", "peterson", { N: "3" }),
];

export interface SpeedRow {
  readonly model: string;
  readonly noether: Measured;
  readonly pan?: PanSpeed | undefined;
}

async function runSpeed({ quick: isQuick, runCount, onProgress }: ScenarioOptions): Promise<Report> {
  const spin = await findSpin();
  if (spin.kind === "missing") onProgress(spin.reason);
  const installed = existsSync(corpus) ? theirs : [];
  const rows: SpeedRow[] = [];
  for (const instance of isQuick ? quick : [...ours, ...installed]) {
    const row = await measure(instance, spin.kind === "spin", runCount, isQuick ? "-O0" : "-O2");
    rows.push(row);
    onProgress(`${row.model}: ${perState(row)}`);
  }
  return {
    rows,
    tables: [speedTable(rows)],
    notes: [
      "Nanoseconds are processor time of the search for each state, with all threads; for Noether, optimizing its code counts. Again: the same search once more in the same process, its code optimized as that of pan is before it starts. To prepare is elapsed: reading and compiling the model, without the start of Node; `spin -a` and `gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM`.",
      "pan: `-E -A -c0 -n -m... -w...`, depth first, with a stack as deep as needed and two to four slots for each state.",
      "The runs of Noether and pan alternate. The number of states is the same.",
    ],
    problems: rows.flatMap(disagreement),
    peers: spin.kind === "missing" ? { spin: spin.reason } : { spin: spin.spin, compiler: spin.compiler },
  };
}

async function measure(
  { name, file, defines }: Instance,
  withSpin: boolean,
  runCount: number,
  optimization: string,
): Promise<SpeedRow> {
  const path = fileURLToPath(new URL(file, root));
  const pan = withSpin ? await makePan(path, defines, optimization) : undefined;
  try {
    let noether: Measured | undefined;
    let peer: PanSpeed | undefined;
    for (let i = 0; i < runCount; i++) {
      const next = await explore({ file: path, defines, search: true });
      noether = noether ? fastest(noether, next) : next;
      const run = pan && (await runPan(pan));
      if (run && (!peer || run.cpuSeconds < peer.cpuSeconds)) peer = run;
    }
    return { model: name, noether: noether!, pan: peer };
  } finally {
    if (pan) removePan(pan);
  }
}

/** The faster first search, and the faster second one. */
function fastest(a: Measured, b: Measured): Measured {
  const again = a.again!.cpuSeconds <= b.again!.cpuSeconds ? a.again! : b.again!;
  return { ...(a.search!.cpuSeconds <= b.search!.cpuSeconds ? a : b), again };
}

function disagreement({ model, noether, pan }: SpeedRow): string[] {
  const { states } = noether.search!;
  if (!pan || pan.states === states) return [];
  return [`${model}: SPIN found ${pan.states} states, Noether ${states}`];
}

const nanoseconds = (seconds: number, states: number): string => whole((1e9 * seconds) / states);

function perState({ noether: { search }, pan }: SpeedRow): string {
  const told = pan ? `, pan ${nanoseconds(pan.cpuSeconds, pan.states)}` : "";
  return `${nanoseconds(search!.cpuSeconds, search!.states)} ns a state${told}`;
}

function speedTable(rows: readonly SpeedRow[]): Table {
  return {
    title: "A state without symmetry",
    columns: ["model", "states", "bytes", "pan bytes", "ns", "pan ns", "pan / Noether", "again ns", "pan / again", "search s", "pan s", "prepare s", "pan prepare s"], // prettier-ignore
    rows: rows.map(({ model, noether, pan }) => {
      const { states, cpuSeconds, storedBytes } = noether.search!;
      return [
        model,
        whole(states),
        whole(storedBytes / states),
        pan ? whole(pan.memoryBytes / states) : unknown,
        nanoseconds(cpuSeconds, states),
        pan ? nanoseconds(pan.cpuSeconds, states) : unknown,
        pan ? decimal(pan.cpuSeconds / cpuSeconds, 2) : unknown,
        nanoseconds(noether.again!.cpuSeconds, states),
        pan ? decimal(pan.cpuSeconds / noether.again!.cpuSeconds, 2) : unknown,
        decimal(cpuSeconds, 2),
        pan ? decimal(pan.cpuSeconds, 2) : unknown,
        decimal((noether.parseMs + noether.compileMs) / 1000, 2),
        pan ? decimal(pan.makeSeconds, 2) : unknown,
      ];
    }),
  };
}
