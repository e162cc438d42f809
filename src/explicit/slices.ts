/**
 * The lengths of slices, the work between two moments when other code may run.
 *
 * A length follows the time that slices take, so it must not affect the result.
 */

/** The most states that a slice expands: enough for the code to be optimized between slices. */
const longest = 4096;
/** The first slice. */
const first = 64;
/** If a slice takes longer than this, the next one expands half as many states. */
const sliceMs = 20;

export class Slices {
  private length = first;
  private readonly isFixed: boolean;

  /** Where each stored state is inspected after a slice, its length affects the result, so it is fixed. */
  constructor(isFixed: boolean) {
    this.isFixed = isFixed;
  }

  /** Runs work of the length that it is given. */
  run<T>(work: (length: number) => T): T {
    const started = performance.now();
    try {
      return work(this.length);
    } finally {
      if (!this.isFixed) this.adapt(performance.now() - started);
    }
  }

  private adapt(elapsed: number): void {
    if (elapsed > sliceMs) this.length = Math.max(1, this.length >> 1);
    else if (2 * elapsed < sliceMs) this.length = Math.min(longest, 2 * this.length);
  }
}
