/** The page of examples/browser: bundled as a reader would do it, and used in a real browser. */

import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { check, parse } from "../src/index.ts";
import { launchBrowser, noBrowser } from "./support/browser.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};
/** With these a page is isolated, so that its workers can share memory. */
const isolation = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};
/** No symmetries, no independent steps, and enough states for threads. */
const large = `
  var a: 0..70 = 1
  var b: 0..71 = 1
  var c: 0..72 = 1
  transition first { a := (a + b) % 71; }
  transition second { b := (b + c) % 72; }
  transition third { c := (c + a + 1) % 73; }
  property small: invariant a + b + c < 300`;

const outDir = mkdtempSync(join(tmpdir(), "noether-page-"));
const servers: Server[] = [];
let browser: Browser | undefined;

/** Serves the page, and lists what was asked for. */
function serve(headers: Readonly<Record<string, string>>): { readonly address: string; readonly asked: string[] } {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    const path = join(outDir, request.url === "/" ? "index.html" : request.url!);
    const type = types[extname(path)] ?? "text/plain";
    response.writeHead(existsSync(path) ? 200 : 404, { ...headers, "content-type": type });
    response.end(existsSync(path) ? readFileSync(path) : "");
  }).listen(0);
  servers.push(server);
  return { address: `http://localhost:${(server.address() as AddressInfo).port}/`, asked };
}

async function resultOf(page: Page): Promise<string> {
  await page.click("#check");
  await page.waitForFunction("document.querySelector('#result').textContent.includes(' transitions')", undefined, {
    timeout: 0,
  });
  return (await page.textContent("#result"))!;
}

describe.skipIf(noBrowser())("the page", () => {
  beforeAll(async () => {
    await build({
      root: "examples/browser",
      logLevel: "error",
      resolve: {
        alias: [
          { find: "noether/browser", replacement: resolve("dist/browser/index.js") },
          { find: "noether", replacement: resolve("dist/index.js") },
        ],
      },
      build: { outDir, emptyOutDir: true },
    });
    browser = await launchBrowser();
  });

  afterAll(async () => {
    for (const server of servers) server.close();
    await browser?.close();
  });

  test("checks a model in a worker", async () => {
    const page = await browser!.newPage();
    await page.goto(serve({}).address);
    expect(await resultOf(page)).toMatch(/^last +reachable +holds in 2 steps/);
  });

  test.each([
    ["share memory", isolation],
    ["send messages", {}],
  ])("checks a large model in threads that %s", async (_, headers) => {
    const { states, transitions, depth } = await check(parse(large, { name: "large.seq" }).model!);
    expect(states).toBeGreaterThan(300_000);
    const { address, asked } = serve(headers);
    const page = await browser!.newPage();
    await page.goto(address);
    expect(await page.evaluate("crossOriginIsolated")).toBe("cross-origin-embedder-policy" in headers);
    await page.fill("#model", large);
    const text = (await resultOf(page)).replaceAll(/(?<=\d) (?=\d)/g, "");
    expect(text).toContain(`${String(states)} states, ${transitions} transitions, depth ${depth}`);
    expect(asked.filter((url) => /\/thread-/.test(url))).not.toEqual([]);
  });
});
