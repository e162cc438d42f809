/**
 * Traversals of syntax trees of any language.
 *
 * A tree is plain data. Its nodes are the objects with a `kind`. The parts of a node come in the order of its fields,
 * which is usually the order of the text.
 */

export interface TreeNode {
  readonly kind: string;
}

/** The nodes directly inside a part of a tree, which may be a list or a node. */
export function nodesIn<N extends TreeNode>(part: object): N[] {
  const nodes: N[] = [];
  for (const [key, inner] of Object.entries(part) as [string, unknown][]) {
    if (typeof inner !== "object" || inner === null || key === "span") continue;
    if ("kind" in inner) nodes.push(inner as N);
    else nodes.push(...nodesIn<N>(inner));
  }
  return nodes;
}

/** All nodes inside a part of a tree, outer ones first. */
export function* allNodesIn<N extends TreeNode>(part: object): Generator<N, void, undefined> {
  for (const node of nodesIn<N>(part)) {
    yield node;
    yield* allNodesIn<N>(node);
  }
}
