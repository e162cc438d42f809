/**
 * The final report of a verifier made by SPIN.
 *
 * Numbers are taken only if they are exact and the search was complete. In a breadth-first search, pan stores the
 * states inside an atomic sequence and counts them; depth first it does not. They are not states of the model, so they
 * are subtracted.
 */

export interface PanReport {
  readonly states: number;
  /** One more than the number of transitions: pan counts the arrival at the initial state. */
  readonly transitions: number;
  readonly depth: number;
  /** "Total actual memory usage": states, hash table, stack or queue. */
  readonly memoryBytes: number;
  /** Elapsed time, to a hundredth of a second. */
  readonly elapsedSeconds: number;
}

/** @throws Error if the search was cut short, found an error, or printed something unexpected */
export function readPanReport(text: string): PanReport {
  const trouble =
    /^.*(?:too small|out of memory|memory bound|MEMLIM bound|VECTORSZ|assertion violated|aborted).*$/im.exec(text);
  if (trouble) throw new Error(`pan did not explore everything: ${trouble[0].trim()}`);
  const number = (pattern: RegExp): number => {
    const found = pattern.exec(text)?.[1];
    if (found === undefined) throw new Error(`nothing in the output of pan looks like ${pattern.source}:\n${text}`);
    return Number(found);
  };
  const errors = number(/errors: (\d+)$/m);
  if (errors > 0) throw new Error(`pan found ${errors} errors`);
  const stored = number(/^\s*(\d+) states, stored/m);
  const transitions = number(/^\s*(\d+) transitions/m);
  const atomic = /Breadth-First Search/.test(text) ? number(/^\s*(\d+) atomic steps/m) : 0;
  return {
    states: stored - atomic,
    transitions: transitions - atomic,
    depth: number(/depth reached (\d+)/),
    memoryBytes: number(/^\s*([\d.]+)\s+total actual memory usage/m) * 2 ** 20,
    elapsedSeconds: number(/elapsed time ([\d.e+-]+) seconds/),
  };
}
