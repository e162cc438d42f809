/** The layout of memory: regions and tables known at compile time, and records with named fields. */

import { look } from "../util/limits.ts";
import type { DataSegment, ValueType } from "./code.ts";
import { i32 } from "./value.ts";
import type { I32, Operand, Value } from "./value.ts";

/** Allocates memory from the front at compile time. All of it is zero initially, except for tables. */
export class Regions {
  private top: number;
  private readonly data: DataSegment[];

  constructor(base: number, data: DataSegment[]) {
    this.top = base;
    this.data = data;
  }

  /** The first free byte. */
  get end(): number {
    return this.top;
  }

  reserve(byteCount: number, alignment = 8): number {
    const start = Math.ceil(this.top / alignment) * alignment;
    this.top = start + byteCount;
    return start;
  }

  words(count: number): Area<"i32"> {
    return new Area("i32", this.reserve(4 * count), count);
  }

  longs(count: number): Area<"i64"> {
    return new Area("i64", this.reserve(8 * count), count);
  }

  table(
    values: Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>,
  ): number {
    const address = this.reserve(values.byteLength);
    this.data.push({ address, bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength) });
    return address;
  }

  wordTable(values: readonly number[]): Area<"i32"> {
    return new Area("i32", this.table(Int32Array.from(values)), values.length);
  }

  longTable(values: readonly bigint[]): Area<"i64"> {
    const { buffer } = BigInt64Array.from(values, (value) => BigInt.asIntN(64, value));
    return new Area("i64", this.table(new Uint8Array(buffer)), values.length);
  }
}

/** An array of numbers, accessed by byte offset. */
export class Area<T extends ValueType> {
  readonly type: T;
  readonly start: number;
  readonly bytes: number;

  constructor(type: T, start: number, count: number) {
    this.type = type;
    this.start = start;
    this.bytes = count * bytesOf(type);
  }

  get end(): number {
    return this.start + this.bytes;
  }

  at(offset: Operand<"i32">): Place<T> {
    return typeof offset === "number"
      ? new Place(this.type, i32(this.start), offset)
      : new Place(this.type, offset, this.start);
  }
}

/** A number in memory. Its address is computed at each use, so it should be a local or a constant. */
export class Place<T extends ValueType> {
  private readonly type: T;
  private readonly address: I32;
  private readonly offset: number;

  constructor(type: T, address: I32, offset: number) {
    this.type = type;
    this.address = address;
    this.offset = offset;
  }

  get(): Value<T> {
    const value = this.type === "i32" ? this.address.load(this.offset) : this.address.load64(this.offset);
    return value as unknown as Value<T>;
  }

  set(value: Operand<T>): void {
    if (this.type === "i32") this.address.store(value as Operand<"i32">, this.offset);
    else this.address.store64(value as Operand<"i64">, this.offset);
  }

  increase(by: Operand<T>): void {
    this.set(this.get().plus(by));
  }
}

/** A field is a number, or several numbers of one type. */
export type Fields = Readonly<Record<string, ValueType | readonly [ValueType, number]>>;
export type Places<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends ValueType
    ? Place<F[K]>
    : readonly Place<Extract<F[K], readonly unknown[]>[0]>[];
};
type Values<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends ValueType ? number | bigint : readonly (number | bigint)[];
};

/** The layout of a record: fields are adjacent, without gaps. */
export class RecordLayout<F extends Fields> {
  readonly bytes: number;
  readonly offsets: { readonly [K in keyof F]: number };
  private readonly fields: F;

  constructor(fields: F) {
    this.fields = fields;
    let bytes = 0;
    const offsets: Record<string, number> = {};
    for (const [name, field] of Object.entries(fields)) {
      offsets[name] = bytes;
      bytes += typeof field === "string" ? bytesOf(field) : field[1] * bytesOf(field[0]);
    }
    this.offsets = offsets as { readonly [K in keyof F]: number };
    this.bytes = bytes;
  }

  /** The fields of the record at an address. */
  at(address: Operand<"i32">): Places<F> {
    const base = typeof address === "number" ? i32(address) : address;
    const places: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(this.fields)) {
      const offset = this.offsets[name]!;
      if (typeof field === "string") {
        places[name] = new Place(field, base, offset);
        continue;
      }
      // A record may have thousands of numbers, and few of them are asked for.
      const [type, count] = field;
      let numbers: readonly Place<ValueType>[] | undefined;
      const get = (): readonly Place<ValueType>[] =>
        (numbers ??= Array.from({ length: count }, (_, k) => new Place(type, base, offset + k * bytesOf(type))));
      Object.defineProperty(places, name, { enumerable: true, get });
    }
    return places as Places<F>;
  }

  /** Records as bytes in memory. */
  encode(records: readonly Values<F>[]): Uint8Array<ArrayBuffer> {
    const view = new DataView(new ArrayBuffer(this.bytes * records.length));
    records.forEach((values, r) => {
      look(2);
      for (const [name, field] of Object.entries(this.fields)) {
        const type = typeof field === "string" ? field : field[0];
        const numbers = [values[name]!].flat() as readonly (number | bigint)[];
        numbers.forEach((number, k) => {
          const at = r * this.bytes + this.offsets[name]! + k * bytesOf(type);
          if (type === "i32") view.setInt32(at, Number(number), true);
          else view.setBigInt64(at, BigInt(number), true);
        });
      }
    });
    return new Uint8Array(view.buffer);
  }
}

export function record<F extends Fields>(fields: F): RecordLayout<F> {
  return new RecordLayout(fields);
}

export function bytesOf(type: ValueType): number {
  return type === "i32" ? 4 : 8;
}
