/**
 * Expressions: names are resolved, types checked, sugar expanded, and integers kept within 53 bits.
 *
 * Composite values such as `[a, b]` have no type of their own: `check` takes it from where they stand, `infer` does without
 * them. Both return `undefined` after reporting an error, and callers say no more about what depends on it.
 */

import { describeRole, describeSymbol, quote } from "./environment.ts";
import type { Environment, GlobalSymbol } from "./environment.ts";
import { evaluateConstant } from "./evaluate-constant.ts";
import { point } from "./interval.ts";
import type { ArrayType, Expression, RecordType, ScalarType, Type } from "./model.ts";
import { isTuple, printStructure } from "./print-type.ts";
import { highOf, isScalar, lengthOf, lowOf } from "./slots.ts";
import type { DomainNode, ExpressionNode, Name, Place } from "./syntax-tree.ts";
import { applyArithmetic, applyQuantifier, applyTest, applyUnary, choose, reportMismatch, typed } from "./typed.ts";
import type { NodeOf, Typed } from "./typed.ts";
import { bool, int, isInteger, sameType } from "./typing.ts";
import type { ExpressionType } from "./typing.ts";

/** How much text may come out of expansions in one model, had the user written it. */
const expansionLimit = 20_000_000;

/** Elaborates an expression that must have this type; `where` continues the sentence "expected an integer ...". */
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

