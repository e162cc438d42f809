/**
 * The text of a term, by which terms are compared, and its skeleton: the same without values.
 *
 * Locals are called by the name they had in the text, numbered where one name stands for two of them, in the order in which
 * they occur; these are the names of the component's data slots.
 */

import { look } from "../../util/limits.ts";
import { uniqueNames } from "../unique-names.ts";
import { eventKeys } from "./event.ts";
import { instances, lower } from "./expression.ts";
import type { Binding, Env, Local } from "./expression.ts";
import type { Globals } from "./globals.ts";
import { receivedFields } from "./receive.ts";
import { Refused } from "./refused.ts";
import { showExpression } from "./show.ts";
import type { Binder, Block, EventNode, ExpressionNode, ProcessNode } from "./syntax-tree.ts";
import type { Argument, Closure, Term } from "./term.ts";

/** Gives locals their names, in the order of the text. */
export class Namer {
  readonly names: Map<Local, string> = new Map();
  readonly #unique = uniqueNames();

  /** How often a name was asked for. */
  uses = 0;

  name(local: Local): string {
    if (local.bound) return `?${local.base}`;
    this.uses++;
    const known = this.names.get(local);
    if (known !== undefined) return known;
    const name = this.#unique(local.base);
    this.names.set(local, name);
    return name;
  }
}

/** The texts of terms without data: most terms have parts that did not change. */
const closedKeys = new WeakMap<Term, string>();

export function keyOf(g: Globals, term: Term, namer: Namer): string {
  const known = closedKeys.get(term);
  if (known !== undefined) return known;
  const { uses } = namer;
  const key = textOf(g, term, namer);
  if (namer.uses === uses) closedKeys.set(term, key);
  return key;
}

function textOf(g: Globals, term: Term, namer: Namer): string {
  look();
  const inner = (part: Term): string => keyOf(g, part, namer);
  switch (term.kind) {
    case "stop":
    case "skip":
    case "terminated":
      return term.kind;
    case "leaf":
      return process(g, term.node, term.env, namer);
    case "call":
      return `${term.node.name.text}(${term.arguments.map((each) => argument(g, each, namer)).join()})`;
    case "either":
      return `(${term.parts.map((part) => closure(g, part, namer)).join("<>")})`;
    case "guard":
      return `[${term.negated ? "!" : ""}${expression(g, term.test, term.env, namer)}]${inner(term.body)}`;
    case "choice":
      return `(${term.parts.map(inner).join(term.external ? "[*]" : "[]")})`;
    case "sequence":
      return `(${inner(term.first)};${closure(g, term.second, namer)})`;
    case "interrupt":
      return `(${inner(term.body)} interrupt ${inner(term.handler)})`;
    case "hide":
      return `(${inner(term.body)}\\{${[...term.hidden].sort().join()}})`;
    case "atomic":
      return `atomic${term.started ? "!" : ""}{${inner(term.body)}}`;
    case "parallel":
      return `(${term.parts.map(({ term: part }) => inner(part)).join(term.op)})`;
    case "site":
      return `site ${term.number}`;
  }
}

/** Where in the text the parts of a term stand. */
export function skeletonOf(term: Term): string {
  switch (term.kind) {
    case "leaf":
      return String(term.node.id);
    case "call":
      return `call ${term.node.id}`;
    case "either":
      return `<${term.parts.map(({ node }) => node.id).join()}>`;
    case "guard":
      return `[${term.test.start}]${skeletonOf(term.body)}`;
    case "choice":
      return `(${term.parts.map(skeletonOf).join("[]")})`;
    case "sequence":
      return `(${skeletonOf(term.first)};${term.second.node.id})`;
    case "interrupt":
      return `(${skeletonOf(term.body)}^${skeletonOf(term.handler)})`;
    case "hide":
      return `(${skeletonOf(term.body)}\\)`;
    case "atomic":
      return `${term.started ? "!" : "?"}{${skeletonOf(term.body)}}`;
    case "parallel":
      return `(${term.parts.map((part) => skeletonOf(part.term)).join(term.op)})`;
    case "site":
      return `site ${term.number}`;
    default:
      return term.kind;
  }
}

function argument(g: Globals, given: Argument, namer: Namer): string {
  if (given.kind === "later") return expression(g, given.node, given.env, namer);
  return given.kind === "value" ? String(given.value) : `$${namer.name(given.local)}`;
}

function closure(g: Globals, { node, env }: Closure, namer: Namer): string {
  return process(g, node, env, namer);
}

/** What will be received: it stands for itself. */
function shown(name: string): Binding {
  return {
    kind: "local",
    local: { base: name, bool: false, input: true, bound: true, value: { kind: "local", name } },
  };
}

