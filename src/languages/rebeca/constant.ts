/** Constants: `env`, the sizes of queues and arrays, initial values, and the arguments in `main`. */

import type { Collector } from "../../syntax/collector.ts";
import { constantOf, exactArithmetic } from "../../syntax/constant.ts";
import type { Constant, ConstantForm } from "../../syntax/constant.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import type { Span } from "../../syntax/source.ts";
import type { ExpressionNode, InitialNode } from "./syntax-tree.ts";
import type { RebecaType } from "./types.ts";

export type Constants = ReadonlyMap<string, Constant>;

type Form = ConstantForm<ExpressionNode>;

/** The value of a constant expression. If it is not constant, reports that and returns `undefined`. */
export function constantValue(node: ExpressionNode, constants: Constants, collector: Collector): Constant | undefined {
  const refuse = (found: string, { span }: ExpressionNode): Form | undefined => {
    collector.reportAt("rebeca/not-constant", `expected a constant, found ${found}`, span);
    return undefined;
  };
  return constantOf(node, {
    arithmetic: exactArithmetic,
    isTyped: true,
    form: (part) => formOf(part, constants, refuse),
    fail: (problem, part) => void refuse(problems[problem], part),
  });
}

const problems = {
  "division by zero": "a division by zero",
  overflow: "a number of more than 53 bits",
  "type mismatch": "an operator on values of the wrong type",
} as const;

function formOf(
  node: ExpressionNode,
  constants: Constants,
  refuse: (found: string, node: ExpressionNode) => Form | undefined,
): Form | undefined {
  switch (node.kind) {
    case "number":
      return { kind: "known", value: node.value, isBoolean: false };
    case "boolean":
      return { kind: "known", value: Number(node.value), isBoolean: true };
    case "name": {
      const known = constants.get(node.name);
      if (known) return { kind: "known", ...known };
      return refuse(`\`${node.name}\`, which is none${didYouMean(node.name, constants.keys())}`, node);
    }
    case "cast":
      return formOf(node.operand, constants, refuse);
    case "unary":
    case "conditional":
      return node;
    case "binary": {
      const { op } = node;
      return op === "U" || op === "W" || op === "R" ? refuse("a formula", node) : { ...node, op };
    }
    default:
      return refuse("something else", node);
  }
}

/** The initial values of the scalars of a variable: zero, false and null unless the text gives others. */
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

/** Whether a constant fits a type. Reports an error otherwise. */
export function fits(
  known: Constant,
  type: RebecaType,
  { span }: { readonly span: Span },
  collector: Collector,
): boolean {
  const isOf = known.isBoolean ? type.kind === "boolean" : type.kind === "integer";
  if (!isOf) {
    const expected = type.kind === "boolean" ? "`true` or `false`" : type.kind === "integer" ? "a number" : "a rebec";
    const found = known.isBoolean ? (known.value === 0 ? "false" : "true") : `${known.value}`;
    collector.reportAt("rebeca/type-mismatch", `expected ${expected}, found \`${found}\``, span);
    return false;
  }
  if (type.kind === "integer" && (known.value < type.low || known.value > type.high)) {
    const message = `expected ${type.low} to ${type.high} for \`${type.name}\`, found ${known.value}`;
    collector.reportAt("rebeca/out-of-range", message, span);
    return false;
  }
  return true;
}
