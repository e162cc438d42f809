/**
 * The declarations of a text, found by their form alone, so that they are known while the text has errors. For `.seq`
 * the syntax tree knows more (`seq-names.ts`).
 */

import type { LanguageId } from "../../languages/catalog.ts";
import { lexicons } from "../../languages/lexicons.ts";
import type { Place } from "../../syntax/source.ts";

export type DeclarationKind =
  | "constant"
  | "type"
  | "member"
  | "variable"
  | "channel"
  | "process"
  | "function"
  | "transition"
  | "place"
  | "property";

export interface Declaration extends Place {
  readonly name: string;
  readonly kind: DeclarationKind;
}

/** The form of declarations; `name` is the name, or a list of names with other things between them. */
type Form = readonly [kind: DeclarationKind, pattern: RegExp];

const promelaTypes = "bit|bool|byte|short|int|unsigned|pid|mtype|chan";

const forms: Readonly<Record<Exclude<LanguageId, "seq">, readonly Form[]>> = {
  promela: [
    ["constant", /^[ \t]*#[ \t]*define[ \t]+(?<name>\w+)/dgm],
    ["member", /\bmtype\b[^={;()]*=?\s*\{(?<names>[^}]*)\}/dg],
    ["type", /\btypedef\s+(?<name>\w+)/dg],
    ["process", /\bproctype\s+(?<name>\w+)/dg],
    ["function", /\binline\s+(?<name>\w+)/dg],
    ["property", /\bltl\s+(?<name>\w+)/dg],
    ["property", /\bnever\s+(?<name>\w+)/dg],
    ["channel", /\bchan\s+(?<name>\w+)/dg],
    ["variable", new RegExp(String.raw`\b(?:${promelaTypes})\s+(?<names>(?:\w+(?:\s*\[[^\]]*\])?(?:\s*:\s*\d+)?(?:\s*=[^,;)]*)?\s*,?\s*)+)`, "dg")], // prettier-ignore
  ],
  csp: [
    ["constant", /^[ \t]*#define\s+(?<name>\w+)/dgm],
    ["member", /\benum\s*\{(?<names>[^}]*)\}/dg],
    ["variable", /^[ \t]*h?var\s+(?:<[^>]*>\s*)?(?<name>\w+)/dgm],
    ["channel", /^[ \t]*channel\s+(?<name>\w+)/dgm],
    ["property", /^[ \t]*#assert\s+(?<name>[^;]*[^;\s])/dgm],
    ["process", /^[ \t]*(?<name>[A-Za-z_]\w*)\s*(?:\([^)=]*\))?\s*=(?!=)/dgm],
  ],
  rebeca: [
    ["constant", /\benv\s+\w+\s+(?<name>\w+)/dg],
    ["process", /\breactiveclass\s+(?<name>\w+)/dg],
    ["function", /\bmsgsrv\s+(?<name>\w+)/dg],
    ["variable", /\b(?:int|boolean|byte|short)\s*(?:\[[^\]]*\])*\s+(?<name>\w+)\s*[;,=[]/dg],
  ],
  murphi: [
    ["type", /^[ \t]*(?:type\s+)?(?<name>\w+)\s*:\s*(?:scalarset|enum|array|record|multiset)\b/dgim],
    ["constant", /^[ \t]*(?:const\s+)?(?<name>\w+)\s*:\s*-?\d+\s*;/dgim],
    ["function", /\b(?:procedure|function)\s+(?<name>\w+)/dgi],
    ["transition", /\b(?:rule|startstate)\s+"(?<name>[^"\n]+)"/dgi],
    ["property", /\b(?:invariant|assert|cover|liveness)\s+"(?<name>[^"\n]+)"/dgi],
    ["variable", /^[ \t]*(?:var\s+)?(?<names>\w+(?:\s*,\s*\w+)*)\s*:(?!=)\s*(?!scalarset|enum|array|record|multiset|-?\d+\s*;)\w/dgim], // prettier-ignore
  ],
  pnml: [
    ["place", /<(?:\w+:)?place\b[^>]*?\bid\s*=\s*["'](?<name>[^"']+)["']/dg],
    ["transition", /<(?:\w+:)?transition\b[^>]*?\bid\s*=\s*["'](?<name>[^"']+)["']/dg],
  ],
  lola: [
    ["place", /\bPLACE\b(?:\s+SAFE(?:\s+\d+)?\s*:)?(?<names>[^;]*);/dg],
    ["transition", /\bTRANSITION\s+(?<name>[^\s;,:]+)/dg],
  ],
  family: [
    ["member", /\balphabet\s*\{(?<names>[^}]*)\}/dg],
    ["function", /\b(?:let|automaton)\s+(?<name>\w+)/dg],
    ["transition", /\btransition\s+(?<name>\w+)/dg],
    ["property", /\bpattern\s+(?<name>\w+)/dg],
  ],
};

