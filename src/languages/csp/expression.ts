/**
 * Expressions, with everything that is known before the run put in.
 *
 * A name stands for a constant, for the value of a parameter, for a local of the running component (whatever its value is an
 * expression over), or for a variable. Whatever can be computed is computed, so that the guards of P(0) and P(1) differ
 * in nothing but numbers.
 */

import { chain } from "../../model/chain.ts";
import { arithmetic, fits, negate } from "../../model/interval.ts";
import { mayFail } from "../../model/may-fail.ts";
import type { BinaryOperator, Expression } from "../../model/model.ts";
import { highOf, lowOf } from "../../model/slots.ts";
import { visitExpression } from "../../model/traverse.ts";
import { defaultHigh, defaultLow, limits } from "./globals.ts";
import type { Globals } from "./globals.ts";
import type { Binder, ExpressionNode, Place } from "./syntax-tree.ts";

/** A value that a component carries along: a parameter that depends on variables, or what it received. */
export interface Local {
  readonly base: string;
  readonly bool: boolean;
  /** Whether it was received: the next message may give the name a new meaning. */
  readonly input?: boolean | undefined;
  /** Whether it is the name of an input that has not happened yet; such a local has no value. */
  readonly bound?: boolean | undefined;
  /** What it is, said in terms of the state before the step. */
  readonly value: Expression;
}

export type Binding =
  | { readonly kind: "value"; readonly value: number; readonly bool: boolean }
  | { readonly kind: "local"; readonly local: Local };

export type Env = ReadonlyMap<string, Binding>;

export const noEnv: Env = new Map();

/** A lowered expression, whether it is a truth value, and between which bounds it lies. */
export interface Typed {
  readonly e: Expression;
  readonly bool: boolean;
  readonly low: number;
  readonly high: number;
}

/** The value of an expression that has one before the run. */
export function constantOf({ e }: Pick<Typed, "e">): number | undefined {
  return e.kind === "integer" ? e.value : e.kind === "boolean" ? Number(e.value) : undefined;
}

export function typedConstant(value: number, bool: boolean): Typed {
  const e: Expression = bool ? { kind: "boolean", value: value !== 0 } : { kind: "integer", value };
  return { e, bool, low: value, high: value };
}

/** `undefined` after reporting what is wrong. */
export function lower(g: Globals, node: ExpressionNode, env: Env): Typed | undefined {
  switch (node.kind) {
    case "number":
      return typedConstant(node.value, false);
    case "boolean":
      return typedConstant(Number(node.value), true);
    case "name":
      return lowerName(g, node.name, node, env);
    case "element":
      return lowerElement(g, node, env);
    case "unary":
      return lowerUnary(g, node, env);
    case "binary":
      return lowerBinary(g, node, env);
    case "indexed": {
      const envs = instances(g, node.binders, env);
      const parts = envs?.map((inner) => lowerAs(g, node.body, inner, true));
      if (!parts || parts.some((part) => part === undefined)) return undefined;
      const { op } = node;
      return chain(parts as Typed[], (a, b) => logical(op, a, b));
    }
    case "channel": {
      const symbol = g.channel(node.channel.text);
      if (!symbol || symbol.capacity === 0) {
        const message = `expected a channel with room for messages, found \`${node.channel.text}\``;
        return g.report("csp/not-a-channel", message, node.channel);
      }
      const queue = channelPlace(g, symbol.name, node.index, node, env);
      if (!queue) return undefined;
      const bool = node.op !== "len";
      return { e: { kind: "queue", op: node.op, queue }, bool, low: 0, high: bool ? 1 : symbol.capacity };
    }
  }
}

/** Lowers what must be a truth value, or a number. */
export function lowerAs(g: Globals, node: ExpressionNode, env: Env, bool: boolean): Typed | undefined {
  const typed = lower(g, node, env);
  if (!typed || typed.bool === bool) return typed;
  const [wanted, found] = bool ? ["a truth value", "a number"] : ["a number", "a truth value"];
  return g.report("csp/type-mismatch", `expected ${wanted}, found ${found}`, node);
}

