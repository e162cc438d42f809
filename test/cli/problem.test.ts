import * as v from "valibot";
import { expect, test } from "vitest";
import { asksForJson, internalProblem, limitProblem, printedProblems } from "../../src/cli/problem.ts";
import { diagnosticsSchema } from "../../src/report/schema.ts";

test("an internal error is told as text, or as a document", () => {
  const problem = internalProblem("no luck\n\u001b");
  expect(printedProblems([problem], false)).toEqual({
    stream: "stderr",
    text: "error: this is a bug in Noether, and there is no verdict: no luck\\u{a}\\u{1b}\n",
  });
  const { stream, text } = printedProblems([problem], true);
  expect(stream).toBe("stdout");
  expect(v.parse(diagnosticsSchema, JSON.parse(text)).diagnostics).toEqual([problem]);
});

test("a limit is no error", () => {
  expect(printedProblems([limitProblem("the memory ran out")], false).text).toBe("undecided: the memory ran out\n");
});

test("a call asks for JSON by an option, not by an argument", () => {
  expect(asksForJson(["check", "--json", "a.seq"])).toBe(true);
  expect(asksForJson(["check", "--", "--json"])).toBe(false);
});
