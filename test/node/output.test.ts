import { linkSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { loadModel } from "../../src/node/load.ts";
import { writeOutput } from "../../src/node/output.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-output-"));
const model = join(folder, "model.pml");
const header = join(folder, "header.h");
writeFileSync(model, '#include "header.h"\ninit { x = 1 }\n');
writeFileSync(header, "byte x;\n");

test("all files of a model are known", () => {
  const { files, diagnostics } = loadModel(model);
  expect({ files, diagnostics }).toEqual({ files: [model, header], diagnostics: [] });
});

// A chart was written to whatever file was named, and `--chart-svg model.seq` left a picture where the model had been.
test("what was read is never written over, by whatever name", () => {
  const symbolic = join(folder, "symbolic.svg");
  const hard = join(folder, "hard.svg");
  symlinkSync(model, symbolic);
  linkSync(header, hard);
  mkdirSync(join(folder, "sub"));
  const detour = join(folder, "sub", "..", "model.pml");
  for (const path of [model, header, symbolic, hard, detour, relative(process.cwd(), model)]) {
    for (const force of [false, true]) {
      expect(writeOutput(path, "new", { inputs: [model, header], force })).toContain("never written over");
    }
  }
  expect(readFileSync(model, "utf8")).toContain("#include");
  expect(readFileSync(header, "utf8")).toBe("byte x;\n");
});

test("a file that exists is written over only on request", () => {
  const path = join(folder, "chart.svg");
  const options = { inputs: [model], force: false };
  expect(writeOutput(path, "first", options)).toBeUndefined();
  expect(writeOutput(path, "second", options)).toContain("--force");
  expect(readFileSync(path, "utf8")).toBe("first");
  expect(writeOutput(path, "third", { ...options, force: true })).toBeUndefined();
  expect(readFileSync(path, "utf8")).toBe("third");
});

test("why a file cannot be written is told", () => {
  const options = { inputs: [model], force: false };
  expect(writeOutput(join(folder, "nowhere", "x.svg"), "", options)).toContain("there is no such file or folder");
  expect(writeOutput(folder, "", options)).toContain("it is a folder");
  expect(writeOutput("/dev/null", "nothing to lose", options)).toBeUndefined();
});
