/** Makes the pictures of the studio in docs/img, from the built page: `npx tsx scripts/studio-screenshots.ts`. */

import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { launchBrowser } from "../test/support/browser.ts";
import { checkAll, openExample, servePage } from "../test/support/studio.ts";

const folder = "docs/img";

async function trace(page: Page): Promise<void> {
  await openExample(page, "seq/bug-deadlock");
  await checkAll(page);
  await page.getByRole("button", { name: /^Trace \(/ }).click();
  await page.getByRole("listbox").focus();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  await page.getByText("step 3 of 6").waitFor();
}

async function symmetry(page: Page): Promise<void> {
  await openExample(page, "promela/email");
  await page.getByRole("tab", { name: "Symmetry" }).click();
  await page.locator(".generator").first().click();
  await page.locator(".diagram .image").first().waitFor();
}

async function graph(page: Page): Promise<void> {
  await openExample(page, "csp/dining-philosophers");
  await page.getByRole("textbox", { name: "N" }).fill("4");
  await page.getByRole("tab", { name: "Graph" }).click();
  await page.getByText("118 states").first().waitFor();
  await page.getByRole("img", { name: /One state per orbit/ }).focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await page.getByText("Open the trace to it").waitFor();
}

async function verdicts(page: Page): Promise<void> {
  await openExample(page, "seq/peterson");
  await page.getByRole("textbox", { name: "N" }).fill("5");
  await page.waitForTimeout(500);
  await checkAll(page);
}

const [browser, server] = await Promise.all([launchBrowser(), servePage()]);
mkdirSync(folder, { recursive: true });
for (const [name, colorScheme, show] of [
  ["studio-check", "light", verdicts],
  ["studio-trace", "light", trace],
  ["studio-symmetry", "dark", symmetry],
  ["studio-graph", "light", graph],
] as const) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 }, colorScheme });
  await page.goto(server.address);
  await show(page);
  // Nothing is in focus, and the pointer is out of the way.
  await page.evaluate("document.activeElement?.blur()");
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}
await browser.close();
server.close();
