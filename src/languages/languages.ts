/** The list of all languages, with their parsers. A new language begins in `catalog.ts`. */

import type { LanguageId } from "./catalog.ts";
import { csp } from "./csp/parse.ts";
import type { Language } from "./language.ts";
import { lola } from "./lola/parse.ts";
import { murphi } from "./murphi/parse.ts";
import { pnml } from "./pnml/parse.ts";
import { promela } from "./promela/parse.ts";
import { rebeca } from "./rebeca/parse.ts";
import { family } from "./rsp/instance.ts";
import { seq } from "./seq.ts";

const byId: Readonly<Record<LanguageId, Language>> = { seq, csp, promela, rebeca, pnml, lola, family, murphi };

export const languages: readonly Language[] = Object.values(byId);
