/** Tests that cannot run here give the reason, in a line of their own at the end of the run. */

const said = new Set<string>();

/** For `test.skipIf`: returns `isSkipped`, and prints the reason if it is true. */
export function skipped(isSkipped: boolean, reason: string): boolean {
  if (isSkipped && !said.has(reason)) console.warn(`${skipMark}${reason}`);
  if (isSkipped) said.add(reason);
  return isSkipped;
}

/** The beginning of such a line. */
export const skipMark = "skipped: ";
