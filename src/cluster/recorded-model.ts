/** The text of a model with all files that it includes, and the model that they are, on any machine. */

import { dirname } from "node:path";
import { catalog } from "../languages/catalog.ts";
import type { LanguageId } from "../languages/catalog.ts";
import type { LanguageOptions, Parsed } from "../languages/language.ts";
import { loadLanguage } from "../languages/load-language.ts";
import { parseIn, unknownLanguage } from "../languages/parse-in.ts";
import { readIncluded, readSource } from "../node/source-file.ts";
import type { RunContents } from "./run-record.ts";

type Texts = Pick<RunContents, "model" | "files" | "language" | "defines" | "options">;

export interface ModelFile {
  readonly path: string;
  readonly defines?: Readonly<Record<string, string>> | undefined;
  readonly includeFolders?: readonly string[] | undefined;
  /** The language, if the ending of the path does not tell it. */
  readonly language?: LanguageId | undefined;
  readonly options?: LanguageOptions | undefined;
}

/** Reads a model, and what it includes. */
export async function readTexts(file: ModelFile): Promise<Parsed & { readonly texts?: Texts }> {
  const { path, defines = {}, includeFolders = [], language: id, options = {} } = file;
  const language = await loadLanguage(path, id);
  const { source, diagnostics } = readSource(path, language?.latin1);
  if (!source) return { diagnostics };
  if (!language) return unknownLanguage(source, Object.values(catalog));
  const files: { readonly name: string; readonly text: string }[] = [];
  const folders = [dirname(path), ...includeFolders];
  const include = (name: string): string | { readonly outside: true } | undefined => {
    const included = readIncluded(folders, name, language.latin1);
    if (!included || "outside" in included) return included;
    if (!files.some((known) => known.name === name)) files.push({ name, text: included.text });
    return included.text;
  };
  const parsed = parseIn(language, source, { ...options, defines, include });
  const texts: Texts = {
    model: { name: source.name, text: source.text },
    files,
    defines: { ...defines },
    ...(id ? { language: id } : {}),
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  };
  return { ...parsed, texts };
}

/** The model of recorded texts. */
export async function parseTexts({ model, files, language: id, defines, options }: Texts): Promise<Parsed> {
  const language = await loadLanguage(model.name, id);
  if (!language) return unknownLanguage(model, Object.values(catalog));
  const include = (name: string): string | undefined => files.find((file) => file.name === name)?.text;
  return parseIn(language, model, { ...options, defines, include });
}
