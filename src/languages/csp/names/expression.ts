/**
 * Lowers expressions, with all constants inserted.
 *
 * A name denotes a constant, the value of a parameter, a local of the running component (an expression, whatever it
 * depends on), or a variable. Everything constant is folded, so that the guards of P(0) and P(1) differ only in
 * numbers. An error is reported and ends the lowering.
 */

import {
  all,
  any,
  binary,
  boolean,
  calculate,
  compare,
  conditional,
  element,
  evaluable,
  integer,
  knownNumber,
  literalOf,
  not,
  number,
  opposite,
  truth,
  valueOfType,
  variable,
} from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import { fits } from "../../../model/interval.ts";
import { mayFail } from "../../../model/may-fail.ts";
import type { Expression } from "../../../model/model.ts";
import { visitExpression } from "../../../model/traverse.ts";
import type { Place } from "../../../syntax/source.ts";
import type { Binder, ExpressionNode, MacroBody, Name } from "../syntax/syntax-tree.ts";
import { boundsOf } from "../syntax/traverse.ts";
import { lowerMethod } from "./collections.ts";
import { comparesSets, lowerComparison } from "./combine-collections.ts";
import { lowerFunction } from "./functions.ts";
import { limits } from "./globals.ts";
import type { Globals } from "./globals.ts";
import { itemName, receivedElement, receivedItems } from "./received-arrays.ts";

/** A value of a component: a parameter that depends on variables, or received data. */
export interface Local {
  readonly base: string;
  readonly isBool: boolean;
  /** Whether it was received: the next message may give the name a new meaning. */
  readonly input?: boolean | undefined;
  /** Whether it is the name of an input that has not happened yet. Such a local has no value. */
  readonly bound?: boolean | undefined;
  /** The value, in terms of the state before the step. */
  readonly value: Expression;
}

export type Binding =
  | { readonly kind: "value"; readonly value: number; readonly isBool: boolean }
  | { readonly kind: "local"; readonly local: Local };

export type Env = ReadonlyMap<string, Binding>;

export const noEnv: Env = new Map();

function known(value: number, isBool: boolean): Value {
  return isBool ? truth(boolean(value !== 0)) : knownNumber(value);
}

/** @throws Refused after reporting an error */
export function lower(g: Globals, node: ExpressionNode, env: Env): Value {
  switch (node.kind) {
    case "number":
      return knownNumber(node.value);
    case "boolean":
      return truth(boolean(node.value));
    case "name":
      return lowerName(g, node.name, node, env);
    case "element":
      return lowerElement(g, node, env);
    case "unary":
      if (node.op === "!") return truth(not(lowerTest(g, node.operand, env)));
      return opposite(lowerAs(g, node.operand, env, false));
    case "binary":
      return lowerBinary(g, node, env);
    case "indexed": {
      const parts = instances(g, node.binders, env).map((inner) => lowerTest(g, node.body, inner));
      return truth(node.op === "&&" ? all(parts) : any(parts));
    }
    case "method":
      if (comparesSets(node)) return lowerComparison(g, node);
      return lowerMethod(g, node, (argument) => lowerAs(g, argument, env, false));
    case "function":
      if (g.macro(node.name.text)) return lowerMacro(g, node, env);
      return lowerFunction(g, node, (argument) => lowerAs(g, argument, env, false));
    case "channel": {
      const symbol = g.channel(node.channel.text);
      if (!symbol || symbol.capacity === 0) {
        const message = `expected a channel with room for messages, found \`${node.channel.text}\``;
        return g.refuse("csp/not-a-channel", message, node.channel);
      }
      const queue = channelPlace(g, symbol.name, node.index, node, env);
      if (node.op === "size") return knownNumber(symbol.capacity);
      if (node.op === "head") {
        if (g.messageFields(symbol.name).most === 1) {
          return valueOfType(element(queue, 0, g.span(node)), g.dataType(false));
        }
        const message = `expected a channel with messages of one number, found \`${symbol.name}\``;
        return g.refuse("csp/unsupported-call", message, node.channel);
      }
      const e: Expression = { kind: "queue", op: node.op, queue };
      return node.op === "len" ? number(e, { low: 0, high: symbol.capacity }) : truth(e);
    }
  }
}

/** The value of a definition with parameters. */
function lowerMacro(g: Globals, node: ExpressionNode & { kind: "function" }, env: Env): Value {
  return expanded(g, node, env, (body, inner) => {
    if (body.kind === "value") return lower(g, body.value, inner);
    return g.refuse("csp/unsupported-call", `expected a value, found \`${node.name.text}\`, which is a block`, node);
  });
}

/**
 * What a definition with parameters stands for, with its arguments in their place. Its other names are those of
 * variables and constants.
 */
