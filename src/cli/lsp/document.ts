/** What the server knows of one document, computed when it is asked for the first time. */

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { catalog, languageOf } from "../../languages/catalog.ts";
import type { LanguageId } from "../../languages/catalog.ts";
import type { Language, Parsed } from "../../languages/language.ts";
import { parseIn } from "../../languages/parse-in.ts";
import { readIncluded } from "../../node/source-file.ts";
import type { Source } from "../../syntax/source.ts";
import { limitOf, Watch, watched } from "../../util/limits.ts";
import { declarationsOf } from "./declarations.ts";
import type { Declaration } from "./declarations.ts";
import { seqNames } from "./seq-names.ts";
import type { SeqName } from "./seq-names.ts";

/** The time for reading a model. A larger one is checked by a command, not while somebody types. */
const readingMs = 2000;

export class ModelDocument {
  readonly uri: string;
  readonly language: LanguageId;
  readonly #reader: Language;
  readonly text: string;
  #parsed: Parsed | undefined;
  #seqNames: readonly SeqName[] | undefined;

  constructor(uri: string, language: LanguageId, reader: Language, text: string) {
    this.#reader = reader;
    this.uri = uri;
    this.language = language;
    this.text = text;
  }

  get source(): Source {
    return { name: this.path, text: this.text };
  }

  /** The path of the file, or the address of a document that has none. */
  get path(): string {
    return this.uri.startsWith("file:") ? fileURLToPath(this.uri) : this.uri;
  }

  get folder(): string {
    return this.uri.startsWith("file:") ? dirname(this.path) : ".";
  }

  /** Without a model and without diagnostics if reading takes too long. */
  get parsed(): Parsed {
    return (this.#parsed ??= this.#read());
  }

  get names(): readonly SeqName[] {
    return (this.#seqNames ??= this.language === "seq" ? seqNames(this.text) : []);
  }

  get declarations(): readonly Declaration[] {
    if (this.language === "seq") return this.names.filter(({ isGlobal }) => isGlobal).map((name) => name.declaration);
    return declarationsOf(this.language, this.text);
  }

  #read(): Parsed {
    const language = this.#reader;
    const include = (name: string): string | { readonly outside: true } | undefined => {
      const found = this.uri.startsWith("file:") ? readIncluded([this.folder], name, language.latin1) : undefined;
      return found && "path" in found ? found.text : found;
    };
    // An instance of a family needs a size, which the text does not tell.
    const defines = this.language === "family" ? { n: "3" } : {};
    try {
      return watched(new Watch({ timeoutMs: readingMs }), () => parseIn(language, this.source, { defines, include }));
    } catch (error) {
      if (limitOf(error) === undefined) throw error;
      return { diagnostics: [] };
    }
  }
}

/** The language of a document: by the ending of its address, or by the name that an editor gives it. */
export function languageOfDocument(uri: string, editorsName: string): LanguageId | undefined {
  const ids = Object.keys(catalog) as LanguageId[];
  const card = languageOf(decodeURIComponent(uri), Object.values(catalog));
  return ids.find((id) => (card ? catalog[id] === card : id === editorsName));
}
