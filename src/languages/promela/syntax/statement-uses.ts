/** What statements that are one step write to, and which expressions they evaluate. */

import type { Basic, Expression, Reference } from "./syntax-tree.ts";

/** Variables that the statement sets, in whole or in part; symbolic constants in a receive among them. */
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

/** All but what is only printed, indices of what is written, and channels. */
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
