/** Imports go downwards only: a folder of src may import itself and the folders of lower layers. */
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { expect, test } from "vitest";

const ORDER =
  "util < wasm syntax group automata sat < graph ddd < model < hints < family < languages property symmetry partial-order < engine < explicit symbolic pattern < check < report < index.ts < browser node < cluster < cli";
const LAYERS = ORDER.split(" < ").map((layer) => layer.split(" "));
/** Parts that are published by themselves, and all that they need. */
const ALONE: Readonly<Record<string, readonly string[]>> = { ddd: ["util", "group"] };
/**
 * The neighbors that folders within a folder need, directly or not. Languages, detectors and the validator stand alone.
 */
const NEIGHBORS: Readonly<Record<string, readonly string[]>> = {
  "cli/lsp": [],
  "explicit/representatives": [],
  "group/block-systems": ["group/chain"],
  "group/chain": [],
  "group/construction": ["group/block-systems", "group/chain"],
  "group/search": ["group/chain"],
  "group/structure": ["group/block-systems", "group/chain", "group/construction", "group/search"],
  "languages/csp": [],
  "languages/lola": ["languages/petri", "languages/pnml"],
  "languages/murphi": [],
  "languages/petri": [],
  "languages/pnml": ["languages/petri"],
  "languages/promela": [],
  "languages/rebeca": [],
  "languages/rsp": [],
  "model/text": [],
  "report/html": [],
  "symmetry/actors": ["symmetry/channels"],
  "symmetry/channels": [],
  "symmetry/constraints": [],
  "symmetry/counters": ["symmetry/validator"],
  "symmetry/net": [],
  "symmetry/representatives": [],
  "symmetry/text": [],
  "symmetry/validator": [],
};
/** What is below the folders within it: they read it, it does not know them. */
const BELOW_ITS_FOLDERS: ReadonlySet<string> = new Set(["model"]);
/**
 * The rooms of a folder within a folder, lowest first. Files outside the rooms may import them, and no room imports
 * such a file.
 */
const ROOMS: Readonly<Record<string, string>> = {
  "languages/csp": "syntax < names < processes < composition < properties < lowering",
  "languages/murphi": "syntax < names < lowering < symmetry",
  "languages/promela": "syntax < names < flow < lowering < symmetry",
  "languages/rebeca": "syntax < names < actors < lowering < symmetry",
};
/** Files that import each other. This list may only become shorter. */
const CYCLES: readonly (readonly string[])[] = [
  ["automata/lazy.ts", "automata/nfa.ts"],
  ["model/text/environment.ts", "model/text/typed.ts"],
];
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

/** The imports of each file, including types. */
type Imports = ReadonlyMap<string, readonly string[]>;

const imports: Imports = new Map(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .map((file) => [file, importsOf(readFileSync(`src/${file}`, "utf8"))]),
);

function within(given: Imports): Imports {
  return new Map(
    Array.from(given, ([file, specifiers]) => {
      const own = specifiers.filter((specifier) => specifier.startsWith("."));
      return [file, own.map((specifier) => posix.join(posix.dirname(file), specifier))];
    }),
  );
}

/** All that a file needs, directly or not; itself only if it is in a cycle. */
function needsOf(files: Imports): Map<string, ReadonlySet<string>> {
  const needs = new Map<string, ReadonlySet<string>>();
  for (const file of files.keys()) {
    const seen = new Set(files.get(file));
    for (const next of seen) for (const further of files.get(next) ?? []) seen.add(further);
    needs.set(file, seen);
  }
  return needs;
}

/** The folder within a folder that a file is in. */
function innerFolder(file: string): string | undefined {
  const [outer, inner, ...rest] = file.split("/");
  return rest.length > 0 ? `${outer}/${inner}` : undefined;
}

