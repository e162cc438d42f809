/** Fields of bits: emitted code against `readField` and `writeField`, and these against arithmetic. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { BitPacker, maskOf, readField, writeField } from "../../../src/explicit/bit-field.ts";
import type { BitField } from "../../../src/explicit/bit-field.ts";
import {
  copyWords,
  fieldOf,
  packFields,
  placed64,
  sameWords,
  unpackFields,
} from "../../../src/explicit/packed-words.ts";
import { i32 } from "../../../src/wasm/value.ts";
import { times } from "../../support/random-runs.ts";
import { instantiate } from "./instance.ts";

/** A range with a value in it. */
const number = fc
  .tuple(
    fc.integer(),
    fc.oneof(fc.nat(3), fc.nat(1000), fc.nat(2 ** 32 - 1)),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([start, span, at]) => {
    const low = Math.min(start, 2 ** 31 - 1 - span);
    return { low, high: low + span, value: low + Math.round(at * span) };
  });
const numbers = fc.array(number, { minLength: 1, maxLength: 12 });

function fieldsOf(ranges: readonly { low: number; high: number }[], wordBits: 32 | 64, window: number) {
  const packer = new BitPacker(wordBits, window);
  return { fields: ranges.map(({ low, high }) => packer.place(low, high)), wordCount: packer.wordCount };
}

test("fields overlap nowhere, and what is written is read", () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 8 }), (given, window) => {
      const { fields, wordCount } = fieldsOf(given, 32, window);
      const words = new Uint32Array(wordCount);
      const used = new Uint32Array(wordCount);
      given.forEach(({ value }, i) => {
        const field: BitField = fields[i]!;
        expect(field.shift + field.bits).toBeLessThanOrEqual(32);
        if (field.bits > 0) {
          expect(used[field.word]! & maskOf(field)).toBe(0);
          used[field.word]! |= maskOf(field);
        }
        writeField(words, field, value);
      });
      expect(fields.map((field) => readField(words, field))).toEqual(given.map(({ value }) => value));
    }),
    { numRuns: times(300) },
  );
});

interface Packing {
  unpack(source: number): void;
  pack(target: number): void;
}

test("emitted code unpacks what was written, and packs it again, leaving the other bits", () => {
  fc.assert(
    fc.property(numbers, fc.integer(), (given, others) => {
      const { fields, wordCount } = fieldsOf(given, 32, 8);
      const [source, target, unpacked] = [64, 256, 512];
      const places = fields.map((field, i) => ({ field, address: unpacked + 4 * i }));
      const { exports, words } = instantiate<Packing>((asm) => {
        asm.define("unpack", { source: "i32" }, (own) => unpackFields(own.source, places));
        asm.define("pack", { target: "i32" }, (own) =>
          packFields(own.target, places, (index, mask) =>
            ~mask === 0 ? undefined : own.target.load(4 * index).and(~mask),
          ),
        );
        return 1024;
      });
      const packed = new Uint32Array(wordCount);
      given.forEach(({ value }, i) => writeField(packed, fields[i]!, value));
      const memory = words();
      memory.set(packed, source / 4);
      given.forEach(({ low, value }, i) => (memory[unpacked / 4 + i] = fields[i]!.bits > 0 ? 12345 : (value ?? low)));
      exports.unpack(source);
      given.forEach(({ value }, i) => expect(memory[unpacked / 4 + i]).toBe(value | 0));
      memory.fill(others, target / 4, target / 4 + wordCount);
      exports.pack(target);
      packed.forEach((bits, w) => {
        const mask = fields.reduce((all, field) => (field.word === w && field.bits > 0 ? all | maskOf(field) : all), 0);
        expect(memory[target / 4 + w]).toBe((others & ~mask) | bits);
      });
    }),
    { numRuns: times(200) },
  );
});

test("emitted code for words of 64 bits finds what it placed", () => {
  fc.assert(
    fc.property(numbers, (given) => {
      const { fields } = fieldsOf(given, 64, 1);
      const { exports } = instantiate<
        Record<string, (value: number) => bigint> & Record<`get${number}`, (key: bigint) => number>
      >((asm) => {
        fields.forEach((field, i) => {
          asm.compute("i64", `put${i}`, { value: "i32" }, ({ value }) => placed64(value, field));
          asm.compute("i32", `get${i}`, { key: "i64" }, ({ key }) => fieldOf(key, field));
        });
        return 64;
      });
      given.forEach(({ value }, i) => {
        const { shift, bits, low } = fields[i]!;
        const key = BigInt.asUintN(64, exports[`put${i}`]!(value | 0));
        expect(key).toBe(bits === 0 ? 0n : BigInt(value - low) << BigInt(shift));
        // All other bits set, as other fields may have them.
        const mask = BigInt(2 ** bits - 1) << BigInt(shift);
        const others = BigInt.asUintN(64, ~mask);
        expect(
          (exports as unknown as Record<string, (key: bigint) => number>)[`get${i}`]!(BigInt.asIntN(64, key | others)),
        ).toBe(value | 0);
      });
    }),
    { numRuns: times(200) },
  );
});

test("states of every length are copied, nothing beside them is, and a difference in any bit is seen", () => {
  for (const wordCount of [...Array.from({ length: 40 }, (_, k) => k + 1), 95, 96, 97]) {
    const [from, to] = [64, 1088];
    const { exports, words } = instantiate<{ copy(to: number, from: number): void; same(): number }>((asm) => {
      asm.define("copy", { to: "i32", from: "i32" }, (own) => copyWords(own.to, own.from, wordCount));
      asm.compute("i32", "same", {}, () => sameWords(i32(to), i32(from), wordCount));
      return 2048;
    });
    const memory = words();
    for (let w = 0; w < wordCount; w++) memory[from / 4 + w] = Math.imul(w + 1, 0x9e3779b9);
    memory.fill(77, to / 4 - 4, to / 4 + wordCount + 4);
    expect(exports.same()).toBe(0);
    exports.copy(to, from);
    const place = to / 4;
    expect(memory.slice(place, place + wordCount)).toEqual(memory.slice(from / 4, from / 4 + wordCount));
    const around = [...memory.slice(place - 4, place), ...memory.slice(place + wordCount, place + wordCount + 4)];
    expect(around).toEqual(Array.from({ length: 8 }, () => 77));
    expect(exports.same()).toBe(1);
    for (let w = 0; w < wordCount; w++) {
      for (const bit of [1, -(2 ** 31)]) {
        memory[place + w]! ^= bit;
        expect(exports.same(), `word ${w} of ${wordCount}`).toBe(0);
        memory[place + w]! ^= bit;
      }
    }
  }
});
