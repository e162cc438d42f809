/** The text of a model with all files that it includes, and the model that they are, on any machine. */

import { dirname } from "node:path";
import { catalog } from "../languages/catalog.ts";
import type { Parsed } from "../languages/language.ts";
import { loadLanguage } from "../languages/load-language.ts";
import { parseIn, unknownLanguage } from "../languages/parse-in.ts";
import { readIncluded, readSource } from "../node/source-file.ts";
import type { RunContents } from "./run-record.ts";

type Texts = Pick<RunContents, "model" | "files" | "defines" | "off">;

export interface ModelFile {
  readonly path: string;
  readonly defines?: Readonly<Record<string, string>> | undefined;
  readonly includeFolders?: readonly string[] | undefined;
  readonly off?: readonly string[] | undefined;
}

/** Reads a model, and what it includes. */
export async function readTexts({
  path,
  defines = {},
  includeFolders = [],
  off,
}: ModelFile): Promise<Parsed & { readonly texts?: Texts }> {
  const { source, diagnostics } = readSource(path);
  if (!source) return { diagnostics };
  const language = await loadLanguage(path);
  if (!language) return unknownLanguage(source, Object.values(catalog));
  const files: { readonly name: string; readonly text: string }[] = [];
  const folders = [dirname(path), ...includeFolders];
  const include = (name: string): string | { readonly outside: true } | undefined => {
    const included = readIncluded(folders, name);
    if (!included || "outside" in included) return included;
    if (!files.some((file) => file.name === name)) files.push({ name, text: included.text });
    return included.text;
  };
  const parsed = parseIn(language, source, { defines, include, off });
  const model = { name: source.name, text: source.text };
  return { ...parsed, texts: { model, files, defines: { ...defines }, ...(off ? { off: [...off] } : {}) } };
}

/** The model of recorded texts. */
export async function parseTexts({ model, files, defines, off }: Texts): Promise<Parsed> {
  const language = await loadLanguage(model.name);
  if (!language) return unknownLanguage(model, Object.values(catalog));
  const include = (name: string): string | undefined => files.find((file) => file.name === name)?.text;
  return parseIn(language, model, { defines, include, off });
}
