/** Random programs have the states, the rules fired and the verdicts that Rumur gives them. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { expected, times } from "../../support/random-runs.ts";
import { arbitraryProgram } from "./arbitrary-program.ts";
import { rumur, withoutRumur } from "./rumur.ts";

const mostStates = 20_000;

function read(text: string): Model {
  const { model, diagnostics } = parse(text, { name: "model.m" });
  if (!model) throw new Error(`${text}\n${diagnostics.map((d) => formatDiagnostic(d)).join("\n")}`);
  return model;
}

test.skipIf(withoutRumur)(
  "random programs agree with Rumur",
  async () => {
    let [compared, faulty, counted] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(arbitraryProgram, async (text) => {
        const model = read(text);
        const asked = [
          "assertions",
          "ranges",
          ...model.properties.map(({ name }) => name).filter((name) => name !== "deadlock"),
        ];
        const found = await check(model, { symmetry: "off", maxStates: mostStates, properties: asked });
        if (found.limit !== undefined) return;
        const theirs = rumur(text, { deadlocks: "off" });
        const violated = found.properties.filter(({ verdict }) => verdict === "violated");
        const shown = `${text}\n${JSON.stringify(theirs)}\n${violated.map(({ name, reason }) => `${name}: ${reason}`).join("\n")}`;
        expect(violated.length > 0, shown).toBe(theirs.error !== undefined);
        compared++;
        if (theirs.error !== undefined) {
          faulty++;
          return;
        }
        // Without a start state that meets the assumptions, our start states are steps.
        if (theirs.states === 0) return;
        expect({ states: found.states, rules: found.transitions }, shown).toEqual({
          states: theirs.states,
          rules: theirs.rules,
        });
        const { verdict } = await check(model, { symmetry: "off", properties: ["deadlock"] });
        expect(verdict === "violated", shown).toBe(rumur(text, { deadlocks: "stuttering" }).error !== undefined);
        counted++;
      }),
      // A failure is not shrunk: each attempt compiles a program.
      { numRuns: times(100), endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(expected(70));
    expect(faulty).toBeGreaterThan(expected(12));
    expect(counted).toBeGreaterThan(expected(28));
  },
  3_600_000,
);

test("random programs have the same states and verdicts with symmetry and without", async () => {
  let reduced = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryProgram, async (text) => {
      const model = read(text);
      const plain = await check(model, { symmetry: "off", maxStates: mostStates });
      if (plain.limit !== undefined) return;
      const found = await check(model, { symmetry: "declared" });
      const verdicts = ({ properties }: typeof plain): string[] => properties.map((p) => `${p.name} ${p.verdict}`);
      if (plain.verdict === "holds") expect(verdicts(found), text).toEqual(verdicts(plain));
      expect(found.verdict, text).toBe(plain.verdict);
      if (!plain.complete || !found.complete) return;
      expect(found.unreducedStates ?? BigInt(found.states), text).toBe(BigInt(plain.states));
      if (found.states < plain.states) reduced++;
    }),
    { numRuns: times(1000) },
  );
  expect(reduced).toBeGreaterThan(expected(100));
}, 3_600_000);

test.skipIf(withoutRumur)(
  "liveness under global fairness is what Rumur checks",
  async () => {
    let [holding, violated] = [0, 0];
    await fc.assert(
      fc.asyncProperty(arbitraryProgram, async (text) => {
        // Beside an assumption, liveness is not supported.
        if (/^assume/m.test(text)) return;
        // Other errors would end the search of Rumur before it comes to liveness.
        const plain = await check(read(text), { symmetry: "off", maxStates: 2000 });
        const isFaulty = plain.properties.some(({ name, verdict }) => name !== "deadlock" && verdict === "violated");
        if (plain.limit !== undefined || isFaulty || plain.states === 0) return;
        const asked = `${text}\nliveness "again" isundefined(n) | n = 1;`;
        const { properties } = await check(read(asked), { symmetry: "off", fairness: "global", properties: ["again"] });
        const theirs = rumur(asked, { deadlocks: "off" });
        const { verdict } = properties.find(({ name }) => name === "again")!;
        expect(verdict === "violated", asked).toBe(theirs.error !== undefined);
        if (verdict === "holds") holding++;
        if (verdict === "violated") violated++;
      }),
      { numRuns: times(60), endOnFailure: true },
    );
    expect(holding + violated).toBeGreaterThan(expected(8));
  },
  3_600_000,
);
