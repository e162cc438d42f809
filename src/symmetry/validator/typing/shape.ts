/**
 * What a symmetry does to a place as a whole.
 *
 * A place with an index that is not constant stands for all elements of an array, so a symmetry must treat these alike: it
 * permutes the indices, and does the same to each element. That is the shape of its action. A shape that a symmetry of
 * slots does not have is undefined; then the place can only be followed where all indices are constant.
 *
 *     var at: array [0..2] of 0..9, and the symmetry (at[0] at[1])
 *     at           goes to `at`, and has the shape: array with the indices (0 1), elements as they are
 *     at[0]        goes to `at[1]`
 */

import type { Model, ScalarType, Type } from "../../../model/model.ts";
import { isScalar, lengthOf, lowOf, sizeOf } from "../../../model/slots.ts";
import { equalTypes } from "../../../model/typing.ts";
import { look } from "../../../util/limits.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import type { Symmetry } from "../../symmetry.ts";
import type { ValuePermutation, ValuePermutations } from "./value-permutation.ts";

/** Equal shapes of one `Shapes` are the same object. */
export type Shape =
  | { readonly kind: "scalar"; readonly values: ValuePermutation }
  | { readonly kind: "array"; readonly indices: ValuePermutation; readonly element: Shape }
  | { readonly kind: "record"; readonly fields: readonly Shape[] }
  | { readonly kind: "queue"; readonly element: Shape };

/** Where a place goes, by its first slot, and how. */
export interface PlaceImage {
  readonly offset: number;
  readonly shape: Shape;
}

/** The variables of a model, for all its symmetries. */
const placesOf = new WeakMap<Model, readonly { readonly type: Type; readonly offset: number }[]>();

export class Shapes {
  readonly #symmetry: Symmetry;
  readonly #permutations: ValuePermutations;
  readonly #variables: readonly { readonly type: Type; readonly offset: number }[];
  readonly #images = new Map<number, { readonly type: Type; readonly image: PlaceImage | undefined }[]>();
  readonly #known = new Map<string, Shape>();
  readonly #numbers = new Map<Shape | ValuePermutation, number>();

