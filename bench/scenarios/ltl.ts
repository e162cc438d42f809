/**
 * The scenario `ltl`: formulas on Promela models, compared with `pan -a` with and without partial-order reduction.
 *
 * The verdicts must be the same. If a formula holds, everything was explored. Then the numbers of pairs that SPIN
 * without reduction and Noether without symmetry visit should be in proportion to the sizes of their automata, which
 * are shown too.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parsePromela } from "../../src/languages/promela/parse.ts";
import { runQuestions } from "../../src/model/question.ts";
import { automatonOfQuestion } from "../../src/property/automaton-of-question.ts";
import { printNeverClaim } from "../../src/property/print-automaton.ts";
import { checkModel } from "../noether/check.ts";
import type { Checked } from "../noether/check.ts";
import { root } from "../noether/explore.ts";
import { limits, modes } from "../peers/spin-check.ts";
import type { Mode } from "../peers/spin-check.ts";
import { claimStates, makeRunChecker, removeRunChecker, runRunChecker } from "../peers/spin-runs.ts";
import type { RunOutcome } from "../peers/spin-runs.ts";
import { findSpin } from "../peers/spin.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { instances, ownFormulas, quickInstances, withFormula } from "./ltl-instances.ts";
import type { LtlInstance } from "./ltl-instances.ts";
import {
  automataTable,
  metTable,
  outcomeSeconds,
  searchTable,
  secondsOf,
  statesTable,
  wholeTable,
} from "./ltl-tables.ts";
import type { LtlRow } from "./ltl-tables.ts";

export const ltl: Scenario = {
  name: "ltl",
  description: "Time to verdict on formulas of temporal logic, next to SPIN.",
  run: runLtl,
};

async function runLtl({ quick, runCount, onProgress }: ScenarioOptions): Promise<Report> {
  const spin = await findSpin();
  if (spin.kind === "missing") onProgress(spin.reason);
  const rows: LtlRow[] = [];
  for (const instance of quick ? quickInstances : [...instances, ...ownFormulas]) {
    const row = await compare(instance, spin.kind === "spin", runCount, quick ? "-O0" : "-O2");
    rows.push(row);
    const told = modes.map((mode) => `SPIN ${mode} ${secondsOf(row, mode)}`);
    const { cpuSeconds, searchSeconds } = row.symmetric;
    const own = `Noether ${cpuSeconds.toFixed(3)}, its search ${searchSeconds.toFixed(3)}`;
    onProgress(`${row.model}, ${row.formula}, ${row.fairness}: ${own}, ${told.join(", ")}`);
  }
  return {
    rows,
    tables: [metTable(rows), wholeTable(rows), searchTable(rows), statesTable(rows), automataTable(rows)],
    notes: [
      "Seconds are processor time of all threads. For Noether the start of Node does not count, nor does loading its code. Its whole time is from reading the text to the verdict and its replayed trace. Before the search it reads the text, finds symmetries, makes the automaton, and compiles the search to WebAssembly; the search is from the first state to the findings. WebAssembly compiles functions when they are first called, so that is part of the search.",
      "For SPIN the whole time is that of `spin -a`, gcc and pan, which writes a trail but does not replay it; the search is the run of pan. The faster one of its two modes counts.",
      "SPIN full: `spin -a`, `gcc -O2 -DNOFAIR -DNOREDUCE`, `pan -a`; with weak fairness `-DNFAIR=4`, `pan -a -f`. SPIN reduced: the same with partial-order reduction, not with fairness. The hash table has two to four slots for each state without reduction, the stack is as deep as the search goes.",
      `SPIN is stopped after ${limits.seconds} s, or ${limits.memoryMegabytes} MB (-DMEMLIM).`,
      "States are pairs of a state and a state of the automaton. Noether's memory is that of states, transitions and tables; the depth-first search takes 4 bytes a state more, and 12 to 20 for each on the way.",
    ],
    problems: rows.flatMap(({ model, formula, problems }) => problems.map((p) => `${model}, ${formula}: ${p}`)),
    peers: spin.kind === "missing" ? { spin: spin.reason } : { spin: spin.spin, compiler: spin.compiler },
  };
}

async function compare(instance: LtlInstance, withSpin: boolean, runs: number, optimization: string): Promise<LtlRow> {
  const { name: model, formula, defines, verdict } = instance;
  const fairness: LtlRow["fairness"] = instance.fairness ?? "none";
  const text = withFormula(readFileSync(new URL(instance.file, root), "utf8"), instance);
  const folder = mkdtempSync(join(tmpdir(), "noether-bench-"));
  try {
    const file = join(folder, "model.pml");
    writeFileSync(file, text);
    const properties = [propertyOf(instance)];
    const cost = ({ cpuSeconds }: Checked): number => cpuSeconds;
    const task = { file, defines, properties, fairness } as const;
    const symmetric = await best(runs, cost, () => checkModel({ ...task, symmetry: "auto" }));
    const plain = await best(runs, cost, () => checkModel({ ...task, symmetry: "off", partialOrder: "off" }));
    const spin: Partial<Record<Mode, RunOutcome>> = {};
    const problems: string[] = [];
    const makeSeconds: Partial<Record<Mode, number>> = {};
    // With partial-order reduction, SPIN refuses to be fair where there are channels without a buffer.
    for (const mode of withSpin ? modes.slice(0, fairness === "weak" ? 1 : undefined) : []) {
      try {
        const { outcome, made } = await runSpin(text, instance, mode, optimization, runs);
        spin[mode] = outcome;
        makeSeconds[mode] = made;
      } catch (error) {
        problems.push(`SPIN ${mode}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    const automata =
      instance.p === undefined
        ? undefined
        : { own: ownAutomaton(text, defines), spin: withSpin ? await claimStates(formula) : undefined };
    const found = { model, formula, fairness, verdict, symmetric, plain, spin, makeSeconds, automata };
    return { ...found, problems: [...problems, ...disagreements(found)] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The name of the formula in the text. */
