/** The command line follows the list of reporters. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check, parse, plain, reporterNamed, reporters } from "../../src/index.ts";
import { grouped } from "../../src/report/text.ts";
import { runCli } from "../support/run-cli.ts";

const file = "examples/seq/bug-invariant.seq";

test("every reporter of the list names the property that is violated, and ends its last line", async () => {
  const { model } = parse(readFileSync(file, "utf8"), { name: file });
  const result = await check(model!);
  const violated = result.properties.find(({ verdict }) => verdict === "violated");
  for (const { report } of reporters) {
    const text = report(result, { palette: plain, fullStates: false });
    expect(text).toContain(violated!.name);
    expect(text).toMatch(/[^\n]\n$/);
  }
});

test("the command line prints what the reporters give", async () => {
  const { model } = parse(readFileSync(file, "utf8"), { name: file });
  const result = await check(model!);
  const timeless = (text: string): string => text.replaceAll(/"seconds": [\d.e-]+/g, "").replace(/^\d.* s, .*$/m, "");
  for (const [name, flags] of [
    ["text", []],
    ["json", ["--json"]],
  ] as const) {
    const expected = reporterNamed(name).report(result, { palette: plain, fullStates: false });
    expect(timeless(runCli(["check", file, ...flags]).stdout)).toBe(timeless(expected));
  }
  expect(() => reporterNamed("smoke")).toThrow(TypeError);
});

test("numbers have spaces between thousands, and very long ones only their first digits", () => {
  expect([grouped(7), grouped(1234567), grouped(10n ** 39n)]).toEqual(["7", "1 234 567", `1${" 000".repeat(13)}`]);
  expect(grouped(16_313n * 10n ** 4766n)).toBe("about 1.631 x 10^4770");
});
