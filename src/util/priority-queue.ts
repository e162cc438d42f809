/** Numbers by priority, the largest first, of equal ones the least number. A heap with outdated entries. */

interface Entry {
  readonly item: number;
  readonly priority: number;
}

export class PriorityQueue {
  private readonly priority: ReadonlyMap<number, number>;
  private readonly heap: Entry[] = [];

  /** @param priority the present priorities; an item must be added again when its own has changed */
  constructor(priority: ReadonlyMap<number, number>) {
    this.priority = priority;
  }

  add(item: number): void {
    const { heap } = this;
    const entry = { item, priority: this.priority.get(item)! };
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!isBefore(entry, heap[up]!)) break;
      heap[at] = heap[up]!;
      at = up;
    }
    heap[at] = entry;
  }

  /** Takes the first one. It may come again if it was added more than once. */
  takeBest(): number | undefined {
    for (;;) {
      const best = this.pop();
      if (!best || best.priority === this.priority.get(best.item)) return best?.item;
    }
  }

  private pop(): Entry | undefined {
    const { heap } = this;
    const [best] = heap;
    const last = heap.pop();
    if (!best || !last || heap.length === 0) return best;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= heap.length) break;
      if (down + 1 < heap.length && isBefore(heap[down + 1]!, heap[down]!)) down++;
      if (!isBefore(heap[down]!, last)) break;
      heap[at] = heap[down]!;
      at = down;
    }
    heap[at] = last;
    return best;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.priority > b.priority || (a.priority === b.priority && a.item < b.item);
}
