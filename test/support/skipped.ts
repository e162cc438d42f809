/** Tests that cannot run here say why, in a line of their own at the end of the run. */

const said = new Set<string>();

/** For `test.skipIf`: true, after saying so, if `reason` holds. */
export function skipped(isSkipped: boolean, reason: string): boolean {
  if (isSkipped && !said.has(reason)) console.warn(`${skipMark}${reason}`);
  if (isSkipped) said.add(reason);
  return isSkipped;
}

/** How such a line begins. */
export const skipMark = "skipped: ";
