/** Large files are streamed: memory is that of the text and of the net, not of the elements. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { onlyInLongRun } from "../../support/random-runs.ts";
import { arc, place, placeTransition, transition } from "./write-net.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-"));
afterAll(() => rmSync(folder, { recursive: true }));

const picture = '<graphics><position x="1" y="2"/><dimension x="10" y="10"/><fill color="#ffffff"/></graphics>\n';

/** A ring of 20 places, drawn with 60 MB of pictures, some 2.5 million elements. */
function drawnRing(more: string): string {
  const drawn = Array.from({ length: 20 }, (_, i) =>
    place(`p${i}`, i === 0 ? 2 : 1).replace("</place>", `${picture.repeat(32_000)}</place>`),
  );
  const steps = drawn.map((_, i) => transition(`t${i}`) + arc(`p${i}`, `t${i}`) + arc(`t${i}`, `p${(i + 1) % 20}`));
  return placeTransition([...drawn, ...steps, more].join("\n"));
}

/** `show` in a process whose heap has 160 MB; a tree of the elements would need many times as much. */
function show(text: string): { code: number | null; stdout: string; stderr: string } {
  const file = join(folder, "net.pnml");
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--max-old-space-size=160", "dist/cli/main.js", "show", file],
    { encoding: "utf8", env: { ...process.env, CI: "true", FORCE_COLOR: undefined } },
  );
  return { code: status, stdout, stderr };
}

test.skipIf(onlyInLongRun())("a file of 60 MB is read in little more memory than its text", () => {
  const text = drawnRing("");
  expect(text.length).toBeGreaterThan(60e6);
  const { code, stdout, stderr } = show(text);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("var p0: 0..21 = 2");
});

test.skipIf(onlyInLongRun())("a mistake at its end is found there", () => {
  const { code, stderr } = show(drawnRing(arc("p0", "t20")));
  expect(code).toBe(2);
  expect(stderr).toMatch(/:640043:1: error: .* there is no node `t20`.* \[pnml\/unknown-node\]/);
});
