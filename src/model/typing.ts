/**
 * The types of the expressions of a model.
 *
 * Places, aggregates and choices between them have a `Type`. Numbers, sums and other arithmetic have no declared
 * bounds: their type is `int`, which does not occur in a model. For typing, all ranges and `int` are one type.
 */

import { isArithmetic } from "./interval.ts";
import type { Expression, Model, ScalarType, Type } from "./model.ts";
import { isScalar } from "./slots.ts";

export interface IntType {
  readonly kind: "int";
}

export type ExpressionType = Type | IntType;

export const int: IntType = { kind: "int" };
export const bool: Type & { readonly kind: "bool" } = { kind: "bool" };

/** The types of the names that may occur in an expression. */
export interface Scope {
  readonly constants: ReadonlyMap<string, ExpressionType>;
  readonly variables: ReadonlyMap<string, Type>;
  /** Parameters, quantified names, loop names and locals. */
  readonly locals: Pick<ReadonlyMap<string, Type>, "get">;
}

/** The scope of the conditions of a model. Add locals as they come into scope. */
export function scopeOf(model: Model): Scope & { readonly locals: Map<string, Type> } {
  return {
    constants: new Map(model.constants.map(({ name, type }) => [name, type === "int" ? int : type])),
    variables: new Map(model.variables.map(({ name, type }) => [name, type])),
    locals: new Map(),
  };
}

/** The type of a well-typed expression whose names are in scope. It costs at most the path to the root of a place. */
export function typeOf(e: Expression, scope: Scope): ExpressionType {
  switch (e.kind) {
    case "integer":
      return int;
    case "boolean":
    case "predicate":
      return bool;
    case "member":
    case "aggregate":
      return e.type;
    case "constant":
      return known(scope.constants.get(e.name), e.name);
    case "variable":
      return known(scope.variables.get(e.name), e.name);
    case "local":
      return known(scope.locals.get(e.name), e.name);
    case "index": {
      const base = typeOf(e.base, scope);
      if (base.kind === "array" || base.kind === "queue") return base.element;
      throw new TypeError(`a value of kind ${base.kind} has no elements`);
    }
    case "field": {
      const base = typeOf(e.base, scope);
      const field = base.kind === "record" ? base.fields.find(({ name }) => name === e.field) : undefined;
      return known(field?.type, e.field);
    }
    case "unary":
      return e.op === "!" ? bool : int;
    case "binary":
      return isArithmetic(e.op) ? int : bool;
    case "conditional": {
      const type = typeOf(e.then, scope);
      return type.kind === "range" ? int : type;
    }
    case "quantified":
      return e.op === "forall" || e.op === "exists" ? bool : int;
    case "queue":
      return e.op === "len" ? int : bool;
  }
}

/** Whether values of the two types can be compared and assigned to each other. */
export function sameType(a: ExpressionType, b: ExpressionType): boolean {
  return (isInteger(a) && isInteger(b)) || equalTypes(a, b);
}

/** Whether the two types have the same structure: enumerations by name, ranges by their bounds. */
export function equalTypes(a: ExpressionType, b: ExpressionType): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "int":
    case "bool":
      return a.kind === b.kind;
    case "range":
      return b.kind === "range" && a.low === b.low && a.high === b.high;
    case "enum":
      return b.kind === "enum" && a.name === b.name;
    case "array":
      return b.kind === "array" && equalTypes(a.index, b.index) && equalTypes(a.element, b.element);
    case "queue":
      return b.kind === "queue" && a.capacity === b.capacity && equalTypes(a.element, b.element);
    case "record": {
      if (b.kind !== "record" || a.fields.length !== b.fields.length) return false;
      if (a.fields === b.fields) return true;
      return a.fields.every(({ name, type }, i) => name === b.fields[i]!.name && equalTypes(type, b.fields[i]!.type));
    }
  }
}

export function isInteger(type: ExpressionType): boolean {
  return type.kind === "int" || type.kind === "range";
}

/** Whether a value of the type is a single number, truth value or member. */
export function isSingle(type: ExpressionType): type is IntType | ScalarType {
  return type.kind === "int" || isScalar(type);
}

function known(type: ExpressionType | undefined, name: string): ExpressionType {
  if (type === undefined) throw new TypeError(`${name} is not in scope`);
  return type;
}
