/**
 * A model as a constraint satisfaction problem (Zhang et al., ASE 2013, section IV-B): variables with finite domains, and
 * constraints, each of which belongs to a scope: the initial states, a transition, or a condition to be preserved.
 *
 * A constraint is a disjunction of rows, a row a conjunction of literals. So a table lists its tuples in full, and an access
 * to an array needs only the literals that matter: index = j, array[j] = v, result = v. Because intermediate variables
 * are functions of the others, a permutation of literals that maps rows to rows, constraints to constraints and scopes to
 * scopes maps the solutions of each scope onto those of its image.
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
  /** Ascending; absent if there are too many to list: then the variable has no literals, and its values are never permuted. */
  readonly values?: readonly number[] | undefined;
  readonly low: number;
  readonly high: number;
  role: Role;
}

export type Role =
  /** The value of a slot before the transition: the variables that scopes share. */
  | { readonly kind: "original"; readonly slot: number }
  /** The value of a slot after the transition; its literals are linked to those of the original variable. */
  | { readonly kind: "latest"; readonly slot: number; readonly scope: Scope }
  /** The paper's local variable. */
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
  /** What the rows mean, where it is not simply that one of them must hold. */
  readonly color: ColorKey;
  readonly rows: readonly Row[];
  /** Variables that take part as a whole, in a position. */
  readonly operands?: readonly { readonly variable: ProblemVariable; readonly position: ColorKey }[] | undefined;
  /** The left variable is less than the right one, or equal where that is not strict. */
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
  /** Stands for one row per value v, with the literals from = v and to = v. */
  readonly copy?: { readonly from: ProblemVariable; readonly to: ProblemVariable } | undefined;
}

export interface ProblemLiteral {
  readonly variable: ProblemVariable;
  readonly value: number;
  /** The variable has another value than this. */
  readonly negated?: boolean | undefined;
}

/** The number of values a variable can have. */
export function domainSize({ values, low, high }: ProblemVariable): number {
  return values?.length ?? high - low + 1;
}

/** Variables with more values have no literals. */
export const literalLimit = 4096;
