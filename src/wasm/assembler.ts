/** A module under construction: routines written with `value.ts` and `control.ts`, globals, and regions of memory. */

import { WasmModule } from "./code.ts";
import type { Code, ValueType, WasmFunction } from "./code.ts";
import { build, emit } from "./construction.ts";
import { Regions } from "./memory.ts";
import { lift, Value, Variable } from "./value.ts";
import type { Operand } from "./value.ts";

export type Parameters = Readonly<Record<string, ValueType>>;
export type Variables<P extends Parameters> = { readonly [K in keyof P]: Variable<P[K]> };
export type Arguments<P extends Parameters> = { readonly [K in keyof P]: Operand<P[K]> };

/** Calls a routine: at once if it has no result, otherwise where the value is used. */
export type Routine<P extends Parameters | undefined = undefined, R = void> = P extends Parameters
  ? keyof P extends never
    ? () => R
    : (values: Arguments<P>) => R
  : () => R;

/** A module under construction, with the regions of its memory that are known at compile time. */
export class Assembler {
  readonly module: WasmModule = new WasmModule();
  readonly memory: Regions;

  /** @param base the first byte of memory to use */
  constructor(base = 64) {
    this.memory = new Regions(base, this.module.data);
  }

  /** A routine without a result. */
  define<P extends Parameters>(name: string, parameters: P, body: (own: Variables<P>) => void): Routine<P> {
    const made = this.module.function(name, parameters);
    build(made, () => body(parametersOf(made)));
    return ((values) => emit(callOf(made, parameters, values ?? {}))) as Routine<P>;
  }

  /** Defines a routine whose result is the value that the body returns. It can call itself. */
  compute<P extends Parameters, T extends ValueType>(
    result: T,
    name: string,
    parameters: P,
    body: (own: Variables<P>, self: Routine<P, Value<T>>) => Value<T>,
  ): Routine<P, Value<T>> {
    const made = this.module.function(name, parameters, result);
    const self = ((values) => new Value(result, callOf(made, parameters, values ?? {}))) as Routine<P, Value<T>>;
    build(made, () => emit(body(parametersOf(made), self).code));
    return self;
  }

  /** Exports the routines of these names. */
  export(...names: readonly string[]): void {
    for (const f of this.module.functions) if (names.includes(f.name)) f.exported = true;
  }

  /**
   * Imports a routine that the creator of the instance provides as `env.NAME`. Imports must come before all other
   * routines.
   */
  import(name: string): Routine {
    const made = this.module.importFunction(name);
    return () => emit(callOf(made, {}, {}));
  }

  global(name: string, initial: number, exported?: boolean): Variable<"i32"> {
    return new Variable("i32", { global: this.module.global(name, "i32", initial, exported) });
  }

  global64(name: string, initial: bigint, exported?: boolean): Variable<"i64"> {
    return new Variable("i64", { global: this.module.global(name, "i64", initial, exported) });
  }
}

function parametersOf<P extends Parameters>({ parameters }: WasmFunction): Variables<P> {
  const own = parameters.map((local) => [local.name, new Variable(local.type, { local })]);
  return Object.fromEntries(own) as Variables<P>;
}

function callOf(callee: WasmFunction, parameters: Parameters, values: Arguments<Parameters>): Code {
  const operands = Object.entries(parameters).map(([name, type]) => lift(type, values[name]!).code);
  return { kind: "call", callee, operands };
}
