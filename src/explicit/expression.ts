/**
 * Compiles expressions to WebAssembly.
 *
 * The current state is unpacked in memory, one 32-bit word per slot, so that guards read without shifting. Every
 * compiled scalar has bounds on its value. They decide whether an index or a value needs a check, and whether 64 bits
 * are needed.
 */

import { flattenConjunction } from "../model/conjunction.ts";
import type { Expression, Quantifier } from "../model/model.ts";
import { highOf, lowOf } from "../model/slots.ts";
import { partsOf } from "../model/traverse.ts";
import { chain } from "../syntax/chain.ts";
import { look } from "../util/limits.ts";
import type { ValueType } from "../wasm/code.ts";
import { collect, emit } from "../wasm/construction.ts";
import { block, choose, inCase, loop, when } from "../wasm/control.ts";
import { compute, i32, local, word } from "../wasm/value.ts";
import type { I32, I64, Value, Variable } from "../wasm/value.ts";
import { disjunctsOf, isCases } from "./cases.ts";
import type { Cases } from "./cases.ts";
import { loadAt, PlaceCompiler } from "./place.ts";
import { arithmetic, compare, constantScalar, either, isWide, narrowed, truthValue, widened } from "./scalar.ts";
import type { Scalar } from "./scalar.ts";
import type { ModelSymbols, Outline, Outlined } from "./symbols.ts";

/** The most rounds of a loop, including enclosing loops, without checks of the limits. */
const roundsWithoutLook = 4096;
/** The longest table of cases. */
const mostCases = 1024;

/** From this number of cases on, each has a routine of its own, if it is of this size. */
const casesWithRoutines = 8;
const smallestRoutine = 16;
/** More of a condition than this is not in one routine: V8 takes quadratic time, or worse, to optimize a large one. */
const largestRoutine = 2048;

export class ExpressionCompiler extends PlaceCompiler {
  /** The number of executions of the current code, by the enclosing loops. */
  private rounds = 1;
  private readonly outline: Outline | undefined;

