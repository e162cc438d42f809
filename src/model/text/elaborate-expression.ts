/**
 * Elaborates expressions: resolves names, checks types, expands sugar, and keeps integers within 53 bits.
 *
 * Composite values such as `[a, b]` have no type of their own. `check` takes it from the context, and `infer` refuses
 * them. Both return `undefined` after reporting an error, and callers do not report errors that follow from it.
 */

import { boolean, element, field, integer } from "../build.ts";
import { point } from "../interval.ts";
import type { ArrayType, Expression, RecordType, ScalarType, Type } from "../model.ts";
import { highOf, isScalar, lengthOf, lowOf } from "../slots.ts";
import { bool, int, sameType } from "../typing.ts";
import type { ExpressionType } from "../typing.ts";
import { describeForm, findField, hasItems, isComposite, matchFields, reportForm } from "./composite-value.ts";
import type { Composite } from "./composite-value.ts";
import { inferName, resolveTypeName } from "./elaborate-name.ts";
import { quote } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { evaluateConstant } from "./evaluate-constant.ts";
import { isTuple, printStructure } from "./print-type.ts";
import type { DomainNode, ExpressionNode, Name, Place } from "./syntax-tree.ts";
import { applyBinary, applyQuantifier, applyUnary, choose, reportMismatch, typed } from "./typed.ts";
import type { NodeOf, Typed } from "./typed.ts";

/** The most characters that all expansions in one model may produce, counted as source text. */
const expansionLimit = 5_000_000;

/** Elaborates an expression that must have this type. `where` continues the sentence "expected an integer ...". */
export function check(
  env: Environment,
  node: ExpressionNode,
  expected: ExpressionType,
  where: string,
): Typed | undefined {
  switch (node.kind) {
    case "list":
    case "comprehension":
    case "tuple":
    case "record":
      return checkComposite(env, node, expected, where);
    case "conditional": {
      const test = check(env, node.test, bool, "before `?`");
      const then = check(env, node.then, expected, where);
      const otherwise = check(env, node.else, expected, where);
      return test && then && otherwise && choose(env, node, test, then, otherwise);
    }
    default: {
      const result = infer(env, node);
      if (result === undefined || sameType(result.type, expected)) return result;
      return reportMismatch(env, node, expected, result.type, where);
    }
  }
}

/** Elaborates an expression that determines its own type. */
export function infer(env: Environment, node: ExpressionNode): Typed | undefined {
  switch (node.kind) {
    case "number":
      return typed(int, integer(node.value, env.span(node)), point(node.value));
    case "boolean":
      return typed(bool, boolean(node.value, env.span(node)));
    case "name":
      return inferName(env, node);
    case "unary":
      return inferUnary(env, node);
    case "binary":
      return inferBinary(env, node);
    case "conditional": {
      const test = check(env, node.test, bool, "before `?`");
      const values = inferPair(env, node.then, node.else, "on both sides of `:`");
      return test && values && choose(env, node, test, ...values);
    }
    case "quantified":
      return inferQuantified(env, node);
    case "index":
      return inferIndex(env, node);
    case "field":
      return inferField(env, node);
    case "queue":
      return inferQueue(env, node);
    case "list":
    case "comprehension":
    case "tuple":
    case "record": {
      const message = `expected a value whose type shows from itself, found ${describeForm(node)}`;
      env.report("seq/untyped-value", message, node);
      return undefined;
    }
    case "any":
      env.report(
        "seq/any-value",
        "expected a value; `*`, any value, stands only in the initial value of a variable",
        node,
      );
      return undefined;
  }
}

// ---------------------------------------------------------------- operators

function inferUnary(env: Environment, node: NodeOf<"unary">): Typed | undefined {
  const { op } = node;
  if (op !== "!" && op !== "-") return reportTemporal(env, node, op);
  const operand = check(env, node.operand, op === "!" ? bool : int, `after \`${op}\``);
  return operand && applyUnary(env, node, op, operand);
}

function inferBinary(env: Environment, node: NodeOf<"binary">): Typed | undefined {
  const { op } = node;
  switch (op) {
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const operands = checkOperands(env, node, int);
      return operands && applyBinary(env, node, op, ...operands);
    }
    case "&&":
    case "||":
    case "->":
    case "<->": {
      const operands = checkOperands(env, node, bool);
      return operands && applyBinary(env, node, op === "<->" ? "==" : op, ...operands);
    }
    case "==":
    case "!=": {
      const operands = inferPair(env, node.left, node.right, `on both sides of \`${op}\``);
      return operands && applyBinary(env, node, op, ...operands);
    }
    case "U":
    case "W":
    case "R":
      return reportTemporal(env, node, op);
  }
}

function checkOperands(env: Environment, node: NodeOf<"binary">, type: ExpressionType): [Typed, Typed] | undefined {
  const left = check(env, node.left, type, `to the left of \`${node.op}\``);
  const right = check(env, node.right, type, `to the right of \`${node.op}\``);
  return left && right && [left, right];
}

