/** Files that a model includes are below its folder, or below one that was named. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadModel } from "../../src/node/load.ts";

let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "include-"));
  mkdirSync(join(root, "model", "below"), { recursive: true });
  mkdirSync(join(root, "library"));
  writeFileSync(join(root, "model", "below", "inner.h"), "byte x;\n");
  writeFileSync(join(root, "library", "outer.h"), "byte x;\n");
  symlinkSync(join(root, "library", "outer.h"), join(root, "model", "link.h"));
  symlinkSync(join(root, "library"), join(root, "model", "linked"));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function load(name: string, ...folders: string[]): string[] {
  const path = join(root, "model", "m.pml");
  writeFileSync(path, `#include "${name}"\nactive proctype P() { x = 1 }\n`);
  const { diagnostics } = loadModel(path, { includeFolders: folders.map((folder) => join(root, folder)) });
  return diagnostics.map(({ code }) => code);
}

test("Promela is read as SPIN reads it, byte by byte: Latin-1 is text, in included files too", () => {
  const path = join(root, "model", "latin.pml");
  writeFileSync(join(root, "model", "latin.h"), Buffer.from("byte x; /* caf\xe9 */\n", "latin1"));
  writeFileSync(path, Buffer.from('#include "latin.h"\ninit { printf("\xfcber\\n"); x = 1 }\n', "latin1"));
  expect(loadModel(path).diagnostics).toEqual([]);
  writeFileSync(join(root, "model", "latin.seq"), Buffer.from("-- caf\xe9\n", "latin1"));
  expect(loadModel(join(root, "model", "latin.seq")).diagnostics[0]?.code).toBe("noether/not-text");
});

test("a file below the model's folder is read, and one that is not there is missed", () => {
  expect(load("below/inner.h")).toEqual([]);
  expect(load("below/../below/inner.h")).toEqual([]);
  expect(load("none.h")[0]).toBe("promela/missing-include");
});

test("an included file includes what is beside it, or else beside the model", () => {
  writeFileSync(join(root, "model", "below", "outermost.h"), '#include "inner.h"\n#include "top.h"\n');
  writeFileSync(join(root, "model", "top.h"), "byte y;\n");
  expect(load("below/outermost.h")).toEqual([]);
  writeFileSync(join(root, "model", "below", "top.h"), '#include "outermost.h"\n');
  expect(load("below/outermost.h")[0]).toBe("promela/include-cycle");
});

// Reading a pipe that nobody writes to would take forever.
test.skipIf(process.platform === "win32")("what is no file is not read", () => {
  execFileSync("mkfifo", [join(root, "model", "pipe.h")]);
  expect(load("pipe.h")[0]).toBe("promela/missing-include");
  expect(load("below")[0]).toBe("promela/missing-include");
});

// Links were followed wherever they lead.
test.each(["../library/outer.h", "link.h", "linked/outer.h"])("%s lies outside", (name) => {
  expect(load(name)[0]).toBe("promela/include-outside");
});

test("folders that are named are looked in too", () => {
  expect(load("outer.h")[0]).toBe("promela/missing-include");
  expect(load("outer.h", "library")).toEqual([]);
  expect(load("link.h", "library")[0]).toBe("promela/include-outside");
});
