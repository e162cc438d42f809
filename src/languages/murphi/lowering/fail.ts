/** Run-time errors of expressions, in the words of Murphi. */

import { any, integer } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";

/** A condition that cannot be evaluated. */
export function failure(message: string, span: Span | undefined): Expression {
  const left: Expression = { kind: "binary", op: "/", left: integer(1), right: integer(0), failure: message, span };
  return { kind: "binary", op: "==", left, right: integer(0), span };
}

/** A condition that holds, or fails if the other does not. */
export function unlessFails(condition: Expression, message: string, span: Span | undefined): Expression {
  return any([condition, failure(message, span)]);
}

export function isFailure(e: Expression): boolean {
  return e.kind === "binary" && e.op === "==" && e.left.kind === "binary" && e.left.failure !== undefined;
}
