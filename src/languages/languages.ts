/** The list of all languages. A new language is a folder here and a line in this list. */

import { csp } from "./csp/parse.ts";
import type { Language } from "./language.ts";
import { lola } from "./lola/parse.ts";
import { pnml } from "./pnml/parse.ts";
import { promela } from "./promela/parse.ts";
import { rebeca } from "./rebeca/parse.ts";
import { family } from "./rsp/instance.ts";
import { seq } from "./seq.ts";

export const languages: readonly Language[] = [seq, csp, promela, rebeca, pnml, lola, family];

/** The language of a file by the ending of its name. */
export function languageOf(name: string, among: readonly Language[] = languages): Language | undefined {
  return among.find(({ endings }) => endings.some((ending) => name.endsWith(ending)));
}
