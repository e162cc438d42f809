/**
 * Parses elements to terms. All names must be declared, and sorts must fit. Throws `Refused` after reporting an error.
 */

import { tokenLimit } from "../petri/petri-net.ts";
import type { Declarations } from "./declare.ts";
import type { Element } from "./document.ts";
import { boolSort, dotSort, productSort } from "./sorts.ts";
import type { Sort } from "./sorts.ts";
import type { BagTerm, ColorTerm, Comparison, ConditionTerm } from "./term.ts";

/** Parses the term in a `structure` as a bag of a given sort. */
export function parseBag(d: Declarations, structure: Element, sort: Sort): BagTerm {
  const element = d.only(structure);
  const bag = bagTerm(d, element);
  if (bag.sort.key !== sort.key) mismatch(d, sort, bag.sort, element);
  return bag;
}

/** Parses the condition in a `structure`. */
export function parseCondition(d: Declarations, structure: Element): ConditionTerm {
  return conditionTerm(d, d.only(structure));
}

const comparisons: Readonly<Record<string, Comparison>> = {
  equality: "==",
  inequality: "!=",
  lessthan: "<",
  lessthanorequal: "<=",
  greaterthan: ">",
  greaterthanorequal: ">=",
  ltp: "<",
  gtp: ">",
};

function conditionTerm(d: Declarations, element: Element): ConditionTerm {
  const { name } = element;
  const op = comparisons[name];
  if (op !== undefined) {
    const [first, second] = operands(d, element, 2);
    const [left, right] = [colorTerm(d, first!), colorTerm(d, second!)];
    if (left.sort.key !== right.sort.key) mismatch(d, left.sort, right.sort, second!);
    if (op !== "==" && op !== "!=" && left.sort.kind === "product") {
      d.refuse("sort-mismatch", "expected colors that are ordered, found tuples", element);
    }
    return { kind: "compare", op, left, right };
  }
  switch (name) {
    case "booleanconstant":
      return { kind: "truth", value: truth(d, element) };
    case "not":
      return { kind: "not", operand: conditionTerm(d, operands(d, element, 1)[0]!) };
    case "and":
    case "or":
      return { kind: name, operands: operands(d, element).map((operand) => conditionTerm(d, operand)) };
    case "imply": {
      const [left, right] = operands(d, element, 2);
      return { kind: "imply", left: conditionTerm(d, left!), right: conditionTerm(d, right!) };
    }
    default: {
      const term = colorTerm(d, element);
      if (term.sort.kind !== "bool") {
        d.refuse("sort-mismatch", `expected a condition, found a color of \`${term.sort.name}\``, element);
      }
      const right: ColorTerm = { kind: "color", sort: boolSort, color: 1 };
      return { kind: "compare", op: "==", left: term, right };
    }
  }
}

function bagTerm(d: Declarations, element: Element): BagTerm {
  switch (element.name) {
    case "numberof":
    case "scalarproduct": {
      const [count, term] = operands(d, element, 2);
      const bag = bagTerm(d, term!);
      return { kind: "times", sort: bag.sort, factor: numberTerm(d, count!), bag };
    }
    case "add": {
      const bags = operands(d, element).map((operand) => bagTerm(d, operand));
      const { sort } = bags[0]!;
      bags.forEach((bag, i) => {
        if (bag.sort.key !== sort.key) mismatch(d, sort, bag.sort, operands(d, element)[i]!);
      });
      return { kind: "add", sort, bags };
    }
    case "subtract": {
      const elements = operands(d, element);
      if (elements.length < 2) wrongArity(d, element, "at least 2", elements.length);
      const [from, ...rest] = elements.map((operand) => bagTerm(d, operand));
      rest.forEach((bag, i) => {
        if (bag.sort.key !== from!.sort.key) mismatch(d, from!.sort, bag.sort, elements[i + 1]!);
      });
      return rest.reduce<BagTerm>((left, bag) => ({ kind: "subtract", sort: left.sort, from: left, bag }), from!);
    }
    case "all":
      return { kind: "all", sort: d.sort(d.only(element)) };
    case "empty":
      return { kind: "empty", sort: d.sort(d.only(element)) };
    case "tuple": {
      const bags = operands(d, element).map((operand) => bagTerm(d, operand));
      const sort = productSort(bags.map((bag) => bag.sort));
      const items = bags.flatMap((bag) => (bag.kind === "tokens" ? [bag.term] : []));
      if (items.length === bags.length) return { kind: "tokens", sort, term: { kind: "tuple", sort, items } };
      return { kind: "tuples", sort, bags };
    }
    default: {
      const term = colorTerm(d, element);
      return { kind: "tokens", sort: term.sort, term };
    }
  }
}

