/** The models that come with SPIN, where it is installed. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Include } from "../../../src/languages/promela/syntax/preprocess.ts";
import type { Source } from "../../../src/syntax/source.ts";
import { skipped } from "../../support/skipped.ts";

const root = "/usr/share/doc/spin/examples/Examples";

export const withoutCorpus: boolean = skipped(!existsSync(root), "SPIN's own models are not installed");

/** Paths below the folder of the examples, sorted. */
export function corpusModels(): string[] {
  if (withoutCorpus) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".pml"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

export function corpusPath(model: string): string {
  return join(root, model);
}

export function readCorpus(model: string): { source: Source; include: Include } {
  const path = corpusPath(model);
  const source: Source = { name: model, text: readFileSync(path, "utf8") };
  const include: Include = (name) => {
    const file = join(dirname(path), name);
    return existsSync(file) ? { name, text: readFileSync(file, "utf8") } : undefined;
  };
  return { source, include };
}
