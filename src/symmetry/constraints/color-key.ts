/** Colors of the graph as keys with a meaning. They are numbered when the graph is built. */

/** Equal keys are equal colors. */
export type ColorKey = string;

/** A row that must hold like any other of its constraint. */
export const plain: ColorKey = "";

/** The evaluation fails with these literals. */
export const failing: ColorKey = "error";

/** An assertion fails with these literals. */
export const violating: ColorKey = "assertion";

/** The rows of the constraint decide a truth value. They need not hold. */
export const deciding: ColorKey = "iff";

/** Numbers keys in order of appearance. */
export class ColorNumbers {
  private readonly numbers = new Map<ColorKey, number>();

  of(key: ColorKey): number {
    let number = this.numbers.get(key);
    if (number === undefined) this.numbers.set(key, (number = this.numbers.size));
    return number;
  }
}
