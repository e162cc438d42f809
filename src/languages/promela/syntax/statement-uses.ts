/** The variables that basic statements write, and the expressions that they evaluate. */

import type { Basic, Expression, Reference } from "./syntax-tree.ts";

/** The variables that the statement sets, completely or in part, including symbolic constants in a receive. */
export function writtenBy(s: Basic): readonly Reference[] {
  switch (s.kind) {
    case "assign":
    case "count":
      return [s.target];
    case "receive":
      return s.pattern.flatMap((part) => (part.kind === "reference" ? [part.reference] : []));
    default:
      return [];
  }
}

/** All expressions except those that are only printed, indices of written variables, and channels. */
export function evaluatedBy(s: Basic): readonly Expression[] {
  switch (s.kind) {
    case "assign":
      return [s.value];
    case "expression":
      return [s.expression];
    case "assert":
      return [s.test];
    case "send":
      return s.values;
    case "receive":
      return s.pattern.flatMap((part) => (part.kind === "eval" ? [part.value] : []));
    default:
      return [];
  }
}
