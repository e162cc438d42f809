/** The built studio in a browser: its server, and what people do with it. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Page } from "playwright-core";
import { startStudio } from "../../src/node/studio-server.ts";
import type { StudioServer } from "../../src/node/studio-server.ts";

/** Serves the page without any files, as any server of static files would. */
export function servePage(): Promise<StudioServer> {
  return startStudio({ page: "dist/studio" });
}

/** Runs `noether studio`. */
export async function runStudio(...args: readonly string[]): Promise<{ address: string; process: ChildProcess }> {
  const process_ = spawn(process.execPath, ["dist/cli/main.js", "studio", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let text = "";
    process_.stdout.on("data", (part: Buffer) => {
      text += part.toString();
      const found = /http:\S+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    process_.on("exit", () => reject(new Error(`the studio ended: ${text}`)));
  });
  return { address, process: process_ };
}

/** Waits until the text of the model is read. */
export async function waitForModel(page: Page): Promise<void> {
  await page.getByText(/^\d+ variables?, \d+ transitions?$/).waitFor();
}

/** Opens an example of the gallery by its path. */
export async function openExample(page: Page, path: string): Promise<void> {
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("searchbox").fill(path);
  const name = path.replace(/^.*\//, "");
  const title = name.replaceAll("-", " ");
  await page.locator(".card", { has: page.getByText(new RegExp(`^${title}$`, "i")) }).click();
  await page.locator(".dialog").waitFor({ state: "detached" });
  await page.locator(".file-name", { hasText: new RegExp(`^${name}\\.\\w+$`) }).waitFor();
  await waitForModel(page);
}

/** Checks all properties, and returns the verdict. */
export async function checkAll(page: Page): Promise<string> {
  await page.getByRole("tab", { name: "Check" }).click();
  await page.getByRole("button", { name: "Check all", exact: true }).click();
  const verdict = page.locator(".summary .verdict");
  await verdict.waitFor();
  return (await verdict.textContent())!;
}

/** Replaces the text in the editor. */
export async function typeText(page: Page, text: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: "Text of the model" });
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}
