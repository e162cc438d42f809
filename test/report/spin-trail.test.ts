/** Trails of SPIN: its own verifier writes them, and its simulator says what they mean. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { trailNumbers } from "../../src/hints/trail-numbers.ts";
import { facts, parse, positionAt, replayTrace } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import { skipped } from "../support/skipped.ts";

const hasSpin = (): boolean => [["spin", "-V"], ["gcc", "--version"]].every(([tool, flag]) => spawnSync(tool!, [flag!]).status === 0); // prettier-ignore
const noSpin = (): boolean => skipped(!hasSpin(), "spin or gcc is not installed");

interface Trail {
  readonly model: Model;
  readonly text: string;
  /** The processes and lines of the steps, as `spin -t -p` prints them. */
  readonly said: readonly string[];
  readonly panT: string;
}

/** Lets SPIN verify a text, and returns the trail. */
function trailOf(text: string, ...flags: readonly string[]): Trail {
  const folder = mkdtempSync(join(tmpdir(), "noether-trail-"));
  const run = (tool: string, args: readonly string[]): string =>
    execFileSync(tool, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  writeFileSync(join(folder, "m.pml"), text);
  run("spin", ["-a", "m.pml"]);
  run("gcc", ["-O0", "-o", "pan", "pan.c"]);
  spawnSync("./pan", ["-m500", ...flags], { cwd: folder });
  const said = [
    ...run("spin", ["-t", "-p", "m.pml"]).matchAll(/proc\s+(\d+) \(.*?\) m\.pml:(\d+) \(state \d+\)\s+\[/g),
  ];
  const { model } = parse(text, { name: "m.pml" });
  return {
    model: model!,
    text: readFileSync(join(folder, "m.pml.trail"), "utf8"),
    said: said.map(([, pid, line]) => `${pid}:${line}`),
    panT: readFileSync(join(folder, "pan.t"), "utf8"),
  };
}

/** The lines of the steps of a replayed trail are among those that SPIN prints, in this order. */
function expectSaid({ model, text, said }: Trail): void {
  const { trace } = replayTrace(model, { name: "m.pml.trail", text });
  const lines = trace.steps
    .filter(({ transition: { name } }) => !/ (?:start|release|dies)$/.test(name))
    .map(({ transition: { span } }) => positionAt(span!.source, span!.start).line);
  expect(lines.length).toBeGreaterThan(0);
  let at = 0;
  for (const line of lines) {
    at = said.findIndex((each, i) => i >= at && each.endsWith(`:${line}`)) + 1;
    expect(at, `line ${line}`).toBeGreaterThan(0);
  }
}

const example = (name: string): string => readFileSync(`examples/promela/${name}.pml`, "utf8");
const forever = "\nltl forever { <> false }\n";

test.skipIf(noSpin()).each(["mutex", "email-3", "cache"])("a lasso of %s is replayed as SPIN replays it", (name) => {
  const trail = trailOf(example(name) + forever, "-a", "-N", "forever");
  expectSaid(trail);
  const { trace } = replayTrace(trail.model, { name: "m.pml.trail", text: trail.text });
  const back = trace.loop === 0 ? trace.initial : trace.steps[trace.loop! - 1]!.target;
  expect(trace.steps.at(-1)!.target).toEqual(back);
  // The ends of processes that end have the numbers that the verifier has.
  const numbers = trailNumbers.of(trail.model)!;
  const ends = Array.from(trail.panT.matchAll(/settr\((\d+),[^"]*"-end-"/g), (match) => Number(match[1]));
  for (const end of ends.filter((number) => number > 0).slice(-1)) expect([...numbers.ends.values()]).toContain(end);
});

test.skipIf(noSpin())("a trail to a failing assertion shows the failure", () => {
  const text = example("peterson")
    .replace("assert(inside == 1)", "assert(inside == 2)")
    .replace(/^ltl .*$/m, "");
  const trail = trailOf(text);
  expectSaid(trail);
  const { violation } = replayTrace(trail.model, { name: "m.pml.trail", text: trail.text });
  expect(violation?.kind).toBe("assertion");
});

const choice = parse("byte x;\nactive proctype P() {\n  if\n  :: x = 1\n  :: x = 2\n  fi;\n  assert(x < 3)\n}\n", { name: "m.pml" }).model!; // prettier-ignore

test("a number tells one option from another", () => {
  for (const [number, value] of [
    [0, 1],
    [1, 2],
  ] as const) {
    const { trace } = replayTrace(choice, { name: "m.pml.trail", text: `-4:-4:-4\n1:0:${number}\n` });
    const slot = facts(choice).slots.findIndex(({ name }) => name === "x");
    expect(trace.steps.map(({ target }) => target![slot])).toEqual([value]);
  }
});

test.each([
  ["1:0:7\n", "no run of the model goes on like the trail from here"],
  ["1:0:0\n2:0:0\n", "no run of the model goes on like the trail from here"],
  ["1:1:0\n", "no run of the model goes on like the trail from here"],
  ["1:0:0\nhello\n", "expected `depth:process:statement`"],
])("%j is refused: %s", (text, message) => {
  expect(() => replayTrace(choice, { name: "m.pml.trail", text })).toThrow(message);
});

test("a trail for another language, or with numbers that are not known, is refused by name", () => {
  const { model: other } = parse("var x: bool = false\ntransition t { x := true; }\n", { name: "m.seq" });
  const { model: loops } = parse("active proctype P() { byte i; for (i : 1 .. 2) { skip } }\n", { name: "m.pml" });
  for (const model of [other!, loops!]) {
    expect(() => replayTrace(model, { name: "m.trail", text: "1:0:0\n" })).toThrow(
      "a trail of SPIN is for a Promela model",
    );
  }
});