/** Elaborates two expressions of one type, which either of them determines. */
function inferPair(
  env: Environment,
  left: ExpressionNode,
  right: ExpressionNode,
  where: string,
): [Typed, Typed] | undefined {
  if (needsType(left) && !needsType(right)) {
    const second = infer(env, right);
    const first = second && check(env, left, second.type, where);
    return second && first && [first, second];
  }
  const first = infer(env, left);
  if (first === undefined) {
    // The error of the left side is reported. The right side may have errors of its own.
    if (!needsType(right)) infer(env, right);
    return undefined;
  }
  const second = check(env, right, first.type, where);
  return second && [first, second];
}

/** Whether the type must come from the context. */
function needsType(node: ExpressionNode): boolean {
  return node.kind === "conditional" ? needsType(node.then) && needsType(node.else) : isComposite(node);
}

function reportTemporal(env: Environment, node: ExpressionNode, op: string): Typed | undefined {
  const message = `expected a condition on one state, found the temporal operator \`${op}\`, which stands only in LTL, above the conditions`;
  env.report("seq/temporal-operator", message, node);
  return undefined;
}

function inferQuantified(env: Environment, node: NodeOf<"quantified">): Typed | undefined {
  const type = resolveDomain(env, node.domain);
  const wanted = node.op === "sum" ? int : bool;
  return env.scoped(() => {
    env.declareLocal({ role: "quantified name", name: node.name, type });
    const body = check(env, node.body, wanted, `as the body of \`${node.op}\``);
    return type && body && applyQuantifier(env, node, type, body);
  });
}

// ---------------------------------------------------------------- parts of composite values

/**
 * The base of an element or a field is always a place, so engines never build a composite value to read a part of it.
 */
function inferBase(env: Environment, node: ExpressionNode, where: string): Typed | undefined {
  const base = infer(env, node);
  if (base?.expression.kind !== "conditional") return base;
  const message = `expected a variable, parameter or local, or a part of one, ${where}, found a choice; choose between the parts instead`;
  env.report("seq/not-a-place", message, node);
  return undefined;
}

function inferIndex(env: Environment, node: NodeOf<"index">): Typed | undefined {
  const base = inferBase(env, node.base, "before `[`");
  if (base === undefined) {
    infer(env, node.index);
    return undefined;
  }
  const { type } = base;
  if (type.kind !== "array" && type.kind !== "queue") {
    return reportMismatch(env, node.base, "an array or a queue", type, "before `[`");
  }
  const index = check(env, node.index, type.kind === "array" ? type.index : int, "as the index");
  return index && typed(type.element, element(base.expression, index.expression, env.span(node)));
}

function inferField(env: Environment, node: NodeOf<"field">): Typed | undefined {
  const base = inferBase(env, node.base, "before `.`");
  if (base === undefined) return undefined;
  if (base.type.kind !== "record") {
    return reportMismatch(env, node.base, "a record or a tuple", base.type, "before `.`");
  }
  const found = findField(env, base.type, node.field);
  return found && typed(found.type, field(base.expression, found.name, env.span(node)));
}

function inferQueue(env: Environment, node: NodeOf<"queue">): Typed | undefined {
  const { op } = node;
  const queue = inferBase(env, node.queue, `in \`${op}(...)\``);
  if (queue === undefined) return undefined;
  if (queue.type.kind !== "queue") return reportMismatch(env, node.queue, "a queue", queue.type, `in \`${op}(...)\``);
  const expression: Expression = { kind: "queue", op, queue: queue.expression, span: env.span(node) };
  return op === "len" ? typed(int, expression, { low: 0, high: queue.type.capacity }) : typed(bool, expression);
}

// ---------------------------------------------------------------- composite values

function checkComposite(env: Environment, node: Composite, type: ExpressionType, where: string): Typed | undefined {
  if (type.kind === "queue") {
    const message = `expected a queue ${where}, found ${describeForm(node)}; a queue is another queue, or built with \`push\``;
    env.report("seq/queue-value", message, node);
    return undefined;
  }
  if (type.kind !== "array" && type.kind !== "record") {
    reportForm(env, node, type, where);
    return undefined;
  }
  const items = compositeItems(env, node, type, where);
  const expressions = items?.flatMap((item) => item?.expression ?? []);
  if (!expressions || expressions.length !== items?.length) return undefined;
  return typed(type, { kind: "aggregate", type, items: expressions, span: env.span(node) });
}