/** Whether the value depends on variables or channels, and not only on what the component knows. */
export function readsState(g: Globals, node: ExpressionNode, env: Env): boolean {
  const own = new Map<string, Binding>();
  for (const [name, binding] of env) {
    if (binding.kind === "value") own.set(name, binding);
    else own.set(name, { kind: "local", local: { ...binding.local, value: { kind: "local", name } } });
  }
  let reads = false;
  const typed = lower(g, node, own);
  if (typed) visitExpression(typed.e, (e) => void (reads ||= e.kind === "variable"));
  return reads;
}

/** Guards that hold where all of this can be evaluated, and fail to evaluate elsewhere. */
export function evaluable(g: Globals, expressions: readonly Expression[]): Expression[] {
  const isInside = ({ base, index }: Expression & { kind: "index" }): boolean => {
    const symbol = base.kind === "variable" ? g.symbols.get(base.name) : undefined;
    const size = symbol?.kind === "variable" ? symbol.sizes[0] : undefined;
    return size !== undefined && index.kind === "integer" && index.value >= 0 && index.value < size;
  };
  return expressions
    .filter((e) => mayFail(e, isInside))
    .map((e): Expression => ({ kind: "binary", op: "==", left: e, right: e }));
}

/** Lowers what must be known before the run, and a number. */
export function constantNumber(g: Globals, node: ExpressionNode, env: Env): number | undefined {
  const typed = lowerAs(g, node, env, false);
  if (!typed) return undefined;
  const value = constantOf(typed);
  if (value !== undefined) return value;
  if (!readsState(g, node, env) && mayFail(typed.e)) {
    return g.report("csp/division-by-zero", "expected a number, found a division by zero", node);
  }
  return g.report("csp/not-constant", "expected a number that is known before the run, found a variable one", node);
}

/** The environments of all choices of values for the binders, the last varying fastest. */
export function instances(g: Globals, binders: readonly Binder[], env: Env): Env[] | undefined {
  let envs: Env[] = [env];
  for (const binder of binders) {
    const next: Env[] = [];
    for (const outer of envs) {
      const values = binderValues(g, binder, outer);
      if (values === undefined) return undefined;
      for (const value of values) {
        const { name } = binder;
        next.push(name ? new Map(outer).set(name.text, { kind: "value", value, bool: false }) : outer);
      }
      if (next.length > limits.instances) return tooMany(g, binder);
    }
    envs = next;
  }
  if (envs.length === 0) return g.report("csp/empty-set", "expected at least one value, found none", binders[0]!);
  return envs;
}

export function binderValues(g: Globals, { values, ...place }: Binder, env: Env): number[] | undefined {
  if (values.kind === "set") {
    const list = values.items.map((item) => constantNumber(g, item, env));
    return list.includes(undefined) ? undefined : (list as number[]);
  }
  const low = values.kind === "range" ? constantNumber(g, values.low, env) : 0;
  const end = constantNumber(g, values.kind === "range" ? values.high : values.count, env);
  if (low === undefined || end === undefined) return undefined;
  const count = values.kind === "range" ? end - low + 1 : end;
  if (count > limits.instances) return tooMany(g, place);
  return Array.from({ length: Math.max(0, count) }, (_, i) => low + i);
}

function tooMany<T>(g: Globals, place: Place, result?: T): T | undefined {
  return g.report(
    "csp/too-many-instances",
    `expected at most ${limits.instances} instances, found more`,
    place,
    result,
  );
}

/** The queue of a channel, where it has one. */
export function channelPlace(
  g: Globals,
  name: string,
  index: ExpressionNode | undefined,
  place: Place,
  env: Env,
): Expression | undefined {
  const symbol = g.channel(name)!;
  if ((symbol.size === undefined) !== (index === undefined)) {
    const [wanted, found] = index ? ["no index", "one"] : ["an index", "none"];
    return g.report("csp/wrong-dimension", `expected ${wanted} after the channel \`${name}\`, found ${found}`, place);
  }
  const base: Expression = { kind: "variable", name };
  if (index === undefined) return base;
  const typed = lowerAs(g, index, env, false);
  return typed && { kind: "index", base, index: typed.e, span: g.span(index) };
}

// ---------------------------------------------------------------- names

