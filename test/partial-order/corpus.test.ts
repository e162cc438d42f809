/** Examples, SPIN's own models and nets of the contest have the same verdicts with partial-order reduction. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check, InputError } from "../../src/index.ts";
import type { CheckOptions, Model } from "../../src/index.ts";
import { languages } from "../../src/languages/languages.ts";
import { loadModel } from "../../src/node/load.ts";
import { isLong } from "../support/random-runs.ts";
import { skipped } from "../support/skipped.ts";

const endings = languages.flatMap((language) => language.endings);

function modelsIn(folder: string | undefined, among: readonly string[]): string[] {
  if (folder === undefined || !existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => among.some((ending) => file.endsWith(ending)))
    .sort()
    .map((file) => join(folder, file));
}

const spinExamples = "/usr/share/doc/spin/examples";
const contest = process.env["NOETHER_MCC"];
skipped(!existsSync(spinExamples), "SPIN's models are not there to be reduced");
skipped(contest === undefined, "nets of the contest are not there to be reduced");

const groups: readonly [string, readonly string[]][] = [
  ["examples", modelsIn("examples", endings)],
  ["SPIN's models", isLong ? modelsIn(spinExamples, [".pml"]) : []],
  ["contest nets", isLong ? modelsIn(contest, [".pnml"]) : []],
];

/** A search that ends at a limit knows only what it found. */
async function verdicts(model: Model, partialOrder: CheckOptions["partialOrder"]): Promise<Map<string, string>> {
  const limits = { maxStates: isLong ? 5000 : 500, timeoutMs: 20_000 };
  try {
    const { properties } = await check(model, { ...limits, partialOrder, symmetry: "off", engine: "explicit" });
    return new Map(
      properties.filter(({ verdict }) => verdict !== "undecided").map(({ name, verdict }) => [name, verdict]),
    );
  } catch (error) {
    if (error instanceof InputError) return new Map();
    throw error;
  }
}

describe.each(groups)("%s", (name, files) => {
  test.skipIf(files.length === 0)(
    "have the same verdicts",
    async () => {
      let compared = 0;
      for (const file of files) {
        const { model } = loadModel(file);
        if (!model) continue;
        const full = await verdicts(model, "off");
        for (const [property, verdict] of await verdicts(model, "on")) {
          if (!full.has(property)) continue;
          expect([file, property, verdict]).toEqual([file, property, full.get(property)]);
          compared++;
        }
      }
      expect(compared, name).toBeGreaterThan(files.length / 2);
    },
    600_000,
  );
});
