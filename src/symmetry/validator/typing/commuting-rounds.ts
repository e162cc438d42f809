/**
 * Whether the rounds of a loop can be run in any order.
 *
 * They can if whatever a round writes is its own: locals of the round, and elements `a[i]` for the name i of the loop, of
 * which no round looks at another. Assertions and `while` are left out: what fails first would matter.
 */

import type { Expression, Statement } from "../../../model/model.ts";
import { partsOf, rootOf, statementParts, targetOf, visitStatements } from "../../../model/traverse.ts";

export function commutes(body: readonly Statement[], name: string): boolean {
  const own = new Set<string>();
  const shared = new Set<string>();
  let isPlain = true;
  visitStatements(body, (s) => {
    if (s.kind === "local" || s.kind === "for") own.add(s.name);
    if (s.kind === "while" || s.kind === "assert") isPlain = false;
    const target = targetOf(s);
    if (target) shared.add(rootOf(target).name);
  });
  for (const each of own) shared.delete(each);
  const isOwn = (e: Expression): boolean => {
    // Predicates may read anything.
    if (e.kind === "predicate") return shared.size === 0;
    if (e.kind === "variable" || e.kind === "local") return !shared.has(e.name);
    const isElement = e.kind === "index" && e.index.kind === "local" && e.index.name === name;
    if (isElement && e.base.kind === "variable") return true;
    return partsOf(e).every(isOwn);
  };
  visitStatements(body, (s) => {
    isPlain &&= statementParts(s).expressions.every(isOwn);
  });
  return isPlain;
}
