/**
 * Compiles expressions to WebAssembly.
 *
 * The current state is unpacked in memory, one 32-bit word per slot, so that guards read without shifting. Every
 * compiled scalar has bounds on its value. They decide whether an index or a value needs a check, and whether 64 bits
 * are needed.
 */

import { facts } from "../model/facts.ts";
import type { Expression, Model, Quantifier, ScalarType, Type } from "../model/model.ts";
import { fieldOf, highOf, isScalar, lowOf, sizeOf, visitSlots } from "../model/slots.ts";
import { isSingle, scopeOf, typeOf } from "../model/typing.ts";
import type { ExpressionType, Scope } from "../model/typing.ts";
import { look } from "../util/limits.ts";
import type { Routine } from "../wasm/assembler.ts";
import type { ValueType } from "../wasm/code.ts";
import { collect, emit } from "../wasm/construction.ts";
import { block, choose, loop, when } from "../wasm/control.ts";
import { compute, i32, local, word } from "../wasm/value.ts";
import type { I32, I64, Value, Variable } from "../wasm/value.ts";
import { arithmetic, compare, constantScalar, either, isWide, kept, narrowed, outside, truthValue, widened } from "./scalar.ts"; // prettier-ignore
import type { Scalar } from "./scalar.ts";

/** A place in memory: byte address `address`, plus `dynamic` for a computed index. */
export interface MemoryPlace {
  readonly type: Type;
  readonly address: number;
  readonly dynamic?: I32 | undefined;
}

export type Binding =
  | { readonly kind: "register"; readonly type: ScalarType; readonly local: Variable<"i32"> }
  | { readonly kind: "memory"; readonly type: Type; readonly address: number };

/**
 * A function that returns whether a condition holds. If its evaluation fails, it sets the global `fault` and returns
 * false.
 */
export interface Condition {
  readonly holds: Routine<undefined, I32>;
  readonly canFail: boolean;
}

/** The names that expressions of one model refer to. */
export interface ModelSymbols {
  readonly scope: Scope;
  readonly constants: ReadonlyMap<string, number>;
  /** The byte address of the first slot of each variable in the unpacked state. */
  readonly addresses: ReadonlyMap<string, number>;
  readonly predicates: ReadonlyMap<string, Condition>;
  /** Set by a predicate or property whose evaluation failed. */
  readonly fault: Variable<"i32">;
  /** Code for each round of a long loop, which checks the limits from time to time. */
  readonly tick: () => void;
}

/** The most rounds of a loop, including enclosing loops, without checks of the limits. */
const roundsWithoutLook = 4096;

export function symbolsOf(
  model: Model,
  addressOf: (variable: string) => number,
  fault: Variable<"i32">,
  tick: () => void,
): Omit<ModelSymbols, "predicates"> {
  return {
    scope: scopeOf(model),
    constants: facts(model).constants,
    addresses: new Map(model.variables.map((v) => [v.name, addressOf(v.name)])),
    fault,
    tick,
  };
}

export class ExpressionCompiler {
  readonly symbols: ModelSymbols;
  readonly bindings: Map<string, Binding> = new Map();
  /** The code for a run-time error. It must not return. */
  onFailure: () => void;
  canFail = false;
  /** The number of executions of the current code, by the enclosing loops. */
  private rounds = 1;
  private readonly scope: Scope;

  constructor(symbols: ModelSymbols, onFailure: () => void) {
    this.symbols = symbols;
    this.scope = { ...symbols.scope, locals: { get: (name) => this.bindings.get(name)?.type } };
    this.onFailure = onFailure;
  }

  /** Makes a loop of `rounds` rounds, each of which begins with a tick. */
  inLoop(rounds: number, makeLoop: (tick: () => void) => void): void {
    const outer = this.rounds;
    this.rounds *= rounds;
    makeLoop(this.rounds > roundsWithoutLook ? this.symbols.tick : () => {});
    this.rounds = outer;
  }

