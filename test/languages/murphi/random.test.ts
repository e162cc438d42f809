/** Random programs have the states, the rules fired and the verdicts that Rumur gives them. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { expected, isLong, times } from "../../support/random-runs.ts";
import { arbitraryProgram } from "./arbitrary-program.ts";
import { rumur, rumurTwice, withoutRumur } from "./rumur.ts";

const mostStates = 20_000;

/** The programs that Rumur is asked about in the long run. Each is compiled, so the short run has fewer than its share. */
const count = isLong ? 1000 : 200;

function read(text: string): Model {
  const { model, diagnostics } = parse(text, { name: "model.m" });
  if (!model) throw new Error(`${text}\n${diagnostics.map((d) => formatDiagnostic(d)).join("\n")}`);
  return model;
}

/** Does something with random programs, a few at a time: meanwhile the compiler works on others. */
async function forRandomPrograms(programs: number, act: (text: string) => Promise<void>): Promise<void> {
  const texts = fc.sample(arbitraryProgram, times(programs)).values();
  const failures: unknown[] = [];
  const workers = Array.from({ length: 3 }, async () => {
    for (const text of texts) await act(text).catch((error: unknown) => failures.push(error));
  });
  await Promise.all(workers);
  if (failures.length > 0) throw new AggregateError(failures, failures.slice(0, 5).map(String).join("\n"));
}

test.skipIf(withoutRumur)(
  "random programs agree with Rumur",
  async () => {
    let [compared, faulty, counted] = [0, 0, 0];
    await forRandomPrograms(count, async (text) => {
      const model = read(text);
      const asked = [
        "assertions",
        "ranges",
        ...model.properties.map(({ name }) => name).filter((name) => name !== "deadlock"),
      ];
      const found = await check(model, { symmetry: "off", maxStates: mostStates, properties: asked });
      if (found.limit !== undefined) return;
      const both = await rumurTwice(text);
      if (!both) return;
      const { off: theirs, stuttering } = both;
      // A cover that was met is not evaluated again here.
      const isMet = found.properties.some(({ name, verdict }) => name === "seen" && verdict === "holds");
      if (isMet && theirs.error?.includes('within property "seen"')) return;
      const violated = found.properties.filter(({ verdict }) => verdict === "violated");
      const shown = `${text}\n${JSON.stringify(theirs)}\n${violated.map(({ name, reason }) => `${name}: ${reason}`).join("\n")}`;
      expect(violated.length > 0, shown).toBe(theirs.error !== undefined);
      compared++;
      if (theirs.error !== undefined) {
        faulty++;
        return;
      }
      expect(found.states, shown).toBe(theirs.states);
      // Our start states are steps if they differ in many places, or none meets the assumptions.
      if (model.variables.some(({ name }) => name === "started")) return;
      expect(found.transitions, shown).toBe(theirs.rules);
      const { verdict } = await check(model, { symmetry: "off", properties: ["deadlock"] });
      expect(verdict === "violated", shown).toBe(stuttering.error !== undefined);
      counted++;
    });
    expect(compared).toBeGreaterThan(expected(0.7 * count));
    expect(faulty).toBeGreaterThan(expected(0.12 * count));
    expect(counted).toBeGreaterThan(expected(0.28 * count));
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
        const theirs = await rumur(asked, { deadlocks: "off" });
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
