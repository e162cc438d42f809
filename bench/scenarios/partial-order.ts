/**
 * The scenario `partial-order`: states and time to the verdict with partial-order reduction, with symmetries, and with
 * both, next to SPIN with its own reduction.
 *
 * Assertions and end states are checked. The models are SPIN's own with more than 10,000 states, where they are
 * installed, and families with symmetries. Verdicts must be the same in all modes.
 */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkModel } from "../noether/check.ts";
import type { Checked } from "../noether/check.ts";
import { root } from "../noether/explore.ts";
import { limits, makeChecker, removeChecker, runChecker } from "../peers/spin-check.ts";
import type { PanOutcome } from "../peers/spin-check.ts";
import { findSpin } from "../peers/spin.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";

export const partialOrder: Scenario = {
  name: "partial-order",
  description: "States and time with partial-order reduction, symmetries and both, next to SPIN.",
  run: runPartialOrder,
};

interface Instance {
  readonly name: string;
  readonly file: string;
  readonly defines: Readonly<Record<string, string>>;
  /** Whether end states are checked. */
  readonly ends?: boolean | undefined;
}

const corpus = "/usr/share/doc/spin/examples";
const theirs: readonly Instance[] = [
  "Examples/LTL/leader",
  "Examples/LTL/pftp",
  "Examples/LTL/leader_pre",
  "Examples/leader0",
  "Examples/leader_trace",
  "Examples/LTL/mobile1",
  "Examples/LTL/mobile2",
  "Examples/LTL/petersonN",
  "Examples/LTL/train",
  "Examples/dtp",
  "Examples/eratosthenes",
  "Examples/snoopy",
  "Examples/sort",
].map((name) => ({ name: name.replace("Examples/", ""), file: `${corpus}/${name}.pml`, defines: {}, ends: false }));

/** Where SPIN finds an error, it ends there, so end states are left out. */
const own = (name: string, file: string, defines: Readonly<Record<string, string>>, ends = true): Instance => {
  return { name, file: `bench/promela/${file}.pml`, defines, ends };
};
const ours: readonly Instance[] = [
  own("philosophers with forks 10", "dining-philosophers-forks", { N: "10" }, false),
  own("load balancer 2 x 4", "load-balancer", { CLIENTS: "4" }),
  own("allocator 2 x 4", "resource-allocator", { CLIENTS: "4" }),
  own("three tiers 2 x 4", "three-tiered", { CLIENTS: "4" }),
  own("token ring 10", "token-ring", { N: "10" }),
  { name: "leader election 6", file: "examples/promela/leader-election.pml", defines: { N: "6" } },
];
const quickInstances: readonly Instance[] = [
  own("philosophers with forks 5", "dining-philosophers-forks", { N: "5" }, false),
  own("load balancer 2 x 2", "load-balancer", { CLIENTS: "2" }),
];

/** Each way to check, and the options it stands for. */
const ways = {
  full: { symmetry: "off", partialOrder: "off" },
  symmetry: { symmetry: "on", partialOrder: "off" },
  partialOrder: { symmetry: "off", partialOrder: "on" },
  both: { symmetry: "on", partialOrder: "on" },
} as const;
type Way = keyof typeof ways;

export interface PartialOrderRow {
  readonly model: string;
  readonly checked: Readonly<Record<Way, Checked>>;
  readonly spin?: PanOutcome | undefined;
  /** Elapsed time of `spin -a` and gcc. */
  readonly makeSeconds?: number | undefined;
  readonly problems: readonly string[];
}

