/** What was given is not a permutation, does not fit the group, or cannot be done; the message says which and why. */
export class GroupError extends Error {
  override readonly name = "GroupError";
}
