/**
 * Data operations that fail whenever they run: an index that is known and outside its array. Nothing comes after such a
 * step, so `P(i) = set{a[i] = 1;} -> P(i + 1)` ends with the array.
 */

import { literalOf } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import type { Globals } from "../names/globals.ts";

export function alwaysFails(g: Globals, statements: readonly Statement[]): boolean {
  return statements.some((s) => {
    switch (s.kind) {
      case "assign":
        return fails(g, s.value) || fails(g, s.target);
      case "local":
        return fails(g, s.value);
      case "if":
      case "while":
      case "assert":
        return fails(g, s.test);
      default:
        return false;
    }
  });
}

/** Whether an expression cannot be evaluated. Parts that are evaluated only sometimes do not count. */
function fails(g: Globals, e: Expression): boolean {
  switch (e.kind) {
    case "index": {
      const sizes = sizesOf(g, e.base);
      const index = literalOf(e.index);
      const isOutside = sizes?.[0] !== undefined && index !== undefined && (index < 0 || index >= sizes[0]);
      return isOutside || fails(g, e.base) || fails(g, e.index);
    }
    case "field":
      return fails(g, e.base);
    case "unary":
      return fails(g, e.operand);
    case "binary": {
      const isLazy = e.op === "&&" || e.op === "||" || e.op === "->";
      return fails(g, e.left) || (!isLazy && fails(g, e.right));
    }
    case "conditional":
      return fails(g, e.test);
    case "aggregate":
      return e.items.some((item) => fails(g, item));
    default:
      return false;
  }
}

/** The sizes of an array, from the outermost dimension that is left. */
function sizesOf(g: Globals, e: Expression): readonly number[] | undefined {
  if (e.kind === "index") return sizesOf(g, e.base)?.slice(1);
  const symbol = e.kind === "variable" ? g.symbols.get(e.name) : undefined;
  return symbol?.kind === "variable" ? symbol.sizes : undefined;
}
