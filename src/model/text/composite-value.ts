/** Lists, tuples and records as values: checks whether their form fits a type. */

import type { ArrayType, Field, RecordType } from "../model.ts";
import { lengthOf } from "../slots.ts";
import type { ExpressionType } from "../typing.ts";
import { quote } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { isTuple } from "./print-type.ts";
import type { ExpressionNode, Name, Place } from "./syntax-tree.ts";
import { describeType } from "./typed.ts";
import type { NodeOf } from "./typed.ts";

export type Composite = NodeOf<"list"> | NodeOf<"comprehension"> | NodeOf<"tuple"> | NodeOf<"record">;

/** Whether the context of a value determines its type. */
export function isComposite(node: ExpressionNode): node is Composite {
  return node.kind === "list" || node.kind === "comprehension" || node.kind === "tuple" || node.kind === "record";
}

/** Whether there is one item per element or field. Reports an error otherwise. */
export function hasItems(env: Environment, place: Place, count: number, type: ArrayType | RecordType): boolean {
  const wanted = type.kind === "array" ? lengthOf(type.index) : type.fields.length;
  if (count === wanted) return true;
  const what = type.kind === "array" ? "element" : "field";
  env.report("seq/wrong-item-count", `expected ${wanted} ${what}${wanted === 1 ? "" : "s"}, found ${count}`, place);
  return false;
}

/** The values of the fields of a record, in the order of the type; `undefined` after an error. */
export function matchFields(env: Environment, node: NodeOf<"record">, type: RecordType): ExpressionNode[] | undefined {
  const values = new Map<string, ExpressionNode>();
  const fields = new Set(type.fields.map((field) => field.name));
  let complete = true;
  for (const { name, value } of node.fields) {
    if (!fields.has(name.text)) complete = findField(env, type, name) !== undefined;
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

/** Reports that a value of this form cannot have this type. */
export function reportForm(env: Environment, node: ExpressionNode, type: ExpressionType, where: string): void {
  env.report("seq/type-mismatch", `expected ${formOf(type)} ${where}, found ${describeForm(node)}`, node);
}

function formOf(type: ExpressionType): string {
  switch (type.kind) {
    case "array":
    case "queue":
      return "a list `[...]`";
    case "record":
      return isTuple(type) ? "a tuple `(...)`" : "a record `{ field: value, ... }`";
    default:
      return describeType(type);
  }
}

export function describeForm(node: ExpressionNode): string {
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

/** The field of this name. Reports an error if there is none. */
export function findField(env: Environment, type: RecordType, name: Name): Field | undefined {
  const field = type.fields.find((field) => field.name === name.text);
  if (field !== undefined) return field;
  const fields = type.fields.slice(0, 10).map((field) => `\`${field.name}\``);
  if (fields.length < type.fields.length) fields.push("...");
  env.report("seq/unknown-field", `expected one of the fields ${fields.join(", ")}, found ${quote(name.text)}`, name);
  return undefined;
}
