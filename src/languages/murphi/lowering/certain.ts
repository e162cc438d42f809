/**
 * Invariants whose reads may fail.
 *
 * An invariant is violated in a state in which it is false, and in one in which it cannot be evaluated. So it becomes a
 * condition that holds where the invariant is true for certain, and that never fails itself. A quantifier over such
 * conditions does not depend on the order of its values, as it would if it ended at the first failure: a symmetry may
 * exchange them.
 */

import { all, any, binary, no, not } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { visitExpression } from "../../../model/traverse.ts";
import type { ExpressionNode } from "../syntax/syntax-tree.ts";
import { condition, lowerValue } from "./expression.ts";
import { isFailure } from "./fail.ts";
import { quantify } from "./quantify.ts";
import type { Writer } from "./writer.ts";

/** Whether a condition can be evaluated, and is true, or false. */
export function certainly(writer: Writer, node: ExpressionNode, wanted = true): Expression {
  const plain = condition(writer, node);
  if (!mayFail(plain)) return wanted ? plain : not(plain);
  switch (node.kind) {
    case "unary":
      return certainly(writer, node.operand, !wanted);
    case "quantified": {
      // The others end at the first value that decides, so their order matters.
      if ((node.op === "forall") !== wanted) break;
      return quantify(writer, { ...node, op: "forall" }, (body) => certainly(writer, body, wanted));
    }
    case "binary": {
      const { op, left, right } = node;
      if (op === "&&" || op === "&") return connected(writer, left, right, wanted, true);
      if (op === "||" || op === "|") return connected(writer, left, right, wanted, false);
      if (op === "->") return implied(writer, left, right, wanted);
      break;
    }
    default:
  }
  const { e, checks } = lowerValue(writer, node);
  return all([...checks.map(passed), wanted ? e : not(e)]);
}

/** A conjunction, or a disjunction. It is decided by its left side, or by both. */
function connected(
  writer: Writer,
  left: ExpressionNode,
  right: ExpressionNode,
  wanted: boolean,
  isAnd: boolean,
): Expression {
  if (wanted === isAnd) return all([certainly(writer, left, wanted), certainly(writer, right, wanted)]);
  return any([
    certainly(writer, left, wanted),
    all([certainly(writer, left, !wanted), certainly(writer, right, wanted)]),
  ]);
}

function implied(writer: Writer, left: ExpressionNode, right: ExpressionNode, wanted: boolean): Expression {
  if (!wanted) return all([certainly(writer, left, true), certainly(writer, right, false)]);
  const plain = condition(writer, left);
  if (!mayFail(plain)) return binary("->", plain, certainly(writer, right, true));
  return any([certainly(writer, left, false), all([certainly(writer, left, true), certainly(writer, right, true)])]);
}

function mayFail(e: Expression): boolean {
  let found = false;
  visitExpression(e, (part) => {
    if (isFailure(part)) found = true;
  });
  return found;
}

/** Whether a check holds. It is made of conditions and failures, which are none of the cases in which it holds. */
function passed(check: Expression): Expression {
  if (isFailure(check)) return no;
  if (check.kind === "binary" && (check.op === "||" || check.op === "&&")) {
    const sides = [passed(check.left), passed(check.right)];
    return check.op === "||" ? any(sides) : all(sides);
  }
  if (check.kind === "conditional") return { ...check, then: passed(check.then), else: passed(check.else) };
  return check;
}
