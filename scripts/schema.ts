/** Writes docs/schema/check.json from the schema in the source; `--check` only says whether it is up to date. */

import { readFileSync, writeFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import { checkSchema } from "../src/report/schema.ts";

const path = new URL("../docs/schema/check.json", import.meta.url);
const text = `${JSON.stringify({ ...toJsonSchema(checkSchema), title: "noether check --json" }, undefined, 2)}\n`;

if (process.argv.includes("--check")) {
  if (readFileSync(path, "utf8") !== text) {
    console.error("docs/schema/check.json is out of date: npm run schema");
    process.exitCode = 1;
  }
} else writeFileSync(path, text);
