/**
 * The scenario `threads`: the same search by one thread and by several, and the rate of searches that grow.
 *
 * Elapsed time means something on a machine that does nothing else. So the processor time of the busiest thread is there
 * as well: it is what the elapsed time would be if no thread waited. All numbers of threads must find the same, and
 * philosophers as many states as their closed form says.
 */

import { availableParallelism, freemem } from "node:os";
import { fileURLToPath } from "node:url";
import { root } from "../noether/explore.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, rate, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";
import { threadTimes } from "../thread-times.ts";

export const threads: Scenario = {
  name: "threads",
  description: "Searches by one thread and by several; rates up to 200 million states, and one beyond 8 GiB.",
  run: runThreads,
};

interface Instance {
  readonly name: string;
  readonly args: readonly string[];
  /** The number of states, if it is known. */
  readonly states?: number | undefined;
}

const instance = (name: string, file: string, size: number, symmetry: "on" | "off", states?: number): Instance => ({
  name: `${name} ${size}, ${symmetry === "on" ? "symmetry" : "no symmetry"}`,
  args: [
    ...[`examples/seq/${file}.seq`, "-D", `N=${size}`, "--symmetry", symmetry],
    ...["--partial-order", "off", "--property", "none", "--max-memory", "14G"],
  ],
  states,
});
const philosophers = (size: number): Instance =>
  instance("philosophers", "dining-philosophers", size, "off", philosopherStates(size));

/** The number of states of philosophers: L(n) - 1 with L(0) = 2, L(1) = 3 and L(k) = 3 L(k - 1) + L(k - 2). */
export function philosopherStates(size: number): number {
  let [before, last] = [2, 3];
  for (let k = 2; k <= size; k++) [before, last] = [last, 3 * last + before];
  return last - 1;
}

const compared: readonly Instance[] = [
  instance("Peterson", "peterson", 6, "off"),
  philosophers(14),
  instance("Peterson", "peterson", 10, "on"),
  instance("German", "german", 7, "on"),
];
const quickCompared: readonly Instance[] = [philosophers(10)];
const growing = [12, 14, 16];
const quickGrowing = [6, 8];
/** 80,062,991 states of 100 bytes, and 662,131,472 states, more than two memories hold; only where there is room. */
const wideSize = 430;
const wide: Instance = {
  name: `wide counters ${wideSize}, no symmetry`,
  args: [
    ...["bench/seq/wide-counters.seq", "-D", `N=${wideSize}`, "--symmetry", "off"],
    ...["--partial-order", "off", "--property", "none", "--max-memory", "14G"],
  ],
  states: (wideSize + 1) ** 3,
};
const largest = 17;
const largestBytes = 14 * 2 ** 30;
const main = fileURLToPath(new URL("dist/cli/main.js", root));

export interface ThreadRow {
  readonly model: string;
  readonly threads: number;
  readonly states: number;
  readonly transitions: number;
  readonly verdict: string;
  /** The number of states that there must be, if it is known. */
  readonly expected?: number | undefined;
  readonly memoryBytes: number;
  readonly elapsedSeconds: number;
  readonly busiestSeconds?: number | undefined;
}

async function runThreads({ quick, runCount, onProgress }: ScenarioOptions): Promise<Report> {
  const counts = [1, 2, 4, 8].filter((count) => count <= Math.max(2, availableParallelism()));
  const rows: ThreadRow[] = [];
  const most = counts.at(-1)!;
  const measure = async (each: Instance, count: number, runs: number): Promise<ThreadRow> => {
    let best = await once(each, count);
    for (let run = 1; run < runs; run++) {
      const next = await once(each, count);
      if (next.elapsedSeconds < best.elapsedSeconds) best = next;
    }
    onProgress(`${best.model}, ${count} threads: ${decimal(best.elapsedSeconds, 2)} s, ${whole(best.states)} states`);
    return best;
  };
  for (const each of quick ? quickCompared : compared) {
    for (const count of counts) rows.push(await measure(each, count, runCount));
  }
  const growth: ThreadRow[] = [];
  for (const size of quick ? quickGrowing : growing) {
    for (const count of [1, most]) growth.push(await measure(philosophers(size), count, 1));
  }
  const hasRoom = !quick && freemem() > 1.2 * largestBytes;
  if (hasRoom) for (const each of [wide, philosophers(largest)]) growth.push(await measure(each, most, 1));
  else onProgress("philosophers 17 and wide counters are left out: there is no room for them");
  return {
    rows: { compared: rows, growth },
    tables: [comparison(rows), growthTable(growth)],
    notes: [
      `Each row is the best of ${runCount} runs by elapsed time, which includes the start of Node; rows of the second table are one run.`,
      "The time of the busiest thread is processor time. The ratio is that of elapsed times, to one thread.",
    ],
    problems: disagreements([...rows, ...growth]),
    peers: {},
  };
}

async function once({ name, args, states: expected }: Instance, count: number): Promise<ThreadRow> {
  const parameters = [main, "check", ...args, "--json", "--threads", String(count)];
  const { stdout, elapsedSeconds, busiestSeconds } = await threadTimes(
    process.execPath,
    parameters,
    fileURLToPath(root),
  );
  const found = JSON.parse(stdout) as Pick<ThreadRow, "verdict" | "states" | "transitions" | "memoryBytes">;
  const { verdict, states, transitions, memoryBytes } = found;
  return {
    ...{ model: name, threads: count, states, transitions, verdict, expected, memoryBytes },
    ...{ elapsedSeconds, busiestSeconds },
  };
}

/** Any number of threads must find the same, and as much as there is. */
export function disagreements(rows: readonly ThreadRow[]): string[] {
  return rows.flatMap((row) => {
    const first = rows.find(({ model }) => model === row.model)!;
    const isSame =
      row.states === first.states && row.transitions === first.transitions && row.verdict === first.verdict;
    const isExpected = row.expected === undefined || row.expected === row.states;
    return [
      ...(isSame ? [] : [`${row.model}: ${row.threads} threads found something else than ${first.threads}`]),
      ...(isExpected ? [] : [`${row.model}: ${row.states} states instead of ${row.expected}`]),
    ];
  });
}

function comparison(rows: readonly ThreadRow[]): Table {
  return {
    title: "One thread and several",
    columns: ["model", "states", "threads", "elapsed s", "busiest thread s", "ratio"],
    rows: rows.map((row) => {
      const one = rows.find(({ model, threads: count }) => model === row.model && count === 1);
      const busiest = row.busiestSeconds === undefined ? unknown : decimal(row.busiestSeconds, 2);
      const ratio = one ? decimal(one.elapsedSeconds / row.elapsedSeconds, 2) : unknown;
      return [row.model, whole(row.states), String(row.threads), decimal(row.elapsedSeconds, 2), busiest, ratio];
    }),
  };
}

function growthTable(rows: readonly ThreadRow[]): Table {
  return {
    title: "Rates as searches grow",
    columns: ["model", "states", "threads", "elapsed s", "states a second", "GB"],
    rows: rows.map(({ model, states, threads: count, elapsedSeconds, memoryBytes }) => [
      model,
      whole(states),
      String(count),
      decimal(elapsedSeconds, 1),
      rate(states, elapsedSeconds),
      decimal(memoryBytes / 1e9, 2),
    ]),
  };
}
