/** The direct parts of a node of the syntax tree: traversals that several parts need. */

import type { Binder, ExpressionNode, ListNode, ProcessNode } from "./syntax-tree.ts";

export function partsOf(node: ProcessNode): readonly ProcessNode[] {
  switch (node.kind) {
    case "stop":
    case "skip":
    case "call":
    case "assert":
      return [];
    case "prefix":
    case "send":
    case "receive":
      return [node.then];
    case "guard":
    case "indexed":
    case "hide":
    case "atomic":
      return [node.body];
    case "choice":
    case "parallel":
      return node.parts;
    case "if":
      return node.else ? [node.then, node.else] : [node.then];
    case "case":
      return [...node.branches.map(({ body }) => body), ...(node.otherwise ? [node.otherwise] : [])];
    case "sequence":
      return [node.first, node.second];
    case "interrupt":
      return [node.body, node.handler];
  }
}

/** The expressions of a process, in its own scope. Received fields may be new names. */
export function valuesOf(node: ProcessNode): readonly ExpressionNode[] {
  switch (node.kind) {
    case "call":
      return node.arguments;
    case "prefix":
      return node.event.parts;
    case "send":
      return node.channel.index ? [node.channel.index, ...node.values] : node.values;
    case "receive":
      return node.channel.index ? [node.channel.index] : [];
    case "guard":
    case "if":
    case "assert":
      return [node.test];
    case "case":
      return node.branches.map(({ test }) => test);
    default:
      return [];
  }
}

/** The expressions for the values of an index. */
export function boundsOf({ values }: Binder): readonly ExpressionNode[] {
  return values.kind === "range" ? [values.low, values.high] : values.kind === "set" ? values.items : [values.count];
}

/** The expressions of a list, with counts and bounds. */
export function listed({ items }: ListNode): ExpressionNode[] {
  return items.flatMap((item) => {
    if (item.kind === "nested") return listed(item.list);
    if (item.kind === "range") return [item.low, item.high];
    return item.count ? [item.value, item.count] : [item.value];
  });
}

/** The names in an expression, except those it binds. */
export function namesIn(node: ExpressionNode): string[] {
  switch (node.kind) {
    case "number":
    case "boolean":
      return [];
    case "name":
      return [node.name];
    case "element":
      return [node.name, ...node.indices.flatMap(namesIn)];
    case "unary":
      return namesIn(node.operand);
    case "binary":
      return [...namesIn(node.left), ...namesIn(node.right)];
    case "indexed": {
      const bound = new Set(node.binders.map(({ name }) => name?.text));
      const names = [...node.binders.flatMap(boundsOf), node.body].flatMap(namesIn);
      return names.filter((name) => !bound.has(name));
    }
    case "method":
      return [node.object.text, ...node.arguments.flatMap(namesIn)];
    case "function":
      return [node.name.text, ...node.arguments.flatMap(namesIn)];
    case "channel":
      return [node.channel.text, ...(node.index ? namesIn(node.index) : [])];
  }
}
