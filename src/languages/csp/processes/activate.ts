/** Converts the text of a process to its residual when it becomes active: calls are unfolded, indices expanded. */

import { literalOf } from "../../../model/build.ts";
import type { Place } from "../../../syntax/source.ts";
import { look } from "../../../util/limits.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import { instances, lower, readsState } from "../names/expression.ts";
import type { Binding, Env } from "../names/expression.ts";
import { limits } from "../names/globals.ts";
import type { Globals } from "../names/globals.ts";
import type { ExpressionNode, ParallelSign, ProcessNode, ProcessOf } from "../syntax/syntax-tree.ts";
import { alphabetOf } from "./alphabet.ts";
import type { Alphabet } from "./alphabet.ts";
import { eventKeys } from "./event.ts";
import { mapEnv, skip, stop } from "./residual.ts";
import type { Argument, Closure, Part, Residual } from "./residual.ts";
import type { ResidualStep } from "./step.ts";

export interface Context {
  readonly g: Globals;
  /**
   * The parameters that depend on the state somewhere. Then they do so everywhere, so that a process that is called
   * first with a constant, and later with received data, has the same states both times.
   */
  readonly dynamic: Set<string>;
  /** Calls with constants that have been unfolded. */
  readonly unfolded: Map<string, Residual>;
  /** The constants that each parameter had in calls. */
  readonly values: Map<string, Set<number>>;
  /** The known steps of residuals. */
  readonly steps: WeakMap<Residual, readonly ResidualStep[]>;
  /** The texts of residuals without data: most residuals have parts that did not change. */
  readonly closedKeys: WeakMap<Residual, string>;
  /** The call that was unfolded last: the place to report if there are too many. */
  lastCall?: Place | undefined;
  /** The depth of nested unfolding of calls that waited for their first step. */
  expanding: number;
}

export function newContext(g: Globals, dynamic: Set<string>): Context {
  return {
    g,
    dynamic,
    unfolded: new Map(),
    values: new Map(),
    steps: new WeakMap(),
    closedKeys: new WeakMap(),
    expanding: 0,
  };
}

/** @throws Refused after reporting an error */
export function activate(c: Context, node: ProcessNode, env: Env, depth = 0): Residual {
  look();
  const inner = (next: ProcessNode, nextEnv = env): Residual => activate(c, next, nextEnv, depth);
  switch (node.kind) {
    case "stop":
      return stop;
    case "skip":
      return skip;
    case "call":
      return unfold(c, node, env, depth);
    case "prefix":
    case "send":
    case "receive":
    case "case":
    case "assert":
      return { kind: "leaf", node, env };
    case "if": {
      if (node.variant !== "ifa") return { kind: "leaf", node, env };
      const otherwise = node.else ? inner(node.else) : skip;
      const guard = (negated: boolean, body: Residual): Residual => ({
        kind: "guard",
        test: node.test,
        negated,
        env,
        body,
      });
      return { kind: "choice", external: false, parts: [guard(false, inner(node.then)), guard(true, otherwise)] };
    }
    case "guard":
      return { kind: "guard", test: node.test, negated: false, env, body: inner(node.body) };
    case "choice":
      if (node.op === "<>") return { kind: "either", parts: node.parts.map((part) => ({ node: part, env })) };
      return { kind: "choice", external: node.op === "[*]", parts: node.parts.map((part) => inner(part)) };
    case "parallel":
      return parallel(
        c,
        node,
        node.op,
        node.parts.map((part) => ({ node: part, env, indices: [] })),
        depth,
      );
    case "indexed":
      return activateIndexed(c, node, env, depth);
    case "sequence":
      return { kind: "sequence", body: inner(node.first), second: { node: node.second, env } };
    case "interrupt":
      return { kind: "interrupt", body: inner(node.body), handler: inner(node.handler) };
    case "hide":
      return { kind: "hide", body: inner(node.body), hidden: eventKeys(c.g, node.hidden, env) };
    case "atomic":
      return { kind: "atomic", body: inner(node.body) };
  }
}

function activateIndexed(c: Context, node: ProcessOf<"indexed">, env: Env, depth: number): Residual {
  const envs = instances(c.g, node.binders, env);
  const { op } = node;
  if (op === "<>") return { kind: "either", parts: envs.map((inner) => ({ node: node.body, env: inner })) };
  if (op === "[]" || op === "[*]") {
    return { kind: "choice", external: op === "[*]", parts: envs.map((inner) => activate(c, node.body, inner, depth)) };
  }
  const names = node.binders.map(({ name }) => name?.text);
  const parts = envs.map((inner, copy) => {
    const indices = names.map((name) => {
      const binding = name === undefined ? undefined : inner.get(name);
      return binding?.kind === "value" ? binding.value : copy;
    });
    return { node: node.body, env: inner, indices };
  });
  return parallel(c, node, op, parts, depth);
}

