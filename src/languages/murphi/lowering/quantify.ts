/** Lowers quantifiers: `forall`, `exists`, and what names of rulesets and loops go through. */

import { all, any, binary, boolean, integer, literalOf, local, not } from "../../../model/build.ts";
import type { Expression, ScalarType } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import { boundsOf, piecesOf } from "../names/murphi-type.ts";
import type { SimpleType } from "../names/murphi-type.ts";
import type { Value } from "../names/place.ts";
import type { ExpressionNode, ExpressionOf, QuantifierNode } from "../syntax/syntax-tree.ts";
import { scalarType } from "./model-type.ts";
import { numberValue } from "./operate.ts";
import type { Writer } from "./writer.ts";

/** The most values of a quantifier over numbers with a step. */
const mostValues = 10_000;

/** The values of a quantified name: one interval after the other. */
export interface Domain {
  readonly type: SimpleType;
  readonly pieces: readonly ScalarType[];
  /** If the name goes by steps: its value in each round, from `from` on. */
  readonly steps?: { readonly from: number; readonly by: number } | undefined;
  /** Which of the values count, if that is known only at run time. */
  readonly isInside?: ((e: Expression) => Expression) | undefined;
}

/** The domain of a quantifier over a type, or between constants; `undefined` if it is known only at run time. */
export function domainOf(writer: Writer, node: QuantifierNode): Domain | undefined {
  if (node.over === "type") {
    const type = writer.program.declarer.simple(node.type, writer.scope, "a quantified name");
    const whole = scalarType(type);
    const pieces = piecesOf(type);
    return {
      type,
      pieces: pieces.length === 1 ? [whole] : pieces.map((piece) => ({ ...whole, kind: "range", ...piece })),
    };
  }
  const [first, last] = [boundary(writer, node.from), boundary(writer, node.to)];
  const by = node.by && boundary(writer, node.by);
  const [from, to, step] = [first, last, by].map((value) => value && literalOf(value.e));
  if (from === undefined || to === undefined || (by && step === undefined)) return undefined;
  return rounds(writer, from, to, step ?? 1, node.span);
}

function rounds(writer: Writer, from: number, to: number, by: number, span: Span): Domain {
  if (by === 0 || (by > 0 ? to < from : to > from)) {
    const message = `expected a step from ${from} to ${to}, found ${by}, with which the loop never ends`;
    return writer.refuse("endless-loop", message, span);
  }
  const count = Math.floor((to - from) / by) + 1;
  if (count > mostValues) writer.refuse("unsupported", `expected at most ${mostValues} values, found ${count}`, span);
  const last = from + by * (count - 1);
  const type: SimpleType = { kind: "range", low: Math.min(from, last), high: Math.max(from, last) };
  if (by === 1) return { type, pieces: [{ kind: "range", low: from, high: last }] };
  return { type, pieces: [{ kind: "range", low: 0, high: count - 1 }], steps: { from, by } };
}

/** A bound of a quantifier over numbers. */
export function boundary(writer: Writer, node: ExpressionNode): Value {
  const value = writer.parts.value(writer, node);
  if (value.type.kind !== "range") {
    writer.refuse("type-mismatch", "expected a number as the bound of a loop", node.span);
  }
  return value;
}

/** The value of a quantified name in a round of its domain. */
export function valueIn({ type, steps }: Domain, name: string): Value {
  const { low, high } = boundsOf(type);
  if (!steps) return { type, e: local(name), low, high, checks: [] };
  const distance = binary("*", integer(steps.by), local(name));
  return numberValue(binary("+", integer(steps.from), distance), { low, high });
}

export function quantify(
  writer: Writer,
  { op, quantifier, body }: ExpressionOf<"quantified">,
  condition: (node: ExpressionNode) => Expression,
): Expression {
  const domain = domainOf(writer, quantifier) ?? openDomain(writer, quantifier);
  const name = writer.fixedName(quantifier.name.text);
  const value = valueIn(domain, name);
  const lowered = writer.scoped((scope) => {
    scope.bind(quantifier.name.text, { kind: "value", value });
    return writer.purely(() => condition(body));
  });
  const wanted = domain.isInside ? narrowed(op, domain.isInside(value.e), lowered) : lowered;
  const parts = domain.pieces.map((type): Expression => ({ kind: "quantified", op, name, type, body: wanted }));
  if (wanted.kind === "boolean") return boolean(wanted.value);
  return op === "forall" ? all(parts) : any(parts);
}

function narrowed(op: "forall" | "exists", isInside: Expression, body: Expression): Expression {
  return op === "forall" ? any([not(isInside), body]) : all([isInside, body]);
}

/** All numbers that may be between bounds that are known only at run time. */
function openDomain(writer: Writer, node: QuantifierNode): Domain {
  if (node.over === "type") throw new TypeError("a type has bounds");
  if (node.by) {
    writer.refuse("unsupported", "expected constant bounds with `by` in a condition, found others", node.span);
  }
  const [from, to] = [boundary(writer, node.from), boundary(writer, node.to)];
  const [low, high] = [Math.min(from.low, to.low), Math.max(from.high, to.high)];
  if (high - low > mostValues) {
    writer.refuse("unsupported", `expected at most ${mostValues} values, found more`, node.span);
  }
  const between = (a: Expression, b: Expression, e: Expression): Expression =>
    all([binary("<=", a, e), binary("<=", e, b)]);
  return {
    type: { kind: "range", low, high },
    pieces: [{ kind: "range", low, high }],
    // Numbers are passed downwards if the first is greater than the last.
    isInside: (e) => all([...from.checks, ...to.checks, any([between(from.e, to.e, e), between(to.e, from.e, e)])]),
  };
}
