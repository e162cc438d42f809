/**
 * Table I of the paper: the numbers of states and orbits and the times of its prototype, compared with ours on nets
 * that were reconstructed from its figures (`examples/petri/generate.ts`). We measure decision diagrams without symmetry,
 * with symmetry, and with symmetry if the search without it is large, and explicit states with one per orbit. Each is
 * measured twice: within one process, from the text of the net on, and as a whole command, as a user waits for it.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nets, writePnml } from "../../examples/petri/generate.ts";
import { check } from "../../src/check/check.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import { parse } from "../../src/languages/parse.ts";
import { decimal } from "../table.ts";
import type { Table } from "../table.ts";
import { timed } from "../timed.ts";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

interface Published {
  readonly net: string;
  readonly n: number;
  readonly states: bigint;
  /** The numbers of the paper for clients and servers are higher: it kept several states per orbit. */
  readonly orbits: bigint;
  /** Seconds without and with symmetry; `undefined` if the paper gives none. */
  readonly diagrams?: number | undefined;
  readonly canonized?: number | undefined;
  readonly isQuick?: boolean | undefined;
}

const power = (exponent: number): bigint => 2n ** BigInt(exponent);

const published: readonly Published[] = [
  { net: "product-line", n: 10, states: power(15), orbits: 66n, isQuick: true },
  { net: "product-line", n: 80, states: power(85), orbits: 486n, diagrams: 135, canonized: 193 },
  { net: "product-line", n: 160, states: power(165), orbits: 966n, diagrams: 844, canonized: 2472 },
  { net: "clients-servers", n: 5, states: 805_284n, orbits: 142n },
  { net: "clients-servers", n: 6, states: 11_368_449n, orbits: 281n },
  { net: "clients-servers", n: 8, states: 2_130_740_721n, orbits: 955n, diagrams: 306, canonized: 19 },
  { net: "clients-servers", n: 12, states: 60_638_103_127_449n, orbits: 7095n, canonized: 350 },
  { net: "sale-store", n: 5, states: 71_238n, orbits: 106n },
  { net: "sale-store", n: 10, states: 184_554_369n, orbits: 496n },
  { net: "sale-store", n: 15, states: 207_629_747_172n, orbits: 1186n, diagrams: 692, canonized: 12.5 },
  { net: "sale-store", n: 40, states: 10_475_164_785_326_322_751_237_521n, orbits: 9136n, canonized: 495 },
];

const timeoutMs = 30_000;

interface Measured {
  readonly seconds: number | undefined;
  readonly states: string | undefined;
}

export interface TableRow {
  readonly net: string;
  readonly n: number;
  readonly diagrams: Measured;
  readonly canonized: Measured;
  readonly auto: Measured;
  readonly explicit: Measured;
  /** Seconds of whole commands: without symmetry, and with symmetry on sets. */
  readonly commands: readonly [diagrams: number, canonized: number];
}

