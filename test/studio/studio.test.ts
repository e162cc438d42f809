/** The built page in a real browser: what people do with it, and that nothing leaves it. */

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StudioServer } from "../../src/node/studio-server.ts";
import { launchBrowser, noBrowser } from "../support/browser.ts";
import { checkAll, openExample, servePage, typeText, waitForModel } from "../support/studio.ts";

const lossy = `const N = 3
type Process = 0 .. N - 1
var at: array [Process] of 0 .. 2 = 0
transition go(p: Process) by process[p] when at[p] == 0 { at[p] := 1; }
transition enter(p: Process) by process[p] when at[p] == 1 { at[p] := 2; }
transition leave(p: Process) by process[p] when at[p] == 2 { at[p] := 0; }
property mutex: invariant (count p: Process . at[p] == 2) <= 1
`;

describe.skipIf(noBrowser())("the studio", () => {
  let browser: Browser;
  let server: StudioServer;
  let page: Page;
  /** What went wrong in the page, and the addresses that it asked for. */
  let complaints: string[] = [];
  const requested: string[] = [];

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), servePage()]);
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    context.on("request", (request) => requested.push(request.url()));
    await page.goto(server.address);
    await waitForModel(page);
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  beforeEach(() => {
    complaints = [];
    return () => expect(complaints).toEqual([]);
  });

  test("loads less than 400 kB, compressed, before the first check", async () => {
    const sizes = await Promise.all(
      // Two workers have one script.
      [...new Set(requested)].map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length),
    );
    expect(sizes.length).toBeGreaterThan(4);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
  });

  test.each([
    ["seq/bug-deadlock", "violated"],
    ["promela/mutex", "holds"],
    ["csp/milner-scheduler", "holds"],
    ["murphi/two-phase-commit", "holds"],
    ["rebeca/trains", "holds"],
    ["petri/philosophers-5", "violated"],
    ["patterns/herman", "holds"],
  ])("checks %s of the gallery: %s", async (path, verdict) => {
    await openExample(page, path);
    expect(await checkAll(page)).toBe(verdict);
  });

  test("steps through a trace by keyboard, with the line in the text, and branches from it", async () => {
    await openExample(page, "seq/bug-deadlock");
    await checkAll(page);
    await page.getByRole("button", { name: /^Trace \(/ }).click();
    const steps = page.getByRole("listbox", { name: "Steps of the trace" });
    const position = page.locator(".trace-title .soft");
    await steps.getByRole("option").first().waitFor();
    const all = (await steps.getByRole("option").count()) - 1;
    await page.getByText(`step ${all} of ${all}`).waitFor();
    expect(await page.getByText("deadlock: no transition", { exact: false }).count()).toBe(0);
    await steps.focus();
    await page.keyboard.press("Home");
    await page.getByText(`initial state of ${all}`).waitFor();
    expect(await page.locator(".cm-step").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await page.getByText(`step 1 of ${all}`).waitFor();
    await page.locator(".cm-step").first().waitFor();
    expect(await page.locator(".state .changed").count()).toBeGreaterThan(0);
    // Another step than the next one of the trace.
    await page.locator(".enabled button:not(.next)").first().click();
    await page.getByText("You left the trace after step 1").waitFor();
    expect(await position.textContent()).toBe("step 2 of 2");
    await page.getByRole("button", { name: "Back to the trace" }).click();
    await page.getByText(`step 1 of ${all}`).waitFor();
    await page.getByRole("button", { name: "Sequence chart" }).click();
    expect(await page.locator(".chart .chart-step").count()).toBe(all);
    await page.getByRole("button", { name: "State", exact: true }).click();
  });

  test("marks the loop of a run that goes on forever", async () => {
    await openExample(page, "seq/lamps");
    await page.getByRole("button", { name: "Check relieved alone" }).click();
    await page.getByRole("button", { name: /^Trace \(/ }).click();
    await page.getByText(/back to .*, forever/).waitFor();
    expect(await page.locator(".steps li.loop").count()).toBeGreaterThan(0);
  });

  test("shows the group, what a generator exchanges, and why a neighbor is not exchangeable", async () => {
    await openExample(page, "promela/email");
    await page.getByRole("tab", { name: "Symmetry" }).click();
    await page.locator(".group-name", { hasText: "S₄" }).waitFor();
    expect(await page.locator(".cm-orbit").count()).toBeGreaterThan(0);
    expect(await page.locator(".diagram .image").count()).toBe(0);
    await page.locator(".generator").first().click();
    expect(await page.locator(".diagram .image").count()).toBeGreaterThan(0);
    await openExample(page, "csp/dining-philosophers");
    await page.getByRole("tab", { name: "Symmetry" }).click();
    await page.locator(".group-name", { hasText: "C₁₀" }).waitFor();
    await page.getByRole("heading", { name: "Not exchangeable" }).waitFor();
  });

  test("draws the states and their orbits, finds states, and opens the trace to one", async () => {
    await openExample(page, "csp/dining-philosophers");
    await page.getByRole("textbox", { name: "N" }).fill("4");
    await page.getByRole("tab", { name: "Graph" }).click();
    await page.getByText("118 states").first().waitFor();
    await page.getByText("One state per orbit of C₄").waitFor();
    const [full] = await page.getByRole("img", { name: /All states/ }).all();
    await full!.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.getByText(/one of 4 in its orbit/).waitFor();
    await page.getByRole("textbox", { name: "Search states" }).fill("Phil[0] == Phil[1]");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText(/^\d+ states, \d+ orbits$/).waitFor();
    await page.getByRole("button", { name: "Open the trace to it" }).click();
    await page.getByText("step 1 of 1").waitFor();
    expect(await page.getByRole("option").count()).toBe(2);
  });

  test("cancels a long check, and checks again", async () => {
    await openExample(page, "csp/dining-philosophers");
    await page.getByRole("textbox", { name: "N" }).fill("16");
    await page.getByText(/, 80 transitions$/).waitFor();
    await page.getByRole("tab", { name: "Check" }).click();
    await page.getByRole("button", { name: "Explore" }).click();
    await page.getByText(/ states .*\/s/).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Check all", exact: true }).waitFor();
    await page.getByRole("textbox", { name: "N" }).fill("5");
    await page.getByText(/, 25 transitions$/).waitFor();
    expect(await checkAll(page)).toBe("violated");
  });

  test("shows a diagnostic as one types, and takes it back", async () => {
    await openExample(page, "seq/bug-invariant");
    await typeText(page, "var x: 0 .. 2 = 0\ntransition t when x < { x := 1; }\n");
    await page.getByText("1 error").waitFor();
    await page
      .locator(".problems")
      .getByText(/expected/)
      .first()
      .waitFor();
    expect(await page.getByRole("button", { name: "Check all", exact: true }).isDisabled()).toBe(true);
    await typeText(page, lossy);
    await waitForModel(page);
    expect(await checkAll(page)).toBe("violated");
  });

  test("shares the model, its constants and the trace in the address, which opens them again", async () => {
    await openExample(page, "seq/bug-invariant");
    await typeText(page, lossy);
    await waitForModel(page);
    await page.getByRole("textbox", { name: "N" }).fill("4");
    await page.waitForTimeout(300);
    await checkAll(page);
    await page.getByRole("button", { name: /^Trace \(4\)/ }).click();
    await page.getByText("step 4 of 4").waitFor();
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByText(/^The link is/).waitFor();
    const address = page.url();
    expect(address).toMatch(/#model=[\w-]+$/);
    const other = await page.context().newPage();
    await other.goto(address);
    await other.getByText("step 4 of 4").waitFor();
    expect(await other.getByRole("textbox", { name: "N" }).inputValue()).toBe("4");
    expect(await other.locator(".cm-content").innerText()).toContain("transition leave(p: Process)");
    await other.goto(`${server.address}#model=damaged`);
    await other.reload();
    await other.getByText("The link is damaged", { exact: false }).waitFor();
    await other.close();
  });

  test("saves traces and pictures as files", async () => {
    await openExample(page, "promela/email-3");
    await page.getByRole("tab", { name: "Trace" }).click();
    await page.getByRole("button", { name: "Begin a walk" }).click();
    await page.getByRole("button", { name: "Ten random steps from here" }).click();
    await page.getByText("step 10 of 10").waitFor();
    const saved = async (name: string): Promise<string> => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name, exact: true }).click(),
      ]);
      return readFileSync(await file.path(), "utf8");
    };
    expect(JSON.parse(await saved("JSON"))).toMatchObject({ version: 1, model: "email-3" });
    expect(JSON.parse(await saved("ITF"))).toMatchObject({ "#meta": expect.anything() as unknown });
    expect(await saved("SVG")).toMatch(/^<svg .*<\/svg>\s*$/s);
  });

  test("has no violation of the rules for accessible pages, light and dark", async () => {
    const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
    await openExample(page, "seq/bug-deadlock");
    await checkAll(page);
    await page.getByRole("button", { name: /^Trace \(/ }).click();
    await page.getByText(/^step \d+ of/).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const view of ["Check", "Trace", "Symmetry", "Graph"]) {
        await page.getByRole("tab", { name: view }).click();
        if (view === "Symmetry") await page.locator(".group-name").waitFor();
        if (view === "Graph") await page.locator(".graph-pair").waitFor();
        await page.evaluate(axe);
        const found = await page.evaluate<string[]>(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))",
        );
        expect(found, `${view}, ${colorScheme}`).toEqual([]);
      }
    }
    await page.emulateMedia({ colorScheme: "light" });
  });

  test("never overflows the window, and has a policy that forbids everything else", async () => {
    const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    expect(overflow).toBeLessThanOrEqual(0);
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).not.toMatch(/'unsafe-eval'|https?:/);
    // Only style attributes: browsers put them on what people type.
    expect(policy!.match(/[\w-]+ 'unsafe-inline'/g)).toEqual(["style-src-attr 'unsafe-inline'"]);
  });

  test("asked for nothing but its own files in all of this", () => {
    const elsewhere = requested.filter((url) => !url.startsWith(server.address) && !url.startsWith("blob:"));
    expect(elsewhere).toEqual([]);
  });
});
