/** The colors of a text, and what else varies in it. */

/** Functions that color parts of a text. Without colors, they are the identity. */
export interface Palette {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly unsure: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const same = (text: string): string => text;
export const plain: Palette = { good: same, bad: same, unsure: same, strong: same, faint: same };

export interface TextOptions {
  readonly palette: Palette;
  /** Whether traces show every variable after every step, not just the changes. */
  readonly fullStates: boolean;
}