export async function measureTable(
  quick: boolean,
  runCount: number,
  onProgress: (text: string) => void,
): Promise<{ readonly rows: TableRow[]; readonly table: Table; readonly problems: string[] }> {
  const problems: string[] = [];
  const rows: TableRow[] = [];
  const lines: string[][] = [];
  for (const entry of published.filter(({ isQuick = false }) => !quick || isQuick)) {
    const { net, n, states, orbits } = entry;
    const text = writePnml(`${net}-${n}`, nets[net]!.make(n));
    const commands = await measureCommands(text, runCount);
    // One after the other in each round, so that none of them alone pays for compiling what all of them use.
    const modes: readonly CheckOptions[] = [
      { engine: "symbolic", symmetry: "off" },
      { engine: "symbolic", symmetry: "on" },
      { engine: "symbolic", symmetry: "auto" },
      { engine: "explicit", symmetry: "on" },
    ];
    const best: Measured[] = modes.map(() => ({ seconds: undefined, states: undefined }));
    for (let run = 0; run < runCount; run++) {
      for (const [k, options] of modes.entries()) best[k] = better(best[k]!, await measure(text, options));
    }
    const [diagrams, canonized, auto, explicit] = best as [Measured, Measured, Measured, Measured];
    if (diagrams.states !== undefined && diagrams.states !== String(states)) {
      problems.push(`${net} ${n}: ${diagrams.states} states, not ${states}`);
    }
    if (explicit.states !== undefined && explicit.states !== String(orbits)) {
      problems.push(`${net} ${n}: ${explicit.states} orbits, not ${orbits}`);
    }
    if (canonized.states !== undefined && BigInt(canonized.states) < orbits) {
      problems.push(`${net} ${n}: ${canonized.states} representatives for ${orbits} orbits`);
    }
    rows.push({ net, n, diagrams, canonized, auto, explicit, commands });
    const seconds = (value: number | undefined): string => (value === undefined ? "–" : decimal(value, 2));
    lines.push([
      `${net} ${n}`,
      states < 10n ** 13n ? String(states) : `2^${states.toString(2).length - 1}`,
      String(orbits),
      canonized.states ?? "–",
      ...[diagrams, canonized, auto, explicit].map((measured) => seconds(measured.seconds)),
      ratio(canonized, diagrams),
      ratio(auto, diagrams),
      ...commands.map((value) => decimal(value, 2)),
      decimal(commands[1] / commands[0], 2),
      entry.diagrams === undefined ? "–" : String(entry.diagrams),
      entry.canonized === undefined ? "–" : String(entry.canonized),
    ]);
    onProgress(`${net} ${n}: ${lines.at(-1)!.slice(4).join(" / ")}`);
    if (canonized.states !== undefined && net !== "product-line" && BigInt(canonized.states) !== orbits) {
      problems.push(`${net} ${n}: ${canonized.states} representatives, not ${orbits}`);
    }
  }
  const columns = [
    "net",
    "states",
    "orbits",
    "representatives",
    "DD s",
    "DD-Sym s",
    "auto s",
    "explicit s",
    "DD-Sym / DD",
    "auto / DD",
    "DD command s",
    "DD-Sym command s",
    "DD-Sym / DD, commands",
    "paper DD s",
    "paper DD-Sym s",
  ];
  return { rows, table: { title: "The paper's Table I", columns, rows: lines }, problems };
}

/** The faster of two measurements. */
function better(a: Measured, b: Measured): Measured {
  return (b.seconds ?? Infinity) <= (a.seconds ?? Infinity) ? b : a;
}

function ratio({ seconds }: Measured, { seconds: base }: Measured): string {
  return seconds === undefined || base === undefined ? "–" : decimal(seconds / base, 2);
}

/** The best times of whole commands without and with symmetry, in turns. */
async function measureCommands(text: string, runCount: number): Promise<readonly [number, number]> {
  const folder = mkdtempSync(join(tmpdir(), "noether-bench-"));
  try {
    const file = join(folder, "net.pnml");
    writeFileSync(file, text);
    const best: [number, number] = [Infinity, Infinity];
    for (let run = 0; run < runCount; run++) {
      for (const [k, symmetry] of ["off", "on"].entries()) {
        const options = ["--engine", "symbolic", "--symmetry", symmetry, "--property", "none", "--json"];
        const { cpuSeconds } = await timed(process.execPath, [main, "check", file, ...options]);
        best[k] = Math.min(best[k]!, cpuSeconds);
      }
    }
    return best;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Processor time, since this machine may have other work. */
async function measure(text: string, options: CheckOptions): Promise<Measured> {
  const before = process.cpuUsage();
  const { model } = parse(text, { name: "net.pnml" });
  if (!model) throw new Error("the net is no model");
  const { complete, states } = await check(model, { ...options, properties: [], timeoutMs });
  if (!complete) return { seconds: undefined, states: undefined };
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, states: String(states) };
}
