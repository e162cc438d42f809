/** A decision diagram as a graph for Graphviz. Nodes are numbered by position, so equal sets give equal text. */

import { getOrAdd } from "../util/numbering.ts";
import { vectorLength } from "./space.ts";
import type { Ddd, Space } from "./space.ts";
import { nodesBelow } from "./vectors.ts";

/** @param names names of the levels; their numbers by default */
export function writeDddDot(space: Space, set: Ddd, names?: readonly string[]): string {
  const { nodes } = space;
  const length = vectorLength(space, set);
  const order = nodesBelow(space, set).reverse();
  const numbers = new Map(order.map((node, k) => [node, k + 2]));
  const nameOf = (node: Ddd): string => {
    const level = length - nodes.height[node]!;
    return names?.[level] ?? `${level}`;
  };
  const lines = ["digraph ddd {", `  n${set > 1 ? 1 : set} [shape=box, label="${set > 1 ? 1 : set}"];`];
  for (const node of order) {
    lines.push(`  n${numbers.get(node)} [label=${JSON.stringify(nameOf(node))}];`);
    const labels = new Map<Ddd, number[]>();
    for (let k = 0; k < nodes.arcCount[node]!; k++) {
      const child = nodes.child(node, k);
      getOrAdd(labels, child, () => []).push(nodes.value(node, k));
    }
    for (const [child, values] of labels) {
      lines.push(`  n${numbers.get(node)} -> n${numbers.get(child) ?? child} [label="${values.join(", ")}"];`);
    }
  }
  return [...lines, "}", ""].join("\n");
}