/** Elaborates an expression whose type shows from itself. */
export function infer(env: Environment, node: ExpressionNode): Typed | undefined {
  switch (node.kind) {
    case "number":
      return typed(int, { kind: "integer", value: node.value, span: env.span(node) }, point(node.value));
    case "boolean":
      return typed(bool, { kind: "boolean", value: node.value, span: env.span(node) });
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
      const message = `expected a value whose type shows from itself, found ${describeComposite(node)}`;
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

// ---------------------------------------------------------------- names

function inferName(env: Environment, node: NodeOf<"name">): Typed | undefined {
  const local = env.local(node.name);
  if (local === "hidden") return reportNotConstant(env, node, "has no value there");
  if (local !== undefined) {
    if (local.value !== undefined) return local.value;
    return local.type && typed(local.type, { kind: "local", name: node.name, span: env.span(node) });
  }
  const symbol = env.globals.get(node.name);
  if (symbol === undefined) {
    env.reportUnknown(node.name, node, "name", ["constant", "member", "variable", "predicate"]);
    return undefined;
  }
  return inferGlobal(env, node, symbol);
}

function inferGlobal(env: Environment, node: NodeOf<"name">, symbol: GlobalSymbol): Typed | undefined {
  const { name } = node;
  const span = env.span(node);
  switch (symbol.kind) {
    case "constant": {
      if (symbol.type === undefined) return undefined;
      return typed(
        symbol.type,
        { kind: "constant", name, span },
        symbol.value === undefined ? undefined : point(symbol.value),
      );
    }
    case "member": {
      const type = memberType(env, symbol.node.name);
      return type && typed(type, { kind: "member", type, name, span });
    }
    case "type":
      env.report("seq/wrong-kind", `expected a value, found the type ${quote(name)}`, node);
      return undefined;
    case "variable":
      if (env.constant || env.owner) return reportNotConstant(env, node, "is a variable");
      return symbol.type && typed(symbol.type, { kind: "variable", name, span });
    case "predicate":
      if (env.constant || env.owner) return reportNotConstant(env, node, "is a predicate");
      env.predicateDepth = Math.max(env.predicateDepth, symbol.depth ?? 0);
      return typed(bool, { kind: "predicate", name, span });
  }
}

function memberType(env: Environment, name: Name): (Type & { readonly kind: "enum" }) | undefined {
  const symbol = env.globals.get(name.text);
  return symbol?.kind === "type" && symbol.type?.kind === "enum" ? symbol.type : undefined;
}

function reportNotConstant(env: Environment, node: NodeOf<"name">, why: string): undefined {
  const [code, what] = env.constant
    ? ["seq/not-constant", "a constant"]
    : ["seq/owner-reads-state", "only parameters and constants after `by`"];
  env.report(code, `expected ${what}, found ${quote(node.name)}, which ${why}`, node);
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
    case "%": {
      const operands = checkOperands(env, node, int);
      return operands && applyArithmetic(env, node, op, ...operands);
    }
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const operands = checkOperands(env, node, int);
      return operands && applyTest(env, node, op, ...operands);
    }
    case "&&":
    case "||":
    case "->": {
      const operands = checkOperands(env, node, bool);
      return operands && applyTest(env, node, op, ...operands);
    }
    case "<->": {
      const operands = checkOperands(env, node, bool);
      return operands && applyTest(env, node, "==", ...operands);
    }
    case "==":
    case "!=": {
      const operands = inferPair(env, node.left, node.right, `on both sides of \`${op}\``);
      return operands && applyTest(env, node, op, ...operands);
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

/** Two expressions of one type, whichever of them shows it. */
function inferPair(
  env: Environment,
  left: ExpressionNode,
  right: ExpressionNode,
  where: string,
): [Typed, Typed] | undefined {
  if (isComposite(left) && !isComposite(right)) {
    const second = infer(env, right);
    const first = second && check(env, left, second.type, where);
    return second && first && [first, second];
  }
  const first = infer(env, left);
  if (first === undefined) {
    // The left side is reported; the right one may still have errors of its own.
    if (!isComposite(right)) infer(env, right);
    return undefined;
  }
  const second = check(env, right, first.type, where);
  return second && [first, second];
}

function isComposite(node: ExpressionNode): boolean {
  switch (node.kind) {
    case "list":
    case "comprehension":
    case "tuple":
    case "record":
      return true;
    case "conditional":
      return isComposite(node.then) && isComposite(node.else);
    default:
      return false;
  }
}

function reportTemporal(env: Environment, node: ExpressionNode, op: string): undefined {
  const message = `expected a condition on one state, found the temporal operator \`${op}\`, which stands only in LTL, above the conditions`;
  env.report("seq/temporal-operator", message, node);
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

function inferIndex(env: Environment, node: NodeOf<"index">): Typed | undefined {
  const base = infer(env, node.base);
  if (base === undefined) {
    infer(env, node.index);
    return undefined;
  }
  const { type } = base;
  if (type.kind !== "array" && type.kind !== "queue") {
    return reportMismatch(env, node.base, "an array or a queue", type, "before `[`");
  }
  const index = check(env, node.index, type.kind === "array" ? type.index : int, "as the index");
  if (index === undefined) return undefined;
  return typed(type.element, {
    kind: "index",
    base: base.expression,
    index: index.expression,
    span: env.span(node),
  });
}

function inferField(env: Environment, node: NodeOf<"field">): Typed | undefined {
  const base = infer(env, node.base);
  if (base === undefined) return undefined;
  if (base.type.kind !== "record")
    return reportMismatch(env, node.base, "a record or a tuple", base.type, "before `.`");
  const field = findField(env, base.type, node.field);
  return field && typed(field.type, { kind: "field", base: base.expression, field: field.name, span: env.span(node) });
}

function findField(env: Environment, type: RecordType, name: Name): RecordType["fields"][number] | undefined {
  const field = type.fields.find((field) => field.name === name.text);
  if (field !== undefined) return field;
  const fields = type.fields.slice(0, 10).map((field) => `\`${field.name}\``);
  if (fields.length < type.fields.length) fields.push("...");
  env.report("seq/unknown-field", `expected one of the fields ${fields.join(", ")}, found ${quote(name.text)}`, name);
  return undefined;
}

function inferQueue(env: Environment, node: NodeOf<"queue">): Typed | undefined {
  const { op } = node;
  const queue = infer(env, node.queue);
  if (queue === undefined) return undefined;
  if (queue.type.kind !== "queue") return reportMismatch(env, node.queue, "a queue", queue.type, `in \`${op}(...)\``);
  const expression: Expression = { kind: "queue", op, queue: queue.expression, span: env.span(node) };
  return op === "len" ? typed(int, expression, { low: 0, high: queue.type.capacity }) : typed(bool, expression);
}

// ---------------------------------------------------------------- composite values

type Composite = NodeOf<"list"> | NodeOf<"comprehension"> | NodeOf<"tuple"> | NodeOf<"record">;

function checkComposite(env: Environment, node: Composite, type: ExpressionType, where: string): Typed | undefined {
  let items: readonly (Typed | undefined)[] | undefined;
  if (type.kind === "queue") {
    const message = `expected a queue ${where}, found ${describeComposite(node)}; a queue is another queue, or built with \`push\``;
    env.report("seq/queue-value", message, node);
  } else if (type.kind === "array" && node.kind === "list") items = checkItems(env, node, node.items, type);
  else if (type.kind === "array" && node.kind === "comprehension") items = expandComprehension(env, node, type);
  else if (type.kind === "record" && node.kind === "tuple" && isTuple(type))
    items = checkItems(env, node, node.items, type);
  else if (type.kind === "record" && node.kind === "record") {
    items = matchFields(env, node, type)?.map((value, i) => check(env, value, type.fields[i]!.type, "as the field"));
  } else reportForm(env, node, type, where);
  if (items === undefined || (type.kind !== "array" && type.kind !== "record")) return undefined;
  const expressions: Expression[] = [];
  for (const item of items) if (item) expressions.push(item.expression);
  if (expressions.length < items.length) return undefined;
  return typed(type, { kind: "aggregate", type, items: expressions, span: env.span(node) });
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

/** Whether there is one item per element or field; reports if not. */
export function hasItems(env: Environment, place: Place, count: number, type: ArrayType | RecordType): boolean {
  const wanted = type.kind === "array" ? lengthOf(type.index) : type.fields.length;
  if (count === wanted) return true;
  const what = type.kind === "array" ? "element" : "field";
  env.report("seq/wrong-item-count", `expected ${wanted} ${what}${wanted === 1 ? "" : "s"}, found ${count}`, place);
  return false;
}

/** The values of a record's fields, in the order of the type; `undefined` after reporting. */
export function matchFields(env: Environment, node: NodeOf<"record">, type: RecordType): ExpressionNode[] | undefined {
  const values = new Map<string, ExpressionNode>();
  let complete = true;
  for (const { name, value } of node.fields) {
    if (findField(env, type, name) === undefined) complete = false;
    else if (values.has(name.text)) {
      env.report("seq/duplicate-field", `expected each field once, found ${quote(name.text)} again`, name);
      complete = false;
    }
    values.set(name.text, value);
  }
  if (!complete) return undefined;
  const missing = type.fields.find((field) => !values.has(field.name));
  if (missing === undefined) return type.fields.map((field) => values.get(field.name)!);
  env.report("seq/missing-field", `expected a value for every field, found none for ${quote(missing.name)}`, node);
  return undefined;
}

/** Reports that a value of this form cannot be of this type. */
export function reportForm(env: Environment, node: ExpressionNode, type: ExpressionType, where: string): undefined {
  const wanted =
    type.kind === "array"
      ? "a list `[...]`"
      : type.kind !== "record"
        ? undefined
        : isTuple(type)
          ? "a tuple `(...)`"
          : "a record `{ field: value, ... }`";
  const found = describeComposite(node);
  if (wanted === undefined) {
    const single = isInteger(type) ? "an integer" : type.kind === "bool" ? "a truth value" : "a single value";
    env.report("seq/type-mismatch", `expected ${single} ${where}, found ${found}`, node);
  } else env.report("seq/type-mismatch", `expected ${wanted} ${where}, found ${found}`, node);
}

function describeComposite(node: ExpressionNode): string {
  switch (node.kind) {
    case "list":
    case "comprehension":
      return "a list";
    case "tuple":
      return "a tuple";
    case "record":
      return "a record";
    default:
      return "a single value";
  }
}

/** `[i: e]` is the list of `e` for each `i`. */
function expandComprehension(env: Environment, node: NodeOf<"comprehension">, type: ArrayType): (Typed | undefined)[] {
  return expand(env, node, node.name, type.index, () => check(env, node.body, type.element, "as an element"));
}

/** Elaborates a part once for each value of the type, which the name stands for. */
export function expand<T>(
  env: Environment,
  place: Place,
  name: Name,
  type: ScalarType,
  part: () => T | undefined,
): (T | undefined)[] {
  const results: (T | undefined)[] = [];
  for (let value = lowOf(type); value <= highOf(type); value++) {
    env.expanded += place.end - place.start;
    if (env.expanded > expansionLimit) {
      env.report(
        "seq/too-large",
        `expected an expansion of reasonable size, found ${lengthOf(type)} copies of this`,
        place,
      );
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
      return typed(bool, { kind: "boolean", value: value === 1, span });
    case "range":
      return typed(int, { kind: "integer", value, span }, point(value));
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

/** What a quantified name or a loop ranges over. */
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

/** A constant that fits 32 bits. */
export function boundValue(env: Environment, node: ExpressionNode, where: string): number | undefined {
  const value = constantValue(env, node, int, where);
  if (value === undefined || (value >= -(2 ** 31) && value < 2 ** 31)) return value;
  env.report("seq/bound-too-large", `expected a number from -2^31 to 2^31-1 ${where}, found ${value}`, node);
  return undefined;
}

/** The type that a name stands for. */
export function resolveTypeName(env: Environment, name: string, place: Place): Type | undefined {
  const symbol = env.globals.get(name);
  if (symbol?.kind === "type") return symbol.type;
  const local = env.local(name);
  if (symbol !== undefined || local !== undefined) {
    const what = symbol ? describeSymbol(symbol) : local === "hidden" ? "a local name" : describeRole(local!.role);
    env.report("seq/wrong-kind", `expected a type, found ${quote(name)}, which is ${what}`, place);
  } else env.reportUnknown(name, place, "type", ["type"]);
  return undefined;
}
