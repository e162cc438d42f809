import { expect, test } from "vitest";
import { plain } from "../../src/report/palette.ts";
import { synthesisText } from "../../src/report/pattern.ts";

const open = {
  version: 1,
  system: "s.rsp",
  outcome: "undecided",
  method: "sat",
  reason: "late",
  patterns: [],
} as const;

test("a synthesis without a known time is shown without one", () => {
  const ended = { ...open, patterns: [] };
  expect(synthesisText(ended, plain)).toBe("undecided: late\n\nlooked for by sat");
  expect(synthesisText({ ...ended, rounds: 3, seconds: 1.5 }, plain)).toBe(
    "undecided: late\n\nlooked for by sat, 3 rounds, 1.50 s",
  );
});
