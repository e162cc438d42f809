/**
 * Assignments to a whole array: `a = b;` and `a = [1, 2(3), x];`.
 *
 * The elements of an array of arrays are counted through, as in PAT, where it is one array.
 */

import { element, integer, literalOf, local, variable } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import { constantNumber, lower } from "../names/expression.ts";
import type { Binding, Env } from "../names/expression.ts";
import { limits } from "../names/globals.ts";
import type { Globals, GlobalSymbol } from "../names/globals.ts";
import { receivedItems } from "../names/received-arrays.ts";
import type { ExpressionNode, ListNode, StatementNode } from "../syntax/syntax-tree.ts";

type ArraySymbol = GlobalSymbol & { readonly kind: "variable" };

/** The array that a name stands for. */
function arrayOf(g: Globals, node: ExpressionNode, env: Env): ArraySymbol | undefined {
  if (node.kind !== "name" || env.has(node.name)) return undefined;
  const symbol = g.symbols.get(node.name);
  return symbol?.kind === "variable" && symbol.sizes.length > 0 ? symbol : undefined;
}

/** The elements of an array, in order. */
function elementsOf({ name, sizes }: ArraySymbol): Expression[] {
  return sizes.reduce<Expression[]>(
    (places, size) => places.flatMap((place) => Array.from({ length: size }, (_, k) => element(place, k))),
    [variable(name)],
  );
}

/** The statements of an assignment to a whole array; `undefined` if it is none. */
export function assignArray(
  g: Globals,
  node: StatementNode & { readonly kind: "assign" | "fill" },
  env: ReadonlyMap<string, Binding>,
): Statement[] | undefined {
  const target = arrayOf(g, node.target, env);
  if (!target) {
    if (node.kind === "assign") return undefined;
    return g.refuse("csp/not-an-array", "expected an array before a list of values, found something else", node.target);
  }
  const places = elementsOf(target);
  const isBool = target.element.kind === "bool";
  const source = node.kind === "fill" ? node.list : node.value;
  const values = node.kind === "fill" ? listValues(g, node.list, env) : sourceValues(g, node.value, env);
  if (!values) return undefined;
  if (values.length !== places.length) {
    const message = `expected ${places.length} values for \`${target.name}\`, found ${values.length}`;
    return g.refuse("csp/wrong-length", message, source);
  }
  if (values.some((value) => value.isBool !== isBool)) {
    const [wanted, found] = isBool ? ["truth values", "a number"] : ["numbers", "a truth value"];
    return g.refuse("csp/type-mismatch", `expected ${wanted}, found ${found}`, source);
  }
  const span = g.span(node);
  const assign = (value: Expression, k: number): Statement => ({
    kind: "assign",
    target: places[k]!,
    value,
    span,
  });
  if (node.kind === "assign") return values.map(({ e }, k) => assign(e, k));
  // Values are computed before the first of them is assigned: `a = [a[1], a[0]];` exchanges two.
  const held = values.map(({ e }, k): { before: Statement[]; value: Expression } => {
    if (literalOf(e) !== undefined) return { before: [], value: e };
    const name = g.freshLocal(`${target.name}${k}`);
    return { before: [{ kind: "local", name, type: g.dataType(isBool), value: e, span }], value: local(name) };
  });
  return [...held.flatMap(({ before }) => before), ...held.map(({ value }, k) => assign(value, k))];
}

/** The elements of another array, declared or received. */
function sourceValues(g: Globals, node: ExpressionNode, env: ReadonlyMap<string, Binding>): Value[] | undefined {
  if (node.kind !== "name") return undefined;
  const { length } = receivedItems(node.name, env);
  const place = { start: node.start, end: node.end };
  const symbol = arrayOf(g, node, env);
  if (symbol) {
    const isBool = symbol.element.kind === "bool";
    return elementsOf(symbol).map((e) => ({ e, isBool, low: g.low, high: g.high }));
  }
  if (length === 0) return undefined;
  return Array.from({ length }, (_, k) => {
    const index = { kind: "number", value: k, ...place } as const;
    return lower(g, { kind: "element", name: node.name, indices: [index], ...place }, env);
  });
}

function listValues(g: Globals, list: ListNode, env: Env): Value[] {
  const values = list.items.flatMap((item): Value[] => {
    if (item.kind === "nested") return listValues(g, item.list, env);
    if (item.kind === "range") {
      const [low, high] = [constantNumber(g, item.low, env), constantNumber(g, item.high, env)];
      if (high - low > limits.slots) return g.refuse("csp/wrong-length", "expected fewer values, found too many", list);
      return Array.from({ length: Math.max(0, high - low + 1) }, (_, k) => ({
        e: integer(low + k),
        isBool: false,
        low: low + k,
        high: low + k,
      }));
    }
    const value = lower(g, item.value, env);
    const count = item.count ? constantNumber(g, item.count, env) : 1;
    if (count > limits.slots) return g.refuse("csp/wrong-length", "expected fewer values, found too many", list);
    return Array.from({ length: Math.max(0, count) }, () => value);
  });
  return values;
}
