/** The text form of the sequential model as a language. docs/guide/seq.md describes it. */

import { parseModel } from "../model/text/parse.ts";
import { catalog } from "./catalog.ts";
import type { Language } from "./language.ts";

export const seq: Language = { ...catalog.seq, parse: (source, { defines }) => parseModel(source, { defines }) };
