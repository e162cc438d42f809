/** The documents are true to the code: links lead somewhere, and the walk through the code names files that exist. */
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { documents } from "./support/document-blocks.ts";

/** The files that a document links to, without those of the web and places within the document. */
function linksOf(document: string): string[] {
  const prose = readFileSync(document, "utf8").replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, "");
  const links = Array.from(prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g), (match) => match[1]!);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => posix.join(posix.dirname(document), decodeURI(link)));
}

test.each(documents)("links in %s lead to files", (document) => {
  expect(linksOf(document).filter((file) => !existsSync(file))).toEqual([]);
});

const architecture = "docs/architecture.md";
const walk = /^## The walk of one Promela model$([\s\S]*?)^## /m.exec(readFileSync(architecture, "utf8"))![1]!;
const stations = Array.from(walk.matchAll(/^(\d+)\. \[(\S+)\]\((\S+)\)/gm), (match) => ({
  number: Number(match[1]),
  file: match[2]!,
  link: posix.join("docs", match[3]!),
}));

test("the walk of a Promela model goes from the command line to the exit code, in at most 40 files", () => {
  expect(stations.length).toBeLessThanOrEqual(40);
  expect(stations.map(({ number }) => number)).toEqual(stations.map((_, i) => i + 1));
  expect(stations.at(0)!.file).toBe("src/cli/main.ts");
  expect(stations.at(-1)!.file).toBe("src/cli/exit-code.ts");
  expect(new Set(stations.map(({ file }) => file)).size).toBe(stations.length);
});

test.each(stations)("station $number of the walk, $file, exists", ({ file, link }) => {
  expect(link).toBe(file);
  expect(existsSync(file)).toBe(true);
});

test("no line of the architecture is longer than 120 characters", () => {
  expect(readFileSync(architecture, "utf8").split("\n").filter((line) => line.length > 120)).toEqual([]); // prettier-ignore
});
