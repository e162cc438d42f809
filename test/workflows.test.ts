/** The files of GitHub and the Dockerfile are well-formed, name what exists, and the action does what it says. */

import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { skipped } from "./support/skipped.ts";

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[]; readonly "timeout-minutes"?: number }>>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};

function read(file: string): unknown {
  const document = parseDocument(readFileSync(file, "utf8"), { strict: true, uniqueKeys: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

const workflows = readdirSync(".github/workflows").map((name) => `.github/workflows/${name}`);
const templates = readdirSync(".github/ISSUE_TEMPLATE").map((name) => `.github/ISSUE_TEMPLATE/${name}`);

test.each(workflows)("%s ends at some time, and its steps name scripts that exist", (file) => {
  const { jobs } = read(file) as Workflow;
  for (const { steps, ...job } of Object.values(jobs)) {
    expect(job["timeout-minutes"]).toBeGreaterThan(0);
    for (const { uses, run = "" } of steps) {
      if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
      const [program, command, script] = run.split(" ");
      if (program === "npm" && command === "run") expect(manifest.scripts).toHaveProperty(script!);
      if (program === "npm" && command === "test") expect(manifest.scripts).toHaveProperty("test");
      if (program!.startsWith(".")) accessSync(program!, constants.X_OK);
    }
  }
});

test.each(templates.filter((file) => !file.endsWith("config.yml")))("%s is a form", (file) => {
  const form = read(file) as { name: string; description: string; body: { type: string; id?: string }[] };
  expect(form).toMatchObject({ name: expect.any(String) as string, description: expect.any(String) as string });
  const ids = form.body.filter(({ type }) => type !== "markdown").map(({ id }) => id);
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the Dockerfile has the least version of Node that the package takes", () => {
  const images = Array.from(readFileSync("Dockerfile", "utf8").matchAll(/^FROM node:(\S+)-slim/gm), (from) => from[1]);
  expect(images.map((version) => `>=${version}`)).toEqual([manifest.engines.node, manifest.engines.node]);
});

const action = read("action.yml") as Action;
const [step] = action.runs.steps;

test("the action uses every input, has no other, and takes this version", () => {
  const used = Object.values(step!.env!).map((value) => /^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)![1]!);
  expect(used.sort()).toEqual(Object.keys(action.inputs).sort());
  expect(action.inputs["version"]!.default).toBe(manifest.version);
  expect(step!.run).not.toContain("${{");
});

const hasNoBash = skipped(spawnSync("bash", ["-c", "true"]).status !== 0, "there is no bash, so the action is not run");

test.skipIf(hasNoBash)("the script of the action checks models, annotates, and writes reports", () => {
  const report = join(mkdtempSync(join(tmpdir(), "noether-action-")), "report.xml");
  const given: Record<string, string> = { files: "examples/seq/bug-*.seq", arguments: "--timeout 1m", junit: report };
  const env = Object.fromEntries(
    Object.entries(step!.env!).map(([name, value]) => {
      const input = /inputs\.(\w+)/.exec(value)![1]!;
      return [name, given[input] ?? action.inputs[input]!.default ?? ""];
    }),
  );
  // In place of the published package, this one.
  const npx = `npx() { test "$1 $2" = "--yes noether@${manifest.version}" && shift 2 && "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"; }`;
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", `${npx}\n${step!.run}`], {
    encoding: "utf8",
    env: { ...process.env, CI: "true", ...env },
  });
  expect(stderr).toBe("");
  expect(status).toBe(1);
  expect(stdout).toContain("4 models: 4 violated");
  expect(stdout).toContain("::error file=examples/seq/bug-invariant.seq,line=31,");
  expect(readFileSync(report, "utf8")).toContain('tests="');
});
