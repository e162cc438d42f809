/**
 * A model as a constraint satisfaction problem (Zhang et al., ASE 2013, section IV-B): variables with finite domains,
 * and constraints. Each constraint belongs to a scope: the initial states, a transition, or a condition to preserve.
 *
 * A constraint is a disjunction of rows, and a row is a conjunction of literals. So a table lists all its tuples, and
 * an access to an array needs only the relevant literals: index = j, array[j] = v, result = v. Intermediate variables
 * are functions of the others. So a permutation of literals that maps rows to rows, constraints to constraints and
 * scopes to scopes maps the solutions of each scope onto those of its image.
 */

import type { ColorKey } from "./color-key.ts";

export interface Problem {
  readonly variables: readonly ProblemVariable[];
  readonly scopes: readonly Scope[];
  /** The original variable of each slot of the model. */
  readonly originals: readonly ProblemVariable[];
}

export interface ProblemVariable {
  readonly number: number;
  readonly name: string;
  /**
   * The values, ascending. Absent if there are too many to list: then the variable has no literals, and its values are
   * never permuted.
   */
  readonly values?: readonly number[] | undefined;
  readonly low: number;
  readonly high: number;
  role: Role;
}

export type Role =
  /** The value of a slot before the transition. All scopes share these variables. */
  | { readonly kind: "original"; readonly slot: number }
  /** The value of a slot after the transition. Its literals are linked to those of the original variable. */
  | { readonly kind: "latest"; readonly slot: number; readonly scope: Scope }
  /** The local variable of the paper. */
  | { readonly kind: "parameter"; readonly scope: Scope }
  | { readonly kind: "intermediate"; readonly scope: Scope };

export interface Scope {
  readonly number: number;
  readonly name: string;
  /** Scopes are mapped to scopes of the same color. */
  readonly color: ColorKey;
  readonly constraints: Constraint[];
}

export interface Constraint {
  /** The meaning of the rows, unless it is simply that one of them must hold. */
  readonly color: ColorKey;
  readonly rows: readonly Row[];
  /** Variables that take part as a whole, each with its position. */
  readonly operands?: readonly { readonly variable: ProblemVariable; readonly position: ColorKey }[] | undefined;
  /** The left variable is less than the right one, or, if not strict, equal to it. */
  readonly order?: Order | undefined;
}

export interface Order {
  readonly left: ProblemVariable;
  readonly right: ProblemVariable;
  readonly isStrict: boolean;
}

export interface Row {
  readonly literals: readonly ProblemLiteral[];
  readonly color: ColorKey;
  /** Represents one row per value v, with the literals from = v and to = v. */
  readonly copy?: { readonly from: ProblemVariable; readonly to: ProblemVariable } | undefined;
}

export interface ProblemLiteral {
  readonly variable: ProblemVariable;
  readonly value: number;
  /** Whether the literal is negated: the variable does not have this value. */
  readonly negated?: boolean | undefined;
}

/** The number of values that a variable can have. */
export function domainSize({ values, low, high }: ProblemVariable): number {
  return values?.length ?? high - low + 1;
}

/** The most values of a variable with literals. */
export const literalLimit = 4096;
