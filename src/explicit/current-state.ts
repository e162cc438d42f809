/**
 * The state being expanded, unpacked to one 32-bit word per slot, so that guards read without shifting.
 *
 * States that are expanded one after the other differ in few words, since most of them have the same origin. So the
 * packed words are compared with those of the previous state, two at a time, and only those that differ are unpacked.
 */

import { look } from "../util/limits.ts";
import type { Assembler, Routine } from "../wasm/assembler.ts";
import { when } from "../wasm/control.ts";
import type { Area } from "../wasm/memory.ts";
import { i32 } from "../wasm/value.ts";
import type { I32 } from "../wasm/value.ts";
import type { Layout } from "./layout.ts";
import { copyWords, unpackFields } from "./packed-words.ts";
import type { UnpackedField } from "./packed-words.ts";

/** States of fewer words are unpacked as a whole. */
const fewWords = 3;

export class CurrentState {
  /** One word per slot. */
  readonly unpacked: Area<"i32">;
  /** For each slot: the byte offset of its word in a packed state, times 256, plus its shift. */
  readonly positions: Area<"i32">;
  private readonly fields: readonly UnpackedField[];
  private readonly wordCount: number;
  /** The packed words that are unpacked here. */
  private readonly known: number;

  /** @param first the values of the slots before any state is unpacked */
  constructor({ memory }: Assembler, { fields, wordCount }: Layout, first: readonly number[]) {
    this.unpacked = memory.wordTable(first);
    this.positions = memory.wordTable(fields.map(({ word: index, shift }) => (4 * index * 256) | shift));
    this.fields = fields.map((field, slot) => ({ field, address: this.unpacked.start + 4 * slot }));
    this.wordCount = wordCount;
    this.known = memory.reserve(4 * wordCount);
  }

  /** Unpacks the state at an address. `refresh` is called for words that may have changed. */
  makeUnpack(
    asm: Assembler,
    all: Routine<{ source: "i32" }>,
    refresh?: (firstWord: number, wordCount: number) => void,
  ): Routine<{ source: "i32" }> {
    if (this.wordCount < fewWords) {
      if (!refresh) return all;
      return asm.define("unpack", { source: "i32" }, ({ source }) => {
        all({ source });
        refresh(0, this.wordCount);
      });
    }
    const isKnown = asm.global("isUnpacked", 0);
    return asm.define("unpack", { source: "i32" }, ({ source }) => {
      when(
        isKnown,
        () => this.unpackChanged(source, refresh),
        () => {
          isKnown.set(1);
          copyWords(i32(this.known), source, this.wordCount);
          all({ source });
          refresh?.(0, this.wordCount);
        },
      );
    });
  }

  /** Unpacks all words, whatever is known, to undo changes of the unpacked state. */
  makeUnpackAll(asm: Assembler): Routine<{ source: "i32" }> {
    return asm.define("unpack all", { source: "i32" }, ({ source }) => unpackFields(source, this.fields));
  }

  private unpackChanged(source: I32, refresh?: (firstWord: number, wordCount: number) => void): void {
    const known = i32(this.known);
    const fieldsOf = Array.from({ length: this.wordCount }, (): UnpackedField[] => []);
    for (const each of this.fields) fieldsOf[each.field.word]?.push(each);
    for (let k = 0; k < this.wordCount; k += 2) {
      const isPair = k + 1 < this.wordCount;
      const isChanged = isPair
        ? source.load64(4 * k).differs(known.load64(4 * k))
        : source.load(4 * k).differs(known.load(4 * k));
      when(isChanged, () => {
        look(64);
        unpackFields(source, [...fieldsOf[k]!, ...(isPair ? fieldsOf[k + 1]! : [])]);
        refresh?.(k, isPair ? 2 : 1);
        if (isPair) known.store64(source.load64(4 * k), 4 * k);
        else known.store(source.load(4 * k), 4 * k);
      });
    }
  }
}
