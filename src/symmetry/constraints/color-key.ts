/** Colors of the graph by what they mean; numbered when the graph is built. */

/** Equal keys are equal colors. */
export type ColorKey = string;

/** A row that must hold like any other of its constraint. */
export const plain: ColorKey = "";

/** The evaluation fails with these literals. */
export const failing: ColorKey = "error";

/** An assertion does not hold with these literals. */
export const violating: ColorKey = "assertion";

/** What a constraint's rows decide, instead of having to hold. */
export const deciding: ColorKey = "iff";

/** Numbers keys in the order they come. */
export class ColorNumbers {
  private readonly numbers = new Map<ColorKey, number>();

  of(key: ColorKey): number {
    let number = this.numbers.get(key);
    if (number === undefined) this.numbers.set(key, (number = this.numbers.size));
    return number;
  }
}
