/** A checkpoint that cannot be resumed. The message says why, in a clause about it. */
export class CheckpointError extends Error {
  override readonly name = "CheckpointError";
}