/** Names in quotes are hidden with the quotes, except where they name declarations. */
const quotedNames: ReadonlySet<LanguageId> = new Set(["murphi", "pnml"]);

/** In the order of the text, each name of a place once. */
export function declarationsOf(language: Exclude<LanguageId, "seq">, text: string): Declaration[] {
  const plain = masked(language, text, !quotedNames.has(language));
  const found = new Map<number, Declaration>();
  for (const [kind, pattern] of forms[language]) {
    for (const match of plain.matchAll(pattern)) {
      const [list, isList] = match.groups!["names"] === undefined ? ["name", false] : ["names", true];
      const [start] = match.indices!.groups![list]!;
      for (const place of isList ? namesIn(match.groups![list]!, start) : [placeOf(match.groups![list]!, start)]) {
        if (!found.has(place.start)) found.set(place.start, { kind, ...place });
      }
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

function placeOf(name: string, start: number): Omit<Declaration, "kind"> {
  return { name, start, end: start + name.length };
}

/** The names of a list, without sizes and initial values. */
function namesIn(list: string, start: number): Omit<Declaration, "kind">[] {
  const bare = list.replaceAll(/\[[^\]]*\]|=[^,]*|:\s*\d+/g, (part) => " ".repeat(part.length));
  return Array.from(bare.matchAll(/[A-Za-z_][\w.-]*/g), (match) => placeOf(match[0], start + match.index));
}

/** The text with blanks in place of comments and, if wanted, of quotations. */
export function masked(language: LanguageId, text: string, hidesQuotes = true): string {
  const comments = language === "pnml" ? [["<!--", "-->"] as const] : (lexicons[language].comments ?? standard);
  const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const parts = comments.map(([open, close]) =>
    close === "\n" ? `${quoted(open)}[^\n]*` : `${quoted(open)}[\\s\\S]*?(?:${quoted(close)}|$)`,
  );
  const strings = String.raw`"(?:[^"\\\n]|\\.)*"`;
  return text.replaceAll(new RegExp([...parts, strings].join("|"), "g"), (part) =>
    part.startsWith('"') && !hidesQuotes ? part : part.replaceAll(/[^\n]/g, " "),
  );
}

const standard = [
  ["//", "\n"],
  ["/*", "*/"],
] as const;

/** The word at an offset; also when it ends there. */
export function wordAt(text: string, offset: number): (Place & { readonly text: string }) | undefined {
  let start = offset;
  let end = offset;
  while (start > 0 && /[\w$]/.test(text[start - 1]!)) start--;
  while (end < text.length && /[\w$]/.test(text[end]!)) end++;
  return start === end ? undefined : { text: text.slice(start, end), start, end };
}

/** The places of a word outside comments and quotations. */
export function placesOf(language: LanguageId, text: string, word: string): Place[] {
  const plain = masked(language, text, !quotedNames.has(language));
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return Array.from(plain.matchAll(new RegExp(String.raw`(?<![\w$])${escaped}(?![\w$])`, "g")), ({ index }) => ({
    start: index,
    end: index + word.length,
  }));
}