function lowerName(g: Globals, name: string, place: Place, env: Env): Typed | undefined {
  const binding = env.get(name);
  if (binding?.kind === "value") return typedConstant(binding.value, binding.bool);
  if (binding) {
    const { value, bool } = binding.local;
    const [low, high] = bool ? [0, 1] : [defaultLow, defaultHigh];
    return { e: value, bool, low, high };
  }
  g.resolve(name);
  const symbol = g.symbols.get(name);
  if (symbol === undefined) {
    const hint = g.hint(name, ["constant", "condition", "variable", "pending"], env.keys());
    return g.report("csp/undefined-variable", `expected a declared name, found \`${name}\`${hint}`, place);
  }
  switch (symbol.kind) {
    case "constant":
      return typedConstant(symbol.value, symbol.bool);
    case "condition": {
      if (g.expanding.has(name)) {
        return g.report("csp/circular-definition", `expected a definition, found \`${name}\` defined by itself`, place);
      }
      g.expanding.add(name);
      const typed = lower(g, symbol.value, noEnv);
      g.expanding.delete(name);
      return typed;
    }
    case "variable": {
      if (symbol.sizes.length > 0) {
        const message = `expected ${symbol.sizes.length} indices after \`${name}\`, found none`;
        return g.report("csp/wrong-dimension", message, place);
      }
      const { element } = symbol;
      const bool = element.kind === "bool";
      return { e: { kind: "variable", name }, bool, low: lowOf(element), high: highOf(element) };
    }
    case "pending":
      return g.report("csp/circular-definition", `expected a definition, found \`${name}\` defined by itself`, place);
    default: {
      const message = `expected a variable or a constant, found \`${name}\`, which is a ${symbol.kind}`;
      return g.report("csp/not-a-variable", message, place);
    }
  }
}

function lowerElement(g: Globals, node: ExpressionNode & { kind: "element" }, env: Env): Typed | undefined {
  const symbol = env.has(node.name) ? undefined : g.symbols.get(node.name);
  if (symbol?.kind !== "variable") {
    const hint = symbol ? `, which is a ${symbol.kind}` : g.hint(node.name, ["variable"]);
    const code = symbol || env.has(node.name) ? "csp/not-an-array" : "csp/undefined-variable";
    return g.report(code, `expected an array, found \`${node.name}\`${hint}`, node);
  }
  if (symbol.sizes.length !== node.indices.length) {
    const message = `expected ${symbol.sizes.length} indices after \`${node.name}\`, found ${node.indices.length}`;
    return g.report("csp/wrong-dimension", message, node);
  }
  let e: Expression = { kind: "variable", name: node.name };
  for (const part of node.indices) {
    const index = lowerAs(g, part, env, false);
    if (!index) return undefined;
    e = { kind: "index", base: e, index: index.e, span: g.span(node) };
  }
  const { element } = symbol;
  return { e, bool: element.kind === "bool", low: lowOf(element), high: highOf(element) };
}

// ---------------------------------------------------------------- operators

function lowerUnary(g: Globals, node: ExpressionNode & { kind: "unary" }, env: Env): Typed | undefined {
  const operand = lowerAs(g, node.operand, env, node.op === "!");
  if (!operand) return undefined;
  const value = constantOf(operand);
  if (node.op === "!") return not(operand);
  if (value !== undefined) return typedConstant(0 - value, false);
  return { e: { kind: "unary", op: "-", operand: operand.e }, bool: false, ...negate(operand) };
}

export function not(operand: Typed): Typed {
  const value = constantOf(operand);
  if (value !== undefined) return typedConstant(1 - value, true);
  return { e: { kind: "unary", op: "!", operand: operand.e }, bool: true, low: 0, high: 1 };
}

/** A conjunction or disjunction, where a side that is known decides or disappears. */
export function logical(op: "&&" | "||", a: Typed, b: Typed): Typed {
  const left = constantOf(a);
  const right = constantOf(b);
  const decisive = op === "&&" ? 0 : 1;
  if (left !== undefined) return left === decisive ? a : b;
  if (right !== undefined && right !== decisive) return a;
  return { e: { kind: "binary", op, left: a.e, right: b.e }, bool: true, low: 0, high: 1 };
}

