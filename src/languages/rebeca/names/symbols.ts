/** The meanings of names in a Rebeca text: types, classes and their members. */

import type { Constant } from "../../../syntax/constant.ts";
import type { ClassNode, RoutineNode } from "../syntax/syntax-tree.ts";

export type RebecaType =
  | { readonly kind: "boolean" }
  | { readonly kind: "integer"; readonly name: string; readonly low: number; readonly high: number }
  /** A rebec of this class, of a subclass, or of a class that implements this interface; of any class if absent. */
  | { readonly kind: "rebec"; readonly of?: ClassSymbol | undefined }
  | { readonly kind: "array"; readonly element: RebecaType; readonly size: number };

export interface ClassSymbol {
  readonly name: string;
  readonly node: ClassNode;
  readonly parent?: ClassSymbol | undefined;
  readonly interfaces: readonly ClassSymbol[];
  readonly queueSize: number;
  /** Whether neither the text nor NOETHER_QUEUE gives the size of the queue. */
  readonly isQueueAssumed: boolean;
  /** The known rebecs, those of the parent first. */
  readonly known: readonly NamedValue[];
  readonly state: readonly StateSymbol[];
  /** Message servers by name, including inherited ones. */
  readonly servers: ReadonlyMap<string, Routine>;
  readonly methods: ReadonlyMap<string, Routine>;
  /** The first routine of a new rebec: its constructor, or `initial`. */
  readonly first?: Routine | undefined;
}

/** A known rebec or a parameter. */
export interface NamedValue {
  readonly name: string;
  readonly type: RebecaType;
}

export interface StateSymbol extends NamedValue {
  /** The initial values of its scalars, row by row. */
  readonly initial: readonly number[];
}

export interface Routine {
  readonly node: RoutineNode;
  readonly parameters: readonly NamedValue[];
  readonly result?: RebecaType | undefined;
}

/** The constants and classes of a text. */
export interface Declarations {
  readonly constants: ReadonlyMap<string, Constant>;
  /** Arrays of constants. */
  readonly tables: ReadonlyMap<string, StateSymbol>;
  readonly classes: ReadonlyMap<string, ClassSymbol>;
}

export const booleanType: RebecaType = { kind: "boolean" };
export const intType: RebecaType = { kind: "integer", name: "int", low: -(2 ** 31), high: 2 ** 31 - 1 };
/** The type of `null` and `sender`. */
export const anyRebec: RebecaType = { kind: "rebec" };

export const primitiveTypes: ReadonlyMap<string, RebecaType> = new Map<string, RebecaType>([
  ["boolean", booleanType],
  ["byte", { kind: "integer", name: "byte", low: -128, high: 127 }],
  ["short", { kind: "integer", name: "short", low: -32768, high: 32767 }],
  ["int", intType],
]);

/** The type of a name, primitive or of a rebec; `undefined` if there is none. */
export function typeNamed(name: string, classes: Declarations["classes"]): RebecaType | undefined {
  const of = classes.get(name);
  return primitiveTypes.get(name) ?? (of && { kind: "rebec", of });
}

/** Whether class `a` is `b`, a subclass of it, or an implementation of it. */
export function isSubclass(a: ClassSymbol, b: ClassSymbol): boolean {
  if (a === b) return true;
  if (a.interfaces.some((other) => isSubclass(other, b))) return true;
  return a.parent !== undefined && isSubclass(a.parent, b);
}

/** Whether there may be rebecs of the class. */
export function isInstantiable({ node }: ClassSymbol): boolean {
  return node.kind === "class" && !node.isAbstract;
}

export function showType(type: RebecaType): string {
  switch (type.kind) {
    case "boolean":
      return "`boolean`";
    case "integer":
      return "a number";
    case "rebec":
      return type.of ? `a \`${type.of.name}\`` : "a rebec";
    case "array":
      return "an array";
  }
}
