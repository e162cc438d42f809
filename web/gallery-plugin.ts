/**
 * Makes the module `virtual:gallery` of the examples of the repository: each with its text, the files that belong to it,
 * and a line about it, which is the first sentence of its comment.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "vite";

const id = "virtual:gallery";

/** Nets have no comments. */
const aboutNets: Readonly<Record<string, string>> = {
  "clients-servers-5.pnml": "Five clients and five servers of a symmetric net, with requests and answers under way.",
  "philosophers-5.pnml": "Five philosophers around a table, as a colored net that is unfolded.",
  "product-line-4.pnml": "A product line: features and options that are chosen independently of each other.",
  "sale-store-5.pnml": "A store that sells, after the paper on symbolic state spaces: 71 238 states, and 106 orbits.",
  "token-ring-5.pnml": "A token travels around five stations; the ring can be rotated.",
};

/** Folders in the order of the gallery, with the endings of their models. */
const folders: Readonly<Record<string, string>> = {
  seq: ".seq",
  promela: ".pml",
  csp: ".csp",
  murphi: ".m",
  rebeca: ".rebeca",
  petri: ".pnml",
  patterns: ".rsp",
};

interface Example {
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
  readonly defines: Readonly<Record<string, string>>;
}

export function gallery(examples: string): Plugin {
  return {
    name: "gallery",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) =>
      source === `\0${id}` ? `export const examples = ${JSON.stringify(allExamples(examples))};` : undefined,
  };
}

function allExamples(root: string): Example[] {
  return Object.entries(folders).flatMap(([folder, ending]) =>
    readdirSync(`${root}/${folder}`)
      .filter((file) => file.endsWith(ending))
      .sort()
      .map((file) => example(root, `${folder}/${file}`, ending)),
  );
}

function example(root: string, path: string, ending: string): Example {
  const text = readFileSync(`${root}/${path}`, "utf8");
  const name = basename(path, ending);
  const beside = `${name}.property`;
  const property = `${root}/${path.slice(0, -basename(path).length)}${beside}`;
  const words = name.replaceAll("-", " ");
  return {
    path,
    title: words[0]!.toUpperCase() + words.slice(1),
    about: aboutNets[basename(path)] ?? firstSentence(text),
    text: withoutExpectations(text),
    files: ending === ".rebeca" && existsSync(property) ? { [beside]: readFileSync(property, "utf8") } : {},
    // A family needs a size.
    defines: ending === ".rsp" ? { n: "5" } : {},
  };
}

/** The text without what the tests expect of it. */
function withoutExpectations(text: string): string {
  return text.replace(/^(?:(?:\/\/|--) expect(?: long)?:.*\n)+(?:(?:\/\/|--)[ ]*\n)?/, "");
}

/** The first sentence of the comment after the expected results. */
function firstSentence(text: string): string {
  const lines = text.split("\n").filter((line) => !/^(?:\/\/|--) expect(?: long)?:/.test(line));
  const end = lines.findIndex((line) => !/^(?:\/\/|--)/.test(line));
  const comment = lines
    .slice(0, end)
    .map((line) => line.replace(/^(?:\/\/|--) ?/, ""))
    .join(" ")
    .trim();
  return /^.*?[.!?](?=\s|$)/.exec(comment)?.[0] ?? comment;
}
