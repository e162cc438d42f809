/** Values in the notation of `.seq`: as text, and back. */

import type { State } from "../model/interpret.ts";
import type { QueueType, Type } from "../model/model.ts";
import { fieldOf, highOf, isScalar, lengthOf, lowOf, paddingOf, showValue, sizeOf } from "../model/slots.ts";

/** A part of a composite value: its suffix in the notation of the user, its type, and its first slot. */
export interface Part {
  readonly suffix: string;
  /** The index of an element, or the name of a field. */
  readonly key: number | string;
  readonly type: Type;
  readonly offset: number;
}

/** The elements of an array or of a queue that holds `length` elements, or the fields of a record. */
export function partsOf(type: Type, offset: number, length: number): Part[] {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return [];
    case "record":
      return type.fields.map(({ name, type: own }) => ({
        suffix: `.${name}`,
        key: name,
        type: own,
        offset: offset + fieldOf(type, name).offset,
      }));
    case "array":
    case "queue": {
      const { element } = type;
      const [count, first] = type.kind === "array" ? [lengthOf(type.index), offset] : [length, offset + 1];
      const size = sizeOf(element);
      return Array.from({ length: count }, (_, i) => {
        const key = type.kind === "array" ? i + lowOf(type.index) : i;
        const index = type.kind === "array" ? showValue(type.index, key) : `${key}`;
        return { suffix: `[${index}]`, key, type: element, offset: first + i * size };
      });
    }
  }
}

/** Whether a record is a tuple, which is written without the names of its fields. */
export function isTuple(type: Type): boolean {
  return type.kind === "record" && type.fields[0]?.name === "0";
}

/** A value as text. Different values of a type are different texts. */
export function valueText(type: Type, cells: State, offset: number): string {
  if (isScalar(type)) return showValue(type, cells[offset]!);
  const isNamed = type.kind === "record" && !isTuple(type);
  const items = partsOf(type, offset, cells[offset]!).map((part) => {
    const value = valueText(part.type, cells, part.offset);
    return isNamed ? `${part.suffix.slice(1)}: ${value}` : value;
  });
  const [open, close] = bracketsOf(type);
  return `${open}${items.join(", ")}${close}`;
}

export function bracketsOf(type: Type): readonly [open: string, close: string] {
  return type.kind !== "record" ? ["[", "]"] : isTuple(type) ? ["(", ")"] : ["{ ", " }"];
}

/** The slots of a value that `valueText` wrote; the complaint if the text is no value of the type. */
export function parseValue(type: Type, text: string): readonly number[] | string {
  const reader = new ValueReader(text);
  try {
    const cells = reader.value(type);
    reader.end();
    return cells;
  } catch (error) {
    if (error instanceof ValueError) return error.message;
    throw error;
  }
}

class ValueError extends Error {}

class ValueReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(type: Type): number[] {
    if (isScalar(type)) return [this.scalar(type)];
    const [open, close] = bracketsOf(type).map((sign) => sign.trim());
    this.expect(open!);
    const cells = type.kind === "queue" ? this.queue(type, close!) : this.parts(type);
    this.expect(close!);
    return cells;
  }

  end(): void {
    if (this.at < this.text.length) throw new ValueError(`unexpected \`${this.text.slice(this.at)}\``);
  }

  private parts(type: Type): number[] {
    const isNamed = type.kind === "record" && !isTuple(type);
    return partsOf(type, 0, 0).flatMap((part, i) => {
      if (i > 0) this.expect(",");
      if (isNamed) this.expect(`${part.suffix.slice(1)}:`);
      return this.value(part.type);
    });
  }

  private queue({ capacity, element }: QueueType, close: string): number[] {
    const items: number[][] = [];
    this.skip();
    while (!this.text.startsWith(close, this.at)) {
      if (items.length === capacity) throw new ValueError(`a queue of more than ${capacity} elements`);
      if (items.length > 0) this.expect(",");
      items.push(this.value(element));
      this.skip();
    }
    const unused = Array.from({ length: capacity - items.length }, () => paddingOf(element));
    return [items.length, ...items.flat(), ...unused.flat()];
  }

  private scalar(type: Type & { readonly kind: "bool" | "range" | "enum" }): number {
    this.skip();
    const word = type.kind === "range" ? this.word(type.words) : undefined;
    if (word !== undefined) return word;
    if (type.kind === "range") {
      const [found] = /^-?\d+/.exec(this.text.slice(this.at, this.at + 20)) ?? [];
      const value = Number(found);
      if (found === undefined || value < type.low || value > type.high) {
        throw new ValueError(`expected a number from ${type.low} to ${type.high}, found ${this.rest()}`);
      }
      this.at += found.length;
      return value;
    }
    // A member may be the beginning of another one: the longest counts.
    let best = -1;
    let length = 0;
    for (let value = lowOf(type); value <= highOf(type); value++) {
      const name = showValue(type, value);
      if (name.length <= length || !this.text.startsWith(name, this.at)) continue;
      [best, length] = [value, name.length];
    }
    if (best < 0) {
      const what = type.kind === "bool" ? "true or false" : `a member of ${type.name}`;
      throw new ValueError(`expected ${what}, found ${this.rest()}`);
    }
    this.at += length;
    return best;
  }

  /** The number that a word stands for: the longest one that is there. */
  private word(words: Readonly<Record<number, string>> = {}): number | undefined {
    const found = Object.entries(words).filter(([, text]) => this.text.startsWith(text, this.at));
    const longest = found.toSorted(([, a], [, b]) => b.length - a.length)[0];
    if (!longest) return undefined;
    this.at += longest[1].length;
    return Number(longest[0]);
  }

  private expect(sign: string): void {
    this.skip();
    if (!this.text.startsWith(sign, this.at)) throw new ValueError(`expected \`${sign}\`, found ${this.rest()}`);
    this.at += sign.length;
  }

  private skip(): void {
    while (this.text[this.at] === " ") this.at++;
  }

  private rest(): string {
    const rest = this.text.slice(this.at);
    return rest === "" ? "the end" : `\`${rest.length > 30 ? `${rest.slice(0, 30)}...` : rest}\``;
  }
}
