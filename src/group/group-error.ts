/** An argument is not a permutation, does not fit the group, or is not supported. The message gives the reason. */
export class GroupError extends Error {
  override readonly name = "GroupError";
}
