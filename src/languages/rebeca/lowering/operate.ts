/** Arithmetic, comparisons and bits, in servers and in properties. */

import { binary, both, integer, literalOf } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { calculate, wrappingArithmetic } from "../../../syntax/constant.ts";
import type { Span } from "../../../syntax/source.ts";
import { booleanType, intType, showType } from "../names/symbols.ts";
import type { BinarySign, ExpressionNode } from "../syntax/syntax-tree.ts";
import type { Value } from "./body.ts";

interface Operands {
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
  readonly span: Span;
}

/** The value of an operator, except for connectives and temporal operators. */
export function operate(
  op: BinarySign,
  left: Value,
  right: Value,
  nodes: Operands,
  refuse: (slug: string, message: string, span: Span) => never,
): Value {
  const number = ({ type, e }: Value, { span }: ExpressionNode): Expression =>
    type.kind === "integer" ? e : refuse("type-mismatch", `expected a number, found ${showType(type)}`, span);
  const numbers = (): [Expression, Expression] => [number(left, nodes.left), number(right, nodes.right)];
  const { span } = nodes;
  switch (op) {
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return { type: intType, e: binary(op, ...numbers(), span) };
    case "<":
    case "<=":
    case ">":
    case ">=":
      return { type: booleanType, e: binary(op, ...numbers(), span) };
    case "==":
    case "!=":
      if (left.type.kind !== right.type.kind) {
        const message = `expected ${showType(left.type)} to compare with, found ${showType(right.type)}`;
        refuse("type-mismatch", message, nodes.right.span);
      }
      return { type: booleanType, e: binary(op, left.e, right.e, span) };
    case "&":
    case "|":
    case "^":
      if (left.type.kind !== "boolean" || right.type.kind !== "boolean") break;
      if (op === "^") return { type: booleanType, e: binary("!=", left.e, right.e, span) };
      return { type: booleanType, e: both(op === "&" ? "&&" : "||", left.e, right.e) };
    default:
  }
  const [x, y] = numbers().map(literalOf);
  // Bitwise operators act on 32-bit integers.
  if (x === undefined || y === undefined || (x | 0) !== x || (y | 0) !== y) {
    return refuse("unsupported", `expected constants around \`${op}\`: bits of numbers are not supported`, span);
  }
  return { type: intType, e: integer(calculate(op as "&", x, y, wrappingArithmetic)!, span) };
}
