/**
 * The symbolic engine cannot continue; the message says why, in a sentence without a full stop. No verdict follows from
 * it.
 */
export class SymbolicLimit extends Error {
  override readonly name = "SymbolicLimit";
}
