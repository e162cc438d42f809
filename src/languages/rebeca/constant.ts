/** Constants: `env`, the sizes of queues and arrays, initial values, and what `main` passes on. */

import type { Collector } from "../../syntax/collector.ts";
import { nearestName } from "../../syntax/nearest-name.ts";
import type { ExpressionNode, InitialNode } from "./syntax-tree.ts";
import type { RebecaType } from "./types.ts";

export interface ConstantValue {
  readonly value: number;
  readonly isBoolean: boolean;
}

export type Constants = ReadonlyMap<string, ConstantValue>;

/** The value of a constant expression; undefined after a report that it is none. */
export function constantValue(
  node: ExpressionNode,
  constants: Constants,
  collector: Collector,
): ConstantValue | undefined {
  const number = (value: number): ConstantValue => ({ value: value + 0, isBoolean: false });
  const truth = (value: boolean): ConstantValue => ({ value: Number(value), isBoolean: true });
  const refuse = (found: string): ConstantValue | undefined => {
    collector.reportAt("rebeca/not-constant", `expected a constant, found ${found}`, node.span);
    return undefined;
  };
  switch (node.kind) {
    case "number":
      return number(node.value);
    case "boolean":
      return truth(node.value);
    case "name": {
      const known = constants.get(node.name);
      if (known) return known;
      const near = nearestName(node.name, constants.keys());
      return refuse(`\`${node.name}\`, which is none${near === undefined ? "" : `; did you mean \`${near}\`?`}`);
    }
    case "cast":
      return constantValue(node.operand, constants, collector);
    case "unary": {
      const operand = constantValue(node.operand, constants, collector);
      if (!operand) return undefined;
      if (node.op === "!" && operand.isBoolean) return truth(operand.value === 0);
      if (node.op !== "!" && !operand.isBoolean) return number(node.op === "-" ? 0 - operand.value : ~operand.value);
      return refuse("an operator on values of the wrong type");
    }
    case "conditional": {
      const test = constantValue(node.test, constants, collector);
      if (!test) return undefined;
      return constantValue(test.value !== 0 ? node.then : node.else, constants, collector);
    }
    case "binary": {
      const left = constantValue(node.left, constants, collector);
      if (left?.isBoolean && (node.op === "&&" || node.op === "||") && (left.value !== 0) === (node.op === "||")) {
        return left;
      }
      const right = constantValue(node.right, constants, collector);
      if (!left || !right) return undefined;
      const [a, b] = [left.value, right.value];
      if (left.isBoolean !== right.isBoolean) return refuse("an operator on values of different types");
      switch (node.op) {
        case "+":
          return number(a + b);
        case "-":
          return number(a - b);
        case "*":
          return number(a * b);
        case "/":
        case "%":
          if (b === 0) return refuse("a division by zero");
          return number(node.op === "/" ? Math.trunc(a / b) : a % b);
        case "<<":
          return number(a << b);
        case ">>":
          return number(a >> b);
        case "&":
          return { value: a & b, isBoolean: left.isBoolean };
        case "|":
          return { value: a | b, isBoolean: left.isBoolean };
        case "^":
          return { value: a ^ b, isBoolean: left.isBoolean };
        case "&&":
          return truth(a !== 0 && b !== 0);
        case "||":
          return truth(a !== 0 || b !== 0);
        case "==":
          return truth(a === b);
        case "!=":
          return truth(a !== b);
        case "<":
          return truth(a < b);
        case "<=":
          return truth(a <= b);
        case ">":
          return truth(a > b);
        case ">=":
          return truth(a >= b);
        case "->":
        case "<->":
        case "U":
        case "W":
        case "R":
          return refuse("a formula");
      }
    }
    default:
      return refuse("something else");
  }
}

/** The values of the scalars of a variable at first: zero, false and null unless the text says otherwise. */
export function initialValues(
  node: InitialNode | undefined,
  type: RebecaType,
  constants: Constants,
  collector: Collector,
): number[] {
  if (type.kind === "array") {
    if (node === undefined) return initialFill(type);
    if (node.kind !== "list" || node.items.length !== type.size) {
      const found = node.kind === "list" ? `${node.items.length}` : "another value";
      collector.reportAt("rebeca/wrong-size", `expected a list of ${type.size} values, found ${found}`, node.span);
      return initialFill(type);
    }
    return node.items.flatMap((item) => initialValues(item, type.element, constants, collector));
  }
  if (node === undefined) return [0];
  if (node.kind === "list") {
    collector.reportAt("rebeca/wrong-size", "expected one value, found a list", node.span);
    return [0];
  }
  if (type.kind === "rebec") {
    if (node.kind !== "null") {
      collector.reportAt("rebeca/not-constant", "expected `null` as the first value of a rebec variable", node.span);
    }
    return [0];
  }
  const known = constantValue(node, constants, collector);
  if (!known || !fits(known, type, node, collector)) return [0];
  return [known.value];
}

function initialFill(type: RebecaType): number[] {
  if (type.kind !== "array") return [0];
  const element = initialFill(type.element);
  return Array.from({ length: type.size }, () => element).flat();
}

/** Whether a constant is of a type; reported if not. */
export function fits(known: ConstantValue, type: RebecaType, node: ExpressionNode, collector: Collector): boolean {
  const isOf = known.isBoolean ? type.kind === "boolean" : type.kind === "integer";
  if (!isOf) {
    const expected = type.kind === "boolean" ? "`true` or `false`" : type.kind === "integer" ? "a number" : "a rebec";
    const found = known.isBoolean ? (known.value === 0 ? "false" : "true") : `${known.value}`;
    collector.reportAt("rebeca/type-mismatch", `expected ${expected}, found \`${found}\``, node.span);
    return false;
  }
  if (type.kind === "integer" && (known.value < type.low || known.value > type.high)) {
    const message = `expected ${type.low} to ${type.high} for \`${type.name}\`, found ${known.value}`;
    collector.reportAt("rebeca/out-of-range", message, node.span);
    return false;
  }
  return true;
}
