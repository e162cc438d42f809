/** Writes docs/schema/*.json from the schemas in the source; `--check` only says whether they are up to date. */

import { readFileSync, writeFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import {
  checkSchema,
  patternImageSchema,
  patternSynthesisSchema,
  patternVerifySchema,
  symmetrySchema,
} from "../src/report/schema.ts";

const documents = {
  check: toJsonSchema(checkSchema),
  symmetry: toJsonSchema(symmetrySchema),
  "pattern verify": toJsonSchema(patternVerifySchema),
  "pattern synthesise": toJsonSchema(patternSynthesisSchema),
  "pattern image": toJsonSchema(patternImageSchema),
};

for (const [command, schema] of Object.entries(documents)) {
  const path = new URL(`../docs/schema/${command.replace(" ", "-")}.json`, import.meta.url);
  const text = `${JSON.stringify({ ...schema, title: `noether ${command} --json` }, undefined, 2)}\n`;
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`docs/schema/${command.replace(" ", "-")}.json is out of date: npm run schema`);
    process.exitCode = 1;
  }
}
