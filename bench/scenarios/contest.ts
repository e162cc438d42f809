/**
 * The scenario `contest`: every net of the Model Checking Contest that is there, with both engines, with and without
 * symmetry. NOETHER_MCC names the folder of small nets; larger ones are in a folder of the same name and `-large`, and
 * each folder has the contest's figures in a README.md, beside it or in it.
 */

import { readFileSync } from "node:fs";
import { check } from "../../src/check/check.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import { parse } from "../../src/languages/parse.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, unknown } from "../table.ts";
import { contestNets } from "./contest-nets.ts";
import type { ContestNet } from "./contest-nets.ts";

export const contest: Scenario = {
  name: "contest",
  description: "Nets of the Model Checking Contest, both engines, with and without symmetry.",
  run: runContest,
};

const limits = { timeoutMs: 60_000, maxMemoryBytes: 2 ** 31, memoryInUse } as const;

/** Objects of large groups count, too. */
function memoryInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const modes: readonly (readonly [title: string, options: CheckOptions])[] = [
  ["explicit", { engine: "explicit", symmetry: "off" }],
  ["explicit, symmetry", { engine: "explicit", symmetry: "on" }],
  ["sets", { engine: "symbolic", symmetry: "off" }],
  ["sets, symmetry", { engine: "symbolic", symmetry: "on" }],
  ["sets, auto", { engine: "symbolic", symmetry: "auto" }],
  ["auto", { engine: "auto", symmetry: "auto" }],
];

interface Measured {
  readonly mode: string;
  /** From the text of the net on; absent if a limit was reached. */
  readonly seconds: number | undefined;
  readonly states: string;
  /** The markings that the states stand for; absent if they were not counted. */
  readonly markings: string | undefined;
  readonly limit: string | undefined;
}

async function runContest({ quick, onProgress }: ScenarioOptions): Promise<Report> {
  const problems: string[] = [];
  const rows: { readonly net: string; readonly measured: readonly Measured[] }[] = [];
  for (const net of contestNets(process.env["NOETHER_MCC"]).filter(({ isSmall }) => isSmall || !quick)) {
    const measured: Measured[] = [];
    for (const [mode, options] of modes) {
      const one = await measure(net, mode, options);
      measured.push(one);
      const isWrong = one.markings !== undefined && one.markings !== net.markings;
      if (isWrong) problems.push(`${net.name}, ${mode}: ${one.markings} markings, not ${net.markings}`);
    }
    rows.push({ net: net.name, measured });
    onProgress(`${net.name}: ${measured.map(cell).join(" / ")}`);
  }
  return {
    rows,
    tables: [
      {
        title: "Nets of the contest",
        columns: ["net", "markings", "orbits", ...modes.map(([mode]) => `${mode} s`)],
        rows: rows.map(({ net, measured }) => [
          net,
          shortened(measured.find(({ markings }) => markings !== undefined)?.markings),
          shortened(measured.find(({ mode, seconds }) => mode.endsWith("symmetry") && seconds !== undefined)?.states),
          ...measured.map(cell),
        ]),
      },
    ],
    notes: [
      "Seconds from the text of a net to all markings, without a property; 60 s and 2 GiB for each. A limit is named instead.",
      "The markings are compared with those on which the tools of the contest agree.",
      "Sets, auto: with symmetry if the search without it is large. Auto: the engine that fits.",
    ],
    problems,
    peers: {},
  };
}

async function measure(net: ContestNet, mode: string, options: CheckOptions): Promise<Measured> {
  const started = performance.now();
  const { model } = parse(readFileSync(net.file, "utf8"), { name: net.file });
  if (!model) throw new Error(`${net.file} is no model`);
  const { complete, states, unreducedStates, limit, properties } = await check(model, {
    ...options,
    ...limits,
    properties: [],
  });
  const isUnbounded = properties.some(({ reason }) => reason?.includes("the net is unbounded") === true);
  if (isUnbounded) return { mode, seconds: secondsSince(started), states: "+inf", markings: "+inf", limit: undefined };
  if (!complete) return { mode, seconds: undefined, states: String(states), markings: undefined, limit: limit ?? "?" };
  const isReduced = options.symmetry !== "off";
  const markings = isReduced ? unreducedStates : states;
  return {
    mode,
    seconds: secondsSince(started),
    states: String(states),
    markings: markings === undefined ? undefined : String(markings),
    limit: undefined,
  };
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

function cell({ seconds, limit }: Measured): string {
  return seconds === undefined ? limit! : decimal(seconds, 2);
}

function shortened(digits: string | undefined): string {
  if (digits === undefined) return unknown;
  return digits.length <= 15 ? digits : `${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1}`;
}
