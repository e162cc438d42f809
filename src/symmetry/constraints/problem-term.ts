/**
 * Expressions over the variables of the constraint problem: expressions of the model with names, arrays, quantifiers
 * and composite values resolved. Truth values are 0 and 1.
 *
 * Terms are hash-consed, so equal terms are the same object and subexpressions are shared. Constants are folded.
 */

import { domainSize } from "./problem.ts";
import type { ProblemVariable } from "./problem.ts";

export type ProblemTerm =
  | { readonly kind: "constant"; readonly number: number; readonly value: number }
  | { readonly kind: "variable"; readonly number: number; readonly variable: ProblemVariable }
  | {
      readonly kind: "operation";
      readonly number: number;
      readonly op: ProblemOperation;
      readonly operands: readonly ProblemTerm[];
      /** The variables that the term depends on; `undefined` if there are more than `leafLimit`. */
      readonly leaves: readonly ProblemVariable[] | undefined;
    };

/** `and`, `or` and `sum` have any number of operands. `if` has a test and two values. */
export type ProblemOperation = "and" | "or" | "not" | "sum" | "negate" | "*" | "/" | "%" | "==" | "<" | "<=" | "if";

/** The value of a term whose evaluation fails. */
export const failure: number = Number.NaN;

const leafLimit = 12;

/** Constructs terms. */
export class ProblemTerms {
  private readonly known = new Map<string, ProblemTerm>();

  constant(value: number): ProblemTerm {
    return this.intern(`${value}`, (number) => ({ kind: "constant", number, value }));
  }

  variable(variable: ProblemVariable): ProblemTerm {
    if (variable.values?.length === 1) return this.constant(variable.values[0]!);
    return this.intern(`v${variable.number}`, (number) => ({ kind: "variable", number, variable }));
  }

  operation(op: ProblemOperation, operands: readonly ProblemTerm[]): ProblemTerm {
    return (
      this.simplify(op, operands) ??
      this.intern(`${op}(${operands.map(({ number }) => number).join()}`, (number) => ({
        kind: "operation",
        number,
        op,
        operands,
        leaves: leavesOf(operands),
      }))
    );
  }

  and(...operands: readonly ProblemTerm[]): ProblemTerm {
    return this.nary("and", operands, 0);
  }

  or(...operands: readonly ProblemTerm[]): ProblemTerm {
    return this.nary("or", operands, 1);
  }

  not(operand: ProblemTerm): ProblemTerm {
    if (operand.kind === "operation" && operand.op === "not") return operand.operands[0]!;
    return this.operation("not", [operand]);
  }

  equal(left: ProblemTerm, right: ProblemTerm): ProblemTerm {
    if (left === right) return this.constant(1);
    // The constant comes last, so that literals are easy to recognize.
    return left.kind === "constant" ? this.operation("==", [right, left]) : this.operation("==", [left, right]);
  }

  /** Flattens nested sums and drops zeros. */
  sum(...operands: readonly ProblemTerm[]): ProblemTerm {
    let constant = 0;
    const rest: ProblemTerm[] = [];
    const visit = (term: ProblemTerm): void => {
      if (term.kind === "constant") constant += term.value;
      else if (term.kind === "operation" && term.op === "sum") term.operands.forEach(visit);
      else rest.push(term);
    };
    operands.forEach(visit);
    if (constant !== 0 || rest.length === 0) rest.push(this.constant(constant));
    return rest.length === 1 ? rest[0]! : this.operation("sum", rest);
  }

  /** A connective is evaluated from the left: an operand counts only if those before it do not decide. */
  private nary(op: "and" | "or", operands: readonly ProblemTerm[], decisive: number): ProblemTerm {
    const rest: ProblemTerm[] = [];
    const seen = new Set<ProblemTerm>();
    for (const operand of operands.flatMap((t) => (t.kind === "operation" && t.op === op ? t.operands : [t]))) {
      if (seen.has(operand)) continue;
      if (operand.kind !== "constant" || Number.isNaN(operand.value)) {
        seen.add(operand);
        rest.push(operand);
      } else if (operand.value === decisive) {
        if (rest.length === 0) return operand;
        rest.push(operand);
        break;
      }
    }
    if (rest.length === 0) return this.constant(1 - decisive);
    return rest.length === 1 ? rest[0]! : this.operation(op, rest);
  }

