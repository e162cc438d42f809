/** Bit fields in words: each number takes the bits that its range needs, and no field crosses a word. */

/** A field: `bits` bits of word `word` from bit `shift` up, which hold a number minus `low`. */
export interface BitField {
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
  readonly low: number;
  readonly high: number;
}

/** Assigns positions to fields, one after the other. */
export class BitPacker {
  private readonly used: number[] = [];
  private readonly wordBits: 32 | 64;
  private readonly window: number;

  /** @param window the number of last words in which a field looks for space, so that packing stays linear */
  constructor(wordBits: 32 | 64, window: number) {
    this.wordBits = wordBits;
    this.window = window;
  }

  get wordCount(): number {
    return Math.max(1, this.used.length);
  }

  /** A field of 0 bits, for a single value, takes no space. */
  place(low: number, high: number, bits: number = bitsFor(high - low)): BitField {
    const { used } = this;
    if (bits === 0) return { word: 0, shift: 0, bits, low, high };
    let word = Math.max(0, used.length - this.window);
    while (word < used.length && used[word]! + bits > this.wordBits) word++;
    const shift = used[word] ?? 0;
    used[word] = shift + bits;
    return { word, shift, bits, low, high };
  }
}

/** The bits of a field in a 32-bit word. */
export function maskOf({ bits, shift }: BitField): number {
  return (bits === 32 ? -1 : (1 << bits) - 1) << shift;
}

/** Reads a field of the record that begins at word `start`. */
export function readField(words: ArrayLike<number>, field: BitField, start = 0): number {
  return ((words[start + field.word]! & maskOf(field)) >>> field.shift) + field.low;
}

/** Writes a number into a field of zeros. */
export function writeField(words: Uint32Array, { word, shift, bits, low }: BitField, value: number): void {
  if (bits > 0) words[word]! |= (value - low) << shift;
}

function bitsFor(span: number): number {
  return span === 0 ? 0 : 32 - Math.clz32(span);
}
