/**
 * The tables of a window plan, for states whose moved slots lie in at most two words of a packed state.
 *
 * These words are taken as one number of 64 bits, and an element of the group as a permutation of its bits. The image
 * of a number is the union of the images of its pieces of `pieceBits` bits, which are listed in a table. So an element
 * costs a load for each piece.
 */

import type { WindowPlan } from "../../symmetry/representatives/plan.ts";
import { look } from "../../util/limits.ts";
import type { BitField } from "../bit-field.ts";

/** The bits of a piece, for elements and for the contents of all images of the window. */
export const pieceBits = 4;
export const rowBits = 8;
/** The most bytes of tables for elements. */
const mostBytes = 2 ** 22;

export interface WindowTables {
  /** The one or two words of the packed state with moved slots. */
  readonly words: readonly number[];
  /** The bits that move. */
  readonly mask: bigint;
  /** The first bits of the pieces that move. */
  readonly pieces: readonly number[];
  readonly rowPieces: readonly number[];
  /** Bytes of one entry in tables of elements: 4 for one word, 8 for two. */
  readonly entryBytes: 4 | 8;
  /** Tables of elements, one after the other. */
  readonly images: Uint32Array<ArrayBuffer>;
  readonly stabilizer: Uint32Array<ArrayBuffer>;
  /** What each piece puts into the images of the window, 16 bits for each image. Rows have whole numbers of 64 bits. */
  readonly rows: Uint16Array<ArrayBuffer>;
  readonly rowBytes: number;
  readonly contents: Contents;
}

/** The contents of the window, up to the elements that fix it as a set. */
export interface Contents {
  /** For each content, the rank of its orbit. Orbits with few elements that fix a content come first. */
  readonly ranks: Uint16Array<ArrayBuffer>;
  /** For each content, an element that makes it the least of its orbit. */
  readonly toLeast: Uint16Array<ArrayBuffer>;
  /** For each rank, the elements that fix the least content, the identity among them. */
  readonly fixing: readonly (readonly number[])[];
}

/**
 * Whether moving bits moves values: the slots lie in two words, and those that symmetries exchange are packed alike.
 *
 * @param fields those of the points of the plan
 */
export function movesBits({ images, stabilizer }: WindowPlan, fields: readonly BitField[]): boolean {
  const isAlike = (a: BitField, b: BitField): boolean => a.bits === b.bits && a.low === b.low;
  return (
    new Set(fields.map(({ word }) => word)).size <= 2 &&
    [...images, ...stabilizer].every((element) => element.every((from, to) => isAlike(fields[from]!, fields[to]!)))
  );
}

/** `undefined` if symmetries do not just move bits, or the tables would be too large. */
export function windowTables(plan: WindowPlan, fields: readonly BitField[]): WindowTables | undefined {
  if (!movesBits(plan, fields)) return undefined;
  const words = [...new Set(fields.map(({ word }) => word))].sort((a, b) => a - b);
  const starts = fields.map(({ word, shift }) => 32 * words.indexOf(word) + shift);
  const bitsOf = (places: readonly number[]): number[] =>
    places.flatMap((x) => Array.from({ length: fields[x]!.bits }, (_, k) => starts[x]! + k));
  const moved = bitsOf([...fields.keys()]);
  const piecesOf = (bits: number): number[] =>
    [...new Set(moved.map((bit) => bit - (bit % bits)))].sort((a, b) => a - b);
  const pieces = piecesOf(pieceBits);
  const entryBytes = words.length === 1 ? 4 : 8;
  const elementBytes = entryBytes * pieces.length * 2 ** pieceBits;
  if (elementBytes * (plan.images.length + plan.stabilizer.length) > mostBytes) return undefined;
  const encode = (elements: readonly Uint16Array[]): Uint32Array<ArrayBuffer> => {
    const all = new Uint32Array((elementBytes / 4) * elements.length);
    let at = 0;
    for (const element of elements) {
      const target = targets(bitsOf([...element]), moved);
      for (const piece of pieces) {
        const entries = words.map((_, half) => entriesOf(piece, pieceBits, target, half));
        for (let value = 0; value < 2 ** pieceBits; value++) for (const own of entries) all[at++] = own[value]!;
      }
    }
    return all;
  };
  const rowPieces = piecesOf(rowBits);
  /** The bits that an element moves to the window, each with its place there. */
  const toWindow = (element: Uint16Array): Int8Array => targets(bitsOf(plan.window.map((x) => element[x]!)));
  const { rows, rowBytes } = encodeRows(plan.images.map(toWindow), rowPieces);
  const windowBits = bitsOf(plan.window);
  const onContents = plan.stabilizer.map((element) => {
    const target = toWindow(element);
    return Int8Array.from(windowBits, (bit) => target[bit]!);
  });
  return {
    words,
    mask: moved.reduce((all, bit) => all | (1n << BigInt(bit)), 0n),
    pieces,
    rowPieces,
    entryBytes,
    images: encode(plan.images),
    stabilizer: encode(plan.stabilizer),
    rows,
    rowBytes,
    contents: contentsOf(plan.stabilizer, onContents, windowBits.length),
  };
}

