/** How reading is given up: the part that cannot be read is left, and what is around it goes on. */

import type { Span } from "./source.ts";

/** Thrown after a problem was reported, where there is no way to go on; caught where the text, or a part of it, began. */
export class Refused extends Error {
  override readonly name: string = "Refused";
}

/** Thrown, without a report, where a property has something that is not supported; it concerns that property alone. */
export class Unsupported extends Error {
  override readonly name: string = "Unsupported";
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

/** The result of some work; `undefined` if it was given up. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
