/**
 * Nets of the Model Checking Contest, with the numbers of states on which its participants agree.
 *
 * The nets are not part of the project: NOETHER_MCC names a folder with files such as `Philosophers-COL-000005.pnml`.
 * Without it these tests are skipped. `.ci/run` looks for it beside the repository.
 */

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { onlyInLongRun } from "../../support/random-runs.ts";
import { skipped } from "../../support/skipped.ts";

const folder = process.env["NOETHER_MCC"] ?? "";

const nets: readonly (readonly [name: string, states: number, kinds: readonly string[]])[] = [
  ["TokenRing 005", 166, ["COL", "PT"]],
  ["NeoElection 2", 241, ["COL", "PT"]],
  ["Philosophers 000005", 243, ["COL", "PT"]],
  ["Philosophers 000010", 59_049, ["PT"]],
  ["LamportFastMutEx 2", 380, ["COL", "PT"]],
  ["SharedMemory 000005", 1_863, ["COL", "PT"]],
  ["SafeBus 03", 4_650, ["COL", "PT"]],
  ["Peterson 2", 20_754, ["COL", "PT"]],
  ["Referendum 0010", 59_050, ["COL", "PT"]],
];

/** These take longer than all others together. */
const slow: ReadonlySet<string> = new Set(["SafeBus 03", "Peterson 2"]);

function read(file: string): Model {
  const { model, diagnostics } = parse(readFileSync(file, "utf8"), { name: file });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

describe.each(nets)("%s", (name, states, kinds) => {
  const files = kinds.map((kind) => `${folder}/${name.replace(" ", `-${kind}-`)}.pnml`);
  const missing = files.find((file) => folder !== "" && !existsSync(file));
  const reason = folder === "" ? "NOETHER_MCC names no folder of contest nets" : `there is no ${missing}`;

  const isMissing = skipped(folder === "" || missing !== undefined, reason);
  test.skipIf(isMissing || (slow.has(name) && onlyInLongRun()))(
    "has the states of the contest, explicitly, symbolically, and with symmetry",
    async () => {
      const found = await Promise.all(
        files.map(async (file) => {
          const model = read(file);
          const whole = await check(model, { properties: [], symmetry: "off" });
          expect([whole.states, whole.complete]).toEqual([states, true]);
          const { states: reduced, unreducedStates, symmetry } = await check(model, { properties: [] });
          expect(unreducedStates).toBe(BigInt(states));
          const symbolic = await check(model, { properties: [], engine: "symbolic", symmetry: "off" });
          expect([Number(symbolic.states), symbolic.complete]).toEqual([states, true]);
          return { reduced, order: symmetry.order };
        }),
      );
      // The colored net and its unfolding by others have the same group.
      for (const each of found) expect(each).toEqual(found[0]);
    },
  );
});
