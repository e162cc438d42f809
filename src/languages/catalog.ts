/**
 * What is known of the languages without their parsers. A new language is a folder here and a name in this file; the
 * compiler then asks for it in `languages.ts`, which has all parsers, and in `load-language.ts`, which loads one.
 */

import type { LanguageCard } from "./language.ts";

export type LanguageId = "seq" | "csp" | "promela" | "rebeca" | "pnml" | "lola" | "family" | "murphi";

export const catalog: Readonly<Record<LanguageId, LanguageCard>> = {
  seq: { name: "seq", endings: [".seq"], description: "Noether's own language of guarded transitions" },
  csp: { name: "CSP#", endings: [".csp"], description: "processes and events, the language of PAT" },
  promela: {
    name: "Promela",
    endings: [".pml", ".prom", ".promela", ".spin", ".pr", ".prm", ".pm", ".p"],
    latin1: true,
    description: "processes and channels, the language of SPIN",
  },
  rebeca: { name: "Rebeca", endings: [".rebeca"], description: "actors, the language of RMC and Afra" },
  pnml: { name: "PNML", endings: [".pnml"], description: "Petri nets as in the Model Checking Contest" },
  lola: {
    name: "LoLA",
    endings: [".lola", ".net"],
    description: "place/transition nets in LoLA's low-level format",
  },
  family: {
    name: "family",
    endings: [".rsp"],
    description: "families of systems of any size; `-D n=5` for an instance",
  },
  murphi: {
    name: "Murphi",
    endings: [".m", ".murphi"],
    description: "rules over typed variables, the language of CMurphi and Rumur",
  },
};

export const languageIds: readonly LanguageId[] = Object.keys(catalog) as LanguageId[];

/** The language of a file by the ending of its name. */
export function languageOf<L extends LanguageCard>(name: string, among: readonly L[]): L | undefined {
  return among.find(({ endings }) => endings.some((ending) => name.endsWith(ending)));
}
