/**
 * Formulas in negation normal form. Equal formulas are one object.
 *
 * Only propositions are negated, and the temporal operators are next, until and release: `<>f` is `true U f`, `[]f` is
 * `false R f`, `f W g` is `g R (f || g)`. The table keeps conjunctions and disjunctions flat and without duplicates or
 * constants. All other simplification is in `rewrite.ts`.
 */

import { getOrAdd } from "../util/numbering.ts";

export type Formula = {
  readonly id: number;
  /**
   * By its shape, the formula holds of a run whenever it holds of a suffix: `f` is `<>f` (Etessami and Holzmann 2000).
   */
  readonly eventual: boolean;
  /** By its shape, the formula holds of all suffixes whenever it holds of a run: `f` is `[]f`. */
  readonly universal: boolean;
} & Shape;

type Shape =
  | { readonly kind: "true" | "false" }
  | { readonly kind: "literal"; readonly proposition: number; readonly positive: boolean }
  /** At least two operands, in ascending order of their ids. */
  | { readonly kind: "and" | "or"; readonly operands: readonly Formula[] }
  | { readonly kind: "X"; readonly operand: Formula }
  | { readonly kind: "U" | "R"; readonly left: Formula; readonly right: Formula };

export class Formulas {
  readonly #known = new Map<string, Formula>();
  readonly #negations = new Map<Formula, Formula>();
  #count = 0;

  readonly true: Formula = this.#make("true", { kind: "true" }, true, true);
  readonly false: Formula = this.#make("false", { kind: "false" }, true, true);

  literal(proposition: number, positive: boolean): Formula {
    const key = `${positive ? "" : "!"}p${proposition}`;
    return this.#make(key, { kind: "literal", proposition, positive }, false, false);
  }

  and(operands: readonly Formula[]): Formula {
    return this.#flat("and", operands, this.true, this.false);
  }

  or(operands: readonly Formula[]): Formula {
    return this.#flat("or", operands, this.false, this.true);
  }

  next(operand: Formula): Formula {
    if (operand.kind === "true" || operand.kind === "false") return operand;
    return this.#make(`X${operand.id}`, { kind: "X", operand }, operand.eventual, operand.universal);
  }

  until(left: Formula, right: Formula): Formula {
    if (right.kind === "true" || right.kind === "false" || left.kind === "false") return right;
    const eventual = left.kind === "true" || right.eventual;
    const universal = left.universal && right.universal;
    return this.#make(`${left.id}U${right.id}`, { kind: "U", left, right }, eventual, universal);
  }

  release(left: Formula, right: Formula): Formula {
    if (right.kind === "true" || right.kind === "false" || left.kind === "true") return right;
    const universal = left.kind === "false" || right.universal;
    const eventual = left.eventual && right.eventual;
    return this.#make(`${left.id}R${right.id}`, { kind: "R", left, right }, eventual, universal);
  }

  negation(f: Formula): Formula {
    const known = this.#negations.get(f);
    if (known) return known;
    const result = this.#negate(f);
    this.#negations.set(f, result);
    this.#negations.set(result, f);
    return result;
  }

  #negate(f: Formula): Formula {
    switch (f.kind) {
      case "true":
        return this.false;
      case "false":
        return this.true;
      case "literal":
        return this.literal(f.proposition, !f.positive);
      case "and":
        return this.or(f.operands.map((g) => this.negation(g)));
      case "or":
        return this.and(f.operands.map((g) => this.negation(g)));
      case "X":
        return this.next(this.negation(f.operand));
      case "U":
        return this.release(this.negation(f.left), this.negation(f.right));
      case "R":
        return this.until(this.negation(f.left), this.negation(f.right));
    }
  }

  #flat(kind: "and" | "or", operands: readonly Formula[], unit: Formula, zero: Formula): Formula {
    const parts = new Set(operands.flatMap((f) => (f.kind === kind ? f.operands : [f])));
    parts.delete(unit);
    if (parts.has(zero)) return zero;
    const sorted = [...parts].sort((f, g) => f.id - g.id);
    if (sorted.length < 2) return sorted[0] ?? unit;
    const key = `${kind}${sorted.map((f) => f.id).join(",")}`;
    const eventual = sorted.every((f) => f.eventual);
    const universal = sorted.every((f) => f.universal);
    return this.#make(key, { kind, operands: sorted }, eventual, universal);
  }

  #make(key: string, shape: Shape, eventual: boolean, universal: boolean): Formula {
    return getOrAdd(this.#known, key, () => ({ id: this.#count++, eventual, universal, ...shape }));
  }
}
