/** The functions of PAT's library for numbers. */

import { calculate, compare, conditional, knownNumber, literalOf, number, opposite } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import { fits } from "../../../model/interval.ts";
import type { ExpressionNode } from "../syntax/syntax-tree.ts";
import type { Globals } from "./globals.ts";

/** The functions of PAT's library for numbers. */
export const mathFunctions: ReadonlySet<string> = new Set(["Max", "Min", "Abs", "Pow"]);

/** `Max`, `Min`, `Abs`, and `Pow` with a known exponent. */
export function lowerFunction(
  g: Globals,
  node: ExpressionNode & { kind: "function" },
  lower: (argument: ExpressionNode) => Value,
): Value {
  const { text } = node.name;
  const wanted = text === "Abs" ? 1 : 2;
  if (node.arguments.length !== wanted) {
    const message = `expected ${wanted} arguments of \`${text}\`, found ${node.arguments.length}`;
    return g.refuse("csp/wrong-arity", message, node);
  }
  const [a, b] = node.arguments.map(lower) as [Value, Value];
  if (text === "Pow") return power(g, node, a, b);
  const other = text === "Abs" ? opposite(a) : b;
  const [low, high] =
    text === "Min"
      ? [Math.min(a.low, other.low), Math.min(a.high, other.high)]
      : [Math.max(a.low, other.low), Math.max(a.high, other.high)];
  const test = compare(text === "Min" ? "<=" : ">=", a, other);
  return number(conditional(test.e, a.e, other.e), { low: text === "Abs" ? Math.max(0, low) : low, high });
}

function power(g: Globals, node: ExpressionNode & { kind: "function" }, base: Value, exponent: Value): Value {
  const times = literalOf(exponent.e);
  if (times === undefined || times < 0 || times > 31) {
    const message = "expected an exponent from 0 to 31 that is known before the run, found another one";
    return g.refuse("csp/not-constant", message, node.arguments[1]!);
  }
  let product = knownNumber(1);
  for (let i = 0; i < times; i++) {
    product = calculate("*", product, base, g.span(node));
    if (!fits(product)) {
      return g.refuse("csp/too-large", "expected a value within 53 bits, found one that may be larger", node);
    }
  }
  return product;
}
