/**
 * The blocks of a document that a reader can run: `console` blocks are sessions, `ts` blocks are programs, and a block
 * with a name in brackets after its language, as in ```` ```seq [lock.seq] ````, is a file that the reader saves.
 */

import { readdirSync, readFileSync } from "node:fs";

/** All documents, including those of the site. */
export const documents: readonly string[] = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .map((file) => `docs/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".md") && !file.startsWith("docs/site/")),
].sort();

export type Block =
  | { readonly kind: "session"; readonly calls: readonly Call[] }
  | { readonly kind: "program"; readonly code: string }
  | { readonly kind: "file"; readonly name: string; readonly text: string };

export interface Call {
  readonly command: string;
  readonly output: readonly string[];
}

export function blocksOf(document: string): Block[] {
  const fences = readFileSync(document, "utf8").matchAll(/^```(\w+)(?: \[([^\]\n]+)\])?\n([\s\S]*?)^```$/gm);
  return Array.from(fences).flatMap(([, language, name, text]): Block[] => {
    if (name !== undefined) return [{ kind: "file", name, text: text! }];
    if (language === "console") return [{ kind: "session", calls: callsOf(text!) }];
    return language === "ts" ? [{ kind: "program", code: text! }] : [];
  });
}

function callsOf(text: string): Call[] {
  const [first, ...parts] = text.split(/^\$ /m);
  if (first !== "" || parts.length === 0) throw new Error(`a session begins with a command: ${text}`);
  return parts.map((part) => {
    const [command, ...output] = part.trimEnd().split("\n");
    return { command: command!, output };
  });
}

/** What the output must look like. A line `...` stands for any number of lines, and `...` in a line for a part of it. */
export function patternOf(lines: readonly string[]): RegExp {
  const parts = lines.map((line) => {
    if (line === "...") return "(?:.*\n)*";
    return `${line.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(String.raw`\.\.\.`, ".*")}\n`;
  });
  return new RegExp(`^${parts.join("")}$`);
}
