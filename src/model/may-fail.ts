/**
 * Whether there may be states in which an expression cannot be evaluated.
 *
 * Front ends ask before they leave out a part of an expression: a part that may fail stays, so that it does.
 */

import type { Expression } from "./model.ts";
import { partsOf } from "./traverse.ts";

export type Index = Expression & { readonly kind: "index" };

/**
 * Decides by the form alone: an index may be out of range unless `isInside` accepts it, and a predicate may always
 * fail.
 */
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
