/** Numbers of states, and tables by them. No other code computes with these numbers. */

declare const isStateId: unique symbol;

/**
 * A stored state. Only the shard that stores it knows the meaning of the number. Other code stores, compares and
 * returns it.
 */
export type StateId = number & { readonly [isStateId]: true };

/** The number for a state that was not found, or not yet. */
export const noState: StateId = -1 as StateId;

/** A number for each state, initially 0. It takes 4 bytes for each state up to the last one with another number. */
export class StateNumbers {
  private numbers = new Int32Array(1024);

  get(id: StateId): number {
    return id < this.numbers.length ? this.numbers[id]! : 0;
  }

  set(id: StateId, number: number): void {
    if (id >= this.numbers.length) {
      const larger = new Int32Array(Math.max(id + 1, 2 * this.numbers.length));
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[id] = number;
  }
}
