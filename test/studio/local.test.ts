/** `noether studio FILE` in a browser: the file is saved back, and read again when it changes on disk. */

import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launchBrowser, noBrowser } from "../support/browser.ts";
import { runCli } from "../support/run-cli.ts";
import { checkAll, runStudio, waitForModel } from "../support/studio.ts";

test.skipIf(noBrowser())("a file is checked, changes on disk, is edited and saved back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "noether-studio-"));
  const file = join(folder, "trains.rebeca");
  copyFileSync("examples/rebeca/trains.rebeca", file);
  copyFileSync("examples/rebeca/trains.property", join(folder, "trains.property"));
  const [browser, studio] = await Promise.all([launchBrowser(), runStudio(file)]);
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(studio.address);
    await waitForModel(page);
    // Its properties are in the file beside it, which the page fetches by itself.
    await page.getByRole("rowheader", { name: "safety" }).or(page.locator(".properties tbody tr")).first().waitFor();
    expect(await checkAll(page)).toBe("holds");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("TRAINS = 3", "TRAINS = 4"));
    await page.getByText("has changed on disk, and is read again", { exact: false }).waitFor();
    await page.getByText("of an earlier text", { exact: false }).waitFor();
    expect(await page.locator(".cm-content").innerText()).toContain("TRAINS = 4");
    // A change here is saved; one on disk meanwhile is not written over without a question.
    await page.getByRole("textbox", { name: "Text of the model" }).press("Control+End");
    await page.keyboard.insertText("// mine\n");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("is saved").waitFor();
    expect(readFileSync(file, "utf8")).toMatch(/\/\/ mine\n$/);
    await page.keyboard.insertText("// more\n");
    writeFileSync(file, text);
    await page.getByText("has changed on disk, and the text here is not saved").waitFor();
    await page.getByRole("button", { name: "Take the text on disk" }).click();
    await waitForModel(page);
    expect(await page.locator(".cm-content").innerText()).toContain("TRAINS = 3");
    expect(readFileSync(file, "utf8")).toBe(text);
  } finally {
    await browser.close();
    studio.process.kill("SIGINT");
  }
  expect(await new Promise((resolve) => studio.process.on("exit", resolve))).toBe(0);
});

test("the command refuses what is no model", () => {
  expect(runCli(["studio", "package.json"])).toMatchObject({ code: 2, stdout: "" });
  expect(runCli(["studio", "package.json"]).stderr).toMatch(/expected a model/);
  expect(runCli(["studio", "nowhere.seq"]).stderr).toMatch(/there is no such file or folder/);
});
