/** Constants: `const`, the bounds of ranges, and the sizes of scalarsets and multisets. */

import type { Collector } from "../../../syntax/collector.ts";
import { constantOf, exactArithmetic } from "../../../syntax/constant.ts";
import type { ConstantForm } from "../../../syntax/constant.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import { Refused } from "../../../syntax/refused.ts";
import type { ExpressionNode } from "../syntax/syntax-tree.ts";
import { booleanType, boundsOf } from "./murphi-type.ts";
import type { SimpleType } from "./murphi-type.ts";
import type { Scope } from "./scope.ts";

type Form = ConstantForm<ExpressionNode>;

/** A constant. Gives up with a report if the expression is none. */
export function constantValue(
  node: ExpressionNode,
  scope: Scope,
  collector: Collector,
): { readonly type: SimpleType; readonly value: number } {
  if (node.kind === "name") {
    const meaning = scope.find(node.name);
    if (meaning?.kind === "constant") return meaning;
    if (meaning?.kind === "member") return { type: meaning.type, value: boundsOf(meaning.type).low + meaning.index };
  }
  const refuse = (found: string, { span }: ExpressionNode): never => {
    collector.reportAt("murphi/not-constant", `expected a constant, found ${found}`, span);
    throw new Refused();
  };
  const known = constantOf(node, {
    arithmetic: exactArithmetic,
    isTyped: true,
    form: (part) => formOf(part, scope, refuse),
    fail: (problem, part) => refuse(problems[problem], part),
  });
  if (!known) return refuse("another expression", node);
  const type: SimpleType = known.isBoolean ? booleanType : { kind: "range", low: known.value, high: known.value };
  return { type, value: known.value };
}

/** A constant number between two bounds. */
export function constantNumber(
  node: ExpressionNode,
  scope: Scope,
  collector: Collector,
  low: number,
  high: number,
): number {
  const { type, value } = constantValue(node, scope, collector);
  if (type.kind !== "range" || value < low || value > high) {
    const message = `expected a number from ${low} to ${high}, found ${type.kind === "range" ? value : "another value"}`;
    collector.reportAt("murphi/out-of-range", message, node.span);
    throw new Refused();
  }
  return value;
}

const problems = {
  "division by zero": "a division by zero",
  overflow: "a number of more than 53 bits",
  "type mismatch": "an operator on values of the wrong type",
} as const;

function formOf(
  node: ExpressionNode,
  scope: Scope,
  refuse: (found: string, node: ExpressionNode) => never,
): Form | undefined {
  switch (node.kind) {
    case "number":
      return { kind: "known", value: node.value, isBoolean: false };
    case "truth":
      return { kind: "known", value: Number(node.value), isBoolean: true };
    case "name": {
      const meaning = scope.find(node.name);
      if (meaning?.kind === "constant") {
        return { kind: "known", value: meaning.value, isBoolean: meaning.type.kind === "boolean" };
      }
      const near = meaning ? ", which is none" : didYouMean(node.name, scope.names("constant"));
      return refuse(`\`${node.name}\`${near}`, node);
    }
    case "unary":
    case "conditional":
    case "binary":
      return node;
    default:
      return refuse("another expression", node);
  }
}
