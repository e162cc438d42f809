/**
 * The scenario `contest`: every net of the Model Checking Contest that is there, with both engines, with and without
 * symmetry: its markings, and whether it has a deadlock. NOETHER_MCC names the folder of small nets, else it is
 * `../shared/corpus/mcc`, as for `.ci/run`; larger ones are in a folder of the same name and `-large`, and each folder has
 * the contest's figures in a README.md, beside it or in it. A run that ends badly is a line of the table, not the end.
 */

import { fileURLToPath } from "node:url";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, unknown } from "../table.ts";
import { timed } from "../timed.ts";
import { contestNets } from "./contest-nets.ts";
import type { ContestNet } from "./contest-nets.ts";

export const contest: Scenario = {
  name: "contest",
  description: "Nets of the Model Checking Contest, both engines, with and without symmetry.",
  run: runContest,
};

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Nets beside the repository. */
const beside = fileURLToPath(new URL("../../../shared/corpus/mcc", import.meta.url));

/** On the clock a little more than of processor time, since other work may take some of it. */
const limits = ["--timeout", "90s", "--max-memory", "2G"];
const cpuLimit = 60;

const modes: readonly (readonly [title: string, engine: string, symmetry: string])[] = [
  ["explicit", "explicit", "off"],
  ["explicit, symmetry", "explicit", "on"],
  ["sets", "symbolic", "off"],
  ["sets, symmetry", "symbolic", "on"],
  ["sets, auto", "symbolic", "auto"],
  ["auto", "auto", "auto"],
];

/** The modes whose verdicts on deadlocks are compared. */
const deciders: typeof modes = [
  ["explicit", "explicit", "auto"],
  ["sets", "symbolic", "auto"],
  ["auto", "auto", "auto"],
];

interface Measured {
  readonly mode: string;
  /** Processor time of the whole command. */
  readonly seconds: number;
  readonly states: string;
  /** The markings that the states stand for; absent if they were not counted. */
  readonly markings: string | undefined;
  readonly limit: string | undefined;
}

async function runContest({ quick, onProgress }: ScenarioOptions): Promise<Report> {
  const problems: string[] = [];
  const rows: { readonly net: string; readonly measured: readonly Measured[]; readonly verdict: string }[] = [];
  for (const net of contestNets(process.env["NOETHER_MCC"] ?? beside).filter(({ isSmall }) => isSmall || !quick)) {
    const measured: Measured[] = [];
    for (const [mode, engine, symmetry] of modes) {
      const one = await measure(net, mode, engine, symmetry);
      measured.push(one);
      const isWrong = one.markings !== undefined && one.markings !== net.markings;
      if (isWrong) problems.push(`${net.name}, ${mode}: ${one.markings} markings, not ${net.markings}`);
    }
    const verdict = await deadlockOf(net, measured, problems);
    rows.push({ net: net.name, measured, verdict });
    onProgress(`${net.name}: ${measured.map(cell).join(" / ")}, ${verdict}`);
  }
  return {
    rows,
    tables: [
      {
        title: "Nets of the contest",
        columns: ["net", "markings", "orbits", ...modes.map(([mode]) => `${mode} s`), "deadlock"],
        rows: rows.map(({ net, measured, verdict }) => [
          net,
          shortened(measured.find(({ markings }) => markings !== undefined)?.markings),
          shortened(measured.find(({ mode, limit }) => mode.endsWith("symmetry") && limit === undefined)?.states),
          ...measured.map(cell),
          verdict,
        ]),
      },
    ],
    notes: [
      "Processor seconds of a whole command from the net to all markings, without a property. The limits are 60 s of processor time, 90 s on the clock and 2 GiB; one that is reached is named, with the seconds until then.",
      "The markings are compared with those on which the tools of the contest agree, and the verdicts on deadlocks of both engines with each other.",
      "Sets, auto: with symmetry if the search without it is large. Auto: the engine that fits.",
    ],
    problems,
    peers: {},
  };
}

/** A command for each, so that no search pays for the memory of another one. */
async function measure(net: ContestNet, mode: string, engine: string, symmetry: string): Promise<Measured> {
  const { found, failure, cpuSeconds } = await run(net, [engine, symmetry], ["--property", "none"]);
  const seconds = cpuSeconds;
  if (!found) return { mode, seconds, states: "0", markings: undefined, limit: failure };
  const isUnbounded = found.properties.some(({ reason }) => reason?.includes("the net is unbounded") === true);
  if (isUnbounded) return { mode, seconds, states: "+inf", markings: "+inf", limit: undefined };
  const states = String(found.states);
  if (!found.complete) {
    return { mode, seconds, states, markings: undefined, limit: found.limit ?? "undecided" };
  }
  const markings = symmetry === "off" ? states : found.unreducedStates?.toString();
  return { mode, seconds, states, markings, limit: undefined };
}

/**
 * Whether the net has a deadlock, if one of the modes decides it. A difference is a problem. An engine that finds not all
 * markings is not asked.
 */
async function deadlockOf(net: ContestNet, measured: readonly Measured[], problems: string[]): Promise<string> {
  const verdicts = new Set<string>();
  for (const [mode, engine, symmetry] of deciders) {
    const isHopeless = modes.every(([title, other]) => {
      return other !== engine || measured.find((one) => one.mode === title)?.limit !== undefined;
    });
    if (isHopeless) continue;
    const { found } = await run(net, [engine, symmetry], []);
    const verdict = found?.properties.find(({ name }) => name === "deadlock-free")?.verdict;
    if (verdict === "holds" || verdict === "violated") verdicts.add(verdict === "holds" ? "no" : "yes");
    if (verdicts.size > 1) problems.push(`${net.name}: another verdict on deadlocks, ${mode}`);
  }
  return [...verdicts].join(" and ") || unknown;
}

interface Ran {
  readonly found: Found | undefined;
  /** What happened instead, in a few words. */
  readonly failure: string;
  readonly cpuSeconds: number;
}

async function run(
  net: ContestNet,
  [engine, symmetry]: readonly [string, string],
  more: readonly string[],
): Promise<Ran> {
  const options = ["--engine", engine, "--symmetry", symmetry, ...more, "--json", ...limits];
  try {
    const parameters = [main, "check", net.file, ...options];
    const { stdout, stderr, cpuSeconds } = await timed(process.execPath, parameters, undefined, cpuLimit);
    const isOver = cpuSeconds >= cpuLimit - 1;
    if (stdout === "") return { found: undefined, failure: isOver ? "time" : stderr.trim().slice(0, 60), cpuSeconds };
    return { found: JSON.parse(stdout) as Found, failure: "", cpuSeconds };
  } catch {
    return { found: undefined, failure: "ended by a signal", cpuSeconds: 0 };
  }
}

/** The part of the document of `check --json` that is compared. */
interface Found {
  readonly complete: boolean;
  readonly states: number | string;
  readonly unreducedStates?: number | string;
  readonly limit?: string;
  readonly properties: readonly { readonly name: string; readonly verdict: string; readonly reason?: string }[];
}

function cell({ seconds, limit }: Measured): string {
  return limit === undefined ? decimal(seconds, 2) : `${limit} (${decimal(seconds, 0)})`;
}

function shortened(digits: string | undefined): string {
  if (digits === undefined) return unknown;
  return digits.length <= 15 ? digits : `${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1}`;
}
