/**
 * The documents run as printed: every session prints what it says, in a folder of its own with the files that the
 * document tells to save; every program compiles in strict mode, and prints what its comments say.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocksOf, documents, patternOf } from "../support/document-blocks.ts";
import type { Call } from "../support/document-blocks.ts";
import { skipped } from "../support/skipped.ts";

const cli = JSON.stringify(resolve("dist/cli/main.js"));
const hasNoBash = skipped(
  spawnSync("bash", ["-c", "true"]).status !== 0,
  "there is no bash, so sessions in documents are not run",
);

/** A call of a session, with the files that the reader has saved before. */
interface Step extends Call {
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

function stepsOf(document: string): Step[] {
  const files: Step["files"][number][] = [];
  return blocksOf(document).flatMap((block): Step[] => {
    if (block.kind === "file") files.push(block);
    return block.kind === "session" ? block.calls.map((call) => ({ ...call, files: [...files] })) : [];
  });
}

const sessions = documents.map((document) => ({ document, steps: stepsOf(document) }));

describe.skipIf(hasNoBash).each(sessions.filter(({ steps }) => steps.length > 0))("$document", ({ steps }) => {
  const folder = mkdtempSync(join(tmpdir(), "noether-document-"));
  symlinkSync(resolve("examples"), join(folder, "examples"));

  test.each(steps)("$command", ({ command, output, files }) => {
    expect(command).toContain("npx noether ");
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
    const script = `npx() { shift; ${JSON.stringify(process.execPath)} ${cli} "$@"; }\n${command}`;
    const env = { ...process.env, CI: "true", FORCE_COLOR: undefined };
    const { stdout, stderr } = spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8", env });
    expect(stdout + stderr).toMatch(patternOf(output));
  });
});

const programs = documents.flatMap((document) =>
  blocksOf(document).flatMap((block, i) => (block.kind === "program" ? [{ document, i, code: block.code }] : [])),
);

// Within the repository, so that `noether` is this package.
const programFolder = resolve("build/document-programs");

beforeAll(() => {
  rmSync(programFolder, { recursive: true, force: true });
  mkdirSync(programFolder, { recursive: true });
  for (const { document, i, code } of programs) writeFileSync(programFile(document, i), code);
  const compilerOptions = { noEmit: true, lib: ["es2023", "dom"], types: ["node"], noUnusedLocals: false };
  writeFileSync(
    join(programFolder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.base.json", compilerOptions, include: ["*.mts"] }),
  );
});

afterAll(() => rmSync(programFolder, { recursive: true, force: true }));

function programFile(document: string, i: number): string {
  return join(programFolder, `${document.replaceAll(/\W/g, "-")}-${i}.mts`);
}

test("there are programs, and all of them compile in strict mode", () => {
  expect(programs.length).toBeGreaterThan(10);
  const { stdout, status } = spawnSync("npx", ["tsc", "-p", programFolder], { encoding: "utf8" });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

/** A comment after `console.log(...)` is its output. */
test.each(programs)("program $i in $document prints what it says", ({ document, i, code }) => {
  const output = execFileSync(process.execPath, ["--import", "tsx", programFile(document, i)], { encoding: "utf8" });
  const promised = Array.from(code.matchAll(/console\.log\(.*\/\/ (.*)$/gm), (match) => match[1]);
  expect(promised.length).toBeGreaterThan(0);
  expect(output.trim().split("\n")).toEqual(promised);
});

test("the version is the same everywhere", () => {
  const { version, engines } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly version: string;
    readonly engines: { readonly node: string };
  };
  expect(readFileSync("CHANGELOG.md", "utf8")).toContain(`\n## ${version}`);
  expect(readFileSync("action.yml", "utf8")).toContain(`default: ${version}\n`);
  expect(engines.node).toBe(">=20.19");
  for (const file of [".ci/run", "README.md", "CONTRIBUTING.md", "Dockerfile", ".github/workflows/ci.yml"]) {
    const named = Array.from(readFileSync(file, "utf8").matchAll(/\b[Nn]ode[: ](?:-version: )?(\d+(?:\.\d+)*)/g), (match) => match[1]); // prettier-ignore
    expect(named.filter((each) => !each!.startsWith("20.19"))).toEqual([]);
  }
});
