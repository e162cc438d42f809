/**
 * The transitions of a net by the growth of the table of rows that their elimination makes (`bounds.ts`).
 *
 * This is a heap. A growth that becomes less is added again, one that becomes more is noticed when it is taken out: the
 * growth in the heap is at most the present one.
 */

export class GrowthQueue {
  /** The growth times the number of transitions, plus the transition. No item is less than those at half its place. */
  readonly #items: number[] = [];
  /** The least growth with which each transition is in the heap. */
  readonly #known: Float64Array;
  readonly #count: number;

  constructor(transitionCount: number) {
    this.#count = transitionCount;
    this.#known = new Float64Array(transitionCount).fill(Infinity);
  }

  add(growth: number, t: number): void {
    if (growth >= this.#known[t]!) return;
    this.#known[t] = growth;
    const items = this.#items;
    const item = growth * this.#count + t;
    let at = items.push(item) - 1;
    for (let up = (at - 1) >> 1; at > 0 && items[up]! > item; up = (at - 1) >> 1) {
      items[at] = items[up]!;
      at = up;
    }
    items[at] = item;
  }

  /** Takes out the transition of the least growth, or of these the first. */
  least(growthOf: (t: number) => number | undefined): number | undefined {
    while (this.#items.length > 0) {
      const growth = Math.floor(this.#items[0]! / this.#count);
      const t = this.#items[0]! - growth * this.#count;
      this.#removeFirst();
      if (growth !== this.#known[t]) continue;
      this.#known[t] = Infinity;
      const present = growthOf(t);
      if (present === growth) return t;
      if (present !== undefined) this.add(present, t);
    }
    return undefined;
  }

  #removeFirst(): void {
    const items = this.#items;
    const item = items.pop()!;
    if (items.length === 0) return;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down + 1 < items.length && items[down + 1]! < items[down]!) down++;
      if (down >= items.length || items[down]! >= item) break;
      items[at] = items[down]!;
      at = down;
    }
    items[at] = item;
  }
}
