/** The tables of the scenario `everyday`. */

import type { CommandRun } from "../noether/command-line.ts";
import type { SpinMode } from "../peers/spin-everyday.ts";
import { decimal, unknown, whole } from "../table.ts";
import type { Table } from "../table.ts";
import { allStates, rules } from "./everyday-row.ts";
import type { EverydayRow } from "./everyday-row.ts";

export function everydayTable(title: string, rows: readonly EverydayRow[]): Table {
  return {
    title,
    columns: ["model", "states", "order", "orbits", "auto s", "on s", "off s", "auto / off", "on / off", "SPIN s", "pan s", "pan reduced s", "auto / SPIN", "published s"], // prettier-ignore
    rows: rows.map((row) => {
      const { auto, on, off } = row.runs;
      const states = allStates(row);
      return [
        row.model.name,
        states === undefined ? unknown : whole(states),
        on.limit === undefined || on.order !== "1" ? on.order : unknown,
        on.complete ? whole(on.states) : unknown,
        ...[auto, on, off].map(secondsOf),
        ratio(auto, off),
        ratio(on, off),
        spinSeconds(row, "full", "whole"),
        spinSeconds(row, "full", "pan"),
        spinSeconds(row, "reduced", "pan"),
        spinRatio(row),
        row.model.published ?? unknown,
      ];
    }),
  };
}

/** For each rule, how many rows violate it, and which. */
export function verdictsOnRules(rows: readonly EverydayRow[]): string[] {
  return rules.map(({ demand, concerns, isObeyed }) => {
    const concerned = rows.filter(concerns);
    const wrong = concerned.filter((row) => !isObeyed(row)).map(({ model }) => model.name);
    const named = wrong.length > 0 ? `: ${wrong.join(", ")}` : "";
    return `${demand}: violated by ${wrong.length} of ${concerned.length} rows${named}.`;
  });
}

function secondsOf({ cpuSeconds, limit }: CommandRun): string {
  return limit === undefined ? decimal(cpuSeconds, 2) : `out of ${limit}`;
}

function ratio(a: CommandRun, b: CommandRun): string {
  return a.limit === undefined && b.limit === undefined ? decimal(a.cpuSeconds / b.cpuSeconds, 2) : unknown;
}

function spinSeconds({ spin }: EverydayRow, mode: SpinMode, part: "whole" | "pan"): string {
  const run = spin?.[mode];
  if (!run) return unknown;
  if (run.kind === "limit") return `out of ${run.limit}`;
  return decimal(run.panSeconds + (part === "whole" ? run.makeSeconds : 0), 2);
}

function spinRatio({ spin, runs: { auto } }: EverydayRow): string {
  const full = spin?.full;
  if (full?.kind !== "done" || auto.limit !== undefined) return unknown;
  return decimal(auto.cpuSeconds / (full.panSeconds + full.makeSeconds), 2);
}
