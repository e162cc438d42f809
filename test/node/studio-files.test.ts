/** The files of the studio: those of one folder, and no others. */

import { mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { StudioFiles } from "../../src/node/studio-files.ts";
import { startStudio } from "../../src/node/studio-server.ts";
import type { StudioServer } from "../../src/node/studio-server.ts";

let folder: string;
let files: StudioFiles;

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), "noether-studio-"));
  folder = join(root, "models");
  mkdirSync(join(folder, "deeper"), { recursive: true });
  mkdirSync(join(folder, ".hidden"));
  writeFileSync(join(root, "secret.seq"), "secret");
  writeFileSync(join(folder, "a.seq"), "var x: bool\n");
  writeFileSync(join(folder, "deeper/b.pml"), "init { skip }\n");
  writeFileSync(join(folder, "notes.txt"), "notes");
  writeFileSync(join(folder, ".hidden/c.seq"), "hidden");
  writeFileSync(join(folder, "bytes.seq"), Uint8Array.of(0xff, 0xfe, 0));
  symlinkSync(join(root, "secret.seq"), join(folder, "link.seq"));
  files = new StudioFiles(folder);
});

test("models are listed, hidden ones and links to elsewhere are not", () => {
  expect(files.list()).toEqual(["a.seq", "bytes.seq", "deeper/b.pml"]);
});

test.each([
  "../secret.seq",
  "link.seq",
  ".hidden/c.seq",
  "deeper/../../secret.seq",
  "/etc/passwd",
  "",
  "deeper",
  "none.seq",
  "bytes.seq",
  "a.seq\0",
  "..\\secret.seq",
])("%j is not read, and not written", (name) => {
  expect(files.read(name)).toBeUndefined();
  if (name !== "bytes.seq") expect(files.write(name, "overwritten")).toBe("refused");
  expect(readFileSync(join(folder, "../secret.seq"), "utf8")).toBe("secret");
});

test("a file that a model includes is read, and only models are written", () => {
  expect(files.read("notes.txt")).toBe("notes");
  expect(files.write("notes.txt", "other")).toBe("refused");
  expect(files.write("new.seq", "text")).toBe("refused");
});

test("a file is written only over the text that is expected", () => {
  expect(files.write("a.seq", "mine", "var x: bool\n")).toBe("written");
  writeFileSync(join(folder, "a.seq"), "theirs");
  expect(files.write("a.seq", "mine again", "mine")).toBe("changed");
  expect(readFileSync(join(folder, "a.seq"), "utf8")).toBe("theirs");
  expect(files.write("a.seq", "mine again")).toBe("written");
});

test("a change on disk is told once, when nobody is writing any more, also if the file is replaced", () => {
  files.read("a.seq");
  expect(files.changed()).toEqual([]);
  writeFileSync(join(folder, "a.seq"), "var longer: bool\n");
  expect(files.changed()).toEqual([]);
  expect(files.changed()).toEqual(["a.seq"]);
  expect(files.changed()).toEqual([]);
  writeFileSync(join(folder, "a.new"), "var y: bool\n");
  renameSync(join(folder, "a.new"), join(folder, "a.seq"));
  expect(files.changed()).toEqual([]);
  expect(files.changed()).toEqual(["a.seq"]);
  files.write("a.seq", "own\n");
  expect([files.changed(), files.changed()]).toEqual([[], []]);
});

describe("the server", () => {
  let server: StudioServer;
  const page = mkdtempSync(join(tmpdir(), "noether-page-"));

  beforeAll(() => {
    mkdirSync(join(page, "assets"));
    writeFileSync(join(page, "index.html"), "<html><head></head></html>");
    writeFileSync(join(page, "assets/a.js"), "1");
    writeFileSync(join(page, "private.key"), "key");
  });
  beforeEach(async () => {
    server = await startStudio({ page, files, open: "a.seq" });
    return () => server.close();
  });
  afterAll(() => server.close());

  /** The status of a request with any headers; `fetch` sets the host itself. */
  function status(
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<number> {
    const { port } = new URL(server.address);
    const { body, ...rest } = options;
    return new Promise((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, path, ...rest }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      asked.on("error", reject);
      asked.end(body);
    });
  }

  test("listens on the loopback address, behind a token that is another one each time", async () => {
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/$/);
    const other = await startStudio({ page });
    expect(new URL(other.address).pathname).not.toBe(new URL(server.address).pathname);
    other.close();
  });

  test("gives the page and the files to its own page only", async () => {
    const { pathname, port } = new URL(server.address);
    expect(await (await fetch(server.address)).text()).toContain('name="noether-files"');
    expect(await (await fetch(`${server.address}session`)).json()).toMatchObject({ open: "a.seq" });
    expect(await (await fetch(`${server.address}files/deeper/b.pml`)).text()).toBe("init { skip }\n");
    expect(await status(`${pathname}assets/a.js`)).toBe(200);
    expect(await status("/")).toBe(404);
    expect(await status("/files/a.seq")).toBe(404);
    expect(await status(`/${"x".repeat(24)}/files/a.seq`)).toBe(404);
    expect(await status(`${pathname}files/a.seq`, { headers: { host: `evil.example:${port}` } })).toBe(404);
    expect(await status(`${pathname}files/a.seq`, { headers: { origin: "http://evil.example" } })).toBe(404);
    expect(await status(`${pathname}files/..%2Fsecret.seq`)).toBe(404);
    expect(await status(`${pathname}files/../../secret.seq`)).toBe(404);
    expect(await status(`${pathname}assets/..%2F..%2Fpackage.json`)).toBe(404);
    expect(await status(`${pathname}private.key`)).toBe(404);
    expect(await status(`${pathname}%zz`)).toBe(404);
  });

  test("writes a model, and nothing else", async () => {
    const { pathname } = new URL(server.address);
    const body = JSON.stringify({ text: "new\n", expected: "var x: bool\n" });
    expect(await status(`${pathname}files/a.seq`, { method: "PUT", body })).toBe(200);
    expect(readFileSync(join(folder, "a.seq"), "utf8")).toBe("new\n");
    expect(await status(`${pathname}files/a.seq`, { method: "PUT", body })).toBe(409);
    expect(await status(`${pathname}files/notes.txt`, { method: "PUT", body: '{"text":""}' })).toBe(403);
    expect(await status(`${pathname}files/..%2Fsecret.seq`, { method: "PUT", body: '{"text":""}' })).toBe(403);
    expect(await status(`${pathname}files/a.seq`, { method: "PUT", body: "no JSON" })).toBe(400);
    expect(await status(`${pathname}files/a.seq`, { method: "DELETE" })).toBe(405);
    expect(
      await status(`${pathname}files/a.seq`, {
        method: "PUT",
        body: '{"text":""}',
        headers: { origin: "http://evil.example" },
      }),
    ).toBe(404);
  });
});
