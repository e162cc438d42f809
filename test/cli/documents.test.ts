/**
 * The README runs as printed: the test executes every `console` block and compares the output. A line `...` stands for
 * any number of lines.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

interface Session {
  readonly command: string;
  readonly output: readonly string[];
}

function sessionsOf(markdown: string): Session[] {
  const blocks = Array.from(markdown.matchAll(/^```console\n([\s\S]*?)^```$/gm), (match) => match[1]!);
  return blocks.map((block) => {
    const [first, ...output] = block.trimEnd().split("\n");
    return { command: first!.replace(/^\$ /, ""), output };
  });
}

function pattern(lines: readonly string[]): RegExp {
  const parts = lines.map((line) =>
    line === "..." ? "(?:.*\n)*" : `${line.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\n`,
  );
  return new RegExp(`^${parts.join("")}$`);
}

const documents = [
  "README.md",
  "docs/guide/symmetry.md",
  "docs/guide/petri.md",
  "docs/guide/patterns.md",
  "docs/guide/simulation.md",
];

for (const document of documents) {
  const sessions = sessionsOf(readFileSync(document, "utf8"));

  test(`${document} has examples`, () => expect(sessions.length).toBeGreaterThan(0));

  test.each(sessions)(`${document}: $command`, ({ command, output }) => {
    const [npx, noether, ...rest] = command.split(" ");
    expect([npx, noether]).toEqual(["npx", "noether"]);
    expect(runCli(rest).stdout).toMatch(pattern(output));
  });
}

const parts = ["group", "graph", "ddd", "automata"];

/** The programs in a document. A comment after `console.log(...)` is its output. */
const programs = [
  "README.md",
  "docs/guide/patterns.md",
  "docs/guide/graphs.md",
  "docs/guide/groups.md",
  "docs/guide/ddd.md",
  "docs/guide/symmetry.md",
  "docs/guide/simulation.md",
].flatMap((document) =>
  Array.from(readFileSync(document, "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm), (match) => ({
    document,
    code: match[1]!,
  })),
);

test.each(programs)("a program in $document prints what it says", ({ code }) => {
  const dist = (path: string): string => JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);
  let program = code.replace('"noether"', dist("index.js"));
  for (const part of parts) program = program.replace(`"noether/${part}"`, dist(`${part}/index.js`));
  const file = join(mkdtempSync(join(tmpdir(), "noether-guide-")), "program.mts");
  writeFileSync(file, program);
  const output = execFileSync(process.execPath, ["--import", "tsx", file], { encoding: "utf8" });
  const promised = Array.from(code.matchAll(/console\.log\(.*\/\/ (.*)$/gm), (match) => match[1]);
  expect(promised.length).toBeGreaterThan(0);
  expect(output.trim().split("\n")).toEqual(promised);
});
