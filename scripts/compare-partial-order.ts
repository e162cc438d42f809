/**
 * `npm run compare:partial-order -- [--models 2000] [--seed 18] [--language Promela]`: compares searches with partial-order
 * reduction and symmetries, each alone and both together, with full searches, on so many random models of each language.
 * Ends with a line for each language. A model that was too large for a full search does not count.
 */

import { parseArgs } from "node:util";
import fc from "fast-check";
import { printModel } from "../src/index.ts";
import type { Model } from "../src/index.ts";
import { compare, kinds } from "../test/partial-order/comparison.ts";
import type { Compared } from "../test/partial-order/comparison.ts";

const { values } = parseArgs({
  options: {
    models: { type: "string", default: "2000" },
    seed: { type: "string", default: "18" },
    language: { type: "string" },
  },
});
const wanted = Number(values.models);
const batch = 50;

interface Counts {
  models: number;
  reduced: number;
  checks: number;
  problems: number;
  readonly verdicts: Map<string, number>;
}

/** An error of ours is a problem of the model, and the others are compared all the same. */
async function comparedOrFailed(model: Model): Promise<Compared | undefined> {
  try {
    return await compare(model);
  } catch (error) {
    return { checks: 1, reduced: 0, reducedStates: 0, verdicts: [], problems: [String(error)] };
  }
}

const all = [...new Set(kinds.map(({ language }) => language))];
const languages = all.filter((each) => values.language === undefined || each === values.language);
if (languages.length === 0) throw new Error(`expected one of ${all.join(", ")}, found ${values.language}`);
const lines: string[] = [];
for (const language of languages) {
  const counts: Counts = { models: 0, reduced: 0, checks: 0, problems: 0, verdicts: new Map() };
  const before = process.cpuUsage();
  for (const { name, models, share } of kinds.filter((kind) => kind.language === language)) {
    const end = counts.models + Math.ceil(share * wanted);
    for (let seed = Number(values.seed); counts.models < end; seed += 1000) {
      for (const [k, model] of fc.sample(models, { numRuns: batch, seed }).entries()) {
        if (counts.models === end) break;
        const found = model && (await comparedOrFailed(model));
        if (!found || found.checks === 0) continue;
        counts.models++;
        counts.checks += found.checks;
        if (found.reduced > 0) counts.reduced++;
        for (const verdict of found.verdicts) counts.verdicts.set(verdict, (counts.verdicts.get(verdict) ?? 0) + 1);
        if (found.problems.length === 0) continue;
        counts.problems++;
        console.error(`${name}, seed ${seed}, model ${k}:\n${found.problems.join("\n")}\n${printModel(model)}`);
      }
    }
    console.error(`${name}: ${counts.models} models of ${language} so far`);
  }
  const { user, system } = process.cpuUsage(before);
  const verdicts = [...counts.verdicts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, n]) => `${kind} ${n}`);
  lines.push(
    `${language}: ${counts.models} models, ${counts.reduced} of them reduced, ${counts.checks} checks, ` +
      `${counts.problems} disagree; ${verdicts.join(", ")}; ${Math.round((user + system) / 1e6)} s`,
  );
  console.error(lines.at(-1));
  if (counts.problems > 0) process.exitCode = 1;
}
console.log(lines.join("\n"));
