import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { check, checkHtml, findSymmetries, parse, symmetryDocument } from "../../src/index.ts";
import { scriptHash, styleHash } from "../../src/report/html/hashes.ts";
import { script } from "../../src/report/html/script.ts";
import { style } from "../../src/report/html/style.ts";
import { runCli } from "../support/run-cli.ts";
import { skipped } from "../support/skipped.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-html-"));
afterAll(() => rmSync(folder, { recursive: true }));

const hash = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
const evil = "</script><img src=x onerror=alert(1)>";

async function pageOf(text: string, name: string): Promise<string> {
  const { model } = parse(text, { name });
  const symmetry = symmetryDocument(model!, findSymmetries(model!), { properties: [], explain: false });
  return checkHtml(await check(model!), symmetry);
}

const hostile = `var \`n${evil}\`: 0..3 = 0 // ${evil}
transition \`t${evil}\` by \`p${evil}\` when \`n${evil}\` < 3 { \`n${evil}\` := \`n${evil}\` + 1; }
property \`q${evil}\`: invariant \`n${evil}\` < 2
`;

test("the content security policy has the hashes of style and script, and allows nothing else", async () => {
  expect({ styleHash, scriptHash }).toEqual({ styleHash: hash(style), scriptHash: hash(script) });
  const page = await pageOf(hostile, "hostile.seq");
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)![1]!;
  expect(policy).toBe(
    `default-src 'none'; style-src '${styleHash}'; script-src '${scriptHash}'; base-uri 'none'; form-action 'none'`,
  );
  expect(page.indexOf("Content-Security-Policy")).toBeLessThan(page.indexOf("<title>"));
});

test("the page refers to nothing outside, and the texts of the user are texts", async () => {
  const page = await pageOf(hostile, `x${evil}.seq`);
  expect(page).not.toMatch(/<img|<link|<iframe|<[^>"]* src=|url\((?!#)|@import/);
  // The name space of SVG is the only address.
  expect(page.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:/);
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).toContain("q&lt;/script&gt;&lt;img");
});

test("the page has the verdicts, the steps, a chart and the group", async () => {
  const file = "examples/promela/email-3.pml";
  const page = await pageOf(readFileSync(file, "utf8"), file);
  expect(page).toContain('<td class="verdict violated">violated</td>');
  expect(page).toContain('<li role="option" id="trace-0-1">');
  expect(page).toContain('<div class="chart"><svg ');
  expect(page).toContain("<li>(client[0] client[1])(box_1 box_2)</li>");
});

test("the data of the page are those of the trace", async () => {
  const page = await pageOf("var x: 0..3 = 0\ntransition t { x := x + 1; }\nproperty p: invariant x < 2", "small.seq");
  const data: unknown = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]!);
  expect(data).toMatchObject({
    traces: [
      {
        states: [
          { values: [["x", "0"]], changes: [] },
          { values: [["x", "1"]], changes: ["x: 0 -> 1"], failures: [], source: 0, from: 2, to: 2 },
          { values: [["x", "2"]], changes: ["x: 1 -> 2"], failures: ["invariant violated"] },
        ],
      },
    ],
    sources: [{ name: "small.seq" }],
  });
});

test("the command line writes it, but not over another file", () => {
  const file = join(folder, "report.html");
  const { code, stderr } = runCli(["check", "examples/seq/bug-deadlock.seq", "--html", file]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(readFileSync(file, "utf8")).toContain("<h1>bug-deadlock ");
  expect(runCli(["check", "examples/seq/bug-deadlock.seq", "--html", file]).stderr).toMatch(
    /^note: the report is not written to .* --force writes over it\n$/,
  );
  expect(existsSync(file)).toBe(true);
});

const hasBrowser = (): boolean => spawnSync("chromium", ["--version"]).status === 0;

test.skipIf(skipped(!hasBrowser(), "chromium is not installed"))("a browser runs it under its policy", async () => {
  const file = join(folder, "hostile.html");
  writeFileSync(file, await pageOf(hostile, "hostile.seq"));
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    `--user-data-dir=${join(folder, "profile")}`,
    "--dump-dom",
  ];
  const dom = execFileSync("chromium", [...flags, `file://${file}`], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect(dom).toMatch(/<li role="option" id="trace-0-2"[^>]* aria-selected="true">/);
  expect(dom).toMatch(/<tr class="changed"><td class="name">n&lt;\/script&gt;&lt;img.*?<del>1<\/del> <span>2<\/span>/s);
  expect(dom).toContain('<span class="line here">');
  expect(dom).not.toMatch(/<img/);
});
