/**
 * Disjoint sets of {0, ..., n-1}, each represented by its least member. Path halving, with the larger root below the
 * smaller one.
 */
export class UnionFind {
  private readonly parent: Int32Array;
  /** The number of sets. */
  count: number;

  constructor(n: number) {
    this.parent = new Int32Array(n);
    for (let i = 0; i < n; i++) this.parent[i] = i;
    this.count = n;
  }

  /** The least member of the set of i. */
  find(i: number): number {
    const { parent } = this;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]!]!;
      i = parent[i]!;
    }
    return i;
  }

  /** Merges two sets. False if they were one already. */
  union(i: number, j: number): boolean {
    const a = this.find(i);
    const b = this.find(j);
    if (a === b) return false;
    if (a < b) this.parent[b] = a;
    else this.parent[a] = b;
    this.count--;
    return true;
  }
}
