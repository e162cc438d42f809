/** Constants: `env`, the sizes of queues and arrays, initial values, and the arguments in `main`. */

import type { Collector } from "../../../syntax/collector.ts";
import { constantOf, exactArithmetic } from "../../../syntax/constant.ts";
import type { Constant, ConstantForm } from "../../../syntax/constant.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import type { Span } from "../../../syntax/source.ts";
import type { ExpressionNode, InitialNode } from "../syntax/syntax-tree.ts";
import type { Declarations, RebecaType } from "./symbols.ts";

type Constants = Declarations["constants"];

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
  const wrong = (slug: string, expected: string, { span }: InitialNode): void =>
    collector.reportAt(`rebeca/${slug}`, `expected ${expected}`, span);
  if (type.kind === "array") {
    const isFitting = node?.kind === "list" && node.items.length === type.size;
    if (node && !isFitting) {
      const found = node.kind === "list" ? `${node.items.length}` : "another value";
      wrong("wrong-size", `a list of ${type.size} values, found ${found}`, node);
    }
    const items: readonly (InitialNode | undefined)[] = isFitting ? node.items : Array.from({ length: type.size });
    return items.flatMap((item) => initialValues(item, type.element, constants, collector));
  }
  if (node?.kind === "list") wrong("wrong-size", "one value, found a list", node);
  else if (node && type.kind === "rebec") {
    if (node.kind !== "null") wrong("not-constant", "`null` as the first value of a rebec variable", node);
  } else if (node) {
    const known = constantValue(node, constants, collector);
    if (known && fits(known, type, node, collector)) return [known.value];
  }
  return [0];
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
