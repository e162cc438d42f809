/**
 * Leaves out statements without effect in the options of choices, as SPIN does.
 *
 * In an option, a `skip` right after another `skip` or a `printf` is no step, unless it has a label or is the last
 * statement. Verdicts do not depend on it, but numbers of states do.
 */

import type { Sequence } from "../syntax/syntax-tree.ts";

export function withoutRedundantSkips(option: Sequence): Sequence {
  const last = option.findLast(({ kind }) => kind !== "promise");
  let isIdle = false;
  return option.filter((s) => {
    if (s.kind === "promise") return true;
    const wasIdle = isIdle;
    // `true` and `(1)` are the same number. SPIN computes nothing here.
    const isSkip = s.kind === "expression" && s.expression.kind === "number" && s.expression.value === 1;
    isIdle = isSkip || s.kind === "print";
    return !isSkip || !wasIdle || s === last;
  });
}