/** One item for each element or field; `undefined` after an error about the form. */
function compositeItems(
  env: Environment,
  node: Composite,
  type: ArrayType | RecordType,
  where: string,
): readonly (Typed | undefined)[] | undefined {
  if (type.kind === "array") {
    if (node.kind === "list") return checkItems(env, node, node.items, type);
    if (node.kind === "comprehension") return expandComprehension(env, node, type);
  } else {
    if (node.kind === "tuple" && isTuple(type)) return checkItems(env, node, node.items, type);
    if (node.kind === "record") {
      const values = matchFields(env, node, type);
      return values?.map((value, i) => check(env, value, type.fields[i]!.type, "as the field"));
    }
  }
  reportForm(env, node, type, where);
  return undefined;
}

function checkItems(
  env: Environment,
  node: Composite,
  items: readonly ExpressionNode[],
  type: ArrayType | RecordType,
): (Typed | undefined)[] | undefined {
  if (!hasItems(env, node, items.length, type)) return undefined;
  const typeAt = (i: number): Type => (type.kind === "array" ? type.element : type.fields[i]!.type);
  return items.map((item, i) => check(env, item, typeAt(i), type.kind === "array" ? "as an element" : "as the field"));
}

/** Expands `[i: e]` to the list of `e` for each `i`. */
function expandComprehension(env: Environment, node: NodeOf<"comprehension">, type: ArrayType): (Typed | undefined)[] {
  return expand(env, node, node.name, type.index, () => check(env, node.body, type.element, "as an element"));
}

/** Elaborates a part once for each value of the type, with the name bound to the value. */
export function expand<T>(
  env: Environment,
  place: Place,
  name: Name,
  type: ScalarType,
  part: () => T | undefined,
): (T | undefined)[] {
  const results: (T | undefined)[] = [];
  for (let value = lowOf(type); value <= highOf(type); value++) {
    const length = place.end - place.start;
    env.expanded += length;
    if (env.expanded > expansionLimit) {
      // The error is reported once.
      if (env.expanded - length > expansionLimit) return [undefined];
      const message = `expected an expansion of reasonable size, found ${lengthOf(type)} copies of this`;
      env.report("seq/too-large", message, place);
      return [undefined];
    }
    const result = env.scoped(() => {
      env.declareLocal({ role: "index", name, type, value: literal(env, name, type, value) });
      return part();
    });
    results.push(result);
    if (result === undefined) break;
  }
  return results;
}

/** A scalar value as an expression. */
function literal(env: Environment, place: Place, type: ScalarType, value: number): Typed {
  const span = env.span(place);
  switch (type.kind) {
    case "bool":
      return typed(bool, boolean(value === 1, span));
    case "range":
      return typed(int, integer(value, span), point(value));
    case "enum":
      return typed(type, { kind: "member", type, name: type.members[value]!, span });
  }
}

// ---------------------------------------------------------------- constants and domains

/** The value of a constant expression. */
export function constantValue(
  env: Environment,
  node: ExpressionNode,
  expected: ExpressionType,
  where: string,
): number | undefined {
  return env.constantly(() => {
    const result = check(env, node, expected, where);
    return result && evaluate(env, result.expression, new Map());
  });
}

/** The value of an elaborated constant expression, for these values of the names bound outside it. */
export function evaluate(env: Environment, e: Expression, locals: Map<string, number>): number | undefined {
  return evaluateConstant(e, {
    constant: (name) => {
      const symbol = env.globals.get(name);
      return symbol?.kind === "constant" ? symbol.value : undefined;
    },
    locals,
    budget: env.constantBudget,
    fail: (code, message, at) => env.collector.reportAt(code, message, at.span!),
  });
}

/** The domain of a quantified name or a loop. */
export function resolveDomain(env: Environment, node: DomainNode): ScalarType | undefined {
  switch (node.kind) {
    case "bool":
      return bool;
    case "range":
      return resolveRange(env, node);
    case "named": {
      const type = resolveTypeName(env, node.name, node);
      if (type === undefined || isScalar(type)) return type;
      const message = `expected \`bool\`, a range or an enumeration, found ${quote(node.name)}, which is ${printStructure(type)}`;
      env.report("seq/not-a-domain", message, node);
      return undefined;
    }
  }
}

function resolveRange(env: Environment, node: DomainNode & { readonly kind: "range" }): ScalarType | undefined {
  const low = boundValue(env, node.low, "as the lower bound");
  const high = boundValue(env, node.high, "as the upper bound");
  if (low === undefined || high === undefined) return undefined;
  if (low <= high) return { kind: "range", low, high };
  env.report("seq/empty-range", `expected a lower bound that is at most the upper one, found ${low}..${high}`, node);
  return undefined;
}

/** A constant that fits in 32 bits. */
export function boundValue(env: Environment, node: ExpressionNode, where: string): number | undefined {
  const value = constantValue(env, node, int, where);
  if (value === undefined || (value >= -(2 ** 31) && value < 2 ** 31)) return value;
  env.report("seq/bound-too-large", `expected a number from -2^31 to 2^31-1 ${where}, found ${value}`, node);
  return undefined;
}
