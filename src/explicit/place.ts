/**
 * Places of the unpacked state, one 32-bit word per slot, and composite values. Indices are checked where bounds do not
 * show that they are within an array.
 */

import type { Expression, Type } from "../model/model.ts";
import { fieldOf, highOf, isScalar, lowOf, sizeOf, visitSlots } from "../model/slots.ts";
import { isSingle, typeOf } from "../model/typing.ts";
import type { ExpressionType, Scope } from "../model/typing.ts";
import { when } from "../wasm/control.ts";
import { i32, word } from "../wasm/value.ts";
import type { I32 } from "../wasm/value.ts";
import { either, kept, narrowed, outside } from "./scalar.ts";
import type { Scalar } from "./scalar.ts";
import type { Binding, ModelSymbols } from "./symbols.ts";

/** A place in memory: byte address `address`, plus `dynamic` for a computed index. */
export interface MemoryPlace {
  readonly type: Type;
  readonly address: number;
  readonly dynamic?: I32 | undefined;
}

export abstract class PlaceCompiler {
  readonly symbols: ModelSymbols;
  readonly bindings: Map<string, Binding> = new Map();
  /** The code for a run-time error. It must not return. */
  onFailure: () => void;
  canFail = false;
  private readonly scope: Scope;

  constructor(symbols: ModelSymbols, onFailure: () => void) {
    this.symbols = symbols;
    this.scope = { ...symbols.scope, locals: { get: (name) => this.bindings.get(name)?.type } };
    this.onFailure = onFailure;
  }

  abstract scalar(e: Expression): Scalar;

  /** Fails if the test holds. */
  failIf(test: I32): void {
    this.canFail = true;
    when(test, this.onFailure);
  }

  /** The value of a condition. Code that must run before it, such as checks of indices, is emitted at once. */
  condition(e: Expression): I32 {
    return narrowed(this.scalar(e));
  }

  typeOf(e: Expression): ExpressionType {
    return typeOf(e, this.scope);
  }

  isComposite(e: Expression): boolean {
    return !isSingle(this.typeOf(e));
  }

  /**
   * The place of an expression. Indices are computed and checked at once, so that the place can be used more than once.
   */
  place(e: Expression): MemoryPlace {
    switch (e.kind) {
      case "variable":
        return { type: this.scope.variables.get(e.name)!, address: this.symbols.addresses.get(e.name)! };
      case "local": {
        const binding = this.bindings.get(e.name)!;
        if (binding.kind !== "memory") throw new TypeError("not in memory");
        return { type: binding.type, address: binding.address };
      }
      case "field": {
        const base = this.place(e.base);
        if (base.type.kind !== "record") throw new TypeError("not a record");
        const { type, offset } = fieldOf(base.type, e.field);
        return { ...base, type, address: base.address + 4 * offset };
      }
      case "index":
        return this.element(this.place(e.base), this.scalar(e.index));
      default:
        throw new TypeError(`${e.kind} is not a place`);
    }
  }

  private element(base: MemoryPlace, index: Scalar): MemoryPlace {
    if (base.type.kind === "array") {
      const { index: indexType, element } = base.type;
      const low = lowOf(indexType);
      const high = highOf(indexType);
      if (index.low >= low && index.high <= high) return this.advance({ ...base, type: element }, narrowed(index), low);
      const saved = kept("index", index);
      this.failIf(outside(saved, low, high));
      return this.advance({ ...base, type: element }, narrowed(saved), low);
    }
    if (base.type.kind !== "queue") throw new TypeError("no elements");
    const { element } = base.type;
    const saved = kept("index", index);
    const length = loadAt(base, 0);
    const { value } = saved;
    this.failIf(value.type === "i64" ? value.aboveOrEqual(length.unsigned64()) : value.aboveOrEqual(length));
    return this.advance({ ...base, type: element, address: base.address + 4 }, narrowed(saved), 0);
  }

  /** The place `index - low` elements further on, where `place` has the type of an element. */
  advance(place: MemoryPlace, index: I32, low: number): MemoryPlace {
    const bytes = 4 * sizeOf(place.type);
    const { constant } = index;
    if (constant !== undefined) return { ...place, address: place.address + (constant - low) * bytes };
    const offset = index.minus(low).times(bytes);
    return { ...place, dynamic: word("offset", place.dynamic ? place.dynamic.plus(offset) : offset) };
  }

  protected loadScalar(place: MemoryPlace): Scalar {
    if (!isScalar(place.type)) throw new TypeError("not a scalar");
    return { value: loadAt(place, 0), low: lowOf(place.type), high: highOf(place.type) };
  }

  /** The slots of a composite value. They can be read in any order, and more than once. */
  composite(e: Expression): readonly Scalar[] {
    switch (e.kind) {
      case "aggregate":
        return e.items.flatMap((item) => this.anyValue(item));
      case "conditional": {
        const test = word("test", this.condition(e.test));
        let then: readonly Scalar[] = [];
        let otherwise: readonly Scalar[] = [];
        when(test, () => (then = this.composite(e.then)), () => (otherwise = this.composite(e.else))); // prettier-ignore
        return then.map((slot, i) => either(test, slot, otherwise[i]!));
      }
      default: {
        const place = this.place(e);
        const slots: Scalar[] = [];
        visitSlots(place.type, "", (_, low, high) => slots.push({ value: loadAt(place, slots.length), low, high }));
        return slots;
      }
    }
  }

  /** Any value as slots. A scalar is computed once. */
  anyValue(e: Expression): readonly Scalar[] {
    if (this.isComposite(e)) return this.composite(e);
    const scalar = this.scalar(e);
    return [scalar.value.constant === undefined ? kept("value", scalar) : scalar];
  }
}

/** Loads the slot `slot` positions after the start of a place. */
export function loadAt(place: MemoryPlace, slot: number): I32 {
  const address = place.address + 4 * slot;
  return place.dynamic ? place.dynamic.load(address) : i32(address).load();
}