  constructor(model: Model, symmetry: Symmetry, permutations: ValuePermutations, offsets: ReadonlyMap<string, number>) {
    this.#symmetry = symmetry;
    this.#permutations = permutations;
    this.#variables = getOrAdd(placesOf, model, () =>
      model.variables.map(({ name, type }) => ({ type, offset: offsets.get(name)! })),
    );
  }

  /** Undefined if the slots of the place do not go to a place of the same type, in a way that has a shape. */
  imageOf(offset: number, type: Type): PlaceImage | undefined {
    const list = this.#images.get(offset) ?? [];
    const known = list.find((each) => each.type === type);
    if (known) return known.image;
    const to = this.#startOf(this.#symmetry.slots[offset]!, type);
    const shape = to === undefined ? undefined : this.#shape(type, offset, to);
    const image = shape && { offset: to!, shape };
    this.#images.set(offset, [...list, { type, image }]);
    return image;
  }

  /** The shape of what no symmetry touches. */
  unmoved(type: Type): Shape {
    switch (type.kind) {
      case "bool":
      case "range":
      case "enum":
        return this.scalar(this.#permutations.identity);
      case "array":
        return this.#array(this.#permutations.identity, this.unmoved(type.element));
      case "record":
        return this.#record(type.fields.map((field) => this.unmoved(field.type)));
      case "queue":
        return this.#queue(this.unmoved(type.element));
    }
  }

  permutation(map: Iterable<readonly [number, number]>): ValuePermutation | undefined {
    return this.#permutations.of(map);
  }

  scalar(values: ValuePermutation): Shape {
    return this.#one(`s${this.#number(values)}`, () => ({ kind: "scalar", values }));
  }

  /** The first slot of the place of a type that a slot is in. */
  #startOf(slot: number, wanted: Type): number | undefined {
    let { type, offset } = this.#variableOf(slot);
    while (!equalTypes(type, wanted)) {
      const within = slot - offset;
      if (type.kind === "array") {
        const size = sizeOf(type.element);
        offset += Math.floor(within / size) * size;
        type = type.element;
      } else if (type.kind === "record") {
        let [k, before] = [0, 0];
        while (before + sizeOf(type.fields[k]!.type) <= within) before += sizeOf(type.fields[k++]!.type);
        offset += before;
        type = type.fields[k]!.type;
      } else return undefined;
    }
    return offset;
  }

  /** The variable that a slot is in, by bisection: a net has tens of thousands. */
  #variableOf(slot: number): { readonly type: Type; readonly offset: number } {
    const variables = this.#variables;
    let [low, high] = [0, variables.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (variables[middle]!.offset <= slot) low = middle;
      else high = middle;
    }
    return variables[low]!;
  }

  #shape(type: Type, from: number, to: number): Shape | undefined {
    if (isScalar(type)) return this.#symmetry.slots[from] === to ? this.#scalarAt(from) : undefined;
    switch (type.kind) {
      case "array":
        return this.#shapeOfArray(type.index, type.element, from, to);
      case "record": {
        const fields: Shape[] = [];
        for (const field of type.fields) {
          const shape = this.#shape(field.type, from, to);
          if (!shape) return undefined;
          fields.push(shape);
          from += sizeOf(field.type);
          to += sizeOf(field.type);
        }
        return this.#record(fields);
      }
      case "queue": {
        if (this.#symmetry.slots[from] !== to || this.#scalarAt(from) !== this.scalar(this.#permutations.identity)) {
          return undefined;
        }
        const size = sizeOf(type.element);
        const element = this.#common(type.capacity, type.element, from + 1, (i) => to + 1 + i * size);
        return element && this.#queue(element);
      }
    }
  }

  #shapeOfArray(index: ScalarType, element: Type, from: number, to: number): Shape | undefined {
    const [size, count, low] = [sizeOf(element), lengthOf(index), lowOf(index)];
    const places = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      look();
      const place = Math.floor((this.#symmetry.slots[from + i * size]! - to) / size);
      if (place < 0 || place >= count) return undefined;
      places.set(low + i, low + place);
    }
    const indices = this.#permutations.of(places);
    const shape = indices && this.#common(count, element, from, (i) => to + (places.get(low + i)! - low) * size);
    return shape && this.#array(indices, shape);
  }

  /** The shape of each of so many elements, if it is the same for all. */
  #common(count: number, element: Type, from: number, startOf: (i: number) => number): Shape | undefined {
    const size = sizeOf(element);
    let common: Shape | undefined;
    for (let i = 0; i < count; i++) {
      look();
      const shape = this.#shape(element, from + i * size, startOf(i));
      if (!shape || (common && shape !== common)) return undefined;
      common = shape;
    }
    return common;
  }

  #scalarAt(slot: number): Shape | undefined {
    const values = this.#permutations.of(this.#symmetry.values.get(slot) ?? []);
    return values && this.scalar(values);
  }

  #array(indices: ValuePermutation, element: Shape): Shape {
    const key = `a${this.#number(indices)},${this.#number(element)}`;
    return this.#one(key, () => ({ kind: "array", indices, element }));
  }

  #record(fields: readonly Shape[]): Shape {
    return this.#one(`r${fields.map((field) => this.#number(field)).join()}`, () => ({ kind: "record", fields }));
  }

  #queue(element: Shape): Shape {
    return this.#one(`q${this.#number(element)}`, () => ({ kind: "queue", element }));
  }

  #one(key: string, make: () => Shape): Shape {
    const shape = this.#known.get(key) ?? make();
    this.#known.set(key, shape);
    return shape;
  }

  #number(part: Shape | ValuePermutation): number {
    const number = this.#numbers.get(part) ?? this.#numbers.size;
    this.#numbers.set(part, number);
    return number;
  }
}
