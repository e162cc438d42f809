/** The browser of the system, for tests of pages. It needs no network, and is kept from using one. */

import { spawnSync } from "node:child_process";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { skipped } from "./skipped.ts";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const path = spawnSync("sh", ["-c", "command -v chromium || command -v chromium-browser"], { encoding: "utf8" }).stdout;

/** For `test.skipIf` and `describe.skipIf`. */
export const noBrowser = (): boolean => skipped(path.trim() === "", "chromium is not installed");

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: path.trim(), headless: true, args: flags });
}
