/** Numbers for texts, and what is known of texts that mention no local, shared by the images that are to be compared. */

import type { NamesInScope } from "../../../model/constant-place.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import { cannotFail } from "./cannot-fail.ts";
import { casesFrom } from "./cases.ts";
import { independentFrom } from "./independent-assignments.ts";

/** The operands of a conjunction or disjunction. */
export interface Chain {
  readonly parts: readonly Expression[];
  /** Whether no operand can fail. */
  readonly cannotFail: boolean;
}

export class TextNumbers {
  readonly #numbers = new Map<string, number>();
  /** The numbers of texts as they are written, which mention no local. */
  readonly #unmoved = new Map<Expression, number>();
  readonly #chains = new Map<Expression, Chain>();
  readonly #runs = new Map<readonly Statement[], (number | undefined)[]>();

  of(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  ofUnmoved(e: Expression): number | undefined {
    return this.#unmoved.get(e);
  }

  remember(e: Expression, number: number): void {
    this.#unmoved.set(e, number);
  }

  /** A chain is kept if no local is in sight. */
  chain(e: Expression & { kind: "binary" }, names: NamesInScope, isKept: boolean): Chain {
    const known = isKept ? this.#chains.get(e) : undefined;
    if (known) return known;
    const parts = chainOf(e, e.op);
    const chain = { parts, cannotFail: parts.every((part) => cannotFail(part, names)) };
    if (isKept) this.#chains.set(e, chain);
    return chain;
  }

  /** How many statements from the k-th on may be executed in any order. That is kept if no local is in sight. */
  unordered(statements: readonly Statement[], k: number, names: NamesInScope, isKept: boolean): number {
    const known = isKept ? this.#runs.get(statements)?.[k] : undefined;
    if (known !== undefined) return known;
    const count = Math.max(independentFrom(statements, k, names), casesFrom(statements, k, names));
    if (isKept) {
      const runs = this.#runs.get(statements) ?? [];
      runs[k] = count;
      this.#runs.set(statements, runs);
    }
    return count;
  }
}

/** The operands of a chain of one operator, from the left. */
export function chainOf(e: Expression, op: string): Expression[] {
  if (e.kind !== "binary" || e.op !== op) return [e];
  return [...chainOf(e.left, op), ...chainOf(e.right, op)];
}
