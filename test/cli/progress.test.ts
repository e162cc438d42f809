/** On a terminal, what takes longer than a second says what it is doing. */

import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { skipped } from "../support/skipped.ts";

const isMissing = spawnSync("script", ["--version"]).status !== 0;

/** The lines of a command on a terminal, which `script` makes. */
function linesOf(call: string): string[] {
  const { stdout } = spawnSync("script", ["-qec", `node dist/cli/main.js ${call}`, "/dev/null"], {
    encoding: "utf8",
    input: "",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return stdout.split(/[\r\n]/);
}

describe.skipIf(skipped(isMissing, "there is no `script`, so progress on a terminal is not tested"))("progress", () => {
  test.each([
    ["symmetry examples/seq/peterson.seq -D N=100 --method constraints", /^finding symmetries by constraints/],
    ["check examples/csp/peterson.csp -D N=100", /^reading examples\/csp\/peterson\.csp  \d+\.\d\d s/],
    [
      "pattern synthesise examples/patterns/dining-philosophers.rsp --method sat",
      /^looking for a pattern of \d+ states? /,
    ],
    ["check examples/seq/dining-philosophers.seq -D N=30 --symmetry off -p none", /^[\d ]+ states {2}[\d ]+\/s/],
  ])("%s", (call, expected) => {
    const lines = linesOf(`${call} --timeout 2s`);
    expect(lines.filter((line) => expected.test(line))).not.toEqual([]);
  });

  test("is gone when the result is printed", () => {
    const lines = linesOf("check examples/seq/dining-philosophers.seq -D N=30 --symmetry off -p none --timeout 2s");
    expect(lines.findLast((line) => line.includes("\u001b[K"))).toBe(
      "\u001b[Kranges  no run-time error  undecided: the time limit was reached",
    );
  });
});
