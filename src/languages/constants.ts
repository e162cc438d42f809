/**
 * The constants that a text declares, each with its value as written: the names that `-D NAME=VALUE` may set. They are
 * found by their form alone, so they are known while the text has errors, as in an editor. Constants whose value is not
 * a number or a truth value are left out, since they usually follow from others.
 */

import type { LanguageId } from "./catalog.ts";

export interface DeclaredConstant {
  readonly name: string;
  /** As the text has it; absent if the text has none. */
  readonly value?: string | undefined;
}

const value = String.raw`(?<value>-?\d+|true|false)\b`;

/** The form of a declaration in each language. */
const declarations: Readonly<Partial<Record<LanguageId, RegExp>>> = {
  seq: new RegExp(
    String.raw`^[ \t]*const\s+(?<name>\w+)\s*(?::\s*\w+\s*)?=\s*${value}[ \t]*;?[ \t]*(?:\/\/.*)?$`,
    "gm",
  ),
  csp: new RegExp(String.raw`^[ \t]*#define\s+(?<name>\w+)\s+${value}\s*;`, "gm"),
  promela: new RegExp(String.raw`^[ \t]*#[ \t]*define[ \t]+(?<name>\w+)[ \t]+\(?${value}\)?[ \t]*(?:\/[/*].*)?$`, "gm"),
  rebeca: new RegExp(String.raw`^[ \t]*env\s+\w+\s+(?<name>\w+)\s*=\s*${value}\s*;`, "gm"),
  murphi: new RegExp(String.raw`^[ \t]*(?<name>\w+)\s*:\s*${value}\s*;`, "gm"),
};

/** Murphi declares constants in sections. */
const murphiSection =
  /^[ \t]*const\b[ \t]*(.*?)(?=^[ \t]*(?:type|var|procedure|function|rule|ruleset|startstate)\b|$(?![\s\S]))/gims;

export function declaredConstants(language: LanguageId, text: string): DeclaredConstant[] {
  if (language === "family") return [{ name: "n" }];
  const pattern = declarations[language];
  if (!pattern) return [];
  const sections = language === "murphi" ? Array.from(text.matchAll(murphiSection), ([, inside]) => inside!) : [text];
  const found = new Map<string, DeclaredConstant>();
  const repeated = new Set<string>();
  for (const { groups } of sections.flatMap((section) => [...section.matchAll(pattern)])) {
    const name = groups!["name"]!;
    if (found.has(name)) repeated.add(name);
    found.set(name, { name, value: groups!["value"] });
  }
  // A macro that is defined several times follows from others.
  return [...found.values()].filter(({ name }) => !repeated.has(name));
}
