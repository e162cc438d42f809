/** The command line is bundled: what a call loads, and what is published. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { beforeAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = "dist/cli";

/** The files that are loaded along with some files. */
function loadedWith(...files: readonly string[]): Set<string> {
  const loaded = new Set(files);
  for (const each of loaded) {
    const text = readFileSync(join(folder, each), "utf8");
    for (const [, other] of text.matchAll(/^(?:import|export) .*"\.\/(.*)";$/gm)) loaded.add(other!);
  }
  return loaded;
}

/** The folders of src whose code is in the files. The list of engines names them all; each loads its parts later. */
function partsIn(files: Iterable<string>): Set<string> {
  const modules = Array.from(files, (file) =>
    readFileSync(join(folder, file), "utf8").matchAll(/^\/\/ src\/(.*)\.ts$/gm),
  );
  const paths = modules.flatMap((found) => Array.from(found, ([, path]) => path!));
  const own = paths.filter((path) => path !== "symbolic/engine");
  return new Set(own.map((path) => path.split("/").slice(0, -1).join("/")));
}

test("the main thread loads a few kilobytes", () => {
  const loaded = loadedWith("main.js");
  expect([...loaded]).toEqual(["main.js", "start.js"]);
  for (const file of loaded) expect(statSync(join(folder, file)).size).toBeLessThan(10_000);
});

test("a check loads no other language, no other engine, and symmetries only when it looks for them", () => {
  const loaded = loadedWith("thread.js", "cli-check.js", "languages-seq.js", "explicit-explore-states.js");
  const parts = partsIn(loaded);
  for (const part of ["cli", "check", "model/text", "explicit", "wasm", "report"]) expect(parts).toContain(part);
  const late = [
    "languages/promela",
    "languages/csp",
    "symbolic",
    "ddd",
    "pattern",
    "sat",
    "graph",
    "symmetry/validator",
  ];
  for (const part of late) expect(parts).not.toContain(part);
  const all = partsIn(readdirSync(folder).filter((file) => file.endsWith(".js")));
  for (const part of late) expect(all).toContain(part);
  expect(partsIn(loadedWith("symmetry-find.js"))).toContain("symmetry/validator");
});

/** The package, installed: `node_modules/noether` in a folder of its own, with its dependencies and nothing else. */
let installed: string;
let published: readonly string[];

beforeAll(() => {
  const temporary = mkdtempSync(join(tmpdir(), "noether-package-"));
  const packing = ["pack", "--ignore-scripts", "--json", "--pack-destination", temporary];
  const [packed] = JSON.parse(execFileSync("npm", packing, { encoding: "utf8" })) as [
    { filename: string; files: { path: string }[] },
  ];
  published = packed.files.map(({ path }) => path);
  installed = join(temporary, "node_modules", "noether");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(temporary, packed.filename), "-C", installed, "--strip-components=1"]);
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    symlinkSync(resolve("node_modules", name), join(temporary, "node_modules", name));
  }
});

test("no source map of bundled code is published, and the licenses of what is inside are", () => {
  expect(published.filter((path) => path.startsWith("dist/cli/") && !path.endsWith(".js"))).toEqual([
    "dist/cli/licenses.txt",
  ]);
  const texts = readFileSync("dist/cli/licenses.txt", "utf8");
  for (const name of ["commander", "picocolors"]) expect(texts).toMatch(new RegExp(`^${name}$`, "m"));
  expect(published.filter((path) => path.endsWith(".tsbuildinfo"))).toEqual([]);
});

test.each([
  ["check", "examples/seq/hanoi.seq"],
  ["check", "examples/petri/philosophers-5.pnml"],
  ["check", "examples/seq/dining-philosophers.seq", "--engine", "symbolic"],
  ["symmetry", "examples/promela/three-tiered.pml"],
  ["pattern", "synthesise", "examples/patterns/herman.rsp", "--method", "sat", "--max-states", "2"],
  ["show", "examples/rebeca/trains.rebeca"],
])("the command line runs as it is installed: %s %s", (...words) => {
  const { status, stdout } = spawnSync(process.execPath, [join(installed, "dist/cli/main.js"), ...words], {
    encoding: "utf8",
  });
  const own = runCli(words);
  const timeless = (text: string): string => text.replaceAll(/^.*\b[\d.]+ s\b.*$/gm, "");
  expect(status).toBe(own.code);
  expect(timeless(stdout)).toBe(timeless(own.stdout));
  expect(stdout).not.toBe("");
});

const program = `
  import { check, parse } from "noether";
  const { model } = parse("var x: 0..3 = 0\\ntransition up when x < 3 { x := x + 1; }", { name: "count.seq" });
  const explicit = await check(model);
  const symbolic = await check(model, { engine: "symbolic" });
  console.log(explicit.verdict, explicit.states, symbolic.states);
`;

test("the library runs as it is installed, in a thread of its own too", () => {
  const file = join(installed, "../../library.mjs");
  writeFileSync(
    file,
    `${program}
    import { checkInThread } from "noether/node";
    for (const part of ["group", "ddd", "graph", "automata"]) await import(\`noether/\${part}\`);
    console.log((await checkInThread(model)).states);`,
  );
  expect(execFileSync(process.execPath, [file], { encoding: "utf8" })).toBe("holds 4 4\n4\n");
});

test("a bundler makes a program for browsers of the library", async () => {
  const file = join(installed, "../../page.mjs");
  writeFileSync(file, program);
  const bundle = await rolldown({ input: file, platform: "browser", external: ["cadical-wasm"] });
  const { output } = await bundle.write({ dir: join(installed, "../../page") });
  expect(output.length).toBeGreaterThan(1);
  const page = join(installed, "../../page/page.js");
  expect(execFileSync(process.execPath, [page], { encoding: "utf8" })).toBe("holds 4 4\n");
});
