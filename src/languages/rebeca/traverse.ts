/** Visits the parts of statements and expressions. */

import type { ExpressionNode, InitialNode, StatementNode } from "./syntax-tree.ts";

/** The statements directly inside a statement. */
export function innerStatements(s: StatementNode): readonly StatementNode[] {
  switch (s.kind) {
    case "block":
      return s.body;
    case "if":
      return s.else ? [s.then, s.else] : [s.then];
    case "while":
      return [s.body];
    case "for":
      return s.initial ? [s.initial, s.body] : [s.body];
    case "switch":
      return s.groups.flatMap(({ body }) => body);
    case "declare":
    case "return":
    case "break":
    case "continue":
    case "expression":
      return [];
  }
}

/** The expressions of a statement, except those of inner statements. */
export function expressionsOf(s: StatementNode): readonly ExpressionNode[] {
  switch (s.kind) {
    case "declare":
      return s.variables.flatMap(({ value }) => (value ? leavesOf(value) : []));
    case "if":
    case "while":
      return [s.test];
    case "for":
      return s.test ? [s.test, ...s.updates] : s.updates;
    case "switch":
      return [s.value, ...s.groups.flatMap(({ labels }) => labels)];
    case "return":
      return s.value ? [s.value] : [];
    case "expression":
      return [s.value];
    case "block":
    case "break":
    case "continue":
      return [];
  }
}

function leavesOf(node: InitialNode): readonly ExpressionNode[] {
  return node.kind === "list" ? node.items.flatMap(leavesOf) : [node];
}

/** The expressions directly inside an expression. */
export function innerExpressions(e: ExpressionNode): readonly ExpressionNode[] {
  switch (e.kind) {
    case "number":
    case "boolean":
    case "null":
    case "self":
    case "sender":
    case "name":
    case "text":
      return [];
    case "element":
      return [e.base, e.index];
    case "member":
      return [e.base];
    case "call":
      return e.target ? [e.target, ...e.args] : e.args;
    case "unary":
    case "cast":
    case "instanceof":
      return [e.operand];
    case "binary":
      return [e.left, e.right];
    case "conditional":
      return [e.test, e.then, e.else];
    case "choice":
      return e.options;
    case "new":
      return [...e.known, ...e.args];
    case "assign":
      return [e.target, e.value];
  }
}

/** Visits every expression in the statements, outer ones first. */
export function visitExpressions(body: readonly StatementNode[], visit: (e: ExpressionNode) => void): void {
  const inside = (e: ExpressionNode): void => {
    visit(e);
    innerExpressions(e).forEach(inside);
  };
  for (const s of body) {
    expressionsOf(s).forEach(inside);
    visitExpressions(innerStatements(s), visit);
  }
}
