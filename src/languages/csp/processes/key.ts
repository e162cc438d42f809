/**
 * The text of a residual, for comparing residuals.
 *
 * Processes with the same text are equal, wherever they occur. Locals have their names in the text, numbered if one
 * name denotes two of them, in the order of occurrence. These are the names of the data slots of the component.
 */

import { local } from "../../../model/build.ts";
import { look } from "../../../util/limits.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import { uniqueNames } from "../../unique-names.ts";
import { instances, lower } from "../names/expression.ts";
import type { Binding, Env, Local } from "../names/expression.ts";
import type { Globals } from "../names/globals.ts";
import { itemName, receivedItems } from "../names/received-arrays.ts";
import { showExpression } from "../names/show.ts";
import type { Block, ExpressionNode, ProcessNode, ProcessOf } from "../syntax/syntax-tree.ts";
import { namesIn, partsOf, valuesOf } from "../syntax/traverse.ts";
import type { Context } from "./activate.ts";
import { eventKeys } from "./event.ts";
import { receivedFields } from "./received-fields.ts";
import type { Argument, Residual } from "./residual.ts";

/** Names locals in the order of the text. */
export class Namer {
  readonly names: Map<Local, string> = new Map();
  readonly #unique = uniqueNames();

  /** The number of names that were requested. */
  uses = 0;

