/** Numbers of states, and tables by them: nobody else counts with them. */

declare const isStateId: unique symbol;

/** A stored state. Only the shard that stores it knows what the number means; others keep it, compare it and hand it back. */
export type StateId = number & { readonly [isStateId]: true };

/** Stands for a state that was not found, or not yet. */
export const noState: StateId = -1 as StateId;

/** A number for each state, 0 at first; 4 bytes for each state up to the last one that has another. */
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
