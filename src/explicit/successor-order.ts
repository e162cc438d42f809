/**
 * The order in which a depth-first search follows the successors of a state: the last process first, as in SPIN.
 *
 * A model lists its steps transition by transition, so the next step of a run would rarely be one of the process that
 * has just moved. A run in which one process moves as long as it can comes back to a state of its own much sooner: the
 * violation in SPIN's petersonN is found after 300 states instead of two million.
 */

import type { Successors } from "./product-space.ts";

export class SuccessorOrder {
  /** The positions of the successors. The one to be followed first is the last, as on a stack. */
  positions: Int32Array = new Int32Array(64);
  /** The successors of each process, as lists that begin with the last successor: 1 + its position, or 0 at the end. */
  private first: Int32Array = new Int32Array(64);
  private next = new Int32Array(64);

  arrange(successors: Successors): void {
    const { count } = successors;
    if (this.next.length < count) {
      this.next = new Int32Array(2 * count);
      this.positions = new Int32Array(2 * count);
    }
    let lowest = Infinity;
    let highest = -1;
    for (let k = 0; k < count; k++) {
      // Steps of no process have the number -1.
      const list = 1 + successors.mover(k);
      if (list >= this.first.length) this.first = enlarged(this.first, list + 1);
      if (list < lowest) lowest = list;
      if (list > highest) highest = list;
      this.next[k] = this.first[list]!;
      this.first[list] = k + 1;
    }
    let end = 0;
    for (let list = lowest; list <= highest; list++) {
      for (let k = this.first[list]!; k > 0; k = this.next[k - 1]!) this.positions[end++] = k - 1;
      this.first[list] = 0;
    }
  }
}

function enlarged(old: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(2 * length);
  larger.set(old);
  return larger;
}
