/** The guide runs as printed: the comment after each `console.log` is its output. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import { expect, test, vi } from "vitest";

const guide = readFileSync("docs/guide/groups.md", "utf8");
const examples = Array.from(guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm), (match) => match[1]!);

test.each(examples.map((code, k) => [k + 1, code] as const))("example %i of the guide to groups", async (_, code) => {
  const promised = Array.from(code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), (match) => match[1]!);
  expect(promised.length).toBeGreaterThan(0);
  const folder = mkdtempSync(join(tmpdir(), "noether-guide-"));
  const written: string[] = [];
  const log = vi
    .spyOn(console, "log")
    .mockImplementation((...values: unknown[]) => void written.push(format(...values)));
  try {
    const file = join(folder, "example.ts");
    const library = JSON.stringify(new URL("../../src/group/index.ts", import.meta.url).pathname);
    writeFileSync(file, code.replace('"noether/group"', library));
    await import(/* @vite-ignore */ file);
  } finally {
    log.mockRestore();
    rmSync(folder, { recursive: true });
  }
  expect(written).toEqual(promised);
});
