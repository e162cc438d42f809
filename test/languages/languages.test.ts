/** The dispatcher, the help texts and the guide follow the list of languages. Another language is one value. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check, formatDiagnostic, languages, parse } from "../../src/index.ts";
import { catalog } from "../../src/languages/catalog.ts";
import { loadLanguage } from "../../src/languages/load-language.ts";
import { runCli } from "../support/run-cli.ts";
import { toy } from "./toy.ts";

test("a language is added by a file and a place in the list", async () => {
  const known = [...languages, toy];
  const read = (text: string, defines: Record<string, string> = {}): ReturnType<typeof parse> =>
    parse(text, { name: "count.toy", languages: known, defines });
  const text = "limit 6; // steps\nx = x + 1;\nx = 2 * (x + 1);";
  expect(await check(read(text).model!, { properties: [] })).toMatchObject({ verdict: "holds", states: 7 });
  expect((await check(read(text, { limit: "9" }).model!, { properties: [] })).states).toBe(10);
  const complaint = (wrong: string, defines: Record<string, string> = {}): string =>
    formatDiagnostic(read(wrong, defines).diagnostics[0]!).split("\n", 1)[0]!;
  expect(complaint("limit 6;\nx = (x + 1;")).toBe(
    "count.toy:2:11: error: expected `)` to close the `(` at 2:5, found `;` [toy/unclosed-parenthesis]",
  );
  expect(complaint("limit six;")).toBe(
    "count.toy:1:7: error: expected a number after `limit`, found `six` [toy/unexpected-token]",
  );
  expect(complaint(text, { limt: "9" })).toBe(
    "-D limt=9:1:4: error: expected the name of a constant, but the model has no `limt`; there is `limit`; did you mean `limit`? [toy/unknown-constant]",
  );
  expect(parse("var x: bool = true", { languages: known }).model).toBeDefined();
});

test("a file of no known ending is read in the language that is named", async () => {
  const { model } = parse("init { skip }", { name: "model", language: "promela" });
  expect(model?.transitions).toHaveLength(2);
  expect((await loadLanguage("model", "promela"))?.name).toBe("Promela");
});

test("a file of no language is told what the endings are", () => {
  const { message } = parse("", { name: "model.txt" }).diagnostics[0]!;
  for (const { endings } of languages) for (const ending of endings) expect(message).toContain(ending);
  expect(parse("limit 6;", { name: "count.toy" }).model).toBeUndefined();
});

test("a language is loaded by itself, and is the one of the list", async () => {
  expect(languages).toMatchObject(Object.values(catalog));
  for (const language of languages) {
    for (const ending of language.endings) expect(await loadLanguage(`model${ending}`)).toBe(language);
  }
  expect(await loadLanguage("model.txt")).toBeUndefined();
});

test("no ending belongs to two languages, and each begins with a dot", () => {
  const endings = languages.flatMap((language) => language.endings);
  expect(new Set(endings).size).toBe(endings.length);
  for (const ending of endings) expect(ending).toMatch(/^\.\w+$/);
});

test("the guide lists the languages", () => {
  const rows = languages.map(
    ({ name, endings, description }) =>
      `| ${name} | ${endings.map((ending) => `\`${ending}\``).join(" ")} | ${description} |`,
  );
  expect(readFileSync("docs/guide/languages.md", "utf8")).toContain(rows.join("\n"));
});

test.each(["check", "symmetry", "show"])("the help of %s lists them too", (command) => {
  const { stdout } = runCli([command, "--help"]);
  for (const { name, endings } of languages) {
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(`${endings.join(", ")} (${name})`);
  }
});
