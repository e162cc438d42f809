/**
 * The form of an entry in an inbox: a head, and letters.
 *
 *     word 0  "NOE2"      word 3  receiver
 *     word 1  epoch       word 4  number, from 1, of the envelope from this sender to this receiver in this epoch
 *     word 2  sender      word 5  bytes of all letters
 *     words 6 to 9        the first 16 bytes of an HMAC-SHA-256 of the inbox, of the head before and of the letters
 *
 * A letter is its kind, its length in bytes, and its bytes, filled up to whole words. The key of the HMAC depends on the
 * run and on a secret, if there is one (`run-record.ts`): what comes from elsewhere, was damaged, or was written for another
 * inbox, is refused before anybody looks at its content. Words are little-endian, as in the memory of a search.
 */

import { createHmac, timingSafeEqual } from "node:crypto";

export interface EnvelopeHead {
  /** The formation that the sender belongs to; 0 for a message to somebody who need not belong to one. */
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
  readonly number: number;
}

export interface Envelope extends EnvelopeHead {
  readonly letters: readonly Letter[];
}

/** A letter in an envelope that has arrived. */
export class Letter {
  readonly kind: number;
  readonly byteLength: number;
  private readonly body: ArrayBuffer;
  private readonly start: number;

  constructor(kind: number, body: ArrayBuffer, start: number, byteLength: number) {
    this.kind = kind;
    this.body = body;
    this.start = start;
    this.byteLength = byteLength;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.body, this.start, this.byteLength);
  }

  /** `undefined` if it is not made of words. */
  get words(): Int32Array<ArrayBuffer> | undefined {
    return this.byteLength % 4 === 0 ? new Int32Array(this.body, this.start, this.byteLength / 4) : undefined;
  }
}

/** The key of a run, and the inbox for which something is written. */
export interface Seal {
  readonly key: Buffer;
  readonly inbox: string;
}

const magic = 0x32454f4e;
const headBytes = 40;
const tagBytes = 16;
const signedBytes = headBytes - tagBytes;
const letterHeadBytes = 8;
/** No envelope is longer than this. */
export const mostBytes: number = 8 * 2 ** 20;

/** The bytes of a letter in an envelope. */
export function letterBytes(bytes: number): number {
  return letterHeadBytes + 4 * Math.ceil(bytes / 4);
}

/** An envelope in the making. */
export class Draft {
  /** The bytes of all letters. */
  byteLength = 0;
  private words: Int32Array<ArrayBuffer>;

  constructor(roomBytes: number) {
    this.words = wordsFor(roomBytes);
  }

  /** Adds a letter of so many bytes, and returns the words to write it to. */
  letter(kind: number, bytes: number): Int32Array {
    const at = (headBytes + this.byteLength) / 4;
    this.byteLength += letterBytes(bytes);
    const end = (headBytes + this.byteLength) / 4;
    if (end > this.words.length) {
      const larger = wordsFor(Math.max(4 * end, 8 * this.words.length));
      larger.set(this.words.subarray(0, at));
      this.words = larger;
    }
    // What fills the last word up must not be what was in this memory before.
    this.words[end - 1] = 0;
    this.words[at] = kind;
    this.words[at + 1] = bytes;
    return this.words.subarray(at + letterHeadBytes / 4, end);
  }

  /** The finished envelope. The draft cannot be used any more. */
  seal(seal: Seal, { epoch, from, to, number }: EnvelopeHead): Buffer {
    this.words.set([magic, epoch, from, to, number, this.byteLength]);
    const sealed = Buffer.from(this.words.buffer, 0, headBytes + this.byteLength);
    sealed.set(tagOf(seal, sealed), signedBytes);
    return sealed;
  }
}

function wordsFor(bytes: number): Int32Array<ArrayBuffer> {
  const buffer = Buffer.allocUnsafeSlow(4 * Math.ceil((headBytes + bytes) / 4));
  return new Int32Array(buffer.buffer, 0, buffer.length / 4);
}

/** An envelope with one letter. */
export function sealed(seal: Seal, head: EnvelopeHead, kind: number, bytes: Uint8Array): Buffer {
  const draft = new Draft(letterBytes(bytes.length));
  writeBytes(draft.letter(kind, bytes.length), bytes);
  return draft.seal(seal, head);
}

export function writeBytes(place: Int32Array, bytes: Uint8Array): void {
  new Uint8Array(place.buffer, place.byteOffset, bytes.length).set(bytes);
}

/** The envelope, or in a clause what is wrong with it. */
export function unseal(seal: Seal, entry: Buffer): Envelope | string {
  if (entry.length < headBytes) return `it has ${entry.length} bytes, and a head has ${headBytes}`;
  if (entry.length > mostBytes) return `it has ${entry.length} bytes, which is too much`;
  const word = (k: number): number => entry.readInt32LE(4 * k);
  if (word(0) !== magic) return "it does not begin as an envelope does";
  if (word(5) !== entry.length - headBytes) return "its length is not the one in its head";
  if (!timingSafeEqual(tagOf(seal, entry), entry.subarray(signedBytes, headBytes))) {
    return "it is not from this run, was not for this inbox, or was damaged";
  }
  const letters = lettersIn(entry);
  if (typeof letters === "string") return letters;
  return { epoch: word(1), from: word(2), to: word(3), number: word(4), letters };
}

function lettersIn(entry: Buffer): Letter[] | string {
  if (entry.length % 4 !== 0) return "it is not made of words";
  // A copy, since what arrives is not aligned.
  const body = new ArrayBuffer(entry.length - headBytes);
  new Uint8Array(body).set(entry.subarray(headBytes));
  const words = new Int32Array(body);
  const letters: Letter[] = [];
  for (let at = 0; at < body.byteLength;) {
    if (body.byteLength - at < letterHeadBytes) return "a letter is cut off";
    const length = words[at / 4 + 1]!;
    if (length < 0 || letterBytes(length) > body.byteLength - at) return "a letter is longer than the envelope";
    letters.push(new Letter(words[at / 4]!, body, at + letterHeadBytes, length));
    at += letterBytes(length);
  }
  return letters;
}

function tagOf({ key, inbox }: Seal, entry: Buffer): Buffer {
  return createHmac("sha256", key)
    .update(`${inbox}\n`)
    .update(entry.subarray(0, signedBytes))
    .update(entry.subarray(headBytes))
    .digest()
    .subarray(0, tagBytes);
}