export function expanded<T>(
  g: Globals,
  node: Place & { readonly name: Name; readonly arguments: readonly ExpressionNode[] },
  env: Env,
  body: (body: MacroBody, inner: Env) => T,
): T {
  const { text } = node.name;
  const macro = g.macro(text)!;
  if (macro.parameters.length !== node.arguments.length) {
    const [wanted, found] = [macro.parameters.length, node.arguments.length];
    return g.refuse("csp/wrong-arity", `expected ${wanted} arguments of \`${text}\`, found ${found}`, node);
  }
  if (g.expanding.has(text)) {
    return g.refuse("csp/circular-definition", `expected a definition, found \`${text}\` defined by itself`, node);
  }
  const inner = new Map<string, Binding>();
  macro.parameters.forEach((parameter, k) => {
    const { e: value, isBool } = lower(g, node.arguments[k]!, env);
    inner.set(parameter.text, { kind: "local", local: { base: parameter.text, isBool, value } });
  });
  g.expanding.add(text);
  try {
    return body(macro.body, inner);
  } finally {
    g.expanding.delete(text);
  }
}

/** Lowers an expression that must be a truth value, or a number. */
export function lowerAs(g: Globals, node: ExpressionNode, env: Env, isBool: boolean): Value {
  const value = lower(g, node, env);
  if (value.isBool === isBool) return value;
  const [wanted, found] = isBool ? ["a truth value", "a number"] : ["a number", "a truth value"];
  return g.refuse("csp/type-mismatch", `expected ${wanted}, found ${found}`, node);
}

/** Lowers an expression that must be a truth value. */
export function lowerTest(g: Globals, node: ExpressionNode, env: Env): Expression {
  return lowerAs(g, node, env, true).e;
}

/** Whether the value depends on variables or channels, and not only on data of the component. */
export function readsState(g: Globals, node: ExpressionNode, env: Env): boolean {
  const own = new Map<string, Binding>();
  for (const [name, binding] of env) {
    if (binding.kind === "value") own.set(name, binding);
    else own.set(name, { kind: "local", local: { ...binding.local, value: { kind: "local", name } } });
  }
  let reads = false;
  visitExpression(lower(g, node, own).e, (e) => void (reads ||= e.kind === "variable"));
  return reads;
}

/** Guards that hold if all of the expressions can be evaluated, and otherwise fail to evaluate. */
export function evaluationGuards(g: Globals, expressions: readonly Expression[]): Expression[] {
  return evaluable(expressions, ({ base, index }) => {
    const symbol = base.kind === "variable" ? g.symbols.get(base.name) : undefined;
    const size = symbol?.kind === "variable" ? symbol.sizes[0] : undefined;
    return size !== undefined && index.kind === "integer" && index.value >= 0 && index.value < size;
  });
}

/** Lowers an expression that must be a constant number. */
export function constantNumber(g: Globals, node: ExpressionNode, env: Env): number {
  const { e } = lowerAs(g, node, env, false);
  const value = literalOf(e);
  if (value !== undefined) return value;
  if (!readsState(g, node, env) && mayFail(e)) {
    return g.refuse("csp/division-by-zero", "expected a number, found a division by zero", node);
  }
  return g.refuse("csp/not-constant", "expected a number that is known before the run, found a variable one", node);
}

/** The environments of all choices of values for the binders, the last varying fastest. */
export function instances(g: Globals, binders: readonly Binder[], env: Env): Env[] {
  let envs: Env[] = [env];
  for (const binder of binders) {
    const { name } = binder;
    const next: Env[] = [];
    for (const outer of envs) {
      for (const value of binderValues(g, binder, outer)) {
        next.push(name ? new Map(outer).set(name.text, { kind: "value", value, isBool: false }) : outer);
      }
      if (next.length > limits.instances) return refuseInstances(g, binder);
    }
    envs = next;
  }
  if (envs.length === 0) return g.refuse("csp/empty-set", "expected at least one value, found none", binders[0]!);
  return envs;
}

function binderValues(g: Globals, binder: Binder, env: Env): number[] {
  const bounds = boundsOf(binder).map((bound) => constantNumber(g, bound, env));
  if (binder.values.kind === "set") return bounds;
  const [low, count] = binder.values.kind === "range" ? [bounds[0]!, bounds[1]! - bounds[0]! + 1] : [0, bounds[0]!];
  if (count > limits.instances) return refuseInstances(g, binder);
  return Array.from({ length: Math.max(0, count) }, (_, i) => low + i);
}

function refuseInstances(g: Globals, place: Place): never {
  const message = `expected at most ${limits.instances} instances, found more`;
  return g.refuse("csp/too-many-instances", message, place);
}

/** The queue of a channel, if it has one. */
export function channelPlace(
  g: Globals,
  name: string,
  index: ExpressionNode | undefined,
  place: Place,
  env: Env,
): Expression {
  const symbol = g.channel(name)!;
  if ((symbol.size === undefined) !== (index === undefined)) {
    const [wanted, found] = index ? ["no index", "one"] : ["an index", "none"];
    return g.refuse("csp/wrong-dimension", `expected ${wanted} after the channel \`${name}\`, found ${found}`, place);
  }
  return index ? element(variable(name), lowerAs(g, index, env, false).e, g.span(index)) : variable(name);
}

// ---------------------------------------------------------------- names

