/** Loads the language of a file, and no other. */

import { catalog, languageOf } from "./catalog.ts";
import type { LanguageId } from "./catalog.ts";
import type { Language } from "./language.ts";

const loaders: Readonly<Record<LanguageId, () => Promise<Language>>> = {
  seq: async () => (await import("./seq.ts")).seq,
  csp: async () => (await import("./csp/parse.ts")).csp,
  promela: async () => (await import("./promela/parse.ts")).promela,
  rebeca: async () => (await import("./rebeca/parse.ts")).rebeca,
  pnml: async () => (await import("./pnml/parse.ts")).pnml,
  lola: async () => (await import("./lola/parse.ts")).lola,
  family: async () => (await import("./rsp/instance.ts")).family,
  murphi: async () => (await import("./murphi/parse.ts")).murphi,
};

/** The language of this name, or that of a file; `undefined` if no language has files of this name. */
export async function loadLanguage(fileName: string, id?: LanguageId): Promise<Language | undefined> {
  if (id !== undefined) return loaders[id]();
  const known = (Object.keys(loaders) as LanguageId[]).map((id) => ({ ...catalog[id], load: loaders[id] }));
  return languageOf(fileName, known)?.load();
}