  name(local: Local): string {
    if (local.bound) return `?${local.base}`;
    this.uses++;
    return getOrAdd(this.names, local, () => this.#unique(local.base));
  }
}

export function keyOf(c: Context, residual: Residual, namer: Namer): string {
  const known = c.closedKeys.get(residual);
  if (known !== undefined) return known;
  const { uses } = namer;
  const key = textOf(c, residual, namer);
  if (namer.uses === uses) c.closedKeys.set(residual, key);
  return key;
}

function textOf(c: Context, residual: Residual, namer: Namer): string {
  look();
  const { g } = c;
  const inner = (part: Residual): string => keyOf(c, part, namer);
  switch (residual.kind) {
    case "stop":
    case "skip":
    case "terminated":
      return residual.kind;
    case "leaf":
      return process(g, residual.node, residual.env, namer);
    case "call":
      return `${residual.node.name.text}(${residual.arguments.map((each) => argument(g, each, namer)).join()})`;
    case "either":
      return `(${residual.parts.map(({ node, env }) => process(g, node, env, namer)).join("<>")})`;
    case "guard": {
      const test = expression(g, residual.test, residual.env, namer);
      return `[${residual.negated ? "!" : ""}${test}]${inner(residual.body)}`;
    }
    case "choice":
      return `(${residual.parts.map(inner).join(residual.external ? "[*]" : "[]")})`;
    case "sequence":
      return `(${inner(residual.body)};${process(g, residual.second.node, residual.second.env, namer)})`;
    case "interrupt":
      return `(${inner(residual.body)} interrupt ${inner(residual.handler)})`;
    case "hide":
      return `(${inner(residual.body)}\\{${[...residual.hidden].sort().join()}})`;
    case "atomic":
      return `atomic{${inner(residual.body)}}`;
    case "parallel":
      return `(${residual.parts.map((part) => inner(part.residual)).join(residual.op)})`;
    case "site":
      return `site ${residual.number}`;
  }
}

function argument(g: Globals, given: Argument, namer: Namer): string {
  if (given.kind === "later") return expression(g, given.node, given.env, namer);
  return binding(given, namer);
}

function binding(given: Binding, namer: Namer): string {
  return given.kind === "value" ? String(given.value) : `$${namer.name(given.local)}`;
}

function expression(g: Globals, node: ExpressionNode, env: Env, namer: Namer): string {
  look();
  const named = new Map<string, Binding>(env);
  const names = namesIn(node).flatMap((name) => [name, ...receivedItems(name, env).map((_, i) => itemName(name, i))]);
  for (const name of names) {
    const found = env.get(name);
    if (found?.kind !== "local") continue;
    named.set(name, { kind: "local", local: { ...found.local, value: local(binding(found, namer)) } });
  }
  return showExpression(lower(g, node, named).e);
}

/** A data operation is shown by its own text, with the values of the names in it. */
function block(g: Globals, node: Block | undefined, env: Env, namer: Namer): string {
  if (!node) return "";
  const text = g.collector.source.text.slice(node.start, node.end).replaceAll(/\s+/g, " ");
  const names = new Set(text.match(/[A-Za-z_]\w*/g) ?? []);
  const bound = [...names].flatMap((name) => {
    const found = env.get(name);
    const items = receivedItems(name, env).map((item, i) => `${itemName(name, i)}=${binding(item, namer)}`);
    return found ? [`${name}=${binding(found, namer)}`, ...items] : items;
  });
  return `${text}<${bound.join()}>`;
}

function process(g: Globals, node: ProcessNode, env: Env, namer: Namer): string {
  const parts = (): string[] => partsOf(node).map((part) => process(g, part, env, namer));
  const values = (): string =>
    valuesOf(node)
      .map((value) => expression(g, value, env, namer))
      .join();
  switch (node.kind) {
    case "stop":
    case "skip":
      return node.kind;
    case "choice":
    case "parallel":
      return `(${parts().join(node.op)})`;
    case "indexed": {
      const envs = instances(g, node.binders, env);
      return `(${envs.map((inner) => process(g, node.body, inner, namer)).join(node.op)})`;
    }
    case "call":
      return `${node.name.text}(${values()})`;
    case "prefix":
      return `${node.event.fairness ?? ""}${node.event.name ?? "tau"}.${values()}${block(g, node.block, env, namer)}->${parts()[0]}`;
    case "send":
      return `${node.channel.name.text}!${sentFields(g, node, env, namer)}${block(g, node.block, env, namer)}->${parts()[0]}`;
    case "receive":
      return `${node.channel.name.text}?${values()}${receiving(g, node, env, namer)}`;
    case "if":
      return `${node.variant}(${values()}){${parts().join("}{")}${node.else ? "" : "}{skip"}}`;
    case "case":
      return `case(${values()}){${parts().join("}{")}}`;
    case "hide":
      return `(${parts()[0]}\\{${[...eventKeys(g, node.hidden, env)].sort().join()}})`;
    default:
      return `${node.kind}(${values()}){${parts().join("}{")}}`;
  }
}

function sentFields(g: Globals, node: ProcessOf<"send">, env: Env, namer: Namer): string {
  const { name, index } = node.channel;
  const values = node.values.map((value, k) => sent(g, value, g.widthAt(name.text, k), env, namer));
  return [...(index ? [expression(g, index, env, namer)] : []), ...values].join();
}

/** A field of a message. A whole array that was received is shown by its elements. */
function sent(g: Globals, value: ExpressionNode, width: number, env: Env, namer: Namer): string {
  if (width === 1 || value.kind !== "name") return expression(g, value, env, namer);
  const items = receivedItems(value.name, env);
  return items.length === 0 ? value.name : `[${items.map((item) => binding(item, namer)).join()}]`;
}

/** The received fields, and the rest of the process. A name to be received represents itself. */
function receiving(g: Globals, node: ProcessOf<"receive">, env: Env, namer: Namer): string {
  const bound = new Map<string, Binding>(env);
  const fields = receivedFields(g, node, env).map((field, k) => {
    const width = g.widthAt(node.channel.name.text, k);
    if (field.kind === "match") return sent(g, field.value, width, env, namer);
    const { name } = field;
    for (let i = 0; i < width; i++) {
      const own = width === 1 ? name : itemName(name, i);
      const input: Local = { base: own, isBool: false, input: true, bound: true, value: local(own) };
      bound.set(own, { kind: "local", local: input });
    }
    return name;
  });
  const test = node.condition ? `[${expression(g, node.condition, bound, namer)}]` : "";
  const behind = process(g, node.then, bound, namer);
  return `${test}${fields.join(".")}${block(g, node.block, bound, namer)}->${behind}`;
}
