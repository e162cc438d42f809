/** The page of examples/browser: bundled as a reader would do it, and used in a real browser. */

import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { build } from "vite";
import { afterAll, describe, expect, test } from "vitest";
import { skipped } from "./support/skipped.ts";

const browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

let server: Server | undefined;
afterAll(() => server?.close());

describe.skipIf(skipped(!browser, "there is no chromium, so the example for browsers is not run"))("the page", () => {
  test("checks a model in a worker", async () => {
    const outDir = mkdtempSync(join(tmpdir(), "noether-page-"));
    await build({
      root: "examples/browser",
      logLevel: "error",
      resolve: { alias: { noether: resolve("dist/index.js") } },
      build: { outDir, emptyOutDir: true },
    });
    server = createServer((request, response) => {
      const path = join(outDir, request.url === "/" ? "index.html" : request.url!);
      response.writeHead(existsSync(path) ? 200 : 404, { "content-type": types[extname(path)] ?? "text/plain" });
      response.end(existsSync(path) ? readFileSync(path) : "");
    }).listen(0);
    const started = await chromium.launch({
      executablePath: browser!,
      args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"], // prettier-ignore
    });
    try {
      const page = await started.newPage();
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      await page.click("#check");
      await page.waitForFunction("document.querySelector('#result').textContent.includes(' transitions')");
      expect(await page.textContent("#result")).toMatch(/^last +reachable +holds in 2 steps/);
    } finally {
      await started.close();
    }
  });
});
