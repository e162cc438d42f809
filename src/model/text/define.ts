/** Values of constants from outside: `-D NAME=VALUE`. */

import { excerpt } from "../../syntax/excerpt.ts";
import { nearestName } from "../../syntax/nearest-name.ts";
import type { Source } from "../../syntax/source.ts";
import type { ScalarType } from "../model.ts";
import { highOf, lowOf } from "../slots.ts";
import type { IntType } from "../typing.ts";
import type { Environment, GlobalSymbol } from "./environment.ts";
import { quote } from "./environment.ts";

export type Defines = Readonly<Record<string, string>>;

/** Reports definitions of what is no constant. */
export function checkDefines(env: Environment, defines: Defines): void {
  for (const name of Object.keys(defines)) {
    const symbol = env.globals.get(name);
    if (symbol?.kind === "constant") continue;
    const near = nearestName(name, constantNames(env.globals));
    const hint = near === undefined ? "" : `; did you mean ${quote(near)}?`;
    const found = symbol
      ? `found ${quote(name)}, which is a ${symbol.kind}`
      : `but the model declares no ${quote(name)}${hint}`;
    report(env, "seq/unknown-constant", `expected the name of a constant, ${found}`, name, defines[name]!, "name");
  }
}

function* constantNames(globals: ReadonlyMap<string, GlobalSymbol>): Iterable<string> {
  for (const [name, { kind }] of globals) if (kind === "constant") yield name;
}

/** The value that is given for a constant of this type; `undefined` after reporting. */
export function definedValue(
  env: Environment,
  name: string,
  text: string,
  type: ScalarType | IntType,
): number | undefined {
  const value = parseValue(text.trim(), type);
  if (value !== undefined && (type.kind !== "range" || (value >= lowOf(type) && value <= highOf(type)))) return value;
  const message = `expected ${describeValues(type)} for ${quote(name)}, found ${text.trim() === "" ? "nothing" : quote(text)}`;
  report(env, "seq/malformed-define", message, name, text, "value");
  return undefined;
}

function parseValue(text: string, type: ScalarType | IntType): number | undefined {
  switch (type.kind) {
    case "bool":
      return text === "true" ? 1 : text === "false" ? 0 : undefined;
    case "enum": {
      const member = type.members.indexOf(text.replace(/^`(.*)`$/, "$1"));
      return member < 0 ? undefined : member;
    }
    case "int":
    case "range": {
      const value = /^[-+]?\d{1,400}$/.test(text) ? Number(text) + 0 : Number.NaN;
      return Number.isSafeInteger(value) ? value : undefined;
    }
  }
}

function describeValues(type: ScalarType | IntType): string {
  switch (type.kind) {
    case "bool":
      return "`true` or `false`";
    case "enum":
      return `a member of ${quote(type.name)} (${excerpt(type.members.join(", "))})`;
    case "int":
      return "an integer within 53 bits";
    case "range":
      return `an integer of ${type.low}..${type.high}`;
  }
}

/** The definition is a source of its own. */
function report(
  env: Environment,
  code: string,
  message: string,
  name: string,
  value: string,
  part: "name" | "value",
): void {
  const text = `-D ${name}=${value}`;
  const source: Source = { name: text, text };
  const valueStart = text.length - value.length;
  const [start, end] = part === "name" ? [3, 3 + name.length] : [valueStart, text.length];
  env.collector.reportAt(code, message, { source, start, end });
}
