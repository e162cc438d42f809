/** What the names in expressions of a model refer to in compiled code. */

import { facts } from "../model/facts.ts";
import type { Expression, Model, ScalarType, Type } from "../model/model.ts";
import { scopeOf } from "../model/typing.ts";
import type { Scope } from "../model/typing.ts";
import { look } from "../util/limits.ts";
import type { Routine } from "../wasm/assembler.ts";
import type { I32, Variable } from "../wasm/value.ts";

export type Binding =
  | { readonly kind: "register"; readonly type: ScalarType; readonly local: Variable<"i32"> }
  | { readonly kind: "memory"; readonly type: Type; readonly address: number };

/**
 * A function that returns whether a condition holds. If its evaluation fails, it sets the global `fault` and returns
 * false.
 */
export interface Condition {
  readonly holds: Routine<undefined, I32>;
  readonly canFail: boolean;
}

/** The names that expressions of one model refer to. */
export interface ModelSymbols {
  readonly scope: Scope;
  readonly constants: ReadonlyMap<string, number>;
  /** The byte address of the first slot of each variable in the unpacked state. */
  readonly addresses: ReadonlyMap<string, number>;
  readonly predicates: ReadonlyMap<string, Condition>;
  /** Set by a predicate or property whose evaluation failed. */
  readonly fault: Variable<"i32">;
  /** Code for each round of a long loop, which checks the limits from time to time. */
  readonly tick: () => void;
}

export function symbolsOf(
  model: Model,
  addressOf: (variable: string) => number,
  fault: Variable<"i32">,
  tick: () => void,
): Omit<ModelSymbols, "predicates"> {
  return {
    scope: scopeOf(model),
    constants: facts(model).constants,
    addresses: new Map(
      model.variables.map(({ name }) => {
        look();
        return [name, addressOf(name)];
      }),
    ),
    fault,
    tick,
  };
}

/**
 * Makes a routine of its own of a condition, with the scalars in these registers as parameters. A large routine is
 * optimized late, and as a whole.
 */
export type Outline = (condition: Expression, registers: readonly Register[]) => Outlined;

export interface Register {
  readonly name: string;
  readonly type: ScalarType;
  readonly local: Variable<"i32">;
}

export interface Outlined {
  readonly holds: I32;
  readonly canFail: boolean;
}
