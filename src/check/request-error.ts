/** The caller asked for something that cannot be done; the message says what is possible. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}
