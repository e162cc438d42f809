/** `#define`: a constant if all it mentions is constant, else a condition or another expression on states. */

import { literalOf } from "../../../model/build.ts";
import { attempt } from "../../../syntax/refused.ts";
import { namesIn } from "../syntax/traverse.ts";
import { lower, noEnv } from "./expression.ts";
import type { Globals } from "./globals.ts";

export type Defines = Readonly<Record<string, string>>;

/** Finds out what a name that was defined stands for; does nothing about others. */
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

/** Puts values from outside in the place of constants. */
export function applyDefines(g: Globals, defines: Defines): void {
  for (const [name, text] of Object.entries(defines)) {
    const symbol = g.symbols.get(name);
    const constant = symbol?.kind === "pending" && namesIn(symbol.node.value).every((inner) => mayBeConstant(g, inner));
    if (!constant) {
      const found = symbol
        ? `found \`${name}\`, which is none`
        : `but the model defines no \`${name}\`${g.hint(name, ["pending"])}`;
      reportDefine(g, "csp/unknown-constant", `expected the name of a constant, ${found}`, name, text, true);
      continue;
    }
    const trimmed = text.trim();
    const isTruth = trimmed === "true" || trimmed === "false";
    const value = isTruth ? Number(trimmed === "true") : /^[-+]?\d{1,10}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
    if (Number.isNaN(value) || Math.abs(value) > 2 ** 31) {
      const found = trimmed === "" ? "nothing" : `\`${trimmed}\``;
      const message = `expected an integer within 32 bits, \`true\` or \`false\` for \`${name}\`, found ${found}`;
      reportDefine(g, "csp/malformed-define", message, name, text, false);
    } else g.symbols.set(name, { kind: "constant", value: value + 0, isBool: isTruth });
  }
}

function isConstant(g: Globals, name: string): boolean {
  resolveDefine(g, name);
  return mayBeConstant(g, name);
}

/** Names that mean nothing, or themselves, are complained about when the value is computed. */
function mayBeConstant(g: Globals, name: string): boolean {
  const kind = g.symbols.get(name)?.kind;
  return kind === undefined || kind === "constant" || kind === "pending";
}

/** The definition is a source of its own. */
function reportDefine(g: Globals, code: string, message: string, name: string, value: string, isName: boolean): void {
  const text = `-D ${name}=${value}`;
  const [start, end] = isName ? [3, 3 + name.length] : [text.length - value.length, text.length];
  g.collector.reportAt(code, message, { source: { name: text, text }, start, end });
}
