import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, describe, expect, test } from "vitest";
import { simulateSchema } from "../../src/report/schema.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-simulate-"));
afterAll(() => rmSync(folder, { recursive: true }));

const deadlock = "examples/seq/bug-deadlock.seq";
const timeless = (text: string): string => text.replace(/, \d+\.\d+ s.*$/m, "");

describe("random runs", () => {
  test("the same seed makes the same run, and another seed another", () => {
    const run = (seed: string): string =>
      timeless(runCli(["simulate", "examples/seq/german.seq", "--seed", seed]).stdout);
    expect(run("5")).toBe(run("5"));
    expect(run("5")).not.toBe(run("6"));
  });

  test("a violation ends the simulation with 1, and its run is shown", () => {
    const { code, stdout } = runCli(["simulate", deadlock, "--runs", "100", "--seed", "7"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^run 1 from seed 7\n {3}0 {2}initial state\n/);
    expect(stdout).toMatch(
      /\n +deadlock: no transition is enabled\n\nviolated {2}progress: .*, after 22 steps of 1 run\n/,
    );
  });

  test("without a violation the answer is undecided", () => {
    const { code, stdout } = runCli(["simulate", "examples/seq/peterson.seq", "--runs", "3", "--steps", "10"]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^undecided {2}no violation found, after 30 steps of 3 runs\nseed 0, /);
  });

  test("a time limit ends it", () => {
    const { code, stdout } = runCli([
      "simulate",
      "examples/seq/peterson.seq",
      "--runs",
      "1000000000",
      "--timeout",
      "300ms",
    ]);
    expect(code).toBe(3);
    // On a slow machine it ends in the first run, which is printed then.
    expect(stdout).toMatch(/^undecided\W+the time limit was reached/m);
  });

  test("a document describes it", () => {
    const { code, stdout } = runCli(["simulate", deadlock, "--runs", "9", "--json"]);
    const document = v.parse(simulateSchema, JSON.parse(stdout));
    expect(code).toBe(1);
    expect(document).toMatchObject({
      verdict: "violated",
      seed: 0,
      violation: { property: "progress", kind: "deadlock" },
    });
    expect(document.trace!.steps.length).toBe(document.steps);
    const many = v.parse(
      simulateSchema,
      JSON.parse(runCli(["simulate", "examples/seq/peterson.seq", "--runs", "2", "--json"]).stdout),
    );
    expect(many.trace).toBeUndefined();
  });

  test("a run goes on after a trace", () => {
    const trace = join(folder, "half.json");
    runCli(["simulate", "-i", deadlock], `1\n1\nsave ${trace}\n`);
    const { code, stdout } = runCli(["simulate", deadlock, "--trace", trace, "--steps", "3"]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/ 1 {2}put {2}by sender\n[^]* 2 {2}callReceiver {2}by sender\n[^]* 3 {2}/);
  });

  test("calls that make no sense are refused", () => {
    expect(runCli(["simulate", deadlock, "--seed", "x"])).toMatchObject({ code: 2 });
    expect(runCli(["simulate", deadlock, "-i", "--json"])).toMatchObject({ code: 2 });
    expect(runCli(["simulate", deadlock, "--trace", join(folder, "no.json")]).stderr).toContain("cannot read the file");
  });
});

describe("by hand", () => {
  const session = (lines: readonly string[], model = deadlock): string => {
    const { code, stdout, stderr } = runCli(["simulate", model, "--interactive"], `${lines.join("\n")}\n`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout;
  };

  test("enabled steps are numbered, with what they would change", () => {
    expect(session(["quit"])).toBe(
      [
        "0  initial state",
        "   sender = looking",
        "   receiver = looking",
        "   letter = false",
        "   1) put  by sender  [sender: looking -> calling, letter: false -> true]",
        "   2) receiveLater  by receiver  [receiver: looking -> nodding]",
        "",
      ].join("\n"),
    );
  });

  test("a walk goes back, forward and anywhere", () => {
    const at = (lines: readonly string[]): string => session([...lines, "trace"]).split(/^ {2}0 {2}/m)[1]!;
    expect(at(["2", "1", "1", "back 2"])).toBe(at(["2"]));
    expect(at(["2", "1", "1", "back 2", "forward"])).toBe(at(["2", "1"]));
    expect(at(["2", "1", "1", "b", "b", "b", "", "n"])).toBe(at(["2", "1"]));
    expect(at(["2", "1", "1", "jump 0", "j 2"])).toBe(at(["2", "1"]));
    expect(at(["2", "1", "restart"])).toBe(at([]));
  });

  test("until a condition holds, and the values of properties", () => {
    const text = session(["until letter", "properties", "until sender == asleep && receiver == asleep", "p"]);
    expect(text).toMatch(/the condition holds after \d+ more steps\n/);
    expect(text).toContain("progress  not violated here\n");
    expect(text).toMatch(
      /violated: progress: no transition is enabled in the last state\nno step is enabled\nprogress {2}violated\n$/,
    );
  });

  test("the name of an invariant is a condition", () => {
    const text = session(["until mutex"], "examples/seq/peterson.seq");
    expect(text).toContain("the condition holds after 1 more steps");
  });

  test("mistakes are explained, and the session goes on", () => {
    const text = session([
      "9",
      "dance",
      "until x == 1",
      "jump 5",
      "back",
      "back x",
      "save",
      "load no.json",
      "",
      "quit",
      "1",
    ]);
    expect(text.split("\n").slice(6)).toEqual([
      "there is no step 9; there are 2",
      "there is no command `dance`; `help` lists the commands",
      "condition:1:1: error: expected a name that is declared, found `x` [seq/unknown-name]",
      "  1 | x == 1",
      "    | ^",
      "there is no state 5; the walk has the states 0 to 0",
      "there is no state -1; the walk has the states 0 to 0",
      "expected a number, found `x`",
      "save to which file?",
      "no.json:1:1: error: cannot read the file: there is no such file or folder [noether/unreadable]",
      "choose a step from 1 to 2",
      "",
    ]);
  });

  test("a walk is saved and loaded, never over the model, and only with --force over another file", () => {
    const file = join(folder, "walk.json");
    const model = join(folder, "model.seq");
    writeFileSync(model, readFileSync(deadlock));
    const text = session(
      [
        "1",
        "2",
        `save ${file}`,
        `save ${file}`,
        `save ${file} --force`,
        `save ${model} --force`,
        `load ${file}`,
        "next",
      ],
      model,
    );
    expect(text).toContain(`2 steps are written to ${file}\n`);
    expect(text).toContain("there is such a file already; --force writes over it");
    expect(text).toContain("the model is in this file, and is never written over");
    expect(text).toMatch(/\n\* +1\) put {2}by sender .*\n[^]*\n\* +2\) take {2}by receiver /);
    expect(existsSync(file)).toBe(true);
  });

  test("a model with several initial states says so, and begins in any of them", () => {
    const text = session(["restart 5", "restart 999999"], "examples/csp/token-circulation.csp");
    expect(text).toContain(
      "label = [0, 0, 0]\n   leader = [false, false, false]\n   there are other initial states: `restart N`\n",
    );
    expect(text).toContain("leader = [true, false, true]");
    expect(text).toContain("there is no initial state 999999");
  });

  test("help names every command", () => {
    expect(session(["help"])).toMatch(/\nuntil CONDITION +\S.*\n[^]*\nquit +ends the session\n/);
  });

  test.each(["csp/dining-philosophers.csp", "promela/mutex.pml", "rebeca/trains.rebeca", "petri/philosophers-5.pnml"])(
    "%s can be walked through",
    (file) => expect(session(["1", "random 3", "state"], `examples/${file}`)).toMatch(/^4 {2}\S/m),
  );
});