function colorTerm(d: Declarations, element: Element): ColorTerm {
  switch (element.name) {
    case "dotconstant":
      return { kind: "color", sort: dotSort, color: 0 };
    case "booleanconstant":
      return { kind: "color", sort: boolSort, color: Number(truth(d, element)) };
    case "variable": {
      const id = d.attribute(element, "refvariable");
      const found = d.variables.get(id) ?? d.undeclared("variable", id, d.variables.keys(), element);
      return { kind: "variable", sort: found.sort, variable: found.number };
    }
    case "useroperator": {
      const id = d.attribute(element, "declaration");
      const found = d.colors.get(id) ?? d.undeclared("color", id, d.colors.keys(), element);
      return { kind: "color", ...found };
    }
    case "finiteintrangeconstant": {
      const value = d.integer(element, "value");
      const sort = d.sort(d.only(element));
      const color = value - (sort.low ?? 0);
      if (sort.kind !== "range" || color < 0 || color >= sort.size) {
        d.refuse("sort-mismatch", `expected a number of \`${sort.name}\`, found ${value}`, element);
      }
      return { kind: "color", sort, color };
    }
    case "successor":
    case "predecessor": {
      const operand = colorTerm(d, operands(d, element, 1)[0]!);
      const { sort } = operand;
      if (sort.kind !== "cyclic" && sort.kind !== "dot") {
        d.refuse("sort-mismatch", `expected a color of a cyclic enumeration, found one of \`${sort.name}\``, element);
      }
      return { kind: "shift", sort, operand, by: element.name === "successor" ? 1 : -1 };
    }
    case "tuple": {
      const items = operands(d, element).map((operand) => colorTerm(d, operand));
      return { kind: "tuple", sort: productSort(items.map(({ sort }) => sort)), items };
    }
    case "partitionelementof": {
      const id = d.attribute(element, "refpartition");
      const { of, sort, table } = d.partitions.get(id) ?? d.undeclared("partition", id, d.partitions.keys(), element);
      const operand = colorTerm(d, operands(d, element, 1)[0]!);
      if (operand.sort.key !== of.key) mismatch(d, of, operand.sort, element);
      return { kind: "element", sort, operand, table };
    }
    default:
      return d.refuse(
        "unsupported-term",
        `expected a term, found \`${element.name}\`, which is not read here`,
        element,
      );
  }
}

function numberTerm(d: Declarations, element: Element): number {
  if (element.name !== "numberconstant") {
    d.refuse("unsupported-term", `expected \`numberconstant\`, found \`${element.name}\``, element);
  }
  const value = d.integer(element, "value");
  if (value < 0 || value > tokenLimit) {
    d.refuse("malformed-number", `expected a number of tokens, found ${value}`, element);
  }
  return value;
}

function truth(d: Declarations, element: Element): boolean {
  const value = d.attribute(element, "value");
  if (value !== "true" && value !== "false") {
    d.refuse("malformed-truth", `expected \`true\` or \`false\`, found \`${value.slice(0, 40)}\``, element);
  }
  return value === "true";
}

/** The contents of the subterms. */
function operands(d: Declarations, element: Element, count?: number): Element[] {
  const found = element.children.map((child) => {
    if (child.name !== "subterm") {
      d.refuse("unexpected-element", `expected \`subterm\`, found \`${child.name}\``, child);
    }
    return d.only(child);
  });
  if (found.length === 0 || (count !== undefined && found.length !== count)) {
    wrongArity(d, element, String(count ?? "some"), found.length);
  }
  return found;
}

function wrongArity(d: Declarations, element: Element, expected: string, found: number): never {
  return d.refuse("wrong-arity", `expected ${expected} operands of \`${element.name}\`, found ${found}`, element);
}

function mismatch(d: Declarations, expected: Sort, found: Sort, place: Element): never {
  return d.refuse("sort-mismatch", `expected \`${expected.name}\`, found \`${found.name}\``, place);
}