function propertyOf({ formula, p }: LtlInstance): string {
  return p === undefined ? formula : "formula";
}

async function runSpin(
  text: string,
  instance: LtlInstance,
  mode: Mode,
  optimization: string,
  runs: number,
): Promise<{ readonly outcome: RunOutcome; readonly made: number }> {
  const { defines, states, depth, fairness } = instance;
  const checker = await makeRunChecker(text, { defines, mode, optimization, isFair: fairness === "weak" });
  // A formula without a name is called `ltl` by Noether.
  const name = propertyOf(instance) === "ltl" ? undefined : propertyOf(instance);
  try {
    const hashBits = Math.max(10, 1 + Math.ceil(Math.log2(states)));
    const outcome = await best(runs, outcomeSeconds, () => runRunChecker(checker, name, hashBits, depth));
    return { outcome, made: checker.makeSeconds };
  } finally {
    removeRunChecker(checker);
  }
}

/** The numbers of states of our automaton of the negation, with acceptance on edges and as a never claim. */
function ownAutomaton(text: string, defines: LtlInstance["defines"]): NonNullable<LtlRow["automata"]>["own"] {
  const { model } = parsePromela({ name: "model.pml", text }, { defines });
  const question = runQuestions(model?.properties ?? []).find(({ name }) => name === "formula");
  if (!question) throw new Error("the formula is not there");
  const automaton = automatonOfQuestion(question);
  return { edges: automaton.states.length, claim: printNeverClaim(automaton).match(/^\w+:/gm)!.length };
}

/** The verdicts that differ from the known one. */
export function disagreements({ verdict, symmetric, plain, spin }: Omit<LtlRow, "problems">): string[] {
  const told: (readonly [who: string, verdict: string])[] = [
    ["Noether", symmetric.verdict],
    ["Noether without symmetry", plain.verdict],
    ...modes.flatMap((mode) => {
      const outcome = spin[mode];
      return outcome?.kind === "done" ? [[`SPIN ${mode}`, outcome.found.verdict] as const] : [];
    }),
  ];
  return told.flatMap(([who, said]) => (said === verdict ? [] : [`${who} says \`${said}\`, expected \`${verdict}\``]));
}

async function best<T>(count: number, cost: (result: T) => number, run: () => Promise<T>): Promise<T> {
  let fastest = await run();
  for (let i = 1; i < count; i++) {
    const next = await run();
    if (cost(next) < cost(fastest)) fastest = next;
  }
  return fastest;
}
