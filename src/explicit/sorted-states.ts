/**
 * The order of packed states in files: by a hash, and where hashes are equal by words.
 *
 * A hash spreads states evenly, so that they are sorted by one number each, and a place in a file tells about where a
 * state is. Keys of 64 bits, a hash and a place, are sorted by the platform: 83 ns a key, a tenth of what a comparison in
 * a callback costs.
 */

/** A hash of 32 bits, another one than that of partitions. */
export function hashAt(words: Int32Array, at: number, wordCount: number): number {
  let h = 0x9e3779b9;
  for (let k = at; k < at + wordCount; k++) {
    h = Math.imul(h ^ words[k]!, 0x85ebca6b);
    h ^= h >>> 15;
  }
  return Math.imul(h, 0xc2b2ae35) >>> 0;
}

/** The order of states with the same hash. */
export function compareAt(a: Int32Array, i: number, b: Int32Array, j: number, wordCount: number): number {
  for (let k = 0; k < wordCount; k++) {
    if (a[i + k] !== b[j + k]) return a[i + k]! < b[j + k]! ? -1 : 1;
  }
  return 0;
}

/** Collects states in any order, and gives them back sorted. */
export class SortBuffer {
  readonly wordCount: number;
  private readonly words: Int32Array;
  private readonly keys: BigUint64Array;
  /** The same, as places and hashes in turn. */
  private readonly halves: Uint32Array;
  private count = 0;

  constructor(wordCount: number, mostStates: number) {
    this.wordCount = wordCount;
    this.words = new Int32Array(mostStates * wordCount);
    this.keys = new BigUint64Array(mostStates);
    this.halves = new Uint32Array(this.keys.buffer);
  }

  get isFull(): boolean {
    return this.count === this.keys.length;
  }

  get bytes(): number {
    return this.words.byteLength + this.keys.byteLength;
  }

  /** Takes as many of the states from a place on as it has room for, and returns the place after them. */
  add(states: Int32Array, from: number): number {
    const { wordCount } = this;
    const end = Math.min(states.length, from + (this.keys.length - this.count) * wordCount);
    this.words.set(states.subarray(from, end), this.count * wordCount);
    this.count += (end - from) / wordCount;
    return end;
  }

  /** Gives each state to `take` once, in order. Afterwards it is empty. */
  drain(take: (words: Int32Array, at: number, hash: number) => void): void {
    const { words, halves, wordCount, count } = this;
    for (let k = 0; k < count; k++) {
      halves[2 * k] = k * wordCount;
      halves[2 * k + 1] = hashAt(words, k * wordCount, wordCount);
    }
    this.keys.subarray(0, count).sort();
    for (let first = 0; first < count;) {
      const hash = halves[2 * first + 1]!;
      let end = first + 1;
      while (end < count && halves[2 * end + 1] === hash) end++;
      if (end > first + 1) this.sortByWords(first, end);
      for (let k = first; k < end; k++) {
        const at = halves[2 * k]!;
        if (k === first || compareAt(words, halves[2 * k - 2]!, words, at, wordCount) !== 0) take(words, at, hash);
      }
      first = end;
    }
    this.count = 0;
  }

  /** Sorts the places of states with the same hash. Nearly always they are all the same state. */
  private sortByWords(first: number, end: number): void {
    const { words, halves, wordCount } = this;
    for (let k = first + 1; k < end; k++) {
      const at = halves[2 * k]!;
      let to = k;
      for (; to > first && compareAt(words, halves[2 * to - 2]!, words, at, wordCount) > 0; to--) {
        halves[2 * to] = halves[2 * to - 2]!;
      }
      halves[2 * to] = at;
    }
  }
}
