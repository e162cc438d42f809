/**
 * The scenario `sets`: the symbolic engine on nets with each order of levels, next to the explicit engine, and how the
 * cost grows with the size of a net. The nets of the contest are in the folder beside the one that NOETHER_MCC
 * names, else beside `../shared/corpus/mcc`.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nets, writePnml } from "../../examples/petri/generate.ts";
import { check } from "../../src/check/check.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import type { CheckResult } from "../../src/check/result.ts";
import { orderNames } from "../../src/engine/order-name.ts";
import type { OrderName } from "../../src/engine/order-name.ts";
import { parse } from "../../src/languages/parse.ts";
import type { Model } from "../../src/model/model.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";

export const sets: Scenario = {
  name: "sets",
  description: "Nets as sets: orders of levels, next to the explicit engine, and growth.",
  run: runSets,
};

/**
 * The most processor time for one search, so that all of them end in less than half an hour, and the most states of the
 * explicit engine.
 */
const mostSeconds = 10;
const maxStates = 5_000_000;

const contest = [
  "Diffusion2D-PT-D05N010", "FMS-PT-00005", "HouseConstruction-PT-00005", "Kanban-PT-00010", "MAPK-PT-00008",
  "Philosophers-PT-000100", "Referendum-PT-0100", "RwMutex-PT-r0010w0100", "SharedMemory-COL-000010",
  "SmallOperatingSystem-PT-MT0064DC0016", "SwimmingPool-PT-02",
]; // prettier-ignore

interface Measured {
  readonly states: string;
  readonly seconds: number;
  readonly peakNodes: number;
}

interface SetsRow {
  readonly net: string;
  readonly byOrder: Readonly<Record<string, Measured | undefined>>;
  /** The order that is taken by itself. */
  readonly chosen: string;
  readonly explicitSeconds: number | undefined;
}

async function runSets({ quick, onProgress }: ScenarioOptions): Promise<Report> {
  const problems: string[] = [];
  const rows: SetsRow[] = [];
  for (const [net, model] of models(quick)) {
    const row = await measureOrders(net, model, problems);
    rows.push(row);
    onProgress(`${net}: ${row.chosen}, ${decimal(row.byOrder[row.chosen]?.seconds ?? NaN, 2)} s`);
  }
  const growth = await measureGrowth(quick, onProgress, problems);
  return {
    rows: { orders: rows, growth: growth.rows },
    tables: [ordersTable(rows), growth],
    notes: [
      "Seconds from the model to all markings, without symmetry, and the most nodes; * is the order that is taken by itself. Each search has 10 s. All seconds are processor time.",
      `The explicit engine has 10 s and ${whole(maxStates)} markings; ${unknown} means that this is not enough.`,
      "Growth: with all symmetries that pay, symmetries found within the time.",
    ],
    problems,
    peers: {},
  };
}

function* models(quick: boolean): Generator<readonly [string, Model]> {
  for (const [net, n] of [
    ["philosophers", quick ? 10 : 100],
    ["token-ring", quick ? 5 : 12],
  ] as const) {
    yield [`${net} ${n}`, generated(net, n)];
  }
  const mcc = process.env["NOETHER_MCC"] ?? fileURLToPath(new URL("../../../shared/corpus/mcc", import.meta.url));
  if (quick) return;
  for (const name of contest) {
    const file = join(mcc, "..", "mcc-large", `${name}.pnml`);
    if (existsSync(file)) yield [name, modelOf(readFileSync(file, "utf8"), file)];
  }
}

function generated(net: string, n: number): Model {
  return modelOf(writePnml(`${net}-${n}`, nets[net]!.make(n)), `${net}.pnml`);
}

function modelOf(text: string, name: string): Model {
  const { model } = parse(text, { name });
  if (!model) throw new Error(`${name} is no model`);
  return model;
}

async function measureOrders(net: string, model: Model, problems: string[]): Promise<SetsRow> {
  const searchIn = async (order?: OrderName): Promise<(Measured & { readonly order: string }) | undefined> => {
    const { result, seconds } = await search(model, { engine: "symbolic", symmetry: "off", order });
    if (!result.complete) return undefined;
    const { states, peakNodes = 0, order: used = "" } = result;
    return { states: String(states), seconds, peakNodes, order: used };
  };
  const byOrder: Record<string, Measured | undefined> = {};
  for (const order of orderNames) byOrder[order] = await searchIn(order);
  const chosen = (await searchIn())?.order ?? `none in ${mostSeconds} s`;
  const { result: explicit, seconds } = await search(model, { symmetry: "off", maxStates });
  const counts = new Set(Object.values(byOrder).flatMap((measured) => measured?.states ?? []));
  if (explicit.complete) counts.add(String(explicit.states));
  if (counts.size > 1) problems.push(`${net}: ${[...counts].join(" and ")} states`);
  return { net, byOrder, chosen, explicitSeconds: explicit.complete ? seconds : undefined };
}

/** A search for all markings, with its processor time. */
async function search(
  model: Model,
  options: CheckOptions,
): Promise<{ readonly result: CheckResult; readonly seconds: number }> {
  const before = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const isInterrupted = (): boolean => spent() > mostSeconds;
  const result = await check(model, { ...options, properties: [], isInterrupted });
  return { result, seconds: spent() };
}

function ordersTable(rows: readonly SetsRow[]): Table {
  const cell = ({ byOrder, chosen }: SetsRow, order: string): string => {
    const measured = byOrder[order];
    const mark = order === chosen ? "*" : "";
    return measured ? `${mark}${decimal(measured.seconds, 2)} s, ${whole(measured.peakNodes)}` : `${mark}${unknown}`;
  };
  return {
    title: "Orders of levels",
    columns: ["net", ...orderNames, "explicit s"],
    rows: rows.map((row) => [
      row.net,
      ...orderNames.map((order) => cell(row, order)),
      row.explicitSeconds === undefined ? unknown : decimal(row.explicitSeconds, 2),
    ]),
  };
}

/** The sizes to double, and the number of orbits or markings if there is a formula. */
const families: readonly (readonly [string, readonly number[], "on" | "off", ((n: number) => bigint)?])[] = [
  ["philosophers", [100, 200, 400, 800], "off", (n) => 3n ** BigInt(n)],
  ["sale-store", [5, 10, 20, 40], "on"],
  ["clients-servers", [4, 6, 8, 12], "on"],
];

async function measureGrowth(
  quick: boolean,
  onProgress: (line: string) => void,
  problems: string[],
): Promise<Table & { readonly rows: string[][] }> {
  const rows: string[][] = [];
  for (const [net, sizes, symmetry, formula] of families) {
    for (const n of quick ? sizes.slice(0, 1) : sizes) {
      const { result, seconds } = await search(generated(net, n), { engine: "symbolic", symmetry });
      const { states, unreducedStates, peakNodes = 0, complete } = result;
      onProgress(`${net} ${n}: ${decimal(seconds, 2)} s`);
      if (complete && formula && BigInt(states) !== formula(n)) problems.push(`${net} ${n}: not ${formula(n)} states`);
      const shown = (value: number | bigint | undefined): string => {
        const digits = String(value ?? unknown);
        return digits.length <= 15 ? digits : `${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1}`;
      };
      const time = complete ? decimal(seconds, 2) : unknown;
      rows.push([`${net} ${n}`, shown(unreducedStates), shown(states), whole(peakNodes), time]);
    }
  }
  return { title: "Growth", columns: ["net", "markings", "explored", "peak nodes", "seconds"], rows };
}
