/**
 * Whether there may be states in which an expression cannot be evaluated.
 *
 * Front ends ask before they leave out a part of an expression: what may fail stays, so that it does.
 */

import type { Expression } from "./model.ts";
import { partsOf } from "./traverse.ts";

export type Index = Expression & { readonly kind: "index" };

/** Judged by the form alone, so an index may be outside unless `isInside` knows better; what a predicate says is not known. */
export function mayFail(e: Expression, isInside: (index: Index) => boolean = () => false): boolean {
  switch (e.kind) {
    case "index":
      if (!isInside(e)) return true;
      break;
    case "predicate":
      return true;
    case "binary":
      if ((e.op === "/" || e.op === "%") && !(e.right.kind === "integer" && e.right.value !== 0)) return true;
      break;
    default:
  }
  return partsOf(e).some((part) => mayFail(part, isInside));
}
