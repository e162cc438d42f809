/** Random types that are small enough to explore the state spaces of random models completely. */

import type { EnumType, NamedType, ScalarType, Type } from "../../src/model/model.ts";
import { isScalar, lengthOf } from "../../src/model/slots.ts";
import type { Choices } from "./choices.ts";

/** The number of values of a type. */
export function valueCount(type: Type): number {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return lengthOf(type);
    case "array":
      return valueCount(type.element) ** lengthOf(type.index);
    case "record":
      return type.fields.reduce((product, field) => product * valueCount(field.type), 1);
    case "queue": {
      let count = 0;
      for (let length = 0; length <= type.capacity; length++) count += valueCount(type.element) ** length;
      return count;
    }
  }
}

export function holdsQueue(type: Type): boolean {
  if (type.kind === "array") return holdsQueue(type.element);
  return type.kind === "queue" || (type.kind === "record" && type.fields.some((field) => holdsQueue(field.type)));
}

/** A reference to a type. */
export function reference({ name, type }: NamedType): Type {
  return type.kind === "enum" ? type : { ...type, name };
}

export class TypeGenerator {
  readonly #choices: Choices;
  readonly #named: Type[] = [];

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  /** Declares a few types. Later types refer to earlier ones. */
  declare(name: (stem: string) => string): NamedType[] {
    const c = this.#choices;
    return c.times(c.between(0, 4), () => {
      const declared = c.weighted<NamedType>([
        [2, () => ({ name: name("Range"), type: this.#range() })],
        [3, () => this.#enumeration(name)],
        [1, () => ({ name: name("Alias"), type: this.scalar(4) })],
        [2, () => ({ name: name("Composite"), type: this.type(16) })],
      ]);
      this.#named.push(reference(declared));
      return declared;
    });
  }

  /** A type with at least 2 and at most `limit` values. */
  type(limit: number, depth = 2): Type {
    const c = this.#choices;
    const scalar = (): Type => this.scalar(limit);
    if (limit < 3 || depth === 0) return scalar();
    const type = c.weighted<Type>([
      [4, scalar],
      [3, () => this.#array(limit, depth)],
      [2, () => this.#record(limit, depth)],
      [3, () => this.#queue(limit, depth)],
      [2, () => c.pick([scalar(), ...this.#named])],
    ]);
    return valueCount(type) <= limit ? type : scalar();
  }

  scalar(limit: number): ScalarType {
    const c = this.#choices;
    const named = this.#named.filter(isScalar).filter((type) => lengthOf(type) <= limit);
    return c.weighted<ScalarType>([
      [2, () => ({ kind: "bool" })],
      [3, () => this.#range(Math.min(limit, 4))],
      [named.length > 0 ? 4 : 0, () => c.pick(named)],
    ]);
  }

  #range(limit = 4): ScalarType {
    const low = this.#choices.pick([0, 0, 0, 1, -1, -2]);
    return {
      kind: "range",
      low,
      high: low + (this.#choices.chance(5) ? 0 : this.#choices.between(Math.min(1, limit - 1), limit - 1)),
    };
  }

  #enumeration(name: (stem: string) => string): NamedType {
    const type: EnumType = {
      kind: "enum",
      name: name("Enum"),
      members: this.#choices.times(this.#choices.pick([2, 3, 3, 1]), () => name("member")),
    };
    return { name: type.name, type };
  }

  #array(limit: number, depth: number): Type {
    const index = this.scalar(3);
    return { kind: "array", index, element: this.type(Math.floor(limit ** (1 / lengthOf(index))), depth - 1) };
  }

  #record(limit: number, depth: number): Type {
    const c = this.#choices;
    const tuple = c.chance(50);
    const names = tuple ? ["0", "1", "2"] : ["first", "second field", "len"];
    const count = c.between(tuple ? 2 : 1, limit > 16 ? 3 : 2);
    const share = Math.floor(limit ** (1 / count));
    return { kind: "record", fields: c.times(count, (i) => ({ name: names[i]!, type: this.type(share, depth - 1) })) };
  }

  #queue(limit: number, depth: number): Type {
    const capacity = this.#choices.between(1, limit > 20 ? 3 : limit > 6 ? 2 : 1);
    const element = this.type(Math.max(2, Math.floor((limit - 1) ** (1 / capacity))), depth - 1);
    return holdsQueue(element) ? { kind: "bool" } : { kind: "queue", capacity, element };
  }
}
