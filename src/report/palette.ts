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
  /** No colors by default. */
  readonly palette?: Palette | undefined;
  /** Whether traces show every variable after every step. By default they show the changes. */
  readonly fullStates?: boolean | undefined;
}

/** The options of a text with their defaults. */
export interface TextStyle {
  readonly palette: Palette;
  readonly fullStates: boolean;
}

export function styleOf({ palette = plain, fullStates = false }: TextOptions = {}): TextStyle {
  return { palette, fullStates };
}
