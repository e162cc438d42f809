/** The text form of the sequential model as a language. docs/guide/seq.md describes it. */

import { parseModel } from "../model/text/parse.ts";
import type { Language } from "./language.ts";

export const seq: Language = {
  name: "seq",
  endings: [".seq"],
  description: "Noether's own language of guarded transitions",
  parse: (source, { defines }) => parseModel(source, { defines }),
};
