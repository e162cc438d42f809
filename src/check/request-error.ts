import type { Span } from "../syntax/source.ts";

/** The caller asked for something that cannot be done; the message says what is possible. */
export class RequestError extends Error {
  override readonly name: string = "RequestError";
}

/** The model is wrong in a way that only a search can tell. */
export class InputError extends RequestError {
  override readonly name: string = "InputError";
  /** As in a diagnostic. */
  readonly code: string;
  readonly span: Span | undefined;
  constructor(code: string, message: string, span: Span | undefined) {
    super(message);
    this.code = code;
    this.span = span;
  }
}
