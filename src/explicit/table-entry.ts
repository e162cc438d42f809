/**
 * Entries of the table of visited states: the number of a state, plus one so that no entry in use is 0, and a part of
 * its hash, the tag, so that most probed entries need no comparison with a state.
 *
 * For short states an entry has 4 bytes, with four bits of the hash. For longer ones it has 8 bytes, with enough of the
 * hash to move it when a segment is split: the states, which are far apart in memory, are not hashed again.
 */

import { i32 } from "../wasm/value.ts";
import type { I32, I64 } from "../wasm/value.ts";

/** The number of a state takes 28 bits, in either form. */
const idBits = 28;
export const maximalStates: number = 2 ** idBits - 2;
const tagMask = -(2 ** idBits);

/** Keys from this number of bytes on have long entries: their share of the memory is small. */
const longKey = 24;

export interface EntryForm {
  readonly bytes: 4 | 8;
  /** The logarithm of the number of entries in a segment of 64 KB. */
  readonly segmentBits: number;
  readonly tagOf: (hash: I64) => I32;
  /** Whether the entry at an address, whose first word is known, has a tag. */
  readonly hasTag: (first: I32, at: I32, tag: I32) => I32;
  readonly idOf: (first: I32) => I32;
  readonly store: (at: I32, id: I32, tag: I32) => void;
  /** What the entry at an address knows of the hash: the first bits and the last ones; absent for short entries. */
  readonly hashAt?: ((at: I32) => I64) | undefined;
}

export function entryForm(keyBytes: number, entriesOffset: number): EntryForm {
  return keyBytes < longKey ? shortForm(entriesOffset) : longForm(entriesOffset);
}

function shortForm(offset: number): EntryForm {
  const segmentBits = 14;
  return {
    bytes: 4,
    segmentBits,
    tagOf: (hash) => hash.shiftRight(BigInt(segmentBits)).wrap().shiftLeft(idBits),
    hasTag: (first, _, tag) => first.and(tagMask).equals(tag),
    idOf: (first) => first.and(~tagMask).minus(1),
    store: (at, id, tag) => at.store(tag.or(id.plus(1)), offset),
  };
}

/** The tag has the first 19 bits and the last 13 ones: no directory is larger. */
function longForm(offset: number): EntryForm {
  const segmentBits = 13;
  const last = 2 ** segmentBits - 1;
  const tagAt = (at: I32): I32 => at.load(offset + 4);
  return {
    bytes: 8,
    segmentBits,
    tagOf: (hash) => hash.shiftRight(32n).wrap().and(~last).or(hash.wrap().and(last)),
    hasTag: (_, at, tag) => tagAt(at).equals(tag),
    idOf: (first) => first.minus(1),
    store: (at, id, tag) => {
      at.store(id.plus(1), offset);
      at.store(tag, offset + 4);
    },
    hashAt: (at) => tagAt(at).and(i32(~last)).unsigned64().shiftLeft(32n).or(tagAt(at).and(last).unsigned64()),
  };
}
