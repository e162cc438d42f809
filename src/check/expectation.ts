/**
 * The claims of a model about itself. The first lines of its file, or those of a file of the same name and `.expect`, are
 *
 *     // expect: CLAIM, ...                            for the constants as they stand
 *     // expect: CLAIM, ... with NAME=VALUE, ...       for others
 *     // expect long: CLAIM, ...                       likewise, but takes long: for those who ask for it
 *
 * with `--` instead of `//` in a language whose comments begin so. A claim is `states 512`, `transitions 576`,
 * `reduced 47`, `group order 6`, `holds NAME` or `violated NAME at depth 4`: the size of the whole space without
 * symmetry, the number of its orbits, the order of the group of the model, and the verdict on a property with the
 * number of steps of a shortest trace. A claim about runs may be limited to fair ones: `holds NAME under weak fairness`,
 * or `strong`, or `global`.
 */

import type { Fairness } from "../engine/engine.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import type { Source, Span } from "../syntax/source.ts";

export type Claim = { readonly text: string; readonly span: Span; readonly isLong: boolean } & (
  | { readonly kind: "count"; readonly what: "states" | "transitions" | "reduced"; readonly value: bigint }
  | { readonly kind: "order"; readonly value: bigint }
  | {
      readonly kind: "verdict";
      readonly property: string;
      readonly verdict: "holds" | "violated";
      readonly depth?: number | undefined;
      readonly fairness: Fairness;
    }
);

/** The claims about a model with the same constants. */
export interface Expectation {
  readonly defines: Readonly<Record<string, string>>;
  readonly claims: readonly Claim[];
}

export interface ReadExpectations {
  /** The claims about the constants as they stand come first. Empty if the text claims nothing. */
  readonly expectations: readonly Expectation[];
  readonly diagnostics: readonly Diagnostic[];
}

const line = /^(?:\/\/|--) expect(?: long)?:/;
const likeLine = /^[ \t]*(?:\/\/|--)[ \t]*expect(?:[ \t]+long)?[ \t]*:/i;

export function readExpectations(source: Source): ReadExpectations {
  const byConstants = new Map<string, { defines: Record<string, string>; claims: Claim[] }>([
    ["", { defines: {}, claims: [] }],
  ]);
  const diagnostics: Diagnostic[] = [];
  let inHeader = true;
  let start = 0;
  for (const text of source.text.split("\n")) {
    const span: Span = { source, start, end: start + text.length };
    start += text.length + 1;
    inHeader &&= line.test(text);
    if (inHeader) {
      const read = readLine(text.trimEnd(), span, diagnostics);
      const key = Object.entries(read.defines)
        .map((define) => define.join("="))
        .sort()
        .join();
      const before = byConstants.get(key) ?? { defines: read.defines, claims: [] };
      byConstants.set(key, before);
      for (const claim of read.claims) {
        if (before.claims.some((other) => subjectOf(other) === subjectOf(claim))) {
          diagnostics.push(refusal(claim.span, `there is a claim about ${subjectOf(claim)} before`));
        } else before.claims.push(claim);
      }
    } else if (likeLine.test(text)) {
      diagnostics.push(refusal(span, "expectations are the first lines of a file, and begin with `// expect:`"));
    }
  }
  return { expectations: [...byConstants.values()].filter(({ claims }) => claims.length > 0), diagnostics };
}

/** Whether a text has expectations, right or wrong. */
export function hasExpectations(text: string): boolean {
  return line.test(text);
}

function readLine(
  text: string,
  span: Span,
  diagnostics: Diagnostic[],
): { readonly defines: Record<string, string>; readonly claims: readonly Claim[] } {
  const [, head, long, claims, tail = ""] = /^((?:\/\/|--) expect( long)?:)(.*?)( with .*)?$/.exec(text)!;
  const defines: Record<string, string> = {};
  for (const part of partsOf(tail.replace(/^ with /, ""), span, text.length - tail.length + " with ".length)) {
    const [, name, value] = /^(\w+)=(-?\w+)$/.exec(part.text) ?? [];
    if (name === undefined) diagnostics.push(refusal(part.span, `expected NAME=VALUE, found \`${part.text}\``));
    else defines[name] = value!;
  }
  return {
    defines,
    claims: partsOf(claims!, span, head!.length).flatMap((part) => {
      const claim = readClaim(part.text);
      if (!claim) diagnostics.push(refusal(part.span, `expected ${forms}, found \`${part.text}\``));
      return claim ? { ...claim, ...part, isLong: long !== undefined } : [];
    }),
  };
}

const forms =
  "`states N`, `transitions N`, `reduced N`, `group order N`, `holds NAME` or `violated NAME at depth N`, perhaps `under weak fairness`";

/** The parts between commas, with their places. */
function partsOf(text: string, within: Span, offset: number): { readonly text: string; readonly span: Span }[] {
  if (text === "") return [];
  let start = within.start + offset;
  return text.split(",").map((part) => {
    const from = start + part.length - part.trimStart().length;
    start += part.length + 1;
    return { text: part.trim(), span: { ...within, start: from, end: from + part.trim().length } };
  });
}

/** What a claim says, without its place. */
type Said<C> = C extends Claim ? Omit<C, "text" | "span" | "isLong"> : never;

function readClaim(text: string): Said<Claim> | undefined {
  const size = /^(group order|states|transitions|reduced) (\d+)$/.exec(text);
  if (size) {
    const value = BigInt(size[2]!);
    if (size[1] === "group order") return { kind: "order", value };
    return { kind: "count", what: size[1] as "states", value };
  }
  const verdict = /^(?:holds (\S+)|violated (\S+)(?: at depth (\d+))?)(?: under (weak|strong|global) fairness)?$/.exec(
    text,
  );
  if (!verdict) return undefined;
  const [, held, violated, depth, fairness = "none"] = verdict;
  return {
    kind: "verdict",
    property: (held ?? violated)!,
    verdict: held === undefined ? "violated" : "holds",
    depth: depth === undefined ? undefined : Number(depth),
    fairness: fairness as Fairness,
  };
}

/** What a claim is about. */
function subjectOf(claim: Claim): string {
  if (claim.kind === "order") return "the order of the group";
  if (claim.kind === "count") return `the number of ${claim.what}`;
  return claim.fairness === "none" ? claim.property : `${claim.property} under ${claim.fairness} fairness`;
}

function refusal(span: Span, message: string): Diagnostic {
  return { code: "noether/expectation", message, span };
}
