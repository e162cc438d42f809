/** A bug in Noether, not an error of the user. No code catches it to continue, and no verdict follows it. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}
