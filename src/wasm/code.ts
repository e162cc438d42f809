/**
 * WebAssembly as a tree, which a compiler builds before it is encoded (`encode.ts`) or printed (`text.ts`).
 *
 * Operands come before their operator, and a `sequence` may replace any value: its last part is the value. So a check
 * can come before the operand it guards. Branches name their targets. Depths are counted during encoding.
 */

export type ValueType = "i32" | "i64";

export interface Local {
  readonly name: string;
  readonly type: ValueType;
  readonly index: number;
}

export interface Global {
  readonly name: string;
  readonly type: ValueType;
  readonly index: number;
}

/** The target of a branch: the end of a block, or the start of a loop. */
export interface Label {
  readonly name: string;
}

export type Code =
  | { readonly kind: "constant"; readonly type: ValueType; readonly value: number | bigint }
  | { readonly kind: "operator"; readonly op: Operator; readonly operands: readonly Code[] }
  | { readonly kind: "load"; readonly op: LoadOperator; readonly address: Code; readonly offset: number }
  | {
      readonly kind: "store";
      readonly op: StoreOperator;
      readonly address: Code;
      readonly value: Code;
      readonly offset: number;
    }
  | { readonly kind: "local.get"; readonly local: Local }
  | { readonly kind: "local.set" | "local.tee"; readonly local: Local; readonly value: Code }
  | { readonly kind: "global.get"; readonly global: Global }
  | { readonly kind: "global.set"; readonly global: Global; readonly value: Code }
  | { readonly kind: "sequence"; readonly parts: readonly Code[] }
  | {
      readonly kind: "if";
      readonly test: Code;
      readonly then: Code;
      readonly else?: Code | undefined;
      readonly result?: ValueType | undefined;
    }
  | {
      readonly kind: "block" | "loop";
      readonly label: Label;
      readonly body: Code;
      readonly result?: ValueType | undefined;
    }
  | { readonly kind: "branch"; readonly label: Label; readonly test?: Code | undefined }
  /** Branches to the label with the number `index`, or to the last one. */
  | { readonly kind: "table"; readonly index: Code; readonly labels: readonly Label[] }
  | { readonly kind: "call"; readonly callee: WasmFunction; readonly operands: readonly Code[] }
  | { readonly kind: "return"; readonly value?: Code | undefined };

export type LoadOperator = "i32.load" | "i64.load" | "i32.load8_u" | "i32.load16_u" | "v128.load";
export type StoreOperator = "i32.store" | "i64.store" | "v128.store";

type Integer =
  | "eq" | "ne" | "lt_s" | "lt_u" | "gt_s" | "gt_u" | "le_s" | "le_u" | "ge_s" | "ge_u"
  | "add" | "sub" | "mul" | "div_s" | "rem_s" | "rem_u" | "and" | "or" | "xor" | "shl" | "shr_u"; // prettier-ignore

export type Operator =
  | `i32.${Integer}`
  | `i64.${Integer}`
  | "i32.eqz"
  | "i64.eqz"
  | "i64.ctz"
  | "i64.popcnt"
  | "i32.wrap_i64"
  | "i64.extend_i32_s"
  | "i64.extend_i32_u"
  | "v128.xor"
  | "v128.or"
  | "v128.any_true"
  | "select"
  | "memory.size"
  | "memory.grow"
  | "memory.copy"
  | "memory.fill"
  | "unreachable";

/** A function under construction. Locals are added when they are needed, and the body is set last. */
export class WasmFunction {
  readonly name: string;
  readonly index: number;
  readonly parameters: readonly Local[];
  readonly result: ValueType | undefined;
  /** Whether it is exported. */
  exported = false;
  readonly locals: Local[] = [];
  body: Code = { kind: "sequence", parts: [] };

  constructor(name: string, index: number, parameters: readonly Local[], result: ValueType | undefined) {
    this.name = name;
    this.index = index;
    this.parameters = parameters;
    this.result = result;
  }

  local(name: string, type: ValueType = "i32"): Local {
    const local = { name, type, index: this.parameters.length + this.locals.length };
    this.locals.push(local);
    return local;
  }
}

/** A piece of memory that is initialized when an instance is made. */
export interface DataSegment {
  readonly address: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A module under construction, with one imported memory, and imported functions, which come first. */
export class WasmModule {
  readonly data: DataSegment[] = [];
  readonly imports: WasmFunction[] = [];
  readonly functions: WasmFunction[] = [];
  readonly globals: (Global & { readonly initial: number | bigint; readonly exported: boolean })[] = [];

  function(name: string, parameters: Readonly<Record<string, ValueType>>, result?: ValueType): WasmFunction {
    const locals = Object.entries(parameters).map(([name, type], index) => ({ name, type, index }));
    const made = new WasmFunction(name, this.imports.length + this.functions.length, locals, result);
    this.functions.push(made);
    return made;
  }

  /** Imports a function without parameters that the creator of the instance provides as `env.NAME`. */
  importFunction(name: string): WasmFunction {
    if (this.functions.length > 0) throw new Error("imported functions come before all others");
    const made = new WasmFunction(name, this.imports.length, [], undefined);
    this.imports.push(made);
    return made;
  }

  global(name: string, type: ValueType, initial: number | bigint, exported = false): Global {
    const made = { name, type, index: this.globals.length, initial, exported };
    this.globals.push(made);
    return made;
  }
}