function unfold(c: Context, node: ProcessOf<"call">, env: Env, depth: number): Residual {
  const { text } = node.name;
  const given = c.g.process(text)!.parameters.map((_, k) => argumentOf(c, node, k, env));
  const bindings = given.filter((argument) => argument.kind !== "later");
  if (bindings.length < given.length) return { kind: "call", node, arguments: given };
  return unfoldWith(c, node, bindings, depth);
}

function argumentOf(c: Context, { name, arguments: list }: ProcessOf<"call">, k: number, env: Env): Argument {
  const node = list[k]!;
  if (!readsState(c.g, node, env)) return evaluate(c, name.text, k, node, env);
  c.dynamic.add(parameterKey(name.text, k));
  // The data of the caller gets the name of the parameter, so that it does not matter which process calls.
  const base = c.g.process(name.text)!.parameters[k]!.text;
  return { kind: "later", node, env: mapEnv(env, (local) => ({ ...local, base, input: false })) };
}

export function parameterKey(process: string, k: number): string {
  return `${process} ${k}`;
}

/** The value of an argument for its parameter. */
export function evaluate(c: Context, process: string, k: number, node: ExpressionNode, env: Env): Binding {
  const { isBool, e } = lower(c.g, node, env);
  const value = literalOf(e);
  const key = parameterKey(process, k);
  if (value === undefined) c.dynamic.add(key);
  if (value !== undefined && !c.dynamic.has(key)) {
    getOrAdd(c.values, key, () => new Set()).add(value);
    return { kind: "value", value, isBool };
  }
  return { kind: "local", local: { base: c.g.process(process)!.parameters[k]!.text, isBool, value: e } };
}

/** The body of the called process, with these values of its parameters. */
export function unfoldWith(
  c: Context,
  node: ProcessOf<"call">,
  bindings: readonly Binding[],
  depth: number = c.expanding,
): Residual {
  const { text } = node.name;
  if (depth >= limits.unfolding) {
    c.g.refuse("csp/unguarded-recursion", `expected an event before \`${text}\` is reached again, found none`, node);
  }
  c.lastCall = node;
  const { parameters, body } = c.g.process(text)!;
  const inner = new Map(parameters.map((parameter, k) => [parameter.text, bindings[k]!]));
  const key = [
    text,
    ...bindings.flatMap((binding) => (binding.kind === "value" ? `${binding.value}${binding.isBool}` : [])),
  ];
  const isClosed = key.length === parameters.length + 1;
  const known = isClosed ? c.unfolded.get(key.join()) : undefined;
  const residual = known ?? activate(c, body, inner, depth + 1);
  if (isClosed) c.unfolded.set(key.join(), residual);
  return residual;
}

function parallel(
  c: Context,
  node: ProcessNode,
  op: ParallelSign,
  closures: readonly (Closure & { readonly indices: readonly number[] })[],
  depth: number,
): Residual {
  const alphabets = op === "||" ? alphabetsOf(c.g, closures) : [];
  const parts = closures.map((closure, i): Part => {
    const residual = activate(c, closure.node, closure.env, depth);
    const { name, list } = called(c.g, closure);
    return { residual, name, indices: closure.indices, arguments: list, alphabet: alphabets[i]?.events };
  });
  return { kind: "parallel", op, node, parts };
}

function called(g: Globals, { node, env }: Closure): { name?: string; list: number[] } {
  if (node.kind !== "call") return { list: [] };
  const list = node.arguments.map((argument) => {
    const { isBool, e } = lower(g, argument, env);
    return isBool ? undefined : literalOf(e);
  });
  return { name: node.name.text, list: list.includes(undefined) ? [] : (list as number[]) };
}

/**
 * An event that depends on the state must not be shared with others, unless an alphabet determines the shared events.
 */
function alphabetsOf(g: Globals, closures: readonly Closure[]): Alphabet[] {
  const alphabets = closures.map(({ node, env }) => alphabetOf(g, node, env));
  const owners = new Map<string, Set<number>>();
  alphabets.forEach(({ events, open }, i) => {
    for (const name of [...Array.from(events, (key) => key.split(".")[0]!), ...open.keys()]) {
      owners.set(name, (owners.get(name) ?? new Set()).add(i));
    }
  });
  for (const { open } of alphabets) {
    for (const [name, place] of open) {
      if (owners.get(name)!.size < 2) continue;
      const message = `expected events of \`${name}\` that are known before the run, found one that depends on the state; declare an \`#alphabet\``;
      g.refuse("csp/open-alphabet", message, place);
    }
  }
  return alphabets;
}
