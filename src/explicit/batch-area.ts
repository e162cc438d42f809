const length = 128;
/** The cache must stay in the processor's own. */
const cacheBytes = 2 ** 18;

/** Where a batch and its cache are in memory. */
export class BatchArea {
  readonly wordCount: number;
  /** A successor: its packed words, the number of its origin, room for its hash. */
  readonly stride: number;
  readonly start: number;
  readonly end: number;
  /** Addresses of the successors that the cache does not know. */
  readonly fresh: number;
  readonly cache: number;
  readonly cacheBits: number;
  readonly areaEnd: number;

  /** @param labelled whether a successor also has marks and a mover, for `Delivery` */
  constructor(start: number, wordCount: number, labelled: boolean) {
    this.wordCount = wordCount;
    this.stride = 4 * wordCount + 4 + 8 + (labelled ? 8 : 0);
    this.start = start;
    this.end = start + length * this.stride;
    this.fresh = this.end;
    this.cache = this.fresh + 4 * length;
    this.cacheBits = Math.max(4, Math.floor(Math.log2(cacheBytes / (4 * wordCount))));
    this.areaEnd = this.cache + 4 * wordCount * 2 ** this.cacheBits;
  }

  get hashOffset(): number {
    return 4 * this.wordCount + 4;
  }

  /** The acceptance sets of the automaton's edge. */
  get marksOffset(): number {
    return 4 * this.wordCount + 12;
  }

  /** The number of the process that moved. */
  get moverOffset(): number {
    return 4 * this.wordCount + 16;
  }
}