/** Neighbors that a folder needs though it may not. */
function wrongNeighbors(given: Imports): string[] {
  const found = new Set<string>();
  for (const [file, needs] of needsOf(within(given))) {
    const folder = innerFolder(file);
    for (const need of needs) {
      const other = innerFolder(need);
      if (other === undefined || other === folder || partOf(other) !== partOf(file)) continue;
      const isWrong = folder === undefined ? BELOW_ITS_FOLDERS.has(partOf(file)) : !NEIGHBORS[folder]?.includes(other);
      if (isWrong) found.add(`${file} needs ${need}`);
    }
  }
  return [...found];
}

/** Imports of a room from above it. */
function wrongRooms(given: Imports): string[] {
  const all = Array.from(within(given), ([file, needs]) => needs.map((need) => [file, need] as const)).flat();
  return Object.entries(ROOMS).flatMap(([folder, order]) => {
    const rooms = order.split(" < ");
    const level = (file: string): number => {
      const [room, ...rest] = file.slice(folder.length + 1).split("/");
      return rest.length > 0 ? rooms.indexOf(room!) : rooms.length;
    };
    return all
      .filter((files) => files.every((file) => file.startsWith(`${folder}/`)))
      .filter(([file, need]) => level(file) < level(need) || level(file) < 0 || level(need) < 0)
      .map(([file, need]) => `${file} needs ${need}`);
  });
}

function cyclesOf(given: Imports): string[][] {
  const needs = needsOf(within(given));
  const cycles = new Map<string, string[]>();
  for (const [file, seen] of needs) {
    if (!seen.has(file)) continue;
    const cycle = [...seen].filter((other) => needs.get(other)?.has(file)).sort();
    cycles.set(cycle.join(), cycle);
  }
  return [...cycles.values()];
}

test("imports in src go downwards only", () => {
  expect(imports.has("index.ts")).toBe(true);
  const all = Array.from(imports, ([file, specifiers]) => specifiers.map((specifier) => [file, specifier] as const));
  expect(all.flat().filter(([file, specifier]) => !allowed(file, specifier))).toEqual([]);
});

test("folders within a folder need no neighbors but those that are named", () => {
  expect(wrongNeighbors(imports)).toEqual([]);
  const folders = new Set([...imports.keys()].map(innerFolder).filter((folder) => folder !== undefined));
  expect(Object.keys(NEIGHBORS)).toEqual([...folders].sort());
});

test("rooms within such a folder import downwards only", () => {
  expect(wrongRooms(imports)).toEqual([]);
  const upwards: Imports = new Map([["languages/promela/flow/graph.ts", ["../lowering/value.ts", "../parse.ts"]]]);
  expect(wrongRooms(upwards)).toEqual([
    "languages/promela/flow/graph.ts needs languages/promela/lowering/value.ts",
    "languages/promela/flow/graph.ts needs languages/promela/parse.ts",
  ]);
});

test("no files import each other, but for some that are known", () => {
  expect(cyclesOf(imports)).toEqual(CYCLES);
});

test("neighbors and cycles are seen, however many files are between", () => {
  const files = (all: Readonly<Record<string, readonly string[]>>): Imports => new Map(Object.entries(all));
  const detour = files({
    "symmetry/validator/validator.ts": ["../find.ts"],
    "symmetry/find.ts": ["./net/detect.ts"],
    "symmetry/net/detect.ts": [],
    "model/model.ts": ["./text/parse.ts"],
    "model/text/parse.ts": [],
  });
  expect(wrongNeighbors(detour)).toEqual([
    "symmetry/validator/validator.ts needs symmetry/net/detect.ts",
    "model/model.ts needs model/text/parse.ts",
  ]);
  expect(cyclesOf(detour)).toEqual([]);
  const round = files({
    "util/a.ts": ["./b.ts"],
    "util/b.ts": ["./c.ts"],
    "util/c.ts": ["./a.ts"],
    "util/d.ts": ["./a.ts"],
  });
  expect(cyclesOf(round)).toEqual([["util/a.ts", "util/b.ts", "util/c.ts"]]);
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
  expect(allowed("cli/main.ts", "../index.ts")).toBe(true);
  expect(allowed("ddd/reducers.ts", "../group/group.ts")).toBe(true);
});