  /** Counts through a range, inclusive. It compares before it increments, so that no bound overflows. */
  count(counter: Variable<"i32">, low: number, high: number, body: () => void): void {
    this.inLoop(high - low + 1, (tick) => {
      counter.set(low);
      loop((again) => {
        tick();
        body();
        when(counter.differs(high), () => {
          counter.increase(1);
          again.go();
        });
      });
    });
  }

  /** Fails if the test holds. */
  failIf(test: I32): void {
    this.canFail = true;
    when(test, this.onFailure);
  }

  /** The value of a condition. Code that must run before it, such as checks of indices, is emitted at once. */
  condition(e: Expression): I32 {
    return narrowed(this.scalar(e));
  }

  scalar(e: Expression): Scalar {
    look();
    switch (e.kind) {
      case "integer":
        return constantScalar(e.value);
      case "boolean":
        return constantScalar(Number(e.value));
      case "member":
        return constantScalar(e.type.members.indexOf(e.name));
      case "constant":
        return constantScalar(this.symbols.constants.get(e.name)!);
      case "predicate": {
        const { holds, canFail } = this.symbols.predicates.get(e.name)!;
        if (!canFail) return truthValue(holds());
        const { fault } = this.symbols;
        const value = word("predicate", holds());
        this.canFail = true;
        when(fault, () => {
          fault.set(0);
          this.onFailure();
        });
        return truthValue(value);
      }
      case "local": {
        const binding = this.bindings.get(e.name)!;
        if (binding.kind === "memory") return this.loadScalar(this.place(e));
        return { value: binding.local, low: lowOf(binding.type), high: highOf(binding.type) };
      }
      case "variable":
      case "index":
      case "field":
        return this.loadScalar(this.place(e));
      case "unary": {
        const operand = this.scalar(e.operand);
        return e.op === "!" ? truthValue(operand.value.isZero()) : arithmetic("-", constantScalar(0), operand);
      }
      case "binary":
        return this.binary(e);
      case "conditional": {
        const test = this.condition(e.test);
        return either(test, this.lazy(e.then), this.lazy(e.else));
      }
      case "quantified":
        return this.quantified(e);
      case "queue": {
        const place = this.place(e.queue);
        if (place.type.kind !== "queue") throw new TypeError("not a queue");
        const { capacity } = place.type;
        const length = loadAt(place, 0);
        if (e.op === "len") return { value: length, low: 0, high: capacity };
        return truthValue(e.op === "empty" ? length.isZero() : length.equals(capacity));
      }
      case "aggregate":
        throw new TypeError("a composite value is not a scalar");
    }
  }

  private binary(e: Expression & { readonly kind: "binary" }): Scalar {
    switch (e.op) {
      case "&&":
        return truthValue(choose(this.condition(e.left), () => this.condition(e.right), () => i32(0))); // prettier-ignore
      case "||":
        return truthValue(choose(this.condition(e.left), () => i32(1), () => this.condition(e.right))); // prettier-ignore
      case "->":
        return truthValue(choose(this.condition(e.left), () => this.condition(e.right), () => i32(1))); // prettier-ignore
      case "==":
      case "!=": {
        if (!this.isComposite(e.left)) return compare(e.op, this.scalar(e.left), this.scalar(e.right));
        const left = this.composite(e.left);
        const right = this.composite(e.right);
        const equal = left
          .map((slot, i) => narrowed(compare("==", slot, right[i]!)))
          .reduce((all, next) => all.and(next), i32(1));
        return truthValue(e.op === "==" ? equal : equal.isZero());
      }
      case "<":
      case "<=":
      case ">":
      case ">=":
        return compare(e.op, this.scalar(e.left), this.scalar(e.right));
      case "+":
      case "-":
      case "*":
        return arithmetic(e.op, this.scalar(e.left), this.scalar(e.right));
      case "/":
      case "%":
        return this.divide(e.op, this.scalar(e.left), this.scalar(e.right));
    }
  }

