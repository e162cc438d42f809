/**
 * Collects the diagnostics of one text.
 *
 * A hopeless text must not bury its reader. Beyond the limit nothing is kept, and `full` asks the parser to stop.
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

  /** Whether further diagnostics are dropped. */
  get full(): boolean {
    return this.#full;
  }

  get empty(): boolean {
    return this.#diagnostics.length === 0;
  }

  /** Keeps a diagnostic, at most once per code and place. */
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

  /** Drops all further diagnostics. */
  stop(): void {
    this.#full = true;
  }

  /** Keeps this diagnostic only, because it makes all others pointless. */
  reportOnly(code: string, message: string, start: number, end: number, source: Source = this.source): void {
    if (this.#full) return;
    this.#diagnostics = [{ code, message, span: { source, start, end } }];
    this.#full = true;
  }

  /** The diagnostics in the order of the text. Those about other sources come first. */
  sorted(): readonly Diagnostic[] {
    const place = ({ span }: Diagnostic): number => (span.source === this.source ? span.start : -1);
    return [...this.#diagnostics].sort((a, b) => place(a) - place(b));
  }

  span(start: number, end: number): Span {
    return { source: this.source, start, end };
  }
}
