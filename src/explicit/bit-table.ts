/**
 * The states that were seen, as bits of hashes (bitstate hashing; Holzmann, 1988; a Bloom filter): each state sets a few
 * bits, and one whose bits are all set is taken for seen. So states may be missed, but none is seen twice.
 *
 * How many are missed is estimated while the table fills: a new state meets set bits only with the probability that
 * all its bits are set, which is known from how many are.
 */

export interface BitTableOptions {
  /** The size, rounded down to a power of two. */
  readonly bytes: number;
  /** The number of bits of a state. */
  readonly hashCount: number;
  /** Makes other hashes. */
  readonly seed: number;
}

const fewestBytes = 64;
export const mostBytes: number = 2 ** 33;

export class BitTable {
  readonly bitCount: number;
  readonly hashCount: number;
  private readonly words: Uint32Array;
  private readonly shift: number;
  private readonly seed: number;
  private states = 0;
  private set = 0;
  private missed = 0;

  /** @throws RangeError if the machine has not enough memory */
  constructor({ bytes, hashCount, seed }: BitTableOptions) {
    const wordBits = Math.floor(Math.log2(Math.min(mostBytes, Math.max(fewestBytes, bytes)))) - 2;
    this.words = new Uint32Array(2 ** wordBits);
    this.bitCount = 32 * this.words.length;
    this.shift = 32 - wordBits;
    this.hashCount = hashCount;
    this.seed = seed;
  }

  /** Sets the bits of a state. Whether one was not set. */
  add(state: Int32Array, at: number, wordCount: number): boolean {
    const full = (this.set / this.bitCount) ** this.hashCount;
    const before = this.set;
    this.visit(state, at, wordCount, true);
    if (this.set === before) return false;
    this.states++;
    this.missed += full / (1 - full);
    return true;
  }

  /** Whether all bits of a state are set. */
  has(state: Int32Array, at: number, wordCount: number): boolean {
    return this.visit(state, at, wordCount, false);
  }

  /** The bits for each state. SPIN calls it the hash factor. */
  get factor(): number {
    return this.bitCount / Math.max(1, this.states);
  }

  /** The part of the states that were met and not taken for others, as far as chance goes. */
  get coverage(): number {
    return this.states === 0 ? 1 : this.states / (this.states + this.missed);
  }

  /** Looks at the bits of a state, up to the first that is not set unless it sets them. Whether all were set. */
  private visit(state: Int32Array, at: number, wordCount: number, sets: boolean): boolean {
    let a = this.seed ^ 0x9e3779b9;
    let b = this.seed + 0x7f4a7c15;
    for (let k = at; k < at + wordCount; k++) {
      a = Math.imul(a ^ state[k]!, 0x85ebca6b);
      a ^= a >>> 13;
      b = Math.imul(b + state[k]!, 0xc2b2ae35);
      b ^= b >>> 16;
    }
    const { words, shift } = this;
    for (let k = 0; k < this.hashCount; k++) {
      const hash = mixed(a + Math.imul(k, b | 1));
      const word = hash >>> shift;
      const bit = 1 << (mixed(hash ^ b) & 31);
      if ((words[word]! & bit) !== 0) continue;
      if (!sets) return false;
      words[word]! |= bit;
      this.set++;
    }
    return true;
  }
}

function mixed(given: number): number {
  let h = given ^ (given >>> 16);
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  return h ^ (h >>> 16);
}
