/** Writes docs/schema/*.json from the schemas in the source. `--check` only reports whether they are up to date. */

import { readFileSync, writeFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import {
  checkSchema,
  checksSchema,
  diagnosticsSchema,
  patternImageSchema,
  patternSynthesisSchema,
  patternVerifySchema,
  replaySchema,
  simulateSchema,
  symmetrySchema,
  testSchema,
  traceFileSchema,
} from "../src/report/schema.ts";

const documents = {
  check: { title: "noether check --json", schema: checkSchema },
  checks: { title: "noether check MODEL... --json", schema: checksSchema },
  test: { title: "noether test --json", schema: testSchema },
  simulate: { title: "noether simulate --json", schema: simulateSchema },
  replay: { title: "noether replay --json", schema: replaySchema },
  trace: { title: "noether check --trace-out FILE", schema: traceFileSchema },
  symmetry: { title: "noether symmetry --json", schema: symmetrySchema },
  "pattern-verify": { title: "noether pattern verify --json", schema: patternVerifySchema },
  "pattern-synthesise": { title: "noether pattern synthesise --json", schema: patternSynthesisSchema },
  "pattern-image": { title: "noether pattern image --json", schema: patternImageSchema },
  diagnostics: { title: "noether COMMAND --json, if something is wrong", schema: diagnosticsSchema },
};

for (const [name, { title, schema }] of Object.entries(documents)) {
  const path = new URL(`../docs/schema/${name}.json`, import.meta.url);
  const document = { $id: `urn:noether:schema:${name}:1`, ...toJsonSchema(schema), title };
  const text = `${JSON.stringify(document, undefined, 2)}\n`;
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`docs/schema/${name}.json is out of date: npm run schema`);
    process.exitCode = 1;
  }
}
