/** Arrays that were received as a message: each element is a local of the component, `x[0]`, `x[1]`, and so on. */

import { conditional, equals, integer, literalOf, number } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { ExpressionNode } from "../syntax/syntax-tree.ts";
import type { Globals } from "./globals.ts";

/** The name of an element. */
export function itemName(name: string, index: number): string {
  return `${name}[${index}]`;
}

/** The elements of a received array; none if the name is something else. */
export function receivedItems<T>(name: string, env: ReadonlyMap<string, T>): T[] {
  const items: T[] = [];
  for (let item = env.get(itemName(name, 0)); item; item = env.get(itemName(name, items.length))) items.push(item);
  return items;
}

/** An element of a received array. It is a run-time error if there is none. */
export function receivedElement(
  g: Globals,
  node: ExpressionNode & { kind: "element" },
  items: readonly Value[],
  lower: (index: ExpressionNode) => Expression,
): Value {
  if (node.indices.length !== 1) {
    const message = `expected one index after \`${node.name}\`, found ${node.indices.length}`;
    return g.refuse("csp/wrong-dimension", message, node);
  }
  const index = lower(node.indices[0]!);
  const failure = `index outside 0..${items.length - 1}`;
  const span = g.span(node);
  const outside: Expression = { kind: "binary", op: "/", left: integer(1), right: integer(0), failure, span };
  const known = literalOf(index);
  if (known !== undefined) return items[known] ?? number(outside, g);
  return number(
    items.reduceRight<Expression>((rest, item, k) => conditional(equals(index, k), item.e, rest), outside),
    g,
  );
}
