import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import {
  patternImageSchema,
  patternSynthesisSchema,
  patternVerifySchema,
  symmetrySchema,
} from "../../src/report/schema.ts";
import { runCli } from "../support/run-cli.ts";

const examples = "examples/patterns";

describe("noether pattern", () => {
  test("verify tells the groups of the library", () => {
    const { code, stdout } = runCli(["pattern", "verify", `${examples}/resource-allocator.rsp`, "--json"]);
    expect(code).toBe(0);
    expect(v.parse(patternVerifySchema, JSON.parse(stdout)).groups).toEqual([
      {
        kind: "symmetric",
        description: "all permutations of the letters from position 2 on",
        prefix: 1,
        suffix: 0,
        block: 1,
        generators: ["rotation(1,0)", "swap(1,0)"],
      },
    ]);
  });

  test("verify refutes a pattern with words, exit 1", () => {
    const { code, stdout } = runCli(["pattern", "verify", `${examples}/herman.rsp`, "--pattern", "reflection"]);
    expect(code).toBe(1);
    expect(stdout).toContain("reflection  no symmetry pattern\n");
    expect(stdout).toContain("  [n n t] -> [n t n] is a step, but its image [t n n] -> [n t n] is none\n");
  });

  test("verify reads patterns from a file, and says what is wrong with it, exit 2", () => {
    const folder = mkdtempSync(join(tmpdir(), "noether-"));
    const file = join(folder, "mine.rsp");
    writeFileSync(file, "pattern same: id*\npattern flip: ((n, t) | (t, n))*");
    const { code, stdout } = runCli(["pattern", "verify", `${examples}/herman.rsp`, "--pattern", file, "--json"]);
    const { patterns } = v.parse(patternVerifySchema, JSON.parse(stdout));
    expect(patterns.map(({ name, kind }) => [name, kind])).toEqual([
      ["same", "complete"],
      ["flip", "none"],
    ]);
    expect(code).toBe(1);
    writeFileSync(file, "pattern same: (n, x)*");
    const wrong = runCli(["pattern", "verify", `${examples}/herman.rsp`, "--pattern", file]);
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toContain(`${file}:1:19: error: expected a letter, found \`x\``);
    const unknown = runCli(["pattern", "verify", `${examples}/herman.rsp`, "--pattern", "turn"]);
    expect(unknown).toMatchObject({ code: 2, stdout: "" });
    expect(unknown.stderr).toContain("there is no pattern `turn`; there are rotation, swap, reflection");
  });

  test("a malformed system has exit 2, line and column", () => {
    const file = join(mkdtempSync(join(tmpdir(), "noether-")), "wrong.rsp");
    writeFileSync(file, "alphabet { a }\ntransition x (a, a)");
    for (const command of ["verify", "synthesise", "image"]) {
      const { code, stderr } = runCli(["pattern", command, file]);
      expect(code).toBe(2);
      expect(stderr).toContain(`${file}:2:14: error: expected \`:\`, found \`(\` [rsp/unexpected-token]`);
    }
  });

  test("synthesise finds and verifies, or says that there is none, or that it cannot tell", () => {
    const { code, stdout } = runCli(["pattern", "synthesise", `${examples}/dining-philosophers.rsp`, "--json"]);
    expect(code).toBe(0);
    expect(v.parse(patternSynthesisSchema, JSON.parse(stdout))).toMatchObject({
      outcome: "found",
      method: "library",
      patterns: [{ name: "rotation", kind: "complete", states: 17 }],
    });
    const file = join(mkdtempSync(join(tmpdir(), "noether-")), "none.rsp");
    writeFileSync(file, "alphabet { a }\ntransition stay: id*");
    const none = runCli(["pattern", "synthesise", file, "--method", "sat", "--max-states", "2"]);
    expect(none.code).toBe(1);
    expect(none.stdout).toContain("none: no pattern of up to 2 states moves a word of at most 8 letters");
    const late = runCli(["pattern", "synthesise", file, "--method", "sat", "--timeout", "0ms"]);
    expect(late.code).toBe(3);
    // On a slow machine the command is ended before it has read the file.
    expect(late.stdout + late.stderr).toContain("limit was reached");
  });

  test("synthesise draws the transducer", () => {
    const { code, stdout } = runCli(["pattern", "synthesise", `${examples}/herman.rsp`, "--dot"]);
    expect(code).toBe(0);
    expect(stdout.startsWith("digraph automaton {\n")).toBe(true);
    expect(stdout).toContain('label="n/t"');
  });

  test("image shows the finite image and the verdict", () => {
    const { code, stdout } = runCli(["pattern", "image", `${examples}/coffee-can.rsp`, "--json"]);
    expect(code).toBe(0);
    expect(v.parse(patternImageSchema, JSON.parse(stdout))).toMatchObject({
      finite: true,
      configurations: ["B B w", "B b w", "b b W"],
      verdict: "holds",
    });
    const infinite = runCli(["pattern", "image", `${examples}/herman.rsp`, "--pattern", "rotation"]);
    expect(infinite.code).toBe(3);
    expect(infinite.stdout).toContain("safe in all sizes: undecided, the image is infinite");
  });

  test("image without a pattern that it can find is undecided, and claims no more than it tried", () => {
    const { code, stdout } = runCli(["pattern", "image", `${examples}/herman.rsp`, "--json"]);
    expect(code).toBe(3);
    const document = v.parse(patternImageSchema, JSON.parse(stdout));
    expect(document).toMatchObject({ verdict: "undecided" });
    expect(document.reason).toBe("no pattern with a finite image was found: none up to 8 states");
  });

  test("image prints a system that can be checked", () => {
    const { stdout } = runCli(["pattern", "image", `${examples}/coffee-can-paper.rsp`, "--system"]);
    const file = join(mkdtempSync(join(tmpdir(), "noether-")), "image.rsp");
    writeFileSync(file, stdout);
    const whole = runCli(["check", file, "-D", "n=3", "--json"]);
    expect(JSON.parse(whole.stdout)).toMatchObject({ verdict: "holds", states: 1 });
  });

  test("mirrors and pushdown automata of the system are verified", () => {
    const { code, stdout } = runCli(["pattern", "verify", `${examples}/lehmann-rabin.rsp`, "--pattern", "turned"]);
    expect(code).toBe(0);
    expect(stdout).toContain("turned  complete symmetry pattern, keeps initial and bad words");
  });
});

test("an instance is checked with the symmetries of its family", () => {
  const symmetry = runCli([
    "symmetry",
    `${examples}/resource-allocator.rsp`,
    "-D",
    "n=9",
    "--method",
    "patterns",
    "--json",
  ]);
  expect(v.parse(symmetrySchema, JSON.parse(symmetry.stdout))).toMatchObject({
    order: "40320",
    structure: "S8",
    methods: ["patterns"],
  });
  const { code, stdout } = runCli(["check", `${examples}/dining-philosophers.rsp`, "-D", "n=7", "--symmetry", "on"]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    "symmetry C7 of order 7 by patterns, text, constraints: one state per orbit, 7 269 states without symmetry",
  );
});
