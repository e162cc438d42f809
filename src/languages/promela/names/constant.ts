/** Constant expressions, including symbolic constants. */

import { constantWith } from "../syntax/constant.ts";
import type { Known } from "../syntax/constant.ts";
import type { Expression } from "../syntax/syntax-tree.ts";
import type { Scope } from "./symbols.ts";

/** `known` gives the values of other references; `undefined` if the value depends on the state. */
export function constantValue(e: Expression, scope: Scope, known: Known = () => undefined): number | undefined {
  return constantWith((reference) => {
    const { parts } = reference;
    const symbol = parts.length === 1 ? scope.find(parts[0]!.name.text) : undefined;
    return symbol?.kind === "constant" ? symbol.value : known(reference);
  }, e);
}
