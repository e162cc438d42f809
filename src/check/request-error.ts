import type { Span } from "../syntax/source.ts";

/** The request of the caller cannot be met. The message lists the possibilities. */
export class RequestError extends Error {
  override readonly name: string = "RequestError";
}

/** The model has an error that only a search can find. */
export class InputError extends RequestError {
  override readonly name: string = "InputError";
  /** A slug, as in a diagnostic. */
  readonly code: string;
  readonly span: Span | undefined;
  constructor(code: string, message: string, span: Span | undefined) {
    super(message);
    this.code = code;
    this.span = span;
  }
}
