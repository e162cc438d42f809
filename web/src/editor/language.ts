/** The colors of a language in the editor. */

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { LanguageId } from "noether";
import { tokenizerOf } from "./tokens.ts";
import type { LineState, TokenKind } from "./tokens.ts";

const tagOf: Readonly<Record<TokenKind, (typeof tags)[keyof typeof tags]>> = {
  comment: tags.comment,
  string: tags.string,
  number: tags.number,
  keyword: tags.keyword,
  type: tags.typeName,
  directive: tags.meta,
  constant: tags.atom,
  process: tags.className,
  name: tags.variableName,
  sign: tags.operator,
};

const colors = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.atom], color: "var(--code-number)" },
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--code-type)" },
  { tag: tags.meta, color: "var(--code-directive)" },
  { tag: tags.className, color: "var(--code-process)" },
  { tag: tags.operator, color: "var(--code-sign)" },
]);

export function coloring(language: LanguageId | undefined): Extension {
  const next = tokenizerOf(language);
  const commentOpen = language === "murphi" ? "--" : "//";
  const stream = StreamLanguage.define<LineState>({
    name: language ?? "text",
    startState: () => ({ close: undefined }),
    copyState: (state) => ({ ...state }),
    token: (input, state) => {
      const { end, kind } = next(input.string, input.pos, state);
      input.pos = Math.max(end, input.pos + 1);
      return kind ?? null;
    },
    tokenTable: tagOf as never,
    languageData: { commentTokens: language === "pnml" ? undefined : { line: commentOpen } },
  });
  return [stream, syntaxHighlighting(colors)];
}