  private simplify(op: ProblemOperation, operands: readonly ProblemTerm[]): ProblemTerm | undefined {
    if (op === "if") {
      const [test, then, otherwise] = operands as [ProblemTerm, ProblemTerm, ProblemTerm];
      if (test.kind === "constant" && !Number.isNaN(test.value)) return test.value ? then : otherwise;
      if (then === otherwise) return then;
    }
    const values: number[] = [];
    for (const operand of operands) {
      if (operand.kind !== "constant") return undefined;
      values.push(operand.value);
    }
    return this.constant(apply(op, values));
  }

  private intern(key: string, make: (number: number) => ProblemTerm): ProblemTerm {
    let term = this.known.get(key);
    if (!term) this.known.set(key, (term = make(this.known.size)));
    return term;
  }
}

/** The variables of a term without duplicates; `undefined` if there are too many. */
export function leavesOfTerm(term: ProblemTerm): readonly ProblemVariable[] | undefined {
  switch (term.kind) {
    case "constant":
      return [];
    case "variable":
      return [term.variable];
    case "operation":
      return term.leaves;
  }
}

/** The number of valuations of a term if it is small enough for a table; `undefined` otherwise. */
export function tableSize(
  term: ProblemTerm,
  limit: (leafCount: number) => number,
  size: (variable: ProblemVariable) => number = domainSize,
): number | undefined {
  const leaves = leavesOfTerm(term);
  if (!leaves) return undefined;
  let product = 1;
  for (const leaf of leaves) {
    if (!leaf.values) return undefined;
    product *= size(leaf);
    if (product > limit(leaves.length)) return undefined;
  }
  return product;
}

/** The value of a term, where `valuation[v.number]` is that of variable v; NaN if the evaluation fails. */
export function evaluate(term: ProblemTerm, valuation: ArrayLike<number>): number {
  switch (term.kind) {
    case "constant":
      return term.value;
    case "variable":
      return valuation[term.variable.number]!;
    case "operation": {
      const { op, operands } = term;
      if (op === "and" || op === "or") {
        const decisive = op === "and" ? 0 : 1;
        for (const operand of operands) {
          const value = evaluate(operand, valuation);
          if (value === decisive || Number.isNaN(value)) return value;
        }
        return 1 - decisive;
      }
      if (op === "if") {
        const test = evaluate(operands[0]!, valuation);
        if (Number.isNaN(test)) return failure;
        return evaluate(operands[test ? 1 : 2]!, valuation);
      }
      return apply(
        op,
        operands.map((operand) => evaluate(operand, valuation)),
      );
    }
  }
}

function apply(op: ProblemOperation, values: readonly number[]): number {
  if (op === "if") return values[0] === 0 ? values[2]! : Number.isNaN(values[0]) ? failure : values[1]!;
  if (op === "and" || op === "or") {
    const decisive = op === "and" ? 0 : 1;
    return values.find((value) => value === decisive || Number.isNaN(value)) ?? 1 - decisive;
  }
  if (values.some(Number.isNaN)) return failure;
  const [a, b] = values as [number, number];
  switch (op) {
    case "not":
      return 1 - a;
    case "sum":
      return values.reduce((total, value) => total + value, 0);
    case "negate":
      return a === 0 ? 0 : -a;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? failure : Math.trunc(a / b) + 0;
    case "%":
      return b === 0 ? failure : (a % b) + 0;
    case "==":
      return Number(a === b);
    case "<":
      return Number(a < b);
    case "<=":
      return Number(a <= b);
  }
}

function leavesOf(operands: readonly ProblemTerm[]): readonly ProblemVariable[] | undefined {
  const leaves = new Set<ProblemVariable>();
  for (const operand of operands) {
    const own = leavesOfTerm(operand);
    if (!own) return undefined;
    for (const leaf of own) leaves.add(leaf);
    if (leaves.size > leafLimit) return undefined;
  }
  return [...leaves];
}
