/** Cuts the text of a parameterized system into tokens. Anything that is no sign and no blank may be part of a name. */

import type { Collector } from "../../syntax/collector.ts";

export type TokenKind = "name" | "sign" | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const token =
  /(?:\s|\/\/[^\n]*)+|(?<sign>->|[(){},|*+?:=#])|(?<name>[^\s(){},|*+?:=#\-/<>[\]!&"'`\\;.]+)|(?<other>[^])/gu;

/** All tokens, the last of which is the end of the text. */
export function tokenize(collector: Collector): Token[] {
  const { text } = collector.source;
  const tokens: Token[] = [];
  for (const match of text.replace(/^\ufeff/, " ").matchAll(token)) {
    const start = match.index;
    const end = start + match[0].length;
    const { sign, name, other } = match.groups!;
    if (sign !== undefined) tokens.push({ kind: "sign", text: sign, start, end });
    else if (name !== undefined) tokens.push({ kind: "name", text: name, start, end });
    else if (other !== undefined) {
      const message = `expected a letter, a name or one of ( ) { } , | * + ? : = # ->, found \`${other}\``;
      collector.report("rsp/unexpected-character", message, start, end);
      if (collector.full) break;
    }
  }
  tokens.push({ kind: "end", text: "", start: text.length, end: text.length });
  return tokens;
}
