/** The state of lowering, and the evaluating process. */

import type { Value } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { uniqueNames } from "../../unique-names.ts";
import type { Edge } from "../flow/graph.ts";
import type { Program } from "../flow/program.ts";
import type { ProcessSymbol, Scope, VariableSymbol } from "../names/symbols.ts";

export interface Context extends Program {
  /** The variable for the instance that has the turn, if there are atomic sequences. */
  readonly exclusive: string | undefined;
  /** The variable for the pid of the last mover, if the text refers to it. */
  readonly last: string | undefined;
  /** The variable for the state of the trace assertion, if there is one. */
  readonly traceState: string | undefined;
  /** The predicate that some process can move, if it is needed. */
  readonly canMove: string | undefined;
  /** The names of the parameters of transitions: the moving instance, and its partner in a rendezvous. */
  readonly parameters: readonly [string, string];
  readonly locals: LocalNames;
  /** Variables that are set only at the start of the model. */
  readonly settled: ReadonlySet<VariableSymbol>;
  /** The steps of each transition, by its guard. */
  readonly origins: Map<Expression, readonly Edge[]>;
  /** Whether the current guards belong to some `enabled`. */
  readonly isAsking?: boolean | undefined;
  /** Whether an instance has an executable statement. Expressions depend on it, and it consists of expressions. */
  readonly hasExecutable: (context: Context, process: ProcessSymbol, me: Expression) => Expression;
}

/** The evaluating process. */
export interface At {
  readonly scope: Scope;
  readonly process?: ProcessSymbol | undefined;
  /** The number of the instance. */
  readonly me?: Expression | undefined;
  /** The pid of the process that the statement starts. */
  readonly started?: Value | undefined;
}

/** Names for quantified names and locals that hide no others. */
export class LocalNames {
  readonly #taken: ReadonlySet<string>;
  #unique: (base: string) => string;

  constructor(taken: ReadonlySet<string>) {
    this.#taken = taken;
    this.#unique = uniqueNames(taken);
  }

  fresh(base: string): string {
    return this.#unique(base);
  }

  /** Releases all names, for use in another transition. */
  restart(): void {
    this.#unique = uniqueNames(this.#taken);
  }
}