function expression(g: Globals, node: ExpressionNode, env: Env, namer: Namer): string {
  look();
  const named = new Map<string, Binding>(env);
  for (const name of namesOf(node)) {
    const binding = env.get(name);
    if (binding?.kind !== "local") continue;
    const value = { kind: "local", name: `$${namer.name(binding.local)}` } as const;
    named.set(name, { kind: "local", local: { ...binding.local, value } });
  }
  const typed = lower(g, node, named);
  if (!typed) throw new Refused();
  return showExpression(typed.e);
}

function namesOf(node: ExpressionNode): string[] {
  switch (node.kind) {
    case "name":
      return [node.name];
    case "element":
      return node.indices.flatMap(namesOf);
    case "unary":
      return namesOf(node.operand);
    case "binary":
      return [...namesOf(node.left), ...namesOf(node.right)];
    case "indexed":
      return [...node.binders.flatMap(({ values }) => namesInValues(values)), ...namesOf(node.body)];
    case "channel":
      return node.index ? namesOf(node.index) : [];
    default:
      return [];
  }
}

function namesInValues(values: Binder["values"]): string[] {
  if (values.kind === "range") return [...namesOf(values.low), ...namesOf(values.high)];
  return values.kind === "set" ? values.items.flatMap(namesOf) : namesOf(values.count);
}

/** A data operation shows as its own text, with the values of the names in it. */
function block(g: Globals, node: Block | undefined, env: Env, namer: Namer): string {
  if (!node) return "";
  const text = g.collector.source.text.slice(node.start, node.end).replaceAll(/\s+/g, " ");
  const values = new Set(text.match(/[A-Za-z_]\w*/g) ?? []);
  const bound = [...values].flatMap((name) => {
    const binding = env.get(name);
    if (!binding) return [];
    return [`${name}=${binding.kind === "value" ? binding.value : `$${namer.name(binding.local)}`}`];
  });
  return `${text}<${bound.join()}>`;
}

function event(g: Globals, node: EventNode, env: Env, namer: Namer): string {
  return [node.name ?? "tau", ...node.parts.map((part) => expression(g, part, env, namer))].join(".");
}

function process(g: Globals, node: ProcessNode, env: Env, namer: Namer): string {
  const inner = (part: ProcessNode): string => process(g, part, env, namer);
  const value = (part: ExpressionNode): string => expression(g, part, env, namer);
  switch (node.kind) {
    case "stop":
    case "skip":
      return node.kind;
    case "call":
      return `${node.name.text}(${node.arguments.map(value).join()})`;
    case "prefix":
      return `${event(g, node.event, env, namer)}${block(g, node.block, env, namer)}->${inner(node.then)}`;
    case "send": {
      const index = node.channel.index ? `[${value(node.channel.index)}]` : "";
      const sent = node.values.map(value).join(".");
      return `${node.channel.name.text}${index}!${sent}${block(g, node.block, env, namer)}->${inner(node.then)}`;
    }
    case "receive": {
      const index = node.channel.index ? `[${value(node.channel.index)}]` : "";
      const bound = new Map<string, Binding>(env);
      const fields = receivedFields(g, node, env).map((field) => {
        if (field.kind === "match") return value(field.value);
        bound.set(field.name, shown(field.name));
        return field.name;
      });
      const test = node.condition ? `[${expression(g, node.condition, bound, namer)}]` : "";
      const behind = process(g, node.then, bound, namer);
      const operation = block(g, node.block, bound, namer);
      return `${node.channel.name.text}${index}?${test}${fields.join(".")}${operation}->${behind}`;
    }
    case "guard":
      return `[${value(node.test)}]${inner(node.body)}`;
    case "choice":
      return `(${node.parts.map(inner).join(node.op)})`;
    case "parallel":
      return `(${node.parts.map(inner).join(node.op)})`;
    case "indexed": {
      const envs = instances(g, node.binders, env);
      if (!envs) throw new Refused();
      return `(${envs.map((each) => process(g, node.body, each, namer)).join(node.op)})`;
    }
    case "if":
      return `${node.variant}(${value(node.test)}){${inner(node.then)}}{${node.else ? inner(node.else) : "skip"}}`;
    case "case": {
      const branches = node.branches.map(({ test, body }) => `${value(test)}:${inner(body)}`);
      return `case{${branches.join(" ")} ${node.otherwise ? inner(node.otherwise) : ""}}`;
    }
    case "sequence":
      return `(${inner(node.first)};${inner(node.second)})`;
    case "interrupt":
      return `(${inner(node.body)} interrupt ${inner(node.handler)})`;
    case "hide":
      return `(${inner(node.body)}\\{${[...eventKeys(g, node.hidden, env)].sort().join()}})`;
    case "atomic":
      return `atomic{${inner(node.body)}}`;
    case "assert":
      return `assert(${value(node.test)})`;
  }
}
