/**
 * Elaborates statements: checks that places are assignable and values fit them, and expands `push` and `pop` with
 * several arguments.
 */

import type { Expression, QueueType, Statement } from "../model.ts";
import { isScalar } from "../slots.ts";
import { bool, sameType } from "../typing.ts";
import { isComposite } from "./composite-value.ts";
import { boundValue, check, infer, resolveDomain } from "./elaborate-expression.ts";
import { resolveType } from "./elaborate-type.ts";
import { describeRole, describeSymbol, quote } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { isTuple, printType } from "./print-type.ts";
import type { ExpressionNode, StatementNode } from "./syntax-tree.ts";
import { reportMismatch, typed } from "./typed.ts";
import type { Typed } from "./typed.ts";

/** Elaborates a block. Its local names go out of scope at its end. */
export function elaborateBlock(env: Environment, nodes: readonly StatementNode[]): Statement[] {
  return env.scoped(() => {
    const statements: Statement[] = [];
    for (const node of nodes) elaborateStatement(env, node, statements);
    return statements;
  });
}

/** Appends the elaborated statement, or nothing after an error. */
function elaborateStatement(env: Environment, node: StatementNode, into: Statement[]): void {
  const span = env.span(node);
  switch (node.kind) {
    case "assign": {
      const target = inferPlace(env, node.target);
      // Without a target, the value is still checked for errors of its own, unless its type comes from the target.
      const value = target ? check(env, node.value, target.type, "as the new value") : inferQuietly(env, node.value);
      if (target && value) into.push({ kind: "assign", target: target.expression, value: value.expression, span });
      return;
    }
    case "if": {
      const test = check(env, node.test, bool, "after `if`");
      const then = elaborateBlock(env, node.then);
      const otherwise = elaborateBlock(env, node.else);
      if (test) into.push({ kind: "if", test: test.expression, then, else: otherwise, span });
      return;
    }
    case "for": {
      const type = resolveDomain(env, node.domain);
      env.scoped(() => {
        env.declareLocal({ role: "loop name", name: node.name, type });
        const body = elaborateBlock(env, node.body);
        if (type) into.push({ kind: "for", name: node.name.text, type, body, span });
      });
      return;
    }
    case "while": {
      const test = check(env, node.test, bool, "after `while`");
      const bound = boundValue(env, node.bound, "after `bound`");
      if (bound !== undefined && bound < 0) {
        env.report("seq/bad-bound", `expected a bound of at least 0, found ${bound}`, node.bound);
      }
      const body = elaborateBlock(env, node.body);
      const { limit } = node;
      if (test && bound !== undefined) into.push({ kind: "while", test: test.expression, bound, limit, body, span });
      return;
    }
    case "push":
      elaboratePush(env, node, into);
      return;
    case "pop":
      elaboratePop(env, node, into);
      return;
    case "assert": {
      const test = check(env, node.test, bool, "after `assert`");
      const message = node.message === undefined ? {} : { message: node.message };
      if (test) into.push({ kind: "assert", test: test.expression, ...message, span });
      return;
    }
    case "local":
      elaborateLocal(env, node, into);
      return;
  }
}

function elaborateLocal(env: Environment, node: StatementNode & { readonly kind: "local" }, into: Statement[]): void {
  const { name, type: typeNode, value: valueNode } = node;
  const type = resolveType(env, typeNode);
  if (type && !isScalar(type)) {
    const message = `expected \`bool\`, a range or an enumeration for the local ${quote(name.text)}, found ${printType(type)}`;
    env.report("seq/composite-local", message, typeNode);
  }
  const scalar = type && isScalar(type) ? type : undefined;
  const value = scalar ? check(env, valueNode, scalar, "as the value") : inferQuietly(env, valueNode);
  env.declareLocal({ role: "local", name, type: scalar });
  if (scalar && value) {
    into.push({ kind: "local", name: name.text, type: scalar, value: value.expression, span: env.span(node) });
  }
}