function lowerBinary(g: Globals, node: ExpressionNode & { kind: "binary" }, env: Env): Typed | undefined {
  const { op } = node;
  if (op === "&&" || op === "||") {
    const left = lowerAs(g, node.left, env, true);
    // What is never evaluated may be wrong for this instance: `i > 0 && a[i - 1] == 0`.
    if (left && constantOf(left) === (op === "&&" ? 0 : 1)) return left;
    const right = lowerAs(g, node.right, env, true);
    return left && right && logical(op, left, right);
  }
  if (op === "xor" || op === "==" || op === "!=") return lowerEquation(g, node, env);
  const left = lowerAs(g, node.left, env, false);
  const right = lowerAs(g, node.right, env, false);
  if (!left || !right) return undefined;
  const values = [constantOf(left), constantOf(right)] as const;
  // A division by zero fails where it is evaluated, which may be nowhere.
  const isDefined = (op !== "/" && op !== "%") || values[1] !== 0;
  if (isDefined && values[0] !== undefined && values[1] !== undefined) {
    return compute(g, op, values[0], values[1], node);
  }
  const e: Expression = { kind: "binary", op, left: left.e, right: right.e, span: g.span(node) };
  if (op === "<" || op === "<=" || op === ">" || op === ">=") return { e, bool: true, low: 0, high: 1 };
  const range = arithmetic(op, left, right);
  if (!fits(range)) {
    return g.report("csp/too-large", "expected a value within 53 bits, found one that may be larger", node);
  }
  const typed: Typed = { e, bool: false, ...range };
  return op === "%" ? modulo(typed, right) : typed;
}

/**
 * PAT's remainder, from C#'s: where that is negative, the divisor is added once. So it is the usual modulo for a positive
 * divisor, and `-5 % -3` is -5.
 */
function modulo(remainder: Typed, divisor: Typed): Typed {
  if (remainder.low >= 0) return remainder;
  const add = (a: Expression): Expression => ({ kind: "binary", op: "+", left: a, right: divisor.e });
  if (divisor.low > 0) {
    const e: Expression = { kind: "binary", op: "%", left: add(remainder.e), right: divisor.e };
    return { e, bool: false, low: 0, high: divisor.high - 1 };
  }
  const test: Expression = { kind: "binary", op: "<", left: remainder.e, right: { kind: "integer", value: 0 } };
  const e: Expression = { kind: "conditional", test, then: add(remainder.e), else: remainder.e };
  const low = Math.min(0, remainder.low + divisor.low);
  return { e, bool: false, low, high: Math.max(remainder.high, divisor.high - 1) };
}

function lowerEquation(g: Globals, node: ExpressionNode & { kind: "binary" }, env: Env): Typed | undefined {
  const left = lower(g, node.left, env);
  const right = left && lowerAs(g, node.right, env, node.op === "xor" ? true : left.bool);
  if (!left || !right) return undefined;
  if (node.op === "xor" && !left.bool) {
    return g.report("csp/type-mismatch", "expected a truth value, found a number", node.left);
  }
  const op: BinaryOperator = node.op === "==" ? "==" : "!=";
  const values = [constantOf(left), constantOf(right)];
  if (values[0] !== undefined && values[1] !== undefined) {
    return typedConstant(Number((values[0] === values[1]) === (op === "==")), true);
  }
  return { e: { kind: "binary", op, left: left.e, right: right.e }, bool: true, low: 0, high: 1 };
}

function compute(g: Globals, op: string, a: number, b: number, place: Place): Typed | undefined {
  switch (op) {
    case "<":
      return typedConstant(Number(a < b), true);
    case "<=":
      return typedConstant(Number(a <= b), true);
    case ">":
      return typedConstant(Number(a > b), true);
    case ">=":
      return typedConstant(Number(a >= b), true);
    default: {
      const value = calculate(op, a, b);
      if (Number.isSafeInteger(value)) return typedConstant(value + 0, false);
      return g.report("csp/too-large", "expected a value within 53 bits, found a larger one", place);
    }
  }
}

/** As `modulo` does for what is not known yet. */
function calculate(op: string, a: number, b: number): number {
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return Math.trunc(a / b);
    default:
      return a % b < 0 ? (a % b) + b : a % b;
  }
}
