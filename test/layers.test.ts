/** Imports go downwards only: a folder of src may import itself and the folders of lower layers. */
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { expect, test } from "vitest";

const ORDER =
  "util < wasm syntax group automata sat < graph ddd < model < family < languages property symmetry < explicit symbolic pattern < check < report < index.ts < node < cli";
const LAYERS = ORDER.split(" < ").map((layer) => layer.split(" "));
/** Parts that are published by themselves, and all that they need. */
const ALONE: Readonly<Record<string, readonly string[]>> = { ddd: ["util", "group"] };
const IMPORT = /^(?:import|export)\s+(?:[\w$*{},\s]*?\bfrom\s*)?"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

const layerOf = (part: string): number => LAYERS.findIndex((layer) => layer.includes(part));
const partOf = (file: string): string => file.split("/", 1)[0]!;
const importsOf = (text: string): string[] => Array.from(text.matchAll(IMPORT), (match) => (match[1] ?? match[2])!);

/** May `file`, a path below src, import `specifier`? */
function allowed(file: string, specifier: string): boolean {
  const from = partOf(file);
  if (isBuiltin(specifier)) return layerOf(from) >= layerOf("node");
  if (!specifier.startsWith(".")) return layerOf(from) >= 0;
  const to = partOf(posix.join(posix.dirname(file), specifier));
  if (from === to) return layerOf(to) >= 0;
  return layerOf(to) >= 0 && layerOf(to) < layerOf(from) && ALONE[from]?.includes(to) !== false;
}

test("imports in src go downwards only", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(files).toContain("index.ts");
  const imports = files.flatMap((file) =>
    importsOf(readFileSync(`src/${file}`, "utf8")).map((to) => [file, to] as const),
  );
  expect(imports.filter(([file, specifier]) => !allowed(file, specifier))).toEqual([]);
});

test("an import is found in each of its forms, and judged", () => {
  const text = `import "a";\nimport type { B,\n  C } from "b";\nexport * from "c";\nconst d = await import("d");\n// from "e"`;
  expect(importsOf(text)).toEqual(["a", "b", "c", "d"]);
  const forbidden = [
    ["util/bitset.ts", "../model/model.ts"],
    ["group/orbits.ts", "../sat/solver.ts"],
    ["property/ltl.ts", "../symmetry/find.ts"],
    ["ddd/command.ts", "../syntax/source.ts"],
    ["report/text.ts", "../index.ts"],
    ["index.ts", "./node/files.ts"],
    ["explicit/search.ts", "node:fs"],
    ["explicit/search.ts", "../../test/support/laws.ts"],
    ["helpers/misc.ts", "./more.ts"],
  ] as const;
  expect(forbidden.filter(([file, specifier]) => allowed(file, specifier))).toEqual([]);
  expect(allowed("languages/promela/parser.ts", "../csp/ast.ts")).toBe(true);
  expect(allowed("cli/main.ts", "../index.ts")).toBe(true);
  expect(allowed("ddd/reducers.ts", "../group/group.ts")).toBe(true);
});
