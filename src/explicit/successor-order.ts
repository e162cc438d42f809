/**
 * The order in which a depth-first search follows the successors of a state: the last process first, as in SPIN.
 *
 * A model lists its steps transition by transition, so the next step of a run would rarely be one of the process that
 * has just moved. A run in which one process moves as long as it can comes back to a state of its own much sooner: the
 * violation in SPIN's petersonN is found after 300 states instead of two million.
 */

export class SuccessorOrder {
  /** The arranged positions. The one to be followed first is the last, as on a stack. */
  positions: Int32Array = new Int32Array(64);
  /** The positions of each process, as lists that begin with the last one added: 1 + position, or 0 at the end. */
  private first: Int32Array = new Int32Array(64);
  private next: Int32Array = new Int32Array(64);
  private lowest = Infinity;
  private highest = -1;

  /** Adds the successor at a position, a step of this process; -1 is no process. */
  add(position: number, process: number): void {
    const list = process + 1;
    if (list >= this.first.length) this.first = enlarged(this.first, list + 1);
    if (position >= this.next.length) {
      this.next = enlarged(this.next, position + 1);
      this.positions = enlarged(this.positions, position + 1);
    }
    if (list < this.lowest) this.lowest = list;
    if (list > this.highest) this.highest = list;
    this.next[position] = this.first[list]!;
    this.first[list] = position + 1;
  }

  /** Arranges the added positions, forgets them, and returns their number. */
  arrange(): number {
    let end = 0;
    for (let list = this.lowest; list <= this.highest; list++) {
      for (let k = this.first[list]!; k > 0; k = this.next[k - 1]!) this.positions[end++] = k - 1;
      this.first[list] = 0;
    }
    this.lowest = Infinity;
    this.highest = -1;
    return end;
  }
}

function enlarged(old: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(2 * length);
  larger.set(old);
  return larger;
}
