/** What was given does not fit: vectors of other lengths, a level that does not exist, a negation of what is no selector. */
export class DddError extends Error {
  override readonly name: string = "DddError";
}

/** The memory that a space may use is not enough. Sets that were computed before stay valid, and so does the space. */
export class DddLimitError extends DddError {
  override readonly name = "DddLimitError";
}
