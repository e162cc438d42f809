/**
 * Elaborates initial values to one entry per element and field.
 *
 * A value that is not a list applies to every element of an array. `*` means any value. An expression is checked once,
 * and evaluated once for each cell that it initializes.
 */

import type { ArrayType, Initial, QueueType, RecordType, ScalarType, Type } from "../model.ts";
import { highOf, lengthOf, lowOf } from "../slots.ts";
import { hasItems, matchFields, reportForm } from "./composite-value.ts";
import { check, evaluate } from "./elaborate-expression.ts";
import { quote } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { isTuple, printType } from "./print-type.ts";
import type { ExpressionNode, VariableNode } from "./syntax-tree.ts";
import type { Typed } from "./typed.ts";

const any: Initial = { kind: "any" };

/** The initial value; `undefined` after an error. */
export function elaborateInitial(
  env: Environment,
  { name, type: typeNode, initial }: VariableNode,
  type: Type,
): Initial | undefined {
  if (initial) return env.constantly(() => new InitialValue(env).of(initial, type));
  const empty = emptyQueues(type);
  if (empty) return empty;
  const message = `expected \`=\` and an initial value for ${quote(name.text)}, found none; \`= *\` allows any`;
  env.report("seq/missing-initial", message, { start: name.start, end: typeNode.end });
  return undefined;
}

/** The initial value with all queues empty; `undefined` if the type has a scalar outside queues. */
export function emptyQueues(type: Type): Initial | undefined {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return undefined;
    case "queue":
      return { kind: "items", items: [] };
    case "array": {
      const item = emptyQueues(type.element);
      return item && repeat(item, lengthOf(type.index));
    }
    case "record": {
      const items = type.fields.flatMap((field) => emptyQueues(field.type) ?? []);
      return items.length === type.fields.length ? { kind: "items", items } : undefined;
    }
  }
}

function repeat(item: Initial, count: number): Initial {
  return { kind: "items", items: Array.from({ length: count }, () => item) };
}

class InitialValue {
  readonly #env: Environment;
  /** The values of names that enclosing comprehensions bind. */
  readonly #locals = new Map<string, number>();
  /** An expression in a comprehension occurs many times, always with the same type. */
  readonly #checked = new Map<ExpressionNode, Typed | undefined>();

  constructor(env: Environment) {
    this.#env = env;
  }

  of(node: ExpressionNode, type: Type): Initial | undefined {
    switch (type.kind) {
      case "bool":
      case "range":
      case "enum":
        return node.kind === "any" ? any : this.#scalar(node, type);
      case "array":
        return this.#array(node, type);
      case "record":
        return this.#record(node, type);
      case "queue":
        return node.kind === "any" ? any : this.#queue(node, type);
    }
  }

  #scalar(node: ExpressionNode, type: ScalarType): Initial | undefined {
    const env = this.#env;
    if (!this.#checked.has(node)) this.#checked.set(node, check(env, node, type, "as the initial value"));
    const expression = this.#checked.get(node)?.expression;
    const value = expression && evaluate(env, expression, this.#locals);
    if (value === undefined) return undefined;
    if (value >= lowOf(type) && value <= highOf(type)) return { kind: "value", value };
    const indices = [...this.#locals].map(([name, value]) => `${name} = ${value}`).join(", ");
    const message = `expected a value of ${printType(type)}, found ${value}${indices && ` for ${indices}`}`;
    env.report("seq/outside-domain", message, node);
    return undefined;
  }

  #array(node: ExpressionNode, type: ArrayType): Initial | undefined {
    if (node.kind === "comprehension") return this.#comprehension(node, type);
    if (node.kind === "list") {
      if (!hasItems(this.#env, node, node.items.length, type)) return undefined;
      return this.#items(node.items, () => type.element);
    }
    const item = this.of(node, type.element);
    return item && repeat(item, lengthOf(type.index));
  }

  #comprehension(node: ExpressionNode & { readonly kind: "comprehension" }, type: ArrayType): Initial | undefined {
    const { name, body } = node;
    const items: Initial[] = [];
    return this.#env.scoped(() => {
      this.#env.declareLocal({ role: "index", name, type: type.index });
      for (let value = lowOf(type.index); value <= highOf(type.index); value++) {
        this.#locals.set(name.text, value);
        const item = this.of(body, type.element);
        if (item === undefined) return undefined;
        items.push(item);
      }
      this.#locals.delete(name.text);
      return { kind: "items", items };
    });
  }

  #record(node: ExpressionNode, type: RecordType): Initial | undefined {
    const typeAt = (i: number): Type => type.fields[i]!.type;
    if (node.kind === "any") return this.#items(new Array<ExpressionNode>(type.fields.length).fill(node), typeAt);
    if (node.kind === "tuple" && isTuple(type)) {
      return hasItems(this.#env, node, node.items.length, type) ? this.#items(node.items, typeAt) : undefined;
    }
    if (node.kind !== "record") {
      reportForm(this.#env, node, type, "as the initial value");
      return undefined;
    }
    const values = matchFields(this.#env, node, type);
    return values && this.#items(values, typeAt);
  }

  #queue(node: ExpressionNode, type: QueueType): Initial | undefined {
    if (node.kind !== "list") {
      reportForm(this.#env, node, type, "of what the queue holds");
      return undefined;
    }
    if (node.items.length <= type.capacity) return this.#items(node.items, () => type.element);
    const message = `expected at most ${type.capacity} elements in this queue, found ${node.items.length}`;
    this.#env.report("seq/wrong-item-count", message, node);
    return undefined;
  }

  /** Elaborates all items, even after an error. */
  #items(nodes: readonly ExpressionNode[], typeAt: (i: number) => Type): Initial | undefined {
    const items = nodes.flatMap((node, i) => this.of(node, typeAt(i)) ?? []);
    return items.length === nodes.length ? { kind: "items", items } : undefined;
  }
}
