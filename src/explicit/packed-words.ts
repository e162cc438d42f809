/** Code for packed states: access to single fields, and to all words, two at a time. */

import { look } from "../util/limits.ts";
import type { Assembler, Routine } from "../wasm/assembler.ts";
import type { ValueType } from "../wasm/code.ts";
import { choose, copyMemory, forever, leave, when } from "../wasm/control.ts";
import { differ128, i32, word } from "../wasm/value.ts";
import type { I32, I64, Value } from "../wasm/value.ts";
import { maskOf } from "./bit-field.ts";
import type { BitField } from "./bit-field.ts";

/** A field, and the address of a word with its unpacked value. */
export interface UnpackedField {
  readonly field: BitField;
  readonly address: number;
}

/** The number in a field of a loaded word. */
export function fieldOf(bits: Value<ValueType>, field: BitField): I32 {
  const isLong = bits.type === "i64";
  const shifted = isLong ? (bits as I64).shiftRight(BigInt(field.shift)).wrap() : (bits as I32).shiftRight(field.shift);
  const isWhole = isLong ? field.bits === 32 : field.shift + field.bits === 32;
  return (isWhole ? shifted : shifted.and(2 ** field.bits - 1)).plus(field.low);
}

/** The bits of a number, in place in a 32-bit word. */
export function placed(value: I32, { low, shift }: BitField): I32 {
  return value.minus(low).shiftLeft(shift);
}

/** The bits of a number, in place in a 64-bit word. */
export function placed64(value: I32, { low, shift }: BitField): I64 {
  return value.minus(low).unsigned64().shiftLeft(BigInt(shift));
}

export function unpackFields(source: I32, fields: readonly UnpackedField[]): void {
  for (const [index, own] of byWord(fields)) {
    look(4 * own.length);
    const bits = word("word", source.load(4 * index));
    for (const { field, address } of own) i32(address).store(fieldOf(bits, field));
  }
}

/** Packs fields. `rest` gives the other bits of a word. The fields take the bits of `mask`. */
export function packFields(
  target: I32,
  fields: readonly UnpackedField[],
  rest: (index: number, mask: number) => I32 | undefined,
): void {
  for (const [index, own] of byWord(fields)) {
    look(4 * own.length);
    const mask = own.reduce((all, { field }) => all | maskOf(field), 0);
    const parts = own.map(({ field, address }) => placed(i32(address).load(), field));
    const others = rest(index, mask);
    target.store(
      (others ? [others, ...parts] : parts).reduce((left, right) => left.or(right)),
      4 * index,
    );
  }
}

/** The fields with at least one bit, by their words. */
function byWord(fields: readonly UnpackedField[]): ReadonlyMap<number, readonly UnpackedField[]> {
  const words = new Map<number, UnpackedField[]>();
  for (const each of fields) {
    const { word: index, bits } = each.field;
    if (bits === 0) continue;
    const own = words.get(index);
    if (own) own.push(each);
    else words.set(index, [each]);
  }
  return words;
}

/** The most words that are copied one by one. */
const fewWords = 96;

export function copyWords(to: I32, from: I32, wordCount: number): void {
  if (wordCount > fewWords) {
    copyMemory(to, from, 4 * wordCount);
    return;
  }
  let k = 0;
  for (; k + 4 <= wordCount; k += 4) to.store128(from, 4 * k);
  for (; k + 2 <= wordCount; k += 2) to.store64(from.load64(4 * k), 4 * k);
  if (k < wordCount) to.store(from.load(4 * k), 4 * k);
}

export function sameWords(a: I32, b: I32, wordCount: number): I32 {
  let same: I32 | undefined;
  const also = (equal: I32): void => {
    same = same ? choose(same, () => equal, () => i32(0)) : equal; // prettier-ignore
  };
  const quads = Array.from({ length: Math.floor(wordCount / 4) }, (_, q) => 16 * q);
  while (quads.length > 0) also(differ128(a, b, quads.splice(0, 4)).isZero());
  let k = 4 * Math.floor(wordCount / 4);
  for (; k + 2 <= wordCount; k += 2) also(a.load64(4 * k).equals(b.load64(4 * k)));
  if (k < wordCount) also(a.load(4 * k).equals(b.load(4 * k)));
  return same!;
}

/** A routine that tells whether packed words come before others: the first words that differ decide, without a sign. */
export function makeLess(asm: Assembler, wordCount: number): Routine<{ a: "i32"; b: "i32" }, I32> {
  return asm.compute("i32", "less words", { a: "i32", b: "i32" }, ({ a, b }) => {
    const end = word("end", a.plus(4 * wordCount));
    forever((done) => {
      done.goIf(a.equals(end));
      const [left, right] = [word("left", a.load()), word("right", b.load())];
      when(left.differs(right), () => leave(left.below(right)));
      a.increase(4);
      b.increase(4);
    });
    return i32(0);
  });
}
