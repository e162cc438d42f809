/** What is known of a program while it is lowered, and who evaluates. */

import type { Value } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { uniqueNames } from "../../unique-names.ts";
import type { Program } from "../flow/program.ts";
import type { ProcessSymbol, Scope, VariableSymbol } from "../names/symbols.ts";

export interface Context extends Program {
  /** The variable for the instance that has the turn, where there are atomic sequences. */
  readonly exclusive: string | undefined;
  /** The variable for the pid that moved last, if the text asks for it. */
  readonly last: string | undefined;
  /** The predicate that says that some process can move, if anything asks for it. */
  readonly canMove: string | undefined;
  /** Names of the parameters of transitions: the instance that moves, and the one it meets. */
  readonly parameters: readonly [string, string];
  readonly locals: LocalNames;
  /** Variables that are set when the model starts and never again. */
  readonly settled: ReadonlySet<VariableSymbol>;
  /** The guards at hand are those that some `enabled` asks for. */
  readonly isAsking?: boolean | undefined;
  /** Whether an instance has an executable statement. Expressions ask for it, and it is made of expressions. */
  readonly hasExecutable: (context: Context, process: ProcessSymbol, me: Expression) => Expression;
}

/** Who evaluates. */
export interface At {
  readonly scope: Scope;
  readonly process?: ProcessSymbol | undefined;
  /** The number of the instance. */
  readonly me?: Expression | undefined;
  /** The pid of the process that the statement starts. */
  readonly started?: Value | undefined;
}

/** Names for quantified names and locals that hide nothing. */
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

  /** Forgets names: they may be used again in another transition. */
  restart(): void {
    this.#unique = uniqueNames(this.#taken);
  }
}
