/**
 * The types of Murphi.
 *
 * The values of simple types are numbers: those of a range are what they say, members of an enumeration and elements of a
 * scalarset count from `first`. Types that are part of a union get numbers of their own, so that a value has the same
 * number in the union and in its parts. One less than the least number of a type stands for undefined.
 */

import type { Span } from "../../../syntax/source.ts";

export interface BooleanType {
  readonly kind: "boolean";
}

export interface RangeType {
  readonly kind: "range";
  readonly low: number;
  readonly high: number;
}

export interface EnumType {
  readonly kind: "enum";
  readonly name: string | undefined;
  readonly members: readonly string[];
  first: number;
}

export interface ScalarsetType {
  readonly kind: "scalarset";
  readonly name: string | undefined;
  readonly size: number;
  readonly span: Span;
  first: number;
}

export interface UnionType {
  readonly kind: "union";
  /** In the order of their numbers. */
  readonly parts: readonly (EnumType | ScalarsetType)[];
}

export type SimpleType = BooleanType | RangeType | EnumType | ScalarsetType | UnionType;

export interface Field {
  readonly name: string;
  readonly type: MurphiType;
  readonly cell: Cell;
}

export interface RecordType {
  readonly kind: "record";
  readonly fields: readonly Field[];
}

export interface ArrayType {
  readonly kind: "array";
  readonly index: SimpleType;
  readonly element: MurphiType;
  readonly cell: Cell;
}

export interface MultisetType {
  readonly kind: "multiset";
  readonly capacity: number;
  readonly element: MurphiType;
  readonly cell: Cell;
  readonly span: Span;
}

export type MurphiType = SimpleType | RecordType | ArrayType | MultisetType;

/**
 * Whether a place of a simple type may be undefined. Places that are copied to each other, as parts of records and
 * arrays, share the answer, so that they have the same values.
 */
export class Cell {
  #merged: Cell | undefined;
  #mayBeUndefined = false;

  get #root(): Cell {
    if (!this.#merged) return this;
    this.#merged = this.#merged.#root;
    return this.#merged;
  }

  get mayBeUndefined(): boolean {
    return this.#root.#mayBeUndefined;
  }

  markUndefined(): void {
    this.#root.#mayBeUndefined = true;
  }

  merge(other: Cell): void {
    const [a, b] = [this.#root, other.#root];
    if (a === b) return;
    a.#merged = b;
    if (a.#mayBeUndefined) b.#mayBeUndefined = true;
  }
}

export const booleanType: BooleanType = { kind: "boolean" };

export function isSimple(type: MurphiType): type is SimpleType {
  return type.kind !== "record" && type.kind !== "array" && type.kind !== "multiset";
}

/** The least and the greatest number of a simple type. */
export function boundsOf(type: SimpleType): { readonly low: number; readonly high: number } {
  switch (type.kind) {
    case "boolean":
      return { low: 0, high: 1 };
    case "range":
      return { low: type.low, high: type.high };
    case "enum":
      return { low: type.first, high: type.first + type.members.length - 1 };
    case "scalarset":
      return { low: type.first, high: type.first + type.size - 1 };
    case "union":
      return {
        low: Math.min(...type.parts.map((part) => boundsOf(part).low)),
        high: Math.max(...type.parts.map((part) => boundsOf(part).high)),
      };
  }
}

/** The intervals of numbers of a simple type, ascending. Only unions may have more than one. */
export function piecesOf(type: SimpleType): { readonly low: number; readonly high: number }[] {
  if (type.kind !== "union") return [boundsOf(type)];
  const pieces: { low: number; high: number }[] = [];
  for (const { low, high } of type.parts.map((part) => boundsOf(part)).sort((a, b) => a.low - b.low)) {
    const last = pieces.at(-1);
    if (last?.high === low - 1) last.high = high;
    else pieces.push({ low, high });
  }
  return pieces;
}

/** The number that stands for undefined. */
export function undefinedOf(type: SimpleType): number {
  return boundsOf(type).low - 1;
}

/** The numbers of a simple type that have words of their own. */
export function wordsOf(type: SimpleType): Readonly<Record<number, string>> {
  const words: Record<number, string> = {};
  switch (type.kind) {
    case "boolean":
      return { 0: "false", 1: "true" };
    case "range":
      return words;
    case "enum":
      type.members.forEach((member, i) => (words[type.first + i] = member));
      return words;
    case "scalarset":
      for (let i = 0; i < type.size; i++) words[type.first + i] = `${type.name ?? "scalarset"}_${i}`;
      return words;
    case "union":
      return Object.assign(words, ...type.parts.map((part) => wordsOf(part))) as Record<number, string>;
  }
}

/** Types between which values may be copied and compared, apart from numbers out of range. */
export function isCompatible(a: MurphiType, b: MurphiType): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "boolean":
      return b.kind === "boolean";
    case "range":
      return b.kind === "range";
    case "enum":
    case "scalarset":
      if (b.kind === "union") return b.parts.includes(a);
      return a.kind === "enum" && b.kind === "enum" && sameList(a.members, b.members) && a.first === b.first;
    case "union":
      if (b.kind === "union") return a.parts.some((part) => b.parts.includes(part));
      return (b.kind === "enum" || b.kind === "scalarset") && a.parts.includes(b);
    case "record":
      return (
        b.kind === "record" &&
        a.fields.length === b.fields.length &&
        a.fields.every(({ name, type }, i) => name === b.fields[i]!.name && isSame(type, b.fields[i]!.type))
      );
    case "array":
      return b.kind === "array" && isSame(a.index, b.index) && isSame(a.element, b.element);
    case "multiset":
      return b.kind === "multiset" && a.capacity === b.capacity && isSame(a.element, b.element);
  }
}

/** Whether two types have the same values. */
function isSame(a: MurphiType, b: MurphiType): boolean {
  if (a.kind === "range" && b.kind === "range") return a.low === b.low && a.high === b.high;
  if (a.kind === "union" || b.kind === "union") {
    return a.kind === b.kind && a.kind === "union" && b.kind === "union" && sameList(a.parts, b.parts);
  }
  return isCompatible(a, b);
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

/** Lets two types of copied values have the same undefined places. */
export function mergeCells(a: MurphiType, b: MurphiType): void {
  if (a === b) return;
  if (a.kind === "record" && b.kind === "record") {
    a.fields.forEach((field, i) => {
      field.cell.merge(b.fields[i]!.cell);
      mergeCells(field.type, b.fields[i]!.type);
    });
  } else if ((a.kind === "array" && b.kind === "array") || (a.kind === "multiset" && b.kind === "multiset")) {
    a.cell.merge(b.cell);
    mergeCells(a.element, b.element);
  }
}

/** A type in the words of a message. */
export function showType(type: MurphiType): string {
  switch (type.kind) {
    case "boolean":
      return "a truth value";
    case "range":
      return "a number";
    case "enum":
      return type.name === undefined ? "a member of an enumeration" : `a member of \`${type.name}\``;
    case "scalarset":
      return type.name === undefined ? "an element of a scalarset" : `an element of \`${type.name}\``;
    case "union":
      return "a member of a union";
    case "record":
      return "a record";
    case "array":
      return "an array";
    case "multiset":
      return "a multiset";
  }
}
