/** Checks with partial-order reduction, alone and with symmetries, in every language: the verdicts are those of full searches. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check, InputError, parse, printModel } from "../../src/index.ts";
import type { CheckOptions, Model } from "../../src/index.ts";
import { arbitrarySystem as arbitraryCsp } from "../languages/csp/arbitrary-process.ts";
import { print, printDefinitions } from "../languages/csp/term-semantics.ts";
import { arbitraryProgram as arbitraryMurphi } from "../languages/murphi/arbitrary-program.ts";
import { program, programWithFormula } from "../languages/promela/arbitrary-program.ts";
import { textOf } from "../languages/rebeca/actor-system.ts";
import { arbitrarySystem as arbitraryRebeca } from "../languages/rebeca/arbitrary-system.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { arbitrarySymmetricModel, arbitrarySymmetricModelWithFormula } from "../support/arbitrary-symmetric-model.ts";
import { expected, isLong, times } from "../support/random-runs.ts";
import { arbitraryAsynchronousModel } from "./arbitrary-asynchronous-model.ts";
import { asynchronousMurphi, asynchronousNet } from "./arbitrary-asynchronous-text.ts";

function read(text: string, name: string): Model | undefined {
  return parse(text, { name }).model;
}

/** A formula is about an event that occurs, if there is one. */
const cspModel = arbitraryCsp.map(({ definitions, system }) => {
  const lines = [
    "var x:{0..1} = 0;",
    "channel c 1;",
    "channel s 0;",
    ...printDefinitions(definitions),
    `System() = ${print(system)};`,
    "#assert System() deadlockfree;",
  ];
  const withEvent = (event: string): Model | undefined =>
    read([...lines, `#assert System() |= []<> ${event};`].join("\n"), "model.csp");
  return withEvent("a") ?? withEvent("b") ?? read(lines.join("\n"), "model.csp");
});
const rebecaModel = arbitraryRebeca.map((system) => {
  const defines: Record<string, string> = system.pool > 0 ? { NOETHER_POOL: String(system.pool) } : {};
  return parse(textOf(system), { name: "model.rebeca", defines }).model;
});

/** Murphi's deadlocks are looked for without reduction, which then does nothing for other properties either. */
function withoutDeadlock(model: Model | undefined): Model | undefined {
  return model && { ...model, properties: model.properties.filter(({ kind }) => kind !== "deadlock") };
}

/** Each language, with a number of models. With NOETHER_RUNS=10 the long run compares two thousand of each and more. */
const kinds: readonly [string, fc.Arbitrary<Model | undefined>, number][] = [
  ["asynchronous processes", arbitraryAsynchronousModel(), 300],
  ["symmetric processes", arbitrarySymmetricModel(), 60],
  ["formulas", arbitrarySymmetricModelWithFormula(), 60],
  ["models of all kinds", arbitraryModel(), 60],
  ["Promela", program.map((text) => read(text, "model.pml")), 120],
  ["Promela with formulas", programWithFormula({ endless: false }).map((text) => read(text, "model.pml")), 60],
  ["Promela with endless runs", programWithFormula({ endless: true }).map((text) => read(text, "model.pml")), 60],
  ["CSP#", cspModel, 220],
  ["Rebeca", rebecaModel, 220],
  ["Murphi", fc.oneof(asynchronousMurphi, arbitraryMurphi).map((text) => withoutDeadlock(read(text, "model.m"))), 260],
  ["Petri nets", asynchronousNet.map((text) => read(text, "model.lola")), 220],
];

