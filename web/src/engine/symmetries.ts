/** The symmetries of a model, found once, with reasons for what is not symmetric. */

import { findSymmetries, symmetryDocument, symmetryPicture } from "noether";
import type { FoundSymmetries } from "noether";
import type { ModelText, SymmetryAnswer } from "./protocol.ts";
import { modelOf } from "./read.ts";

let last: { readonly key: string; readonly found: FoundSymmetries } | undefined;

/** Formulas and claims are preserved, as `noether symmetry` does it. */
export async function symmetriesOf(text: ModelText): Promise<FoundSymmetries> {
  const key = JSON.stringify(text);
  if (last?.key !== key) last = { key, found: findSymmetries((await modelOf(text)).model, { explain: true }) };
  return last.found;
}

export async function symmetry(text: ModelText): Promise<SymmetryAnswer> {
  const { model } = await modelOf(text);
  const found = await symmetriesOf(text);
  return {
    document: symmetryDocument(model, found, { properties: [], explain: true }),
    picture: symmetryPicture(model, found),
  };
}
