/** What is wrong with the user's text: values, collected, never thrown one at a time. */

import { lineText, positionAt } from "./source.ts";
import type { Span } from "./source.ts";

export interface Diagnostic {
  /** A slug, `language/what-is-wrong`. */
  readonly code: string;
  /** One sentence without a full stop: what was expected, and what was found. */
  readonly message: string;
  readonly span: Span;
}

/** Shown per excerpt at most: a minified or binary line must not flood the terminal. */
const excerptWidth = 100;

/** The diagnostic as people read it: place, message, slug, and the line with a caret below the place. */
export function formatDiagnostic({ code, message, span }: Diagnostic): string {
  const { line, column } = positionAt(span.source, span.start);
  const heading = `${span.source.name}:${line}:${column}: error: ${message} [${code}]`;
  const text = lineText(span.source, line);
  const from = column > excerptWidth ? column - excerptWidth / 2 : 1;
  const shown = [...text.slice(from - 1, from - 1 + excerptWidth)]
    .map((c) => (c === "\t" ? " " : c < " " || c === "\u007f" ? "\ufffd" : c))
    .join("");
  const width = Math.max(1, Math.min(span.end - span.start, text.length - column + 1, excerptWidth - (column - from)));
  const gutter = String(line);
  const caret = " ".repeat(column - from) + "^".repeat(width);
  return `${heading}\n  ${gutter} | ${shown}\n  ${" ".repeat(gutter.length)} | ${caret}`;
}
