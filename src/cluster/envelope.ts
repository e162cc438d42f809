/**
 * The form of an entry in an inbox: a head, and letters.
 *
 *     word 0  "NOE1"      word 3  receiver
 *     word 1  epoch       word 4  number, from 1, of the envelope from this sender to this receiver in this epoch
 *     word 2  sender      word 5  bytes of all letters
 *     words 6 to 9        the first 16 bytes of an HMAC-SHA-256 of the head before and of the letters
 *
 * A letter is its kind, its length in bytes, and its bytes, filled up to whole words. The key of the HMAC depends on the
 * run and on a secret, if there is one (`run-record.ts`): what comes from elsewhere, or was damaged, is refused before
 * anybody looks at its content. Words are little-endian, as in the memory of a search.
 */

import { createHmac, timingSafeEqual } from "node:crypto";

export interface Letter {
  readonly kind: number;
  /** Their beginning is aligned for words. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

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

const magic = 0x31454f4e;
const headBytes = 40;
const tagBytes = 16;
const signedBytes = headBytes - tagBytes;
const letterHeadBytes = 8;
/** No envelope is longer than this. */
export const mostBytes: number = 64 * 2 ** 20;

export function letterBytes(bytes: number): number {
  return letterHeadBytes + 4 * Math.ceil(bytes / 4);
}

export function seal(key: Buffer, { epoch, from, to, number, letters }: Envelope): Buffer {
  const length = letters.reduce((sum, { bytes }) => sum + letterBytes(bytes.length), 0);
  const sealed = Buffer.alloc(headBytes + length);
  [magic, epoch, from, to, number, length].forEach((word, k) => sealed.writeInt32LE(word | 0, 4 * k));
  let at = headBytes;
  for (const { kind, bytes } of letters) {
    sealed.writeInt32LE(kind, at);
    sealed.writeInt32LE(bytes.length, at + 4);
    sealed.set(bytes, at + letterHeadBytes);
    at += letterBytes(bytes.length);
  }
  sealed.set(tagOf(key, sealed), signedBytes);
  return sealed;
}

/** The envelope, or in a clause what is wrong with it. */
export function unseal(key: Buffer, sealed: Buffer): Envelope | string {
  if (sealed.length < headBytes) return `it has ${sealed.length} bytes, and a head has ${headBytes}`;
  if (sealed.length > mostBytes) return `it has ${sealed.length} bytes, which is too much`;
  const word = (k: number): number => sealed.readInt32LE(4 * k);
  if (word(0) !== magic) return "it does not begin as an envelope does";
  if (word(5) !== sealed.length - headBytes) return "its length is not the one in its head";
  if (!timingSafeEqual(tagOf(key, sealed), sealed.subarray(signedBytes, headBytes))) {
    return "it is not from this run, or was damaged";
  }
  const letters = lettersIn(sealed);
  if (typeof letters === "string") return letters;
  return { epoch: word(1), from: word(2), to: word(3), number: word(4), letters };
}

function lettersIn(sealed: Buffer): Letter[] | string {
  // A copy, since what arrives is not aligned.
  const body = new Uint8Array(sealed.length - headBytes);
  body.set(sealed.subarray(headBytes));
  const letters: Letter[] = [];
  for (let at = 0; at < body.length;) {
    if (body.length - at < letterHeadBytes) return "a letter is cut off";
    const view = new DataView(body.buffer, at);
    const length = view.getInt32(4, true);
    if (length < 0 || letterBytes(length) > body.length - at) return "a letter is longer than the envelope";
    letters.push({
      kind: view.getInt32(0, true),
      bytes: body.subarray(at + letterHeadBytes, at + letterHeadBytes + length),
    });
    at += letterBytes(length);
  }
  return letters;
}

function tagOf(key: Buffer, sealed: Buffer): Buffer {
  return createHmac("sha256", key)
    .update(sealed.subarray(0, signedBytes))
    .update(sealed.subarray(headBytes))
    .digest()
    .subarray(0, tagBytes);
}
