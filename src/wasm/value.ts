/**
 * WebAssembly written as a program: values with methods, variables that are set, control structures whose bodies are
 * functions.
 *
 * Statements are emitted in the order of the calls: `x.set(y.plus(1))` appends to the code under construction, and
 * `when(test, () => ...)` collects the code that its body appends. So the text of a generator has the order and the
 * nesting of the code that it makes. A value is a tree that is evaluated at each use. A variable makes it evaluated
 * once. The one piece of hidden state is the code under construction (`construction.ts`), which `define` opens and
 * closes. The tree itself is `code.ts`.
 *
 * Comparisons: `less` and `greater` are signed, `below` and `above` are unsigned.
 */

import type { Code, Global, Local, Operator, ValueType } from "./code.ts";
import { collect, emit, newLocal } from "./construction.ts";

export type I32 = Value<"i32">;
export type I64 = Value<"i64">;
/** A value, or a constant known at compile time. */
export type Operand<T extends ValueType> = Value<T> | (T extends "i32" ? number : bigint);
interface Constant {
  readonly i32: number;
  readonly i64: bigint;
}

/** A value, together with the code that a body emits before it returns the value. */
export function compute<T extends ValueType>(body: () => Value<T>): Value<T> {
  let value!: Value<T>;
  const before = collect(() => (value = body()));
  const isAll = before.kind === "sequence" && before.parts.length === 0;
  return isAll ? value : new Value(value.type, { kind: "sequence", parts: [before, value.code] });
}

/** Code that computes a value, without effect until it is used. */
export class Value<T extends ValueType> {
  readonly type: T;
  readonly code: Code;

  constructor(type: T, code: Code) {
    this.type = type;
    this.code = code;
  }

  /** The number, if it is known at compile time. */
  get constant(): Constant[T] | undefined {
    return this.code.kind === "constant" ? (this.code.value as Constant[T]) : undefined;
  }

  plus(other: Operand<T>): Value<T> {
    const right = this.lift(other);
    if (right.isConstantZero) return this;
    if (this.isConstantZero) return right;
    if (this.constant === undefined || right.constant === undefined) return this.binary("add", right);
    return constant(this.type, BigInt(this.constant) + BigInt(right.constant));
  }

  minus(other: Operand<T>): Value<T> {
    return this.unlessZero("sub", other);
  }

  times(other: Operand<T>): Value<T> {
    return this.binary("mul", other);
  }

  /** Signed. */
  dividedBy(other: Operand<T>): Value<T> {
    return this.binary("div_s", other);
  }

  /** Signed: the remainder has the sign of the dividend. */
  remainder(other: Operand<T>): Value<T> {
    return this.binary("rem_s", other);
  }

  and(other: Operand<T>): Value<T> {
    return this.binary("and", other);
  }

  or(other: Operand<T>): Value<T> {
    return this.isConstantZero ? this.lift(other) : this.binary("or", other);
  }

  xor(other: Operand<T>): Value<T> {
    return this.binary("xor", other);
  }

  shiftLeft(other: Operand<T>): Value<T> {
    return this.unlessZero("shl", other);
  }

  /** The shift inserts zeros. */
  shiftRight(other: Operand<T>): Value<T> {
    return this.unlessZero("shr_u", other);
  }

  isZero(): I32 {
    return operation("i32", `${this.type}.eqz`, this);
  }

  equals(other: Operand<T>): I32 {
    return this.compare("eq", other);
  }

  differs(other: Operand<T>): I32 {
    return this.compare("ne", other);
  }

  less(other: Operand<T>): I32 {
    return this.compare("lt_s", other);
  }

  lessOrEqual(other: Operand<T>): I32 {
    return this.compare("le_s", other);
  }

  greater(other: Operand<T>): I32 {
    return this.compare("gt_s", other);
  }

  greaterOrEqual(other: Operand<T>): I32 {
    return this.compare("ge_s", other);
  }

  below(other: Operand<T>): I32 {
    return this.compare("lt_u", other);
  }

  belowOrEqual(other: Operand<T>): I32 {
    return this.compare("le_u", other);
  }

  above(other: Operand<T>): I32 {
    return this.compare("gt_u", other);
  }

  aboveOrEqual(other: Operand<T>): I32 {
    return this.compare("ge_u", other);
  }

  /** The low 32 bits. */
  wrap(this: I64): I32 {
    return operation("i32", "i32.wrap_i64", this);
  }

  signed64(this: I32): I64 {
    return this.constant === undefined ? operation("i64", "i64.extend_i32_s", this) : i64(BigInt(this.constant));
  }

  unsigned64(this: I32): I64 {
    return operation("i64", "i64.extend_i32_u", this);
  }

  /** The number of zeros below the lowest set bit. */
  trailingZeros(this: I64): I64 {
    return operation("i64", "i64.ctz", this);
  }

  /** The number of bits that are set. */
  countOnes(this: I64): I64 {
    return operation("i64", "i64.popcnt", this);
  }

  /** The number in memory at this address. */
  load(this: I32, offset = 0): I32 {
    return fromMemory("i32", "i32.load", this, offset);
  }

  load64(this: I32, offset = 0): I64 {
    return fromMemory("i64", "i64.load", this, offset);
  }

