/**
 * The operators on terms: the result is a table if it is small enough, and otherwise a normal form of the operation.
 *
 * Every operator is total: a quotient by zero is zero. The failures of a model are separate terms
 * (`symbolic-expression.ts`).
 *
 * The normal form of an operation that is not a table depends only on the shape of its arguments and the slots of their
 * tables, never on the order of slots, values or numbers. So renaming of slots and values commutes with it: the image
 * of a normal form is the normal form of the image, and symmetric parts of a model are found to be equal. (Soundness
 * does not depend on this, but completeness does.)
 */

import { look } from "../../util/limits.ts";
import { constantOf, TermStore } from "./term.ts";
import type { Operator, Table, Term } from "./term.ts";

/** A condition, and the value if it holds. */
export type Branch = readonly [condition: Term, value: Term];

/** The most branches after an operation on choices is moved into the choice. */
const branchLimit = 1024;

export class Terms extends TermStore {
  readonly zero: Table = this.constant(0);
  readonly one: Table = this.constant(1);
  /** Results of operators on one or two terms, by the numbers of the terms. */
  readonly #known = new Map<string, Term>();

  // -------------------------------------------------------------- truth values

  and(given: readonly Term[]): Term {
    let args = given;
    for (;;) {
      const flat = this.#conjuncts(args);
      if (flat.some((arg) => arg === this.zero)) return this.zero;
      if (flat.length === 0) return this.one;
      if (flat.length === 1) return flat[0]!;
      if (this.isSmall(flat)) return this.combine(flat, conjunction);
      const merged = this.#mergeTables(flat, conjunction);
      if (merged.length < flat.length || merged.some((arg) => constantOf(arg) !== undefined)) {
        args = merged;
        continue;
      }
      const numbers = new Set(merged.map(({ id }) => id));
      const contradicts = merged.some(
        (arg) => arg.kind === "operation" && arg.op === "not" && numbers.has(arg.args[0]!.id),
      );
      return contradicts ? this.zero : this.operation("and", byNumber(merged), 0, 1);
    }
  }

  not(arg: Term): Term {
    if (arg.kind === "table") return this.#once("!", arg, arg, () => this.combine([arg], ([value]) => 1 - value!));
    if (arg.kind === "operation" && arg.op === "not") return arg.args[0]!;
    return this.operation("not", [arg], 0, 1);
  }

  or(args: readonly Term[]): Term {
    return args.length === 1 ? args[0]! : this.not(this.and(args.map((arg) => this.not(arg))));
  }

  // -------------------------------------------------------------- choices