function lowerName(g: Globals, name: string, place: Place, env: Env): Value {
  const binding = env.get(name);
  if (binding?.kind === "value") return known(binding.value, binding.isBool);
  if (binding) return valueOfType(binding.local.value, g.dataType(binding.local.isBool));
  g.resolve(name);
  const symbol = g.symbols.get(name);
  if (symbol === undefined) {
    const hint = g.hint(name, ["constant", "condition", "variable", "pending"], env.keys());
    return g.refuse("csp/undefined-variable", `expected a declared name, found \`${name}\`${hint}`, place);
  }
  if (symbol.kind === "pending" || g.expanding.has(name)) {
    return g.refuse("csp/circular-definition", `expected a definition, found \`${name}\` defined by itself`, place);
  }
  switch (symbol.kind) {
    case "constant":
      return known(symbol.value, symbol.isBool);
    case "condition": {
      if (g.expanding.size === 0) g.replacements = 0;
      if (++g.replacements > limits.replacements) {
        const message = "expected definitions that come to an end, found too many in one expression";
        return g.refuse("csp/definitions-too-long", message, place);
      }
      g.expanding.add(name);
      try {
        return lower(g, symbol.value, noEnv);
      } finally {
        g.expanding.delete(name);
      }
    }
    case "variable": {
      if (symbol.sizes.length === 0) return valueOfType(variable(name), symbol.element);
      const message = `expected ${symbol.sizes.length} indices after \`${name}\`, found none`;
      return g.refuse("csp/wrong-dimension", message, place);
    }
    default: {
      const message = `expected a variable or a constant, found \`${name}\`, which is a ${symbol.kind}`;
      return g.refuse("csp/not-a-variable", message, place);
    }
  }
}

function lowerElement(g: Globals, node: ExpressionNode & { kind: "element" }, env: Env): Value {
  const items = receivedItems(node.name, env).map((_, k) => lowerName(g, itemName(node.name, k), node, env));
  if (items.length > 0) return receivedElement(g, node, items, (index) => lowerAs(g, index, env, false).e);
  const symbol = env.has(node.name) ? undefined : g.symbols.get(node.name);
  if (symbol?.kind !== "variable") {
    const hint = symbol ? `, which is a ${symbol.kind}` : g.hint(node.name, ["variable"]);
    const code = symbol || env.has(node.name) ? "csp/not-an-array" : "csp/undefined-variable";
    return g.refuse(code, `expected an array, found \`${node.name}\`${hint}`, node);
  }
  if (symbol.sizes.length !== node.indices.length) {
    const message = `expected ${symbol.sizes.length} indices after \`${node.name}\`, found ${node.indices.length}`;
    return g.refuse("csp/wrong-dimension", message, node);
  }
  const place = node.indices.reduce(
    (base, index) => element(base, lowerAs(g, index, env, false).e, g.span(node)),
    variable(node.name),
  );
  return valueOfType(place, symbol.element);
}

// ---------------------------------------------------------------- operators

function lowerBinary(g: Globals, node: ExpressionNode & { kind: "binary" }, env: Env): Value {
  const { op } = node;
  switch (op) {
    case "&&":
    case "||": {
      const left = lowerTest(g, node.left, env);
      // A part that is never evaluated may be wrong for this instance: `i > 0 && a[i - 1] == 0`.
      if (left.kind === "boolean" && left.value === (op === "||")) return truth(left);
      return truth(binary(op, left, lowerTest(g, node.right, env)));
    }
    case "xor":
      return compare("!=", lowerAs(g, node.left, env, true), lowerAs(g, node.right, env, true));
    case "==":
    case "!=": {
      const [left, right] = [lower(g, node.left, env), lower(g, node.right, env)];
      if (left.isBool === right.isBool) return compare(op, left, right);
      // As in PAT, a number is no truth value. Operands that may fail are still evaluated.
      const evaluated = [left, right].filter(({ e }) => mayFail(e)).map((value) => compare("==", value, value).e);
      const isEqual = all([...evaluated, boolean(false)]);
      return truth(op === "==" ? isEqual : not(isEqual));
    }
    default: {
      const [left, right] = [lowerAs(g, node.left, env, false), lowerAs(g, node.right, env, false)];
      const span = g.span(node);
      if (op === "<" || op === "<=" || op === ">" || op === ">=") return compare(op, left, right, span);
      const value = calculate(op, left, right, span);
      if (!fits(value)) {
        return g.refuse("csp/too-large", "expected a value within 53 bits, found one that may be larger", node);
      }
      return op === "%" ? modulo(value, right) : value;
    }
  }
}

/**
 * The remainder of PAT, which is based on that of C#: if that is negative, the divisor is added once. So it is the
 * usual modulo for a positive divisor, and `-5 % -3` is -5.
 */
function modulo(remainder: Value, divisor: Value): Value {
  if (remainder.low >= 0) return remainder;
  const sum = binary("+", remainder.e, divisor.e);
  if (divisor.low > 0) return number(binary("%", sum, divisor.e), { low: 0, high: divisor.high - 1 });
  const test = binary("<", remainder.e, integer(0));
  const low = Math.min(0, remainder.low + divisor.low);
  const high = Math.max(remainder.high, divisor.high - 1);
  return number(conditional(test, sum, remainder.e), { low, high });
}
