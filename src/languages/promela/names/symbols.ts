/** The types of Promela, and the meanings of names. */

import type { Span } from "../../../syntax/source.ts";
import type { ChannelInitializer, Declarator, Initializer, ProcessDefinition } from "../syntax/syntax-tree.ts";

export type ValueType =
  /** `bool` is a truth value in the model. All others are integers that wrap around. */
  | { readonly kind: "scalar"; readonly basic: string; readonly low: number; readonly high: number }
  | { readonly kind: "chan" }
  | { readonly kind: "record"; readonly name: string; readonly fields: readonly RecordField[] };

export interface RecordField {
  readonly name: string;
  readonly type: ValueType;
  /** The size of an array. */
  readonly size?: number | undefined;
  /** The initial values of its elements, the last one for all that follow; without it, 0. */
  readonly values?: readonly number[] | undefined;
  /** The channels that it denotes at first. */
  readonly channel?: ChannelInitializer | undefined;
}

export interface VariableSymbol {
  readonly kind: "variable";
  /** The name in the text. */
  readonly name: string;
  /** The name in the model: a variable, or a field of the record of the process. */
  readonly place: string;
  readonly type: ValueType;
  readonly size?: number | undefined;
  /** Removed if the declaration becomes a step of its own. */
  initial?: Initializer | undefined;
  /** The process that declares the local variable. */
  readonly process?: ProcessSymbol | undefined;
  readonly isParameter: boolean;
  readonly isHidden: boolean;
  /** Whether a global variable is declared as `local`. */
  readonly isLocal: boolean;
  readonly span: Span;
}

export interface ConstantSymbol {
  readonly kind: "constant";
  readonly name: string;
  readonly value: number;
}

export interface ProcessSymbol {
  readonly kind: "process";
  readonly name: string;
  readonly definition: ProcessDefinition;
  readonly active: number;
  /** Parameters first, then locals, in the order of the text. */
  readonly fields: VariableSymbol[];
  readonly parameters: VariableSymbol[];
}

export type Symbol = VariableSymbol | ConstantSymbol | ProcessSymbol;

/** The names that are visible at a place of the text. */
export class Scope {
  readonly outer: Scope | undefined;
  readonly process: ProcessSymbol | undefined;
  readonly #names = new Map<string, Symbol>();

  constructor(outer?: Scope, process: ProcessSymbol | undefined = outer?.process) {
    this.outer = outer;
    this.process = process;
  }

  /** `false` if the name is already declared in this scope. */
  add(name: string, symbol: Symbol): boolean {
    if (this.#names.has(name)) return false;
    this.#names.set(name, symbol);
    return true;
  }

  find(name: string): Symbol | undefined {
    return this.#names.get(name) ?? this.outer?.find(name);
  }

  names(): string[] {
    return [...this.#names.keys(), ...(this.outer?.names() ?? [])];
  }
}

const widths: Readonly<Record<string, readonly [number, number]>> = {
  bit: [0, 1],
  bool: [0, 1],
  byte: [0, 255],
  pid: [0, 255],
  mtype: [0, 255],
  short: [-32768, 32767],
  int: [-2147483648, 2147483647],
};

export function basicType(basic: string, declarator?: Declarator): ValueType {
  if (basic === "chan") return { kind: "chan" };
  if (basic === "unsigned") {
    return { kind: "scalar", basic, low: 0, high: 2 ** Math.min(declarator?.bits ?? 8, 31) - 1 };
  }
  const [low, high] = widths[basic] ?? [0, 255];
  return { kind: "scalar", basic, low, high };
}

/** The value in a variable with these bounds, as after an assignment in C. */
export function wrapped(value: number, low: number, high: number): number {
  const size = high - low + 1;
  return ((((value - low) % size) + size) % size) + low;
}
