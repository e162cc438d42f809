/** Exceptions that give up a part of a text. Reading goes on around that part. */

import type { Span } from "./source.ts";

/** Thrown after an error was reported, if reading cannot go on. Caught by the reader of the text or of a part of it. */
export class Refused extends Error {
  override readonly name: string = "Refused";
}

/** Thrown without a report if a property has an unsupported feature. It concerns that property alone. */
export class Unsupported extends Error {
  override readonly name: string = "Unsupported";
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

/** The result of `work`; `undefined` if it was given up. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
