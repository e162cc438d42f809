/** The constants of a text, as an editor shows them, are those that `-D` sets. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalog, declaredConstants, languageOf } from "../../src/index.ts";
import type { LanguageId } from "../../src/index.ts";
import { loadModel } from "../../src/node/index.ts";

const ids = Object.keys(catalog) as LanguageId[];
const languageOfFile = (name: string): LanguageId =>
  languageOf(
    name,
    ids.map((id) => ({ ...catalog[id], id })),
  )!.id;

test.each([
  ["seq", "const N = 3 // how many\nconst B: bool = true\nconst M = N - 1\n// const X = 1\n", { N: "3", B: "true" }],
  ["csp", "#define N 10;\n#define busy inside == 1;\n#define LEFT true;\n", { N: "10", LEFT: "true" }],
  ["promela", "#define N 4 /* many */\n#define NODES 2\n#define NODES 4\n#define F(k) k\n", { N: "4" }],
  ["rebeca", "env byte N = 5;\nreactiveclass C(5) {}\n", { N: "5" }],
  ["murphi", "const\n  N: 3; -- clients\n  D: 2;\n  M: N + 1;\ntype\n  T: 0..1;\nvar x: 7;\n", { N: "3", D: "2" }],
  ["family", "alphabet { a }", { n: undefined }],
  ["pnml", "<pnml/>", {}],
] as const)("of %s", (language, text, constants) => {
  const found = declaredConstants(language, text);
  expect(Object.fromEntries(found.map(({ name, value }) => [name, value]))).toEqual(constants);
});

const files = ["seq", "csp", "promela", "rebeca", "murphi"].flatMap((folder) =>
  readdirSync(`examples/${folder}`)
    .filter((file) => !file.endsWith(".property"))
    .map((file) => `examples/${folder}/${file}`),
);

test.each(files)("each constant of %s may be set", (name) => {
  const text = readFileSync(name, "utf8");
  const constants = declaredConstants(languageOfFile(name), text);
  const defines = Object.fromEntries(constants.map(({ name: constant, value }) => [constant, value!]));
  expect(loadModel(name, { defines }).diagnostics).toEqual([]);
});