  /** @param outline makes routines of large parts; they stay in one routine if it is absent */
  constructor(symbols: ModelSymbols, onFailure: () => void, outline?: Outline) {
    super(symbols, onFailure);
    this.outline = outline;
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

  override scalar(e: Expression): Scalar {
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
        return truthValue(this.called({ holds: holds(), canFail }));
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

  /** The result of a routine that sets `fault` if it fails. */
  private called({ holds, canFail }: Outlined): I32 {
    if (!canFail) return holds;
    const { fault } = this.symbols;
    const value = word("holds", holds);
    this.canFail = true;
    when(fault, () => {
      fault.set(0);
      this.onFailure();
    });
    return value;
  }

  private binary(e: Expression & { readonly kind: "binary" }): Scalar {
    switch (e.op) {
      case "&&":
        if (this.isTooLarge([e])) return truthValue(this.conjunction(e));
        return truthValue(choose(this.condition(e.left), () => this.condition(e.right), () => i32(0))); // prettier-ignore
      case "||":
        return truthValue(this.disjunction(disjunctsOf(e)));
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

  private disjunction(disjuncts: readonly (Expression | Cases)[]): I32 {
    const [first, ...rest] = this.portions(disjuncts, (each) => (isCases(each) ? each.disjuncts : [each]));
    const test = (portion: readonly (Expression | Cases)[]): I32 => {
      const [only] = portion;
      if (portion.length === 1) return isCases(only!) ? this.oneOf(only) : this.condition(only!);
      return this.inRoutine(portion.flatMap((each) => (isCases(each) ? each.disjuncts : [each])));
    };
    const oneOfThem = ([next, ...others]: typeof rest, before: I32): I32 =>
      next ? choose(before, () => i32(1), () => oneOfThem(others, test(next))) : before; // prettier-ignore
    return oneOfThem(rest, test(first!));
  }

  /** A large conjunction, in portions. */
  private conjunction(e: Expression): I32 {
    const portions = this.portions(flattenConjunction(e), (each) => [each]);
    const all = ([first, ...rest]: typeof portions): I32 => {
      const test = first!.length === 1 ? this.condition(first![0]!) : this.inRoutine(first!, "&&");
      return rest.length === 0 ? test : choose(test, () => all(rest), () => i32(0)); // prettier-ignore
    };
    return all(portions);
  }

  private isTooLarge(expressions: readonly Expression[]): boolean {
    return this.outline !== undefined && sizeOfAll(expressions) > largestRoutine;
  }

  /** Parts one by one, or, if they are too large together, as many at a time as a routine of their own may have. */
  private portions<T>(parts: readonly T[], expressionsOf: (part: T) => readonly Expression[]): (readonly T[])[] {
    const sizes = parts.map((part) => sizeOfAll(expressionsOf(part)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (!this.outline || total <= largestRoutine) return parts.map((part) => [part]);
    const portions: T[][] = [];
    let size = Infinity;
    parts.forEach((part, k) => {
      size += sizes[k]!;
      if (size > largestRoutine) {
        portions.push([part]);
        size = sizes[k]!;
      } else portions.at(-1)!.push(part);
    });
    return portions;
  }

  /** Whether the case of the value of a place holds. */
  private oneOf({ place, cases, disjuncts }: Cases): I32 {
    const groups = new Map<number, Expression[]>();
    for (const { value, rest } of cases) {
      const constant = this.scalar(value).value.constant as number;
      const group = groups.get(constant);
      if (group) group.push(rest);
      else groups.set(constant, [rest]);
    }
    const values = [...groups.keys()];
    const low = Math.min(...values);
    const span = Math.max(...values) - low + 1;
    if (this.isComposite(place) || span > mostCases) return this.disjunction(disjuncts);
    const holds = local("holds", "i32");
    const index = narrowed(this.scalar(place)).minus(low);
    const isLarge = groups.size >= casesWithRoutines || this.isTooLarge(disjuncts);
    const bodies = [...groups.values()].map(
      (rests) => () => holds.set(isLarge ? this.inRoutine(rests) : this.disjunction(rests)),
    );
    const none = bodies.length;
    const table = Array.from({ length: span }, (_, k) => (groups.has(low + k) ? values.indexOf(low + k) : none));
    inCase(index, [...bodies, () => holds.set(0)], [...table, none]);
    return holds;
  }

  /** A disjunction, or a conjunction, in a routine of its own, if there may be one. */
  private inRoutine(operands: readonly Expression[], op: "||" | "&&" = "||"): I32 {
    const registers = [...this.bindings].flatMap(([name, each]) =>
      each.kind === "register" ? [{ name, type: each.type, local: each.local }] : [],
    );
    const condition = chain(operands, (left, right): Expression => ({ kind: "binary", op, left, right }));
    const isSmall = sizeOf(condition) < smallestRoutine;
    if (isSmall || !this.outline || registers.length < this.bindings.size) return this.plain(operands, op);
    return this.called(this.outline(condition, registers));
  }

  /** One operand after the other, in the routine under way. */
  private plain([first, ...rest]: readonly Expression[], op: "||" | "&&"): I32 {
    const test = this.condition(first!);
    if (rest.length === 0) return test;
    const [whenSo, otherwise] = [() => this.plain(rest, op), () => i32(Number(op === "||"))];
    return op === "||" ? choose(test, otherwise, whenSo) : choose(test, whenSo, otherwise);
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
}

/** The number of parts of expressions. */
function sizeOfAll(expressions: readonly Expression[]): number {
  return expressions.reduce((sum, e) => sum + sizeOf(e), 0);
}

/** The number of parts of an expression, itself included. */
function sizeOf(e: Expression): number {
  let size = sizes.get(e);
  if (size === undefined) {
    size = partsOf(e).reduce((sum, part) => sum + sizeOf(part), 1);
    sizes.set(e, size);
  }
  return size;
}

const sizes = new WeakMap<Expression, number>();