/** For each bit where it is moved, by default to its position in the list; -1 if it vanishes. */
function targets(from: readonly number[], to: readonly number[] = [...from.keys()]): Int8Array {
  const target = new Int8Array(64).fill(-1);
  from.forEach((bit, k) => (target[bit] = to[k]!));
  return target;
}

/** The image of every value of a piece: the low half of it, or the high half. */
function entriesOf(piece: number, bits: number, target: Int8Array, half = 0): Uint32Array {
  const entries = new Uint32Array(2 ** bits);
  for (let k = 0; k < bits; k++) {
    const to = (target[piece + k] ?? -1) - 32 * half;
    const image = to >= 0 && to < 32 ? 2 ** to : 0;
    for (let value = 0; value < 2 ** k; value++) entries[2 ** k + value] = entries[value]! | image;
  }
  return entries;
}

function encodeRows(
  windows: readonly Int8Array[],
  pieces: readonly number[],
): { readonly rows: Uint16Array<ArrayBuffer>; readonly rowBytes: number } {
  const length = 4 * Math.ceil(windows.length / 4);
  const rows = new Uint16Array(length * pieces.length * 2 ** rowBits);
  windows.forEach((window, image) =>
    pieces.forEach((piece, p) =>
      entriesOf(piece, rowBits, window).forEach(
        (entry, value) => (rows[length * (p * 2 ** rowBits + value) + image] = entry),
      ),
    ),
  );
  return { rows, rowBytes: 2 * length };
}

/**
 * Orbits are enumerated from their least contents, by all elements: O(orbits * elements).
 *
 * @param targets for each element and each bit of the contents, where it is moved
 */
function contentsOf(stabilizer: readonly Uint16Array[], targets: readonly Int8Array[], bits: number): Contents {
  const indices = new Map(stabilizer.map((element, e) => [element.join(), e]));
  const inverses = stabilizer.map((element) => {
    const inverse = new Uint16Array(element.length);
    element.forEach((from, to) => (inverse[from] = to));
    return indices.get(inverse.join())!;
  });
  const bytes = targets.map((target) => ({ low: entriesOf(0, 8, target), high: entriesOf(8, 8, target) }));
  const orbitOf = new Uint16Array(2 ** bits);
  const toLeast = new Uint16Array(2 ** bits);
  const isKnown = new Uint8Array(2 ** bits);
  const orbits: { readonly least: number; readonly fixing: readonly number[] }[] = [];
  for (let least = 0; least < 2 ** bits; least++) {
    if (isKnown[least]) continue;
    look(stabilizer.length);
    const fixing: number[] = [];
    bytes.forEach(({ low, high }, e) => {
      const image = low[least & 255]! | high[least >> 8]!;
      if (image === least) fixing.push(e);
      if (isKnown[image]) return;
      isKnown[image] = 1;
      orbitOf[image] = orbits.length;
      toLeast[image] = inverses[e]!;
    });
    orbits.push({ least, fixing });
  }
  const order = [...orbits.keys()].sort((a, b) => orbits[a]!.fixing.length - orbits[b]!.fixing.length || a - b);
  const rankOf = new Uint16Array(orbits.length);
  order.forEach((orbit, rank) => (rankOf[orbit] = rank));
  return {
    ranks: orbitOf.map((orbit) => rankOf[orbit]!),
    toLeast,
    fixing: order.map((orbit) => orbits[orbit]!.fixing),
  };
}
