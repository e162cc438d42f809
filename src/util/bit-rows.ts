/** Sets of small numbers, as rows of bits of equal length. */

export class BitRows {
  /** The number of 32-bit words of a row: even, so that rows can be read 64 bits at a time. */
  readonly stride: number;
  private words: Uint32Array<ArrayBuffer>;
  private rowCount: number;

  constructor(rows: number, columns: number) {
    this.stride = Math.max(2, 2 * Math.ceil(columns / 64));
    this.rowCount = rows;
    this.words = new Uint32Array(Math.max(1, rows) * this.stride);
  }

  get count(): number {
    return this.rowCount;
  }

  /** The words of a row. They move when rows are added. */
  row(row: number): Uint32Array {
    return this.words.subarray(row * this.stride, (row + 1) * this.stride);
  }

  add(row: number, column: number): void {
    this.words[row * this.stride + (column >>> 5)]! |= 1 << (column & 31);
  }

  has(row: number, column: number): boolean {
    return ((this.words[row * this.stride + (column >>> 5)]! >>> (column & 31)) & 1) === 1;
  }

  /** Adds a row with these columns, and returns its number. */
  append(columns: Iterable<number>): number {
    if ((this.rowCount + 1) * this.stride > this.words.length) {
      const grown = new Uint32Array(2 * (this.rowCount + 1) * this.stride);
      grown.set(this.words);
      this.words = grown;
    }
    const row = this.rowCount++;
    for (const column of columns) this.add(row, column);
    return row;
  }

  columns(row: number): number[] {
    return Array.from({ length: 32 * this.stride }, (_, column) => column).filter((column) => this.has(row, column));
  }
}
