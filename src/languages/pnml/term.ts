/**
 * Terms of a symmetric net, with names and sorts resolved: colors, bags of colors, and conditions.
 *
 * A variable is an index into a vector of colors, the binding under which a term is evaluated.
 */

import type { Sort } from "./sorts.ts";

export type Term = ColorTerm | BagTerm | ConditionTerm;

export type ColorTerm =
  | { readonly kind: "color"; readonly sort: Sort; readonly color: number }
  | { readonly kind: "variable"; readonly sort: Sort; readonly variable: number }
  /** The color `by` positions further in a cyclic enumeration. */
  | { readonly kind: "shift"; readonly sort: Sort; readonly operand: ColorTerm; readonly by: number }
  | { readonly kind: "tuple"; readonly sort: Sort; readonly items: readonly ColorTerm[] }
  /** The element of a partition that contains a color. */
  | { readonly kind: "element"; readonly sort: Sort; readonly operand: ColorTerm; readonly table: readonly number[] };

export type BagTerm =
  /** A number of tokens of one color. */
  | { readonly kind: "tokens"; readonly sort: Sort; readonly term: ColorTerm }
  | { readonly kind: "all"; readonly sort: Sort }
  | { readonly kind: "empty"; readonly sort: Sort }
  | { readonly kind: "times"; readonly sort: Sort; readonly factor: number; readonly bag: BagTerm }
  | { readonly kind: "add"; readonly sort: Sort; readonly bags: readonly BagTerm[] }
  | { readonly kind: "subtract"; readonly sort: Sort; readonly from: BagTerm; readonly bag: BagTerm }
  /** All tuples with one item from each bag. */
  | { readonly kind: "tuples"; readonly sort: Sort; readonly bags: readonly BagTerm[] };

export type ConditionTerm =
  | { readonly kind: "truth"; readonly value: boolean }
  | { readonly kind: "not"; readonly operand: ConditionTerm }
  | { readonly kind: "and" | "or"; readonly operands: readonly ConditionTerm[] }
  | { readonly kind: "imply"; readonly left: ConditionTerm; readonly right: ConditionTerm }
  | { readonly kind: "compare"; readonly op: Comparison; readonly left: ColorTerm; readonly right: ColorTerm };

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Binding = ArrayLike<number>;

export function colorOf(term: ColorTerm, binding: Binding): number {
  switch (term.kind) {
    case "color":
      return term.color;
    case "variable":
      return binding[term.variable]!;
    case "shift": {
      const { size } = term.sort;
      return (colorOf(term.operand, binding) + term.by + size) % size;
    }
    case "tuple":
      return term.items.reduce((color, item) => color * item.sort.size + colorOf(item, binding), 0);
    case "element":
      return term.table[colorOf(term.operand, binding)]!;
  }
}

/** The number of tokens of each color. A number is negative if more is subtracted than there is. */
export function bagOf(term: BagTerm, binding: Binding): Map<number, number> {
  switch (term.kind) {
    case "tokens":
      return new Map([[colorOf(term.term, binding), 1]]);
    case "all":
      return new Map(Array.from({ length: term.sort.size }, (_, color) => [color, 1]));
    case "empty":
      return new Map();
    case "times": {
      const bag = bagOf(term.bag, binding);
      for (const [color, count] of bag) bag.set(color, count * term.factor);
      return bag;
    }
    case "add": {
      const bag = new Map<number, number>();
      for (const part of term.bags) addBag(bag, bagOf(part, binding), 1);
      return bag;
    }
    case "subtract": {
      const bag = bagOf(term.from, binding);
      addBag(bag, bagOf(term.bag, binding), -1);
      return bag;
    }
    case "tuples": {
      let bag = new Map([[0, 1]]);
      for (const part of term.bags) {
        const next = new Map<number, number>();
        const items = bagOf(part, binding);
        for (const [color, count] of bag) {
          for (const [item, times] of items) next.set(color * part.sort.size + item, count * times);
        }
        bag = next;
      }
      return bag;
    }
  }
}

function addBag(bag: Map<number, number>, other: ReadonlyMap<number, number>, factor: number): void {
  for (const [color, count] of other) bag.set(color, (bag.get(color) ?? 0) + factor * count);
}

export function holds(term: ConditionTerm, binding: Binding): boolean {
  switch (term.kind) {
    case "truth":
      return term.value;
    case "not":
      return !holds(term.operand, binding);
    case "and":
      return term.operands.every((operand) => holds(operand, binding));
    case "or":
      return term.operands.some((operand) => holds(operand, binding));
    case "imply":
      return !holds(term.left, binding) || holds(term.right, binding);
    case "compare":
      return compare(term.op, colorOf(term.left, binding), colorOf(term.right, binding));
  }
}

function compare(op: Comparison, a: number, b: number): boolean {
  switch (op) {
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
  }
}

/** The variables in a term. */
export function variablesOf(term: Term, into: Set<number> = new Set()): Set<number> {
  switch (term.kind) {
    case "variable":
      return into.add(term.variable);
    case "color":
    case "all":
    case "empty":
    case "truth":
      return into;
    case "shift":
    case "element":
    case "not":
      return variablesOf(term.operand, into);
    case "tokens":
      return variablesOf(term.term, into);
    case "times":
      return variablesOf(term.bag, into);
    case "tuple":
      for (const item of term.items) variablesOf(item, into);
      return into;
    case "and":
    case "or":
      for (const operand of term.operands) variablesOf(operand, into);
      return into;
    case "add":
    case "tuples":
      for (const bag of term.bags) variablesOf(bag, into);
      return into;
    case "subtract":
      return variablesOf(term.bag, variablesOf(term.from, into));
    case "imply":
    case "compare":
      return variablesOf(term.right, variablesOf(term.left, into));
  }
}
