/** Numbers side by side in words: each takes the bits that its range needs, and no field crosses a word. */

/** Where a number, less `low`, is found: `bits` bits of word `word` from bit `shift` up. */
export interface BitField {
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
  readonly low: number;
  readonly high: number;
}

/** Gives fields their places, one after the other. */
export class BitPacker {
  private readonly used: number[] = [];
  private readonly wordBits: 32 | 64;
  private readonly window: number;

  /** @param window in how many of the last words a field looks for room, so that packing stays linear */
  constructor(wordBits: 32 | 64, window: number) {
    this.wordBits = wordBits;
    this.window = window;
  }

  get wordCount(): number {
    return Math.max(1, this.used.length);
  }

  /** A field of 0 bits, for a single value, takes no room. */
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

/** The bits of a field in a word of 32. */
export function maskOf({ bits, shift }: BitField): number {
  return (bits === 32 ? -1 : (1 << bits) - 1) << shift;
}

export function readField(words: ArrayLike<number>, field: BitField): number {
  return ((words[field.word]! & maskOf(field)) >>> field.shift) + field.low;
}

/** Puts a number where all bits are 0. */
export function writeField(words: Uint32Array, { word, shift, bits, low }: BitField, value: number): void {
  if (bits > 0) words[word]! |= (value - low) << shift;
}

function bitsFor(span: number): number {
  return span === 0 ? 0 : 32 - Math.clz32(span);
}
