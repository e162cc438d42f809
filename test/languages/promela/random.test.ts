/**
 * Random programs have as many states as in SPIN, and random claims accept a run of them if and only if they do in
 * SPIN.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { times } from "../../support/random-runs.ts";
import { acceptsSomeRun } from "./accepted-run.ts";
import {
  claim,
  localProgram,
  program,
  programWithBreaks,
  programWithEscapes,
  programWithJumps,
  programWithPriorities,
  programWithRuns,
  withLabel,
} from "./arbitrary-program.ts";
import { countStates } from "./count-states.ts";
import { spinAccepts, withoutSpin, spinStates } from "./spin.ts";

const most = 50_000;

/** What SPIN leaves out of its rewriting: nothing in half of the programs. */
const rewritings = fc.constantFrom([], [], ["3"], ["1", "3"]);

test.skipIf(withoutSpin).each([
  { programs: "a random program", texts: program },
  { programs: "a random program of local statements", texts: localProgram },
  { programs: "a random program with priorities", texts: programWithPriorities },
  { programs: "a random program with jumps and labels that are asked for", texts: programWithJumps },
  { programs: "a random program with loops that are left from inside atomic sequences", texts: programWithBreaks },
  { programs: "a random program with escapes from atomic sequences", texts: programWithEscapes },
  { programs: "a random program whose processes start others", texts: programWithRuns },
])("$programs has as many states as SPIN counts", ({ texts }) => {
  const folder = mkdtempSync(join(tmpdir(), "promela-"));
  try {
    fc.assert(
      fc.property(texts, rewritings, (text, off) => {
        const { model, diagnostics } = parsePromela({ name: "random.pml", text }, { off });
        // An escape on a guard is an error for SPIN too.
        fc.pre(diagnostics.every(({ code }) => code === "promela/unless-on-guard") && model !== undefined);
        const ours = countStates(model, most);
        fc.pre(ours !== undefined);
        writeFileSync(join(folder, "random.pml"), text);
        const theirs = spinStates("random.pml", folder, off);
        fc.pre(theirs !== undefined);
        expect(ours).toBe(theirs);
      }),
      { numRuns: times(20), endOnFailure: true, maxSkipsPerRun: 20 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.skipIf(withoutSpin)("random claims accept a run of a random program or none, as in SPIN", () => {
  fc.assert(
    fc.property(program.map(withLabel), fc.array(claim, { minLength: 4, maxLength: 4 }), (text, claims) => {
      const ours = claims.map((body) => {
        const { model } = parsePromela({ name: "random.pml", text: `${text}never ${body}` });
        const property = model?.properties.find(({ name }) => name === "never");
        return model && property?.kind === "never" ? acceptsSomeRun(model, property.claim, 5000) : undefined;
      });
      fc.pre(ours.every((accepts) => accepts !== undefined));
      const theirs = spinAccepts(text, claims);
      fc.pre(theirs !== undefined);
      expect(ours).toEqual(theirs);
    }),
    { numRuns: times(10), endOnFailure: true, maxSkipsPerRun: 20 },
  );
});
