/** Thrown after a problem of the text was reported, where there is no way to go on; caught where the text came in. */
export class Refused extends Error {}

/** The result of some work; `undefined` if it was given up. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