function elaboratePush(env: Environment, node: StatementNode & { readonly kind: "push" }, into: Statement[]): void {
  const queue = inferQueuePlace(env, node.queue, "push");
  if (queue === undefined) return;
  const { values } = node;
  const [first, last] = [values[0]!, values.at(-1)!];
  const valueNode: ExpressionNode =
    values.length === 1
      ? first
      : { kind: "tuple", items: values, start: first.start, end: last.end, depth: first.depth + 1 };
  const value = check(env, valueNode, queue.type.element, "to push");
  if (value) into.push({ kind: "push", queue: queue.expression, value: value.expression, span: env.span(node) });
}

/** `pop(q, x)` is `x := q[0]; pop(q)`, and `pop(q, x, y)` is `x := q[0].0; y := q[0].1; pop(q)`. */
function elaboratePop(env: Environment, node: StatementNode & { readonly kind: "pop" }, into: Statement[]): void {
  const span = env.span(node);
  const queue = inferQueuePlace(env, node.queue, "pop");
  const targets = node.targets.map((target) => inferPlace(env, target));
  if (queue === undefined) return;
  const { element } = queue.type;
  const zero: Expression = { kind: "integer", value: 0, span };
  const head = typed(element, { kind: "index", base: queue.expression, index: zero, span });
  let parts: Typed[] = [head];
  if (targets.length > 1) {
    if (element.kind !== "record" || !isTuple(element) || element.fields.length !== targets.length) {
      const message = `expected elements that are tuples of ${targets.length}, found ${printType(element)}`;
      env.report("seq/type-mismatch", message, node.queue);
      return;
    }
    parts = element.fields.map(({ name, type }) =>
      typed(type, { kind: "field", base: head.expression, field: name, span }),
    );
  }
  targets.forEach((target, i) => {
    const part = parts[i]!;
    if (target === undefined) return;
    if (sameType(target.type, part.type)) {
      into.push({ kind: "assign", target: target.expression, value: part.expression, span });
    } else reportMismatch(env, node.targets[i]!, part.type, target.type, "to take the head of the queue");
  });
  into.push({ kind: "pop", queue: queue.expression, span });
}

// ---------------------------------------------------------------- places

/** Elaborates a place, which can be assigned to. */
function inferPlace(env: Environment, node: ExpressionNode): Typed | undefined {
  const root = rootName(node);
  if (root === undefined) {
    const message =
      "expected a place to assign to (a variable, a local, or an element or field of one), found an expression";
    env.report("seq/not-a-place", message, node);
    return undefined;
  }
  const place = infer(env, node);
  const local = env.local(root.name);
  const symbol = env.globals.get(root.name);
  let what: string | undefined;
  if (local !== undefined && local !== "hidden") what = local.role === "local" ? undefined : describeRole(local.role);
  else if (symbol && symbol.kind !== "variable" && symbol.kind !== "type") what = describeSymbol(symbol);
  if (what === undefined) return place;
  const message = `expected a variable or a local to assign to, found ${quote(root.name)}, which is ${what}`;
  env.report("seq/read-only", message, root);
  return undefined;
}

function rootName(node: ExpressionNode): (ExpressionNode & { readonly kind: "name" }) | undefined {
  let root = node;
  while (root.kind === "index" || root.kind === "field") root = root.base;
  return root.kind === "name" ? root : undefined;
}

function inferQueuePlace(
  env: Environment,
  node: ExpressionNode,
  operation: string,
): (Typed & { readonly type: QueueType }) | undefined {
  const place = inferPlace(env, node);
  if (place === undefined) return undefined;
  if (place.type.kind === "queue") return { ...place, type: place.type };
  reportMismatch(env, node, "a queue", place.type, `after \`${operation}(\``);
  return undefined;
}

/** Checks for errors in an expression without an expected type. */
function inferQuietly(env: Environment, node: ExpressionNode): Typed | undefined {
  return isComposite(node) ? undefined : infer(env, node);
}
