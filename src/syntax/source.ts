/** Source texts and places in them. Every diagnostic and every part of a model refers to them. */

import { getOrAdd } from "../util/numbering.ts";

/** A text of the user, with the name to show for it, usually a file name. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** A half-open range of UTF-16 offsets in a source that the context determines. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A half-open range of UTF-16 offsets in one source. */
export interface Span extends Place {
  readonly source: Source;
}

/** A place in the numbers that people use: both start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const lineStarts = new WeakMap<Source, Uint32Array>();

/** The line and column of an offset, in O(log lines) after one pass over the text. */
export function positionAt(source: Source, offset: number): Position {
  const starts = startsOf(source);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - starts[low]! + 1 };
}

/** The text of a line (counted from 1), without its line break. */
export function lineText(source: Source, line: number): string {
  const starts = startsOf(source);
  const start = starts[line - 1];
  if (start === undefined) return "";
  const end = line < starts.length ? starts[line]! : source.text.length;
  return source.text.slice(start, end).replace(/\r?\n$/, "");
}

/** `name:line:column`, the form editors make clickable. */
export function locate(span: Span): string {
  const { line, column } = positionAt(span.source, span.start);
  return `${span.source.name}:${line}:${column}`;
}

/** The name of a file without folder and ending. */
export function baseName(name: string): string {
  return name.replace(/^.*[/\\]/s, "").replace(/(?<=.)\.[^.]*$/, "");
}

function startsOf(source: Source): Uint32Array {
  return getOrAdd(lineStarts, source, () => {
    const starts = [0];
    for (let i = source.text.indexOf("\n"); i >= 0; i = source.text.indexOf("\n", i + 1)) starts.push(i + 1);
    return Uint32Array.from(starts);
  });
}
