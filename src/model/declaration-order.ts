/**
 * The order in which constants, types and predicates are computed: each after those it mentions.
 *
 * A depth-first search with a stack of its own, for chains of declarations can be as long as the text.
 */

import type { Environment } from "./environment.ts";
import { quote } from "./environment.ts";
import type {
  ConstantNode,
  DeclarationNode,
  EnumNode,
  ExpressionNode,
  IndexNode,
  PredicateNode,
  TypeDeclarationNode,
  TypeNode,
} from "./syntax-tree.ts";

export type Computed = ConstantNode | TypeDeclarationNode | PredicateNode;

/** All constants, types and predicates in order, without those that depend on themselves, which are reported. */
export function declarationOrder(env: Environment, declarations: readonly DeclarationNode[]): Computed[] {
  const order: Computed[] = [];
  const done = new Set<Computed>();
  const open = new Set<Computed>();
  const cyclic = new Set<Computed>();
  for (const declaration of declarations) {
    if (!isComputed(declaration) || done.has(declaration)) continue;
    const stack = [{ node: declaration, uses: usesOf(env, declaration), next: 0 }];
    open.add(declaration);
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const used = top.uses[top.next++];
      if (used === undefined) {
        stack.pop();
        open.delete(top.node);
        done.add(top.node);
        if (!cyclic.has(top.node)) order.push(top.node);
      } else if (open.has(used)) {
        const cycle = stack.slice(stack.findLastIndex(({ node }) => node === used)).map(({ node }) => node);
        reportCycle(env, cycle);
        for (const node of cycle) cyclic.add(node);
      } else if (!done.has(used)) {
        open.add(used);
        stack.push({ node: used, uses: usesOf(env, used), next: 0 });
      }
    }
  }
  return order;
}

function reportCycle(env: Environment, cycle: readonly Computed[]): void {
  const names = cycle.map((node) => quote(node.name.text));
  const shown = names.length > 6 ? [...names.slice(0, 5), "..."] : names;
  const message = `expected a definition that does not depend on itself, found the cycle ${[...shown, names[0]].join(" -> ")}`;
  env.report("seq/cycle", message, cycle[0]!.name);
}

function isComputed(node: DeclarationNode): node is Computed {
  return node.kind === "constant" || node.kind === "type" || node.kind === "predicate";
}

/** The declarations that this one mentions. */
function usesOf(env: Environment, node: Computed): Computed[] {
  const uses = new Set<Computed>();
  const use = (name: string): void => {
    const symbol = env.globals.get(name);
    if (symbol !== undefined && symbol.kind !== "variable") uses.add(symbol.node);
  };
  if (node.kind !== "predicate" && node.type) visitType(node.type, use);
  if (node.kind === "constant") visitExpression(node.value, use);
  if (node.kind === "predicate") visitExpression(node.condition, use);
  return [...uses];
}

/** Calls `use` for each name that may be a type or a constant. */
function visitType(node: TypeNode | EnumNode | IndexNode, use: (name: string) => void): void {
  switch (node.kind) {
    case "bool":
    case "enum":
      return;
    case "named":
      use(node.name);
      return;
    case "range":
      visitExpression(node.low, use);
      visitExpression(node.high, use);
      return;
    case "size":
      visitExpression(node.size, use);
      return;
    case "array":
      for (const index of node.indices) visitType(index, use);
      visitType(node.element, use);
      return;
    case "record":
      for (const field of node.fields) visitType(field.type, use);
      return;
    case "tuple":
      for (const item of node.items) visitType(item, use);
      return;
    case "queue":
      visitExpression(node.capacity, use);
      visitType(node.element, use);
      return;
  }
}

function visitExpression(node: ExpressionNode, use: (name: string) => void): void {
  switch (node.kind) {
    case "number":
    case "boolean":
    case "any":
      return;
    case "name":
      use(node.name);
      return;
    case "unary":
      visitExpression(node.operand, use);
      return;
    case "binary":
      visitExpression(node.left, use);
      visitExpression(node.right, use);
      return;
    case "conditional":
      visitExpression(node.test, use);
      visitExpression(node.then, use);
      visitExpression(node.else, use);
      return;
    case "quantified":
      visitType(node.domain, use);
      visitExpression(node.body, use);
      return;
    case "index":
      visitExpression(node.base, use);
      visitExpression(node.index, use);
      return;
    case "field":
      visitExpression(node.base, use);
      return;
    case "queue":
      visitExpression(node.queue, use);
      return;
    case "list":
    case "tuple":
      for (const item of node.items) visitExpression(item, use);
      return;
    case "comprehension":
      visitExpression(node.body, use);
      return;
    case "record":
      for (const field of node.fields) visitExpression(field.value, use);
      return;
  }
}
