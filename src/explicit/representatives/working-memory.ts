/** Memory for computing representatives: tables that are filled once, and room to work in. Nothing is allocated at run time. */
export class WorkingMemory {
  private top: number;
  private readonly tables: { readonly address: number; readonly bytes: Uint8Array }[] = [];

  constructor(base: number) {
    this.top = Math.ceil(base / 8) * 8;
  }

  /** The first free byte. */
  get end(): number {
    return this.top;
  }

  /** The address of so many bytes, at a multiple of 8, all zero. */
  reserve(byteCount: number): number {
    const address = this.top;
    this.top = Math.ceil((address + byteCount) / 8) * 8;
    return address;
  }

  words(values: readonly number[]): number {
    return this.table(Int32Array.from(values));
  }

  table(values: Int32Array | Uint16Array | BigInt64Array): number {
    const address = this.reserve(values.byteLength);
    this.tables.push({ address, bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength) });
    return address;
  }

  /** Puts the tables into fresh memory. */
  fill(memory: Uint8Array): void {
    for (const { address, bytes } of this.tables) memory.set(bytes, address);
  }
}
