/** The tables of signs, words and comments of all languages, without their parsers: what an editor colors. */

import { lexicon as seq } from "../model/text/lexicon.ts";
import type { Tables } from "../syntax/lexicon.ts";
import type { LanguageId } from "./catalog.ts";
import { lexicon as csp } from "./csp/syntax/lexicon.ts";
import { lexicon as lola } from "./lola/lexicon.ts";
import { lexicon as murphi } from "./murphi/syntax/lexicon.ts";
import { lexicon as promela } from "./promela/syntax/lexicon.ts";
import { lexicon as rebeca } from "./rebeca/syntax/lexicon.ts";
import { lexicon as family } from "./rsp/lexicon.ts";

/** PNML is XML, which has no such tables. */
export const lexicons: Readonly<Record<Exclude<LanguageId, "pnml">, Tables>> = {
  seq: seq.tables,
  csp: csp.tables,
  promela: promela.tables,
  rebeca: rebeca.tables,
  lola: lola.tables,
  family: family.tables,
  murphi: murphi.tables,
};
