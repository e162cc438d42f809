import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readExpectations } from "../../src/check/expectation.ts";
import { runCli } from "../support/run-cli.ts";
import { readInstances } from "./expectation.ts";

test("expectations are gathered by the constants they are about", () => {
  const text = [
    "// expect: states 5, transitions 7",
    "// expect: violated mutex at depth 3",
    "// expect: states 9 with N=4, FAST=true",
    "// expect: holds mutex, violated served with FAST=true, N=4",
    "// expect: violated served under weak fairness, holds served under strong fairness with FAST=true, N=4",
    "// A story.",
    "const N = 3",
  ].join("\n");
  expect(readInstances(text)).toEqual([
    {
      defines: {},
      states: 5,
      transitions: 7,
      verdicts: {
        assertions: { verdict: "holds" },
        ranges: { verdict: "holds" },
        mutex: { verdict: "violated", depth: 3 },
      },
    },
    {
      defines: { N: "4", FAST: "true" },
      states: 9,
      verdicts: {
        mutex: { verdict: "holds" },
        served: { verdict: "violated" },
        "served under weak fairness": { verdict: "violated" },
        "served under strong fairness": { verdict: "holds" },
      },
    },
  ]);
});

test.each([
  ["const N = 3", "missing"],
  ["// expect: holds mutex\nconst N = 3", "missing"],
  ["// expect: states 5, transitions 7 with N=4", "missing"],
  ["// expect: states 5, transitions 7\n// expect: hold mutex", "example:2:"],
  ["// expect: states 5, transitions 7\n// expect: violated mutex at depth three", "example:2:"],
  ["// expect: states 5, transitions 7\n// expect: states 6", "example:2:"],
  ["// expect: states 5, transitions 7\n// expect: holds mutex, holds mutex", "example:2:"],
  ["// expect: states 5, transitions 7\n// expect: states 6 with N", "example:2:"],
  ["// expect: states 5, transitions 7\n// expect: holds mutex under some fairness", "example:2:"],
  ["// expect: states 5, transitions 7\n//expect: holds mutex", "example:2:"],
  ["// expect: states 5, transitions 7\n\n// expect: holds mutex", "example:3:"],
])("%j is refused", (text, message) => {
  expect(() => readInstances(text)).toThrow(message);
});

const claimants = readdirSync("examples", { recursive: true, encoding: "utf8" })
  .map((file) => `examples/${file.replaceAll("\\", "/")}`)
  .filter((file) => /\.(?:seq|csp|pml|rebeca|m|rsp|expect)$/.test(file));

test.each(claimants)("%s makes claims, and `noether test` can read them", (name) => {
  const { expectations, diagnostics } = readExpectations({ name, text: readFileSync(name, "utf8") });
  expect(diagnostics).toEqual([]);
  expect(expectations).not.toEqual([]);
});

test("the claims of the families are right", () => {
  expect(runCli(["test", "examples/patterns"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\n9 files, 45 claims: 45 passed, /) as string,
  });
});
