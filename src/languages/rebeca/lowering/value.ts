/** Values of expressions in places with an expected type. The body knows how to lower the expressions. */

import { any, binary, literalOf } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import { candidates, reference } from "../actors/actor-system.ts";
import { booleanType, isSubclass, showType } from "../names/symbols.ts";
import type { ClassSymbol, RebecaType } from "../names/symbols.ts";
import type { ExpressionNode } from "../syntax/syntax-tree.ts";
import type { Body, Value } from "./body.ts";

/** The value of an expression. */
export function lower(b: Body, node: ExpressionNode): Value {
  const value = b.lowering.effect(b, node, true);
  if (value) return value;
  return b.refuse("no-value", "expected a value, found a send or a method that returns nothing", node.span);
}

/** The values of several expressions, evaluated from left to right. */
export function lowerAll(b: Body, nodes: readonly ExpressionNode[]): Value[] {
  const values: Value[] = [];
  for (const node of nodes) {
    const block = b.inside(() => values.push(lower(b, node)));
    if (block.length === 0) continue;
    // A later evaluation may change an earlier value.
    const last = values.length - 1;
    for (let i = 0; i < last; i++) values[i] = b.kept(values[i]!, "kept");
    b.emit(...block);
  }
  return values;
}

/** Converts a value to the expected type. */
export function coerce(b: Body, value: Value, type: RebecaType, span: Span): Expression {
  const mismatch = (): never =>
    b.refuse("type-mismatch", `expected ${showType(type)}, found ${showType(value.type)}`, span);
  if (JSON.stringify(shape(type)) !== JSON.stringify(shape(value.type))) mismatch();
  if (type.kind !== "rebec" || value.type.kind !== "rebec" || !type.of) return value.e;
  const { of } = value.type;
  if (literalOf(value.e) === 0 || (of && isSubclass(of, type.of))) return value.e;
  if (of && !isSubclass(type.of, of) && of.node.kind === "class" && type.of.node.kind === "class") mismatch();
  return narrowed(b, value, type.of, span);
}

/** The value, with an assertion that it is null or a rebec of a class. */
function narrowed(b: Body, value: Value, of: ClassSymbol, span: Span): Expression {
  const e = b.repeatable(value, "rebec");
  const isNull = binary("==", e, reference(b.system, 0));
  const test = any([isNull, isOneOf(b, e, of)]);
  if (test.kind === "boolean" && test.value) return e;
  b.emit({ kind: "assert", test, message: `this rebec is no \`${of.name}\``, span });
  return e;
}

/** The condition that a reference denotes a rebec of a class. */
export function isOneOf(b: Body, e: Expression, of: ClassSymbol): Expression {
  return any(candidates(b.system, of).map(({ number }) => binary("==", e, reference(b.system, number))));
}

function shape(type: RebecaType): unknown {
  return type.kind === "array" ? [type.size, shape(type.element)] : type.kind;
}

export function lowerTest(b: Body, node: ExpressionNode): Expression {
  return coerce(b, lower(b, node), booleanType, node.span);
}