async function runPartialOrder({ quick, onProgress }: ScenarioOptions): Promise<Report> {
  const spin = await findSpin();
  if (spin.kind === "missing") onProgress(spin.reason);
  const installed = theirs.filter(({ file }) => existsSync(file));
  const rows: PartialOrderRow[] = [];
  for (const instance of quick ? quickInstances : [...installed, ...ours]) {
    const row = await compare(instance, spin.kind === "spin", quick ? "-O0" : "-O2");
    rows.push(row);
    const { full, partialOrder: reduced } = row.checked;
    onProgress(`${row.model}: ${full.states} states, ${reduced.states} with partial order, SPIN ${spinStates(row)}`);
  }
  return {
    rows,
    tables: [statesTable(rows), timesTable(rows)],
    notes: [
      "Seconds are processor time. For Noether they are everything from reading the text to the verdict, without the start of Node; for SPIN `spin -a`, gcc and pan, or the run of pan alone.",
      `SPIN: \`spin -a\`, \`gcc -O2 -DSAFETY -DNOCLAIM\`, its default reduction, stopped after ${limits.seconds} s. Noether is stopped after 60 s.`,
      "Assertions are checked; end states too in models of this project.",
    ],
    problems: rows.flatMap(({ model, problems }) => problems.map((problem) => `${model}: ${problem}`)),
    peers: spin.kind === "missing" ? { spin: spin.reason } : { spin: spin.spin, compiler: spin.compiler },
  };
}

async function compare(instance: Instance, withSpin: boolean, optimization: string): Promise<PartialOrderRow> {
  const { name: model, file, defines, ends = false } = instance;
  const path = fileURLToPath(new URL(file, root));
  const properties = ends ? ["assertions", "endstates"] : ["assertions"];
  const task = { file: path, defines, properties, timeoutMs: 60_000 };
  const checked = {
    full: await checkModel({ ...task, ...ways.full }),
    symmetry: await checkModel({ ...task, ...ways.symmetry }),
    partialOrder: await checkModel({ ...task, ...ways.partialOrder }),
    both: await checkModel({ ...task, ...ways.both }),
  };
  const problems: string[] = [];
  let spin: PanOutcome | undefined;
  let makeSeconds: number | undefined;
  if (withSpin) {
    try {
      const checker = await makeChecker(path, defines, "reduced", optimization);
      ({ makeSeconds } = checker);
      try {
        spin = await runChecker(checker, { ends, depth: limits.depth, hashBits: 22 });
      } finally {
        removeChecker(checker);
      }
    } catch (error) {
      problems.push(`SPIN: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { model, checked, spin, makeSeconds, problems: [...problems, ...disagreements(checked)] };
}

/** Verdicts must be the same, and a reduction must not find more states. */
export function disagreements(checked: PartialOrderRow["checked"]): string[] {
  const known = Object.entries(checked).filter(([, { verdict }]) => verdict !== "undecided");
  const [first] = known;
  const different = known
    .filter(([, { verdict }]) => verdict !== first![1].verdict)
    .map(([way, { verdict }]) => `${way} says \`${verdict}\`, ${first![0]} \`${first![1].verdict}\``);
  const { full, partialOrder: reduced } = checked;
  const isMore = full.complete && reduced.complete && reduced.states > full.states;
  return isMore ? [...different, `${reduced.states} states with partial order, ${full.states} without`] : different;
}

function spinStates({ spin }: PartialOrderRow): string {
  return spin?.kind === "done" ? whole(spin.report.states) : (spin?.limit ?? unknown);
}

const shown = ({ verdict, states }: Checked): string =>
  verdict === "undecided" ? `over ${whole(states)}` : whole(states);

function statesTable(rows: readonly PartialOrderRow[]): Table {
  return {
    title: "States",
    columns: ["model", "full", "symmetry", "partial order", "both", "SPIN reduced"],
    rows: rows.map((row) => {
      const { full, symmetry, partialOrder: reduced, both } = row.checked;
      return [row.model, shown(full), shown(symmetry), shown(reduced), shown(both), spinStates(row)];
    }),
  };
}

function timesTable(rows: readonly PartialOrderRow[]): Table {
  return {
    title: "Seconds to the verdict",
    columns: ["model", "full", "symmetry", "partial order", "both", "SPIN reduced", "pan alone"],
    rows: rows.map(({ model, checked, spin, makeSeconds }) => {
      const { full, symmetry, partialOrder: reduced, both } = checked;
      const times = [full, symmetry, reduced, both].map(({ cpuSeconds }) => decimal(cpuSeconds, 2));
      const pan = spin?.kind === "done" ? spin.usage.userSeconds + spin.usage.systemSeconds : undefined;
      const theirTimes = pan === undefined ? [unknown, unknown] : [decimal(makeSeconds! + pan, 2), decimal(pan, 2)];
      return [model, ...times, ...theirTimes];
    }),
  };
}
