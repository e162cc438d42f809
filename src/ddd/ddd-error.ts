/**
 * Arguments that do not fit: vectors of other lengths, a level that does not exist, the negation of a homomorphism that
 * is not a selector.
 */
export class DddError extends Error {
  override readonly name: string = "DddError";
}

/** A space needs more memory than it may use. Sets that were computed before stay valid, and so does the space. */
export class DddLimitError extends DddError {
  override readonly name = "DddLimitError";
}
