/** `#define`: a constant if it only mentions constants, otherwise a condition or another expression on states. */

import { literalOf } from "../../../model/build.ts";
import { Definitions } from "../../../syntax/definitions.ts";
import type { Defines } from "../../../syntax/definitions.ts";
import { attempt } from "../../../syntax/refused.ts";
import { namesIn } from "../syntax/traverse.ts";
import { lower, noEnv } from "./expression.ts";
import type { Globals } from "./globals.ts";

/** Resolves a name from a `#define`. Does nothing for other names. */
export function resolveDefine(g: Globals, name: string): void {
  const symbol = g.symbols.get(name);
  if (symbol?.kind !== "pending" || symbol.busy) return;
  symbol.busy = true;
  const { value } = symbol.node;
  if (!namesIn(value).every((inner) => isConstant(g, inner))) {
    g.symbols.set(name, { kind: "condition", value });
    return;
  }
  const found = attempt(() => lower(g, value, noEnv));
  const known = found && literalOf(found.e);
  g.symbols.set(name, { kind: "constant", value: known ?? 0, isBool: found?.isBool ?? false });
}

/** Replaces the values of constants by those from `-D`. */
export function applyDefines(g: Globals, defines: Defines): void {
  const definitions = new Definitions("csp", g.collector, defines);
  const constants = [...g.symbols].flatMap(([name, symbol]) =>
    symbol.kind === "pending" && namesIn(symbol.node.value).every((inner) => mayBeConstant(g, inner)) ? [name] : [],
  );
  definitions.refuseUnknown(constants, "the name of a constant", (name) => (g.symbols.has(name) ? "none" : undefined));
  for (const name of constants) {
    const given = definitions.scalar(name);
    if (given) g.symbols.set(name, { kind: "constant", value: given.value, isBool: given.isBoolean });
  }
}

function isConstant(g: Globals, name: string): boolean {
  resolveDefine(g, name);
  return mayBeConstant(g, name);
}

/** Unknown and circular names are reported when the value is computed. */
function mayBeConstant(g: Globals, name: string): boolean {
  const kind = g.symbols.get(name)?.kind;
  return kind === undefined || kind === "constant" || kind === "pending";
}