  load16(this: I32, offset = 0): I32 {
    return fromMemory("i32", "i32.load16_u", this, offset);
  }

  store(this: I32, value: Operand<"i32">, offset = 0): void {
    emit({ kind: "store", op: "i32.store", ...addressOf(this, offset), value: lift("i32", value).code });
  }

  store64(this: I32, value: Operand<"i64">, offset = 0): void {
    emit({ kind: "store", op: "i64.store", ...addressOf(this, offset), value: lift("i64", value).code });
  }

  /** Stores the 16 bytes that are in memory at another address. */
  store128(this: I32, from: I32, offset = 0): void {
    emit({ kind: "store", op: "v128.store", ...addressOf(this, offset), value: load128(from, offset) });
  }

  private get isConstantZero(): boolean {
    return this.constant !== undefined && Number(this.constant) === 0;
  }

  private lift(other: Operand<T>): Value<T> {
    return lift(this.type, other);
  }

  private binary(name: string, other: Operand<T>): Value<T> {
    return operation(this.type, `${this.type}.${name}` as Operator, this, this.lift(other));
  }

  private unlessZero(name: string, other: Operand<T>): Value<T> {
    return this.lift(other).isConstantZero ? this : this.binary(name, other);
  }

  private compare(name: string, other: Operand<T>): I32 {
    return operation("i32", `${this.type}.${name}` as Operator, this, this.lift(other));
  }
}

/** A local of the routine under construction, or a global. */
export class Variable<T extends ValueType> extends Value<T> {
  private readonly place: { readonly local: Local } | { readonly global: Global };

  constructor(type: T, place: { readonly local: Local } | { readonly global: Global }) {
    super(type, "local" in place ? { kind: "local.get", ...place } : { kind: "global.get", ...place });
    this.place = place;
  }

  set(value: Operand<T>): void {
    const { code } = lift(this.type, value);
    emit("local" in this.place ? { kind: "local.set", ...this.place, value: code } : { kind: "global.set", ...this.place, value: code }); // prettier-ignore
  }

  /** An expression that sets the local when it is evaluated, and has the same value. */
  tee(value: Operand<T>): Value<T> {
    if (!("local" in this.place)) throw new TypeError("a global cannot be set on the way");
    return new Value(this.type, { kind: "local.tee", ...this.place, value: lift(this.type, value).code });
  }

  increase(by: Operand<T>): void {
    this.set(this.plus(by));
  }

  decrease(by: Operand<T>): void {
    this.set(this.minus(by));
  }
}

export function i32(value: number): I32 {
  return new Value("i32", { kind: "constant", type: "i32", value: value | 0 });
}

export function i64(value: bigint): I64 {
  return new Value("i64", { kind: "constant", type: "i64", value: BigInt.asIntN(64, value) });
}

/** A new local. Without an initial value, it keeps the value of the previous round of an enclosing loop. */
export function local<T extends ValueType>(name: string, type: T, initial?: Operand<T>): Variable<T> {
  const made = new Variable(type, { local: newLocal(name, type) });
  if (initial !== undefined) made.set(initial);
  return made;
}

/** A new 32-bit local with this value. */
export function word(name: string, initial: Operand<"i32">): Variable<"i32"> {
  return local(name, "i32", initial);
}

/** A new 64-bit local with this value. */
export function long(name: string, initial: Operand<"i64">): Variable<"i64"> {
  return local(name, "i64", initial);
}

export function lift<T extends ValueType>(type: T, operand: Operand<T>): Value<T> {
  return typeof operand === "object" ? operand : constant(type, BigInt(operand));
}

function constant<T extends ValueType>(type: T, value: bigint): Value<T> {
  const made = type === "i32" ? i32(Number(BigInt.asIntN(32, value))) : i64(value);
  return made as unknown as Value<T>;
}

export function operation<T extends ValueType>(
  type: T,
  op: Operator,
  ...operands: readonly Value<ValueType>[]
): Value<T> {
  return new Value(type, { kind: "operator", op, operands: operands.map(({ code }) => code) });
}

function fromMemory<T extends ValueType>(
  type: T,
  op: "i32.load" | "i64.load" | "i32.load16_u",
  at: I32,
  offset: number,
): Value<T> {
  return new Value(type, { kind: "load", op, ...addressOf(at, offset) });
}

/** 16 bytes are never a variable or a result, so they have no type. */
function load128(at: I32, offset: number): Code {
  return { kind: "load", op: "v128.load", ...addressOf(at, offset) };
}

/** Whether two places in memory have different bits, 16 bytes at each of the offsets, of which there is one at least. */
export function differ128(a: I32, b: I32, offsets: readonly number[]): I32 {
  const combined = (op: "v128.xor" | "v128.or", left: Code, right: Code): Code => {
    return { kind: "operator", op, operands: [left, right] };
  };
  const differences = offsets.map((offset) => combined("v128.xor", load128(a, offset), load128(b, offset)));
  const all = differences.reduce((left, right) => combined("v128.or", left, right));
  return new Value("i32", { kind: "operator", op: "v128.any_true", operands: [all] });
}

/** A constant address becomes part of the offset. */
function addressOf(at: I32, offset: number): { readonly address: Code; readonly offset: number } {
  const { constant } = at;
  return constant === undefined ? { address: at.code, offset } : { address: i32(0).code, offset: constant + offset };
}
