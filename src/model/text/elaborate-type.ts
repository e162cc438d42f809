/** Elaborates types: resolves names and bounds, and refuses empty and too large types. */

import { getOrAdd } from "../../util/numbering.ts";
import type { EnumType, Field, ScalarType, Type } from "../model.ts";
import { boundsOf, lengthOf } from "../slots.ts";
import { boundValue, resolveDomain } from "./elaborate-expression.ts";
import { resolveTypeName } from "./elaborate-name.ts";
import { quote } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { deepest } from "./syntax-tree.ts";
import type { IndexNode, Name, Place, TypeDeclarationNode, TypeNode } from "./syntax-tree.ts";

/** The most slots of a model or a type. */
export const slotLimit = 1_000_000;

/** The type of a declaration, without the declared name (which an enumeration always has). */
export function resolveDeclaredType(env: Environment, { name, type }: TypeDeclarationNode): Type | undefined {
  if (type.kind !== "enum") return resolveType(env, type);
  const members = type.members.map((member) => member.text);
  return { kind: "enum", name: name.text, members } satisfies EnumType;
}

export function resolveType(env: Environment, node: TypeNode): Type | undefined {
  const type = buildType(env, node);
  if (type === undefined) return undefined;
  const { size, depth } = measure(type);
  if (size > slotLimit) {
    env.report("seq/too-large", `expected a type of at most ${slotLimit} scalars, found ${size}`, node);
    return undefined;
  }
  if (depth > deepest) {
    env.report("seq/nested-too-deeply", `expected a type of at most ${deepest} levels, found more`, node);
    return undefined;
  }
  return type;
}

function buildType(env: Environment, node: TypeNode): Type | undefined {
  switch (node.kind) {
    case "bool":
    case "range":
      return resolveDomain(env, node);
    case "named":
      return resolveTypeName(env, node.name, node);
    case "array":
      return buildArray(env, node);
    case "queue":
      return buildQueue(env, node);
    case "record":
      return buildRecord(env, node.fields);
    case "tuple":
      return buildRecord(
        env,
        node.items.map((type, i) => ({ name: { text: String(i), start: type.start, end: type.end }, type })),
      );
  }
}

function buildArray(env: Environment, node: TypeNode & { readonly kind: "array" }): Type | undefined {
  const indices = node.indices.map((index) => resolveIndex(env, index));
  let type = resolveType(env, node.element);
  for (const index of indices.reverse()) type = index && type && { kind: "array", index, element: type };
  return type;
}

/** Resolves the index of an array. A number `n` means `0..n-1`. */
function resolveIndex(env: Environment, node: IndexNode): ScalarType | undefined {
  if (node.kind === "size") return sized(env, boundValue(env, node.size, "as the number of elements"), node);
  const symbol = node.kind === "named" ? env.globals.get(node.name) : undefined;
  if (symbol?.kind !== "constant") return resolveDomain(env, node);
  const name = { kind: "name", name: symbol.node.name.text, start: node.start, end: node.end, depth: 1 } as const;
  return sized(env, boundValue(env, name, "as the number of elements"), node);
}

function sized(env: Environment, count: number | undefined, place: Place): ScalarType | undefined {
  if (count === undefined) return undefined;
  if (count >= 1) return { kind: "range", low: 0, high: count - 1 };
  env.report("seq/bad-length", `expected at least 1 element, found ${count}`, place);
  return undefined;
}

function buildQueue(env: Environment, node: TypeNode & { readonly kind: "queue" }): Type | undefined {
  const capacity = boundValue(env, node.capacity, "as the capacity");
  const element = resolveType(env, node.element);
  if (capacity !== undefined && capacity < 1) {
    env.report("seq/bad-capacity", `expected a capacity of at least 1, found ${capacity}`, node.capacity);
    return undefined;
  }
  if (element && holdsQueue(element)) {
    env.report("seq/nested-queue", "expected elements that hold no queues, found a queue in a queue", node.element);
    return undefined;
  }
  if (element && boundsOf(element).low.some((low) => low <= -(2 ** 31))) {
    const message = "expected elements above -2147483648, which stands for a cell of a queue that is not in use";
    env.report("seq/no-room-for-padding", message, node.element);
    return undefined;
  }
  return capacity === undefined ? undefined : element && { kind: "queue", capacity, element };
}

function buildRecord(
  env: Environment,
  nodes: readonly { readonly name: Name; readonly type: TypeNode }[],
): Type | undefined {
  const fields: Field[] = [];
  const names = new Set<string>();
  for (const { name, type: node } of nodes) {
    if (names.has(name.text)) {
      env.report("seq/duplicate-field", `expected a new field, found ${quote(name.text)} again`, name);
    }
    names.add(name.text);
    const type = resolveType(env, node);
    if (type) fields.push({ name: name.text, type });
  }
  return fields.length === nodes.length && names.size === nodes.length ? { kind: "record", fields } : undefined;
}

interface Measure {
  readonly size: number;
  readonly depth: number;
  readonly queue: boolean;
}

/** Types are shared, so each is measured once. */
const measures = new WeakMap<Type, Measure>();

export function holdsQueue(type: Type): boolean {
  return measure(type).queue;
}

/** The number of slots of a value. Like `sizeOf`, but linear also for shared parts. */
export function slotCount(type: Type): number {
  return measure(type).size;
}

function measure(type: Type): Measure {
  return getOrAdd(measures, type, () => compute(type));
}

function compute(type: Type): Measure {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return { size: 1, depth: 1, queue: false };
    case "array": {
      const { size, depth, queue } = measure(type.element);
      return { size: size * lengthOf(type.index), depth: depth + 1, queue };
    }
    case "queue": {
      const { size, depth } = measure(type.element);
      return { size: 1 + size * type.capacity, depth: depth + 1, queue: true };
    }
    case "record": {
      let [size, depth, queue] = [0, 0, false];
      for (const field of type.fields) {
        const part = measure(field.type);
        size += part.size;
        depth = Math.max(depth, part.depth);
        queue ||= part.queue;
      }
      return { size, depth: depth + 1, queue };
    }
  }
}
