/**
 * Elaborates LTL formulas. A part without temporal operators is a condition on one state.
 *
 * `forall` and `exists` above temporal operators become the conjunction or disjunction of their instances.
 */

import { chain } from "../../syntax/chain.ts";
import { nodesIn } from "../../syntax/tree.ts";
import { binaryFormula, stateFormula, unaryFormula } from "../build.ts";
import type { Ltl, LtlBinary } from "../model.ts";
import { bool } from "../typing.ts";
import { check, expand, resolveDomain } from "./elaborate-expression.ts";
import type { Environment } from "./environment.ts";
import type { ExpressionNode } from "./syntax-tree.ts";
import type { NodeOf } from "./typed.ts";

export function elaborateLtl(env: Environment, node: ExpressionNode): Ltl | undefined {
  const temporal = new Set<ExpressionNode>();
  markTemporal(node, temporal);
  return formula(env, node, temporal);
}

/** Collects the nodes that contain temporal operators, and returns whether this one does. */
function markTemporal(node: ExpressionNode, temporal: Set<ExpressionNode>): boolean {
  let found =
    (node.kind === "unary" && node.op !== "!" && node.op !== "-") || (node.kind === "binary" && isUntil(node.op));
  for (const part of nodesIn<ExpressionNode>(node)) if (markTemporal(part, temporal)) found = true;
  if (found) temporal.add(node);
  return found;
}

function isUntil(op: string): boolean {
  return op === "U" || op === "W" || op === "R";
}

function formula(env: Environment, node: ExpressionNode, temporal: ReadonlySet<ExpressionNode>): Ltl | undefined {
  if (temporal.has(node)) {
    if (node.kind === "unary" && node.op !== "-") {
      const operand = formula(env, node.operand, temporal);
      return operand && unaryFormula(node.op, operand, env.span(node));
    }
    if (node.kind === "binary" && isLtlBinary(node.op)) {
      const left = formula(env, node.left, temporal);
      const right = formula(env, node.right, temporal);
      return left && right && binaryFormula(node.op, left, right, env.span(node));
    }
    if (node.kind === "quantified" && (node.op === "forall" || node.op === "exists")) {
      return instances(env, node, node.op === "forall" ? "&&" : "||", temporal);
    }
  }
  const condition = check(env, node, bool, "in a formula");
  return condition && stateFormula(condition.expression);
}

function instances(
  env: Environment,
  node: NodeOf<"quantified">,
  op: "&&" | "||",
  temporal: ReadonlySet<ExpressionNode>,
): Ltl | undefined {
  const type = resolveDomain(env, node.domain);
  if (type === undefined) return undefined;
  const operands: Ltl[] = [];
  const span = env.span(node);
  for (const operand of expand(env, node, node.name, type, () => formula(env, node.body, temporal))) {
    if (operand === undefined) return undefined;
    operands.push(operand);
  }
  return chain<Ltl>(operands, (left, right) => binaryFormula(op, left, right, span));
}

function isLtlBinary(op: string): op is LtlBinary {
  return op === "&&" || op === "||" || op === "->" || op === "<->" || isUntil(op);
}