  if(condition: Term, then: Term, otherwise: Term): Term {
    if (then === otherwise || condition === this.one) return then;
    if (condition === this.zero) return otherwise;
    if (!this.isSmall([condition, then, otherwise])) {
      // Common summands are moved outside, so that counting in a loop becomes a sum.
      const common = commonSummands(then, otherwise);
      if (common.length > 0) {
        const rest = this.if(condition, this.#without(then, common), this.#without(otherwise, common));
        return this.sum([...common, rest]);
      }
      const difference = this.#difference(then, otherwise);
      if (difference !== undefined) {
        return this.sum([otherwise, this.if(condition, this.constant(difference), this.zero)]);
      }
    }
    return this.cases([
      [condition, then],
      [this.not(condition), otherwise],
    ]);
  }

  /** Exactly one of the conditions must hold in every state. */
  cases(branches: readonly Branch[]): Term {
    const byValue = new Map<Term, Term[]>();
    const add = (condition: Term, value: Term): void => {
      if (condition === this.zero) return;
      if (value.kind === "operation" && value.op === "case") {
        for (const [inner, part] of branchesOf(value)) add(this.and([condition, inner]), part);
        return;
      }
      const conditions = byValue.get(value);
      if (conditions) conditions.push(condition);
      else byValue.set(value, [condition]);
    };
    for (const [condition, value] of branches) add(condition, value);
    const merged = Array.from(byValue, ([value, conditions]): Branch => [this.or(conditions), value]);
    const certain =
      merged.find(([condition]) => condition === this.one) ?? (merged.length === 1 ? merged[0] : undefined);
    if (certain) return certain[1];
    const flat = merged.flat();
    if (this.isSmall(flat)) return this.combine(flat, chosen);
    merged.sort((a, b) => a[0].id - b[0].id || a[1].id - b[1].id);
    const low = Math.min(...merged.map(([, value]) => value.low));
    const high = Math.max(...merged.map(([, value]) => value.high));
    return this.operation("case", merged.flat(), low, high);
  }

  // -------------------------------------------------------------- numbers

  sum(given: readonly Term[]): Term {
    if (this.isSmall(given)) return this.combine(given, total);
    const flat = given.flatMap((arg) => (arg.kind === "operation" && arg.op === "+" ? arg.args : [arg]));
    let constant = 0;
    const args: Term[] = [];
    for (const arg of this.#mergeTables(flat, total)) {
      // The values of a table start from zero, so that constants are collected wherever they were.
      const offset = arg.kind === "table" ? arg.low : 0;
      constant += offset;
      const rest = offset === 0 ? arg : this.combine([arg as Table], ([value]) => value! - offset);
      if (rest !== this.zero) args.push(rest);
    }
    if (constant !== 0) args.push(this.constant(constant));
    if (args.length === 0) return this.zero;
    if (args.length === 1) return args[0]!;
    if (this.isSmall(args)) return this.combine(args, total);
    const low = args.reduce((sum, arg) => sum + arg.low, 0);
    const high = args.reduce((sum, arg) => sum + arg.high, 0);
    return this.#distribute("+", byNumber(args), total, low, high);
  }

  negative(arg: Term): Term {
    if (arg.kind === "operation" && arg.op === "+") return this.sum(arg.args.map((part) => this.negative(part)));
    return this.product(this.constant(-1), arg);
  }

  product(left: Term, right: Term): Term {
    const [a, b] = [constantOf(left), constantOf(right)];
    if (a === 0 || b === 0) return this.zero;
    if (a === 1) return right;
    if (b === 1) return left;
    const corners = [left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high];
    const bounds = corners.some(Number.isNaN) ? [-Infinity, Infinity] : corners;
    return this.#binary("*", left, right, (x, y) => x * y + 0, Math.min(...bounds), Math.max(...bounds));
  }

  quotient(left: Term, right: Term): Term {
    const compute = (x: number, y: number): number => (y === 0 ? 0 : Math.trunc(x / y) + 0);
    return this.#binary("/", left, right, compute, -Infinity, Infinity);
  }

  remainder(left: Term, right: Term): Term {
    const compute = (x: number, y: number): number => (y === 0 ? 0 : (x % y) + 0);
    return this.#binary("%", left, right, compute, -Infinity, Infinity);
  }

  equal(left: Term, right: Term): Term {
    if (left === right) return this.one;
    if (left.high < right.low || right.high < left.low) return this.zero;
    return this.#binary("==", left, right, (x, y) => Number(x === y), 0, 1);
  }

  less(left: Term, right: Term): Term {
    if (left.high < right.low) return this.one;
    if (left.low >= right.high) return this.zero;
    return this.#binary("<", left, right, (x, y) => Number(x < y), 0, 1);
  }

  // -------------------------------------------------------------- normal forms

  #binary(
    op: Operator,
    left: Term,
    right: Term,
    compute: (x: number, y: number) => number,
    low: number,
    high: number,
  ): Term {
    const args = (op === "*" || op === "==") && left.id > right.id ? [right, left] : [left, right];
    const apply = ([x, y]: readonly number[]): number => compute(x!, y!);
    return this.#once(op, args[0]!, args[1]!, () =>
      this.isSmall(args) ? this.combine(args, apply) : this.#distribute(op, args, apply, low, high),
    );
  }

  #once(op: string, left: Term, right: Term, compute: () => Term): Term {
    const key = `${op}${left.id},${right.id}`;
    let result = this.#known.get(key);
    if (!result) this.#known.set(key, (result = compute()));
    return result;
  }

  /**
   * Moves an operation into the choices it is applied to, if only tables result: `a[i] == x` becomes a choice between
   * the tables `a[0] == x`, `a[1] == x` and so on, on which renamings of values act exactly.
   */
  #distribute(
    op: Operator,
    args: readonly Term[],
    compute: (values: readonly number[]) => number,
    low: number,
    high: number,
  ): Term {
    const plain = (): Term => this.operation(op, args, low, high);
    const choices = args.map((arg): readonly Branch[] =>
      arg.kind === "operation" && arg.op === "case" ? branchesOf(arg) : [[this.one, arg]],
    );
    const count = choices.reduce((product, { length }) => product * length, 1);
    if (count === 1 || count > branchLimit) return plain();
    let combined: { readonly conditions: readonly Term[]; readonly values: readonly Term[] }[] = [
      { conditions: [], values: [] },
    ];
    for (const branches of choices) {
      combined = combined.flatMap(({ conditions, values }) =>
        branches.map(([condition, value]) => ({ conditions: [...conditions, condition], values: [...values, value] })),
      );
    }
    const results: Branch[] = [];
    for (const { conditions, values } of combined) {
      look();
      if (!this.isSmall(values)) return plain();
      results.push([this.and(conditions), this.combine(values, compute)]);
    }
    return this.cases(results);
  }

  /** The operands of nested conjunctions, without duplicates and without constants that hold. */
  #conjuncts(args: readonly Term[]): Term[] {
    const found = new Set<Term>();
    const add = (arg: Term): void => {
      if (arg.kind === "operation" && arg.op === "and") arg.args.forEach(add);
      else if (arg !== this.one) found.add(arg);
    };
    args.forEach(add);
    return [...found];
  }

  /** Merges tables over the same slots. */
  #mergeTables(args: readonly Term[], compute: (values: readonly number[]) => number): Term[] {
    const groups = new Map<string, Table[]>();
    const merged: Term[] = [];
    for (const arg of args) {
      look();
      if (arg.kind !== "table") {
        merged.push(arg);
        continue;
      }
      const key = arg.slots.join();
      const group = groups.get(key);
      if (group) group.push(arg);
      else groups.set(key, [arg]);
    }
    for (const group of groups.values()) merged.push(group.length === 1 ? group[0]! : this.combine(group, compute));
    return merged;
  }

  /** The difference of two tables, if it is constant and neither table is. */
  #difference(a: Term, b: Term): number | undefined {
    if (a.kind !== "table" || b.kind !== "table") return undefined;
    if (a.slots.length === 0 || a.slots.join() !== b.slots.join()) return undefined;
    return constantOf(this.combine([a, b], ([x, y]) => x! - y!));
  }

  #without(term: Term, common: readonly Term[]): Term {
    const rest = [...summands(term)];
    for (const arg of common) rest.splice(rest.indexOf(arg), 1);
    return rest.length === 0 ? this.zero : this.sum(rest);
  }
}

/** The conditions of a choice with their values. */
export function branchesOf(term: Term): Branch[] {
  if (term.kind !== "operation") return [];
  return term.args.flatMap((condition, k): Branch[] => (k % 2 === 0 ? [[condition, term.args[k + 1]!]] : []));
}

function summands(term: Term): readonly Term[] {
  return term.kind === "operation" && term.op === "+" ? term.args : [term];
}

function commonSummands(a: Term, b: Term): Term[] {
  const rest = [...summands(b)];
  return summands(a).filter((arg) => {
    const at = rest.indexOf(arg);
    if (at < 0) return false;
    rest.splice(at, 1);
    return true;
  });
}

function byNumber(args: readonly Term[]): Term[] {
  return args.toSorted((a, b) => a.id - b.id);
}

function conjunction(values: readonly number[]): number {
  for (const value of values) if (value === 0) return 0;
  return 1;
}

function total(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** Conditions and values alternate. */
function chosen(values: readonly number[]): number {
  for (let k = 0; k < values.length; k += 2) if (values[k] !== 0) return values[k + 1]!;
  return 0;
}