  /** A scalar with the code that must run before it, for places where it may not run at all. */
  private lazy(e: Expression): Scalar {
    let made!: Scalar;
    const value = compute(() => (made = this.scalar(e)).value as Value<ValueType>) as I32 | I64;
    return { ...made, value };
  }

  private divide(operator: "/" | "%", left: Scalar, right: Scalar): Scalar {
    // -2^31 / -1 is the one quotient that exceeds 32 bits, and traps in WebAssembly.
    const [dividend, divisor] = [left.value, right.value];
    const overflows = left.low === -(2 ** 31) && right.low <= -1;
    const value =
      dividend.type === "i32" && divisor.type === "i32" && !overflows
        ? this.quotient(operator, dividend, divisor, right)
        : this.quotient(operator, widened(left), widened(right), right);
    const reach = Math.max(Math.abs(left.low), Math.abs(left.high));
    if (operator === "/") {
      const low = left.low >= 0 && right.low >= 0 ? 0 : -reach;
      return { value, low, high: left.high <= 0 && right.low >= 0 ? 0 : reach };
    }
    const limit = Math.min(reach, Math.max(0, Math.max(Math.abs(right.low), Math.abs(right.high)) - 1));
    return { value, low: left.low >= 0 ? 0 : -limit, high: left.high <= 0 ? 0 : limit };
  }

  private quotient<T extends ValueType>(
    operator: "/" | "%",
    left: Value<T>,
    right: Value<T>,
    bounds: Scalar,
  ): Value<T> {
    let divisor = right;
    if (bounds.low <= 0 && bounds.high >= 0) {
      divisor = local("divisor", right.type, right);
      this.failIf(divisor.isZero());
    }
    return operator === "/" ? left.dividedBy(divisor) : left.remainder(divisor);
  }

  private quantified(e: Expression & { readonly kind: "quantified" }): Scalar {
    const low = lowOf(e.type);
    const high = highOf(e.type);
    const counter = local(e.name, "i32");
    const over = (round: (body: Scalar) => void): void =>
      this.count(counter, low, high, () => {
        this.bindings.set(e.name, { kind: "register", type: e.type, local: counter });
        const body = this.scalar(e.body);
        this.bindings.delete(e.name);
        round(body);
      });
    if (e.op === "forall" || e.op === "exists") {
      const result = local(e.op, "i32");
      block((done) =>
        over((body) => {
          const value = result.tee(narrowed(body));
          done.goIf(e.op === "forall" ? value.isZero() : value);
        }),
      );
      return truthValue(result);
    }
    return this.sum(e.op, high - low + 1, over);
  }

  /** The required width of the total is known after the body is compiled. */
  private sum(quantifier: Quantifier, n: number, over: (round: (body: Scalar) => void) => void): Scalar {
    let total!: Scalar;
    const rounds = collect(() =>
      over((body) => {
        const bounds = this.sumBounds(quantifier, n, body);
        if (isWide(bounds.low, bounds.high) || body.value.type === "i64") {
          const sum = local(quantifier, "i64");
          sum.increase(widened(body));
          total = { value: sum, ...bounds };
        } else {
          const sum = local(quantifier, "i32");
          sum.increase(body.value);
          total = { value: sum, ...bounds };
        }
      }),
    );
    if (total.value.type === "i64") (total.value as Variable<"i64">).set(0n);
    else (total.value as Variable<"i32">).set(0);
    emit(rounds);
    return total;
  }

  private sumBounds(quantifier: Quantifier, n: number, body: Scalar): { readonly low: number; readonly high: number } {
    if (quantifier === "count") return { low: 0, high: n };
    return { low: Math.min(0, n * body.low), high: Math.max(0, n * body.high) };
  }

  // -------------------------------------------------------------- places and composite values

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

  private loadScalar(place: MemoryPlace): Scalar {
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
