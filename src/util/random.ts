/**
 * Random numbers from a seed: the same seed gives the same numbers on every machine.
 *
 * Chris Doty-Humphrey's sfc32: 128 bits of state, a period of at least 2^32, fast in 32-bit arithmetic. It is for
 * algorithms that are right for any numbers, not for secrets.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed = 0) {
    this.a = seed | 0;
    this.b = 0x9e3779b9 | 0;
    this.c = 0x243f6a88 | 0;
    for (let i = 0; i < 12; i++) this.next();
  }

  /** 32 random bits, as a number from 0 to 2^32 - 1. */
  next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A number from 0 to `count - 1`, for counts up to 2^32; the bias is below count / 2^32. */
  below(count: number): number {
    return Math.floor((this.next() / 4294967296) * count);
  }
}