/** The verdicts that were reached. A search that ends at an error leaves others open. */
async function verdicts(
  model: Model,
  options: CheckOptions,
): Promise<{ all: string; known: Map<string, string>; reduced: number } | undefined> {
  try {
    const result = await check(model, { maxStates: 3000, engine: "explicit", ...options });
    if (result.limit !== undefined) return undefined;
    const known = new Map(
      result.properties.filter(({ verdict }) => verdict !== "undecided").map(({ name, verdict }) => [name, verdict]),
    );
    const inRuns = result.properties.reduce((sum, { runs }) => sum + (runs?.partialOrder?.reducedStates ?? 0), 0);
    return { all: result.verdict, known, reduced: inRuns + (result.partialOrder?.reducedStates ?? 0) };
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/**
 * The verdicts that agree with that of a full search. A search ends at the first error. If that is a bound of ours the
 * verdict is open, and which error is the first depends on the steps that are taken.
 */
function agreeing(full: string): readonly string[] {
  return full === "holds" ? ["holds"] : ["violated", "undecided"];
}

describe.each(kinds)("%s", (kind, arbitrary, count) => {
  test("have the verdicts of full searches", async () => {
    let [models, smaller, reduced, compared] = [0, 0, 0, 0];
    await fc.assert(
      fc.asyncProperty(arbitrary, async (model) => {
        if (!model) return;
        const full = await verdicts(model, { symmetry: "off", partialOrder: "off" });
        if (!full) return;
        models++;
        for (const symmetry of ["off", "quick"]) {
          const found = await verdicts(model, { symmetry, partialOrder: "on" });
          if (!found) continue;
          const shown = `${symmetry}\n${printModel(model)}`;
          expect(agreeing(full.all), shown).toContain(found.all);
          for (const [name, verdict] of found.known) {
            if (full.known.has(name)) expect([name, verdict], shown).toEqual([name, full.known.get(name)]);
          }
          reduced += found.reduced;
          if (found.reduced > 0) smaller++;
          compared++;
        }
      }),
      { numRuns: times(count) },
    );
    const summary = `${kind}: ${models} models, ${compared} checks with reduction, which had an effect in ${smaller}`;
    if (isLong) console.log(summary);
    expect(compared).toBeGreaterThan(expected(count / 4));
    expect(reduced).toBeGreaterThan(expected(count / 20));
  });
});

test("a condition may look at the slot that tells when atomic steps are under way", async () => {
  const { model } = parse(
    `var pc: array [2] of 0..1 = 0
    var turn: 0..1 = 0
    transient where turn != 0
    transition first when pc[0] == 0 && turn == 0 { pc[0] := 1; }
    transition second when pc[1] == 0 && turn == 0 { pc[1] := 1; turn := 1; }
    transition release when turn == 1 { turn := 0; }
    property early: invariant !(pc[0] == 0 && turn == 1)
    property inside: invariant turn == 0`,
    { name: "model.seq" },
  );
  for (const partialOrder of ["on", "off"] as const) {
    const { properties } = await check(model!, { partialOrder, symmetry: "off", engine: "explicit" });
    const invariants = properties.filter(({ kind }) => kind === "invariant");
    expect(invariants.map(({ verdict }) => verdict)).toEqual(["violated", "violated"]);
  }
});

test("a search for a run goes on in full where three of four steps are taken, unless reduction was asked for", async () => {
  const text = [
    "var at: array [0..4] of 0..7 = 0",
    "var turn: bool = false",
    "transition go(i: 0..4) by worker[i] when at[i] < 7 && turn { at[i] := at[i] + 1; turn := false; }",
    "transition skip(i: 0..4) by worker[i] when at[i] < 7 && !turn { at[i] := at[i] + 1; turn := true; }",
    "transition back(i: 0..4) by worker[i] when at[i] == 7 { at[i] := 0; }",
    "property often: ltl [] <> turn",
  ].join("\n");
  const model = read(text, "model.seq")!;
  const runsOf = async (partialOrder: CheckOptions["partialOrder"]) => {
    const { verdict, properties } = await check(model, { symmetry: "off", partialOrder });
    expect(verdict).toBe("holds");
    return properties[0]!.runs!;
  };
  const [auto, on, off] = [await runsOf("auto"), await runsOf("on"), await runsOf("off")];
  expect(off.partialOrder).toBeUndefined();
  expect(on.partialOrder?.ended).toBe(false);
  expect(on.transitions).toBeLessThan(off.transitions);
  expect(auto.partialOrder?.ended).toBe(true);
  expect(auto.transitions).toBeGreaterThan(on.transitions);
});
