/** Random programs have as many states here as in SPIN. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { program } from "./arbitrary-program.ts";
import { countStates } from "./count-states.ts";
import { spinInstalled, spinStates } from "./spin.ts";

const most = 50_000;

test.skipIf(!spinInstalled)("a random program has as many states as SPIN counts", { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "promela-"));
  try {
    fc.assert(
      fc.property(program, (text) => {
        const { model, diagnostics } = parsePromela({ name: "random.pml", text });
        // An escape on a guard is an error for SPIN too.
        fc.pre(diagnostics.every(({ code }) => code === "promela/unless-on-guard") && model !== undefined);
        const ours = countStates(model, most);
        fc.pre(ours !== undefined);
        writeFileSync(join(folder, "random.pml"), text);
        const theirs = spinStates("random.pml", folder, 20);
        fc.pre(theirs !== undefined);
        expect(ours).toBe(theirs);
      }),
      { numRuns: 20, seed: 1, endOnFailure: true, maxSkipsPerRun: 20 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
