/**
 * Collects the diagnostics of one text.
 *
 * A hopeless text must not bury its reader: beyond the limit nothing is kept, and `full` tells the parser to stop.
 */

import type { Diagnostic } from "./diagnostic.ts";
import type { Source, Span } from "./source.ts";

const limit = 20;

export class Collector {
  readonly source: Source;
  #diagnostics: Diagnostic[] = [];
  #full = false;

  constructor(source: Source) {
    this.source = source;
  }

  /** Nothing more is taken. */
  get full(): boolean {
    return this.#full;
  }

  get empty(): boolean {
    return this.#diagnostics.length === 0;
  }

  /** The same complaint about the same place is kept once. */
  report(code: string, message: string, start: number, end: number): void {
    this.reportAt(code, message, this.span(start, end));
  }

  reportAt(code: string, message: string, span: Span): void {
    if (this.#full) return;
    const { source, start } = span;
    if (this.#diagnostics.some((d) => d.code === code && d.span.source === source && d.span.start === start)) return;
    this.#diagnostics.push({ code, message, span });
    this.#full = this.#diagnostics.length >= limit;
  }

  /** Takes nothing more. */
  stop(): void {
    this.#full = true;
  }

  /** The one complaint that makes all others pointless. */
  reportOnly(code: string, message: string, start: number, end: number, source: Source = this.source): void {
    if (this.#full) return;
    this.#diagnostics = [{ code, message, span: { source, start, end } }];
    this.#full = true;
  }

  /** In the order of the text; those about other sources come first. */
  sorted(): readonly Diagnostic[] {
    const place = ({ span }: Diagnostic): number => (span.source === this.source ? span.start : -1);
    return [...this.#diagnostics].sort((a, b) => place(a) - place(b));
  }

  span(start: number, end: number): Span {
    return { source: this.source, start, end };
  }
}
