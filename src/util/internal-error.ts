/** We are wrong, not the user: a bug in Noether. Never caught to go on; no verdict follows it. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}
