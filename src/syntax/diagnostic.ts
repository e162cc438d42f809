/** Errors in the text of the user. They are values and are collected, never thrown one by one. */

import { printable } from "../util/printable.ts";
import { lineText, positionAt } from "./source.ts";
import type { Span } from "./source.ts";

export interface Diagnostic {
  /** A slug, `language/what-is-wrong`. */
  readonly code: string;
  /** One sentence without a full stop: what was expected, and what was found. */
  readonly message: string;
  readonly span: Span;
}

/** The most characters of an excerpt: a minified or binary line must not flood the terminal. */
const excerptWidth = 100;

/** The diagnostic for people: place, message, slug, and the line with a caret below the place. */
export function formatDiagnostic({ code, message, span }: Diagnostic): string {
  const { line, column } = positionAt(span.source, span.start);
  const heading = `${printable(`${span.source.name}:${line}:${column}: error: ${message}`)} [${code}]`;
  // A file that could not be read has no line to show.
  if (span.source.text === "") return heading;
  const text = lineText(span.source, line);
  const from = column > excerptWidth ? column - excerptWidth / 2 : 1;
  const width = Math.max(1, Math.min(span.end - span.start, text.length - column + 1, excerptWidth - (column - from)));
  const shown = (start: number, end: number): string => printable(text.slice(start - 1, end - 1).replaceAll("\t", " "));
  const before = shown(from, column);
  const marked = shown(column, column + width);
  const after = shown(column + width, from + excerptWidth);
  const gutter = String(line);
  const caret = " ".repeat(before.length) + "^".repeat(Math.max(1, marked.length));
  return `${heading}\n  ${gutter} | ${before}${marked}${after}\n  ${" ".repeat(gutter.length)} | ${caret}`;
}
