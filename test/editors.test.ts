/** What editors get: grammars that color what the parsers read, and a package that VS Code can install. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { SaxesParser } from "saxes";
import { beforeAll, describe, expect, test } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { catalog } from "../src/languages/catalog.ts";
import { skipped } from "./support/skipped.ts";

interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly languages: readonly { readonly id: string; readonly extensions: readonly string[]; readonly configuration: string }[];
    readonly grammars: readonly { readonly language: string; readonly scopeName: string; readonly path: string }[];
    readonly commands: readonly { readonly command: string }[];
  };
} // prettier-ignore

const manifest = JSON.parse(readFileSync("editors/vscode/package.json", "utf8")) as Manifest;

test("the extension knows all languages and endings of the catalog, and has its version", () => {
  const { languages, grammars } = manifest.contributes;
  const endings = Object.fromEntries(languages.map(({ id, extensions }) => [id, extensions]));
  expect(endings).toEqual(Object.fromEntries(Object.entries(catalog).map(([id, card]) => [id, card.endings])));
  expect(grammars.map(({ language }) => language).sort()).toEqual(Object.keys(catalog).sort());
  expect(manifest.version).toBe((JSON.parse(readFileSync("package.json", "utf8")) as Manifest).version);
});

describe("grammars", () => {
  let registry: textmate.Registry;
  beforeAll(async () => {
    const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
    await oniguruma.loadWASM(readFileSync(wasm));
    registry = new textmate.Registry({
      onigLib: Promise.resolve({
        createOnigScanner: (sources: string[]) => new oniguruma.OnigScanner(sources),
        createOnigString: (text: string) => new oniguruma.OnigString(text),
      }),
      loadGrammar: (scope) => {
        const found = manifest.contributes.grammars.find(({ scopeName }) => scopeName === scope);
        const path = found && join("editors/vscode", found.path);
        return Promise.resolve(path ? textmate.parseRawGrammar(readFileSync(path, "utf8"), path) : null);
      },
    });
  });

  const cases = [
    ["seq", "var x: bool = true // free", { var: "keyword", bool: "storage.type", true: "constant.language", free: "comment" }],
    ["promela", "active proctype P() { byte x = 3 /* y */ }", { proctype: "keyword", byte: "storage.type", "3": "constant.numeric", y: "comment" }],
    ["csp", "#assert P() deadlockfree; // z", { assert: "keyword", deadlockfree: "keyword", z: "comment" }],
    ["rebeca", 'reactiveclass A(2) { knownrebecs { } }', { reactiveclass: "keyword", "2": "constant.numeric" }],
    ["murphi", 'Rule "go" x ==> Begin x := 1; End; -- done', { Rule: "keyword", go: "string", Begin: "keyword", done: "comment" }],
    ["lola", "PLACE a; { note } MARKING a: 1;", { PLACE: "keyword", note: "comment", MARKING: "keyword" }],
    ["family", "alphabet { a } // b", { alphabet: "keyword", b: "comment" }],
  ] as const; // prettier-ignore

  test.each(cases)("%s: %s", async (language, line, expected) => {
    const { scopeName } = manifest.contributes.grammars.find((each) => each.language === language)!;
    const grammar = (await registry.loadGrammar(scopeName))!;
    const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
    for (const [word, scope] of Object.entries(expected)) {
      const at = line.lastIndexOf(word);
      const token = tokens.find(({ startIndex, endIndex }) => startIndex <= at && at < endIndex)!;
      expect(token.scopes.join(" "), word).toContain(`${scope}.`);
    }
  });
});

test("the package of the extension is a zip with a manifest, and the server inside it answers", () => {
  const folder = mkdtempSync(join(tmpdir(), "noether-vsix-"));
  const file = join(folder, "noether.vsix");
  execFileSync("npx", ["rolldown", "-c", "rolldown.single.config.ts"], { stdio: "ignore" });
  execFileSync("npx", ["rolldown", "-c"], { cwd: "editors/vscode", stdio: "ignore" });
  execFileSync("npx", ["tsx", "scripts/package.ts", file], { cwd: "editors/vscode", stdio: "ignore" });
  execFileSync("python3", ["-m", "zipfile", "-e", file, folder]);
  const parser = new SaxesParser({});
  const assets: string[] = [];
  parser.on("opentag", ({ name, attributes }) => name === "Asset" && assets.push(String(attributes["Path"])));
  parser.write(readFileSync(join(folder, "extension.vsixmanifest"), "utf8")).close();
  expect(assets).toContain("extension/package.json");
  const inside = JSON.parse(readFileSync(join(folder, "extension/package.json"), "utf8")) as Manifest & {
    main: string;
  };
  const named = [
    ...assets,
    `extension/${inside.main}`,
    ...inside.contributes.grammars.map(({ path }) => `extension/${path}`),
    ...inside.contributes.languages.map(({ configuration }) => `extension/${configuration}`),
  ];
  for (const path of named) expect(readFileSync(join(folder, path)).length).toBeGreaterThan(0);
  const extension = readFileSync(join(folder, "extension", inside.main), "utf8");
  for (const { command } of inside.contributes.commands) expect(extension).toContain(command);
  expect(extension).toMatch(/require\(["'`]vscode["'`]\)/);
  const server = [join(folder, "extension/dist/noether.mjs"), "check", resolve("examples/seq/hanoi.seq"), "-q"];
  expect(execFileSync(process.execPath, server, { encoding: "utf8" })).toMatch(/^holds /);
});

const hasNoVim = skipped(
  spawnSync("vim", ["--version"]).status !== 0,
  "there is no vim, so its syntax files are not tested",
);

describe.skipIf(hasNoVim)("vim", () => {
  test.each([
    ["examples/seq/hanoi.seq", "noether_seq"],
    ["examples/promela/mutex.pml", "promela"],
    ["examples/csp/hanoi.csp", "noether_csp"],
    ["examples/murphi/peterson.m", "noether_murphi"],
    ["examples/petri/philosophers-5.pnml", "xml"],
  ])("%s has the file type %s, and its first line is colored", (file, type) => {
    const commands = ["set rtp^=editors/vim", "filetype on", "syntax on", `edit ${file}`, "let g:found = [&filetype, synIDattr(synIDtrans(synID(1, 1, 1)), 'name')]", "verbose echon join(g:found)", "quit!"]; // prettier-ignore
    const words = commands.flatMap((command) => ["-c", command]);
    const { stdout, stderr } = spawnSync("vim", ["-N", "-u", "NONE", "-es", ...words], {
      encoding: "utf8",
      env: { ...process.env, TERM: "xterm" },
    });
    expect(stdout + stderr).toMatch(new RegExp(`^${type} (?:Comment|Type|xmlProcessingDelim|\\w+)`));
  });

  test("every file that a language needs is there", () => {
    const languages = Object.keys(catalog).filter((id) => id !== "pnml" && id !== "promela");
    expect(readdirSync("editors/vim/syntax").sort()).toEqual(languages.map((id) => `noether_${id}.vim`).sort());
  });
});
