/**
 * The order of computation of constants, types and predicates: each comes after those that it mentions.
 *
 * The depth-first search has an explicit stack, since chains of declarations can be as long as the text.
 */

import { allNodesIn } from "../../syntax/tree.ts";
import type { Environment } from "./environment.ts";
import { quote } from "./environment.ts";
import type {
  ConstantNode,
  DeclarationNode,
  ExpressionNode,
  PredicateNode,
  TypeDeclarationNode,
  TypeNode,
} from "./syntax-tree.ts";

export type Computed = ConstantNode | TypeDeclarationNode | PredicateNode;

/** A declaration on the stack of the search. */
interface Visit {
  readonly node: Computed;
  readonly uses: readonly Computed[];
  next: number;
  /** The lowest stack position that this declaration or one above it mentions. */
  lowest: number;
}

/** All constants, types and predicates in order. Those that depend on themselves are reported and left out. */
export function declarationOrder(env: Environment, declarations: readonly DeclarationNode[]): Computed[] {
  const order: Computed[] = [];
  const done = new Set<Computed>();
  const stack: Visit[] = [];
  const places = new Map<Computed, number>();
  const enter = (node: Computed): void => {
    places.set(node, stack.length);
    stack.push({ node, uses: usesOf(env, node), next: 0, lowest: Infinity });
  };
  for (const declaration of declarations) {
    if (isComputed(declaration) && !done.has(declaration)) enter(declaration);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const used = top.uses[top.next++];
      if (used === undefined) {
        leave(top);
        continue;
      }
      const place = places.get(used);
      if (place !== undefined) {
        top.lowest = Math.min(top.lowest, place);
        reportCycle(env, stack, place);
      } else if (!done.has(used)) enter(used);
    }
  }
  return order;

  /** All declarations on the stack between a declaration and a mention of it from above depend on themselves. */
  function leave({ node, lowest }: Visit): void {
    stack.pop();
    places.delete(node);
    done.add(node);
    if (lowest > stack.length) order.push(node);
    const below = stack.at(-1);
    if (below) below.lowest = Math.min(below.lowest, lowest);
  }
}

function reportCycle(env: Environment, stack: readonly Visit[], place: number): void {
  if (env.collector.full) return;
  const names = stack.slice(place, place + 6).map(({ node }) => quote(node.name.text));
  const shown = stack.length - place > 6 ? [...names.slice(0, 5), "..."] : names;
  const message = `expected a definition that does not depend on itself, found the cycle ${[...shown, names[0]].join(" -> ")}`;
  env.report("seq/cycle", message, stack[place]!.node.name);
}

function isComputed(node: DeclarationNode): node is Computed {
  return node.kind === "constant" || node.kind === "type" || node.kind === "predicate";
}

/** The declarations that this one mentions. */
function usesOf(env: Environment, node: Computed): Computed[] {
  const uses = new Set<Computed>();
  for (const inner of allNodesIn<ExpressionNode | TypeNode>(node)) {
    const symbol = inner.kind === "name" || inner.kind === "named" ? env.globals.get(inner.name) : undefined;
    if (symbol !== undefined && symbol.kind !== "variable") uses.add(symbol.node);
  }
  return [...uses];
}
