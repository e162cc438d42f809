/** The models that come with SPIN, where it is installed. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Include } from "../../../src/languages/promela/syntax/preprocess.ts";
import type { Source } from "../../../src/syntax/source.ts";
import { skipped } from "../../support/skipped.ts";
import { edited } from "./spin.ts";
import type { Edit } from "./spin.ts";

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

export function readCorpus(model: string, edit?: Edit): { source: Source; include: Include } {
  const path = corpusPath(model);
  const read = (file: string): string => {
    const text = readFileSync(file, "utf8");
    return edit?.file === basename(file) ? edited(text, edit) : text;
  };
  const source: Source = { name: model, text: read(path) };
  const include: Include = (name) => {
    const file = join(dirname(path), name);
    return existsSync(file) ? { name, text: read(file) } : undefined;
  };
  return { source, include };
}
