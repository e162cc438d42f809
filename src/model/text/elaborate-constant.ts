/** Elaborates constants. The value comes from the declaration or from `-D`. */

import { integerOf } from "../../syntax/definitions.ts";
import type { Definitions } from "../../syntax/definitions.ts";
import { excerpt } from "../../syntax/excerpt.ts";
import type { Constant, ScalarType } from "../model.ts";
import { highOf, isScalar, lowOf } from "../slots.ts";
import { bool, int, isSingle } from "../typing.ts";
import type { IntType } from "../typing.ts";
import { check, evaluate, infer } from "./elaborate-expression.ts";
import { resolveType } from "./elaborate-type.ts";
import { quote } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { printType } from "./print-type.ts";
import type { ConstantNode } from "./syntax-tree.ts";
import { describeType } from "./typed.ts";

/** Sets the meaning of the name of the constant; `undefined` after an error. */
export function elaborateConstant(env: Environment, node: ConstantNode, defines: Definitions): Constant | undefined {
  const name = node.name.text;
  const found = typeAndValue(env, node, defines);
  if (found === undefined) return undefined;
  const { value } = found;
  const type = found.type.kind === "range" ? int : found.type.kind === "bool" ? bool : found.type;
  const symbol = env.globals.get(name);
  if (symbol?.kind === "constant" && symbol.node === node) {
    symbol.type = type;
    symbol.value = value;
  }
  return { name, type: type.kind === "int" ? "int" : type, value, span: env.span(node) };
}

function typeAndValue(
  env: Environment,
  node: ConstantNode,
  defines: Definitions,
): { readonly type: ScalarType | IntType; readonly value: number } | undefined {
  const declared = declaredType(env, node);
  if (node.type && !declared) return undefined;
  const result = env.constantly(() =>
    declared ? check(env, node.value, declared, "as the value") : infer(env, node.value),
  );
  if (result === undefined) return undefined;
  const type = declared ?? result.type;
  if (!isSingle(type)) {
    const message = `expected an integer, a truth value or a member as the value, found ${describeType(type)}`;
    env.report("seq/type-mismatch", message, node.value);
    return undefined;
  }
  if (defines.get(node.name.text) !== undefined) {
    const value = definedValue(defines, node.name.text, type);
    return value === undefined ? undefined : { type, value };
  }
  const value = evaluate(env, result.expression, new Map());
  if (value === undefined) return undefined;
  if (type.kind !== "range" || (value >= lowOf(type) && value <= highOf(type))) return { type, value };
  env.report("seq/outside-domain", `expected a value of ${printType(type)}, found ${value}`, node.value);
  return undefined;
}

function declaredType(env: Environment, node: ConstantNode): ScalarType | undefined {
  const type = node.type && resolveType(env, node.type);
  if (type === undefined || isScalar(type)) return type;
  const message = `expected \`bool\`, a range or an enumeration for the constant ${quote(node.name.text)}, found ${printType(type)}`;
  env.report("seq/not-a-domain", message, node.type!);
  return undefined;
}

// ---------------------------------------------------------------- values from -D

/** The value given for a constant of this type; `undefined` after an error. */
function definedValue(defines: Definitions, name: string, type: ScalarType | IntType): number | undefined {
  const value = parseValue(defines.get(name)!, type);
  if (value !== undefined && (type.kind !== "range" || (value >= lowOf(type) && value <= highOf(type)))) return value;
  return defines.refuse(name, describeValues(type));
}

function parseValue(text: string, type: ScalarType | IntType): number | undefined {
  switch (type.kind) {
    case "bool":
      return text === "true" ? 1 : text === "false" ? 0 : undefined;
    case "enum": {
      const member = type.members.indexOf(text.replace(/^`(.*)`$/, "$1"));
      return member < 0 ? undefined : member;
    }
    case "int":
    case "range":
      return integerOf(text);
  }
}

function describeValues(type: ScalarType | IntType): string {
  switch (type.kind) {
    case "bool":
      return "`true` or `false`";
    case "enum":
      return `a member of ${quote(type.name)} (${excerpt(type.members.join(", "))})`;
    case "int":
      return "an integer within 53 bits";
    case "range":
      return `an integer of ${type.low}..${type.high}`;
  }
}
