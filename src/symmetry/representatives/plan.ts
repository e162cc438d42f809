/**
 * How representatives of states are computed, step by step, planned from the structure of the symmetry group.
 *
 * A state is looked at as a vector over the points of the group: a point that is a slot has the slot's value, a point that
 * is a literal has 0 where the literal holds and 1 where it does not. So a symmetry only moves things, also where it changes
 * values, and what is known about permuting vectors applies. Every plan maps a vector to one of its images; it is exact if
 * all vectors of an orbit are mapped to the same one. `docs/internals/representatives.md` says what is done when, and why.
 */

import type { Rows } from "../../group/structure/structure-tree.ts";
import type { Point } from "../symmetry-group.ts";

export type Plan = SequencePlan | SortPlan | SearchPlan | RefinementPlan | CosetPlan | LocalPlan;

/** One after the other: factors that move different points, or the actions within blocks and then that on the blocks. */
export interface SequencePlan {
  readonly kind: "sequence";
  readonly parts: readonly Plan[];
}

/** The rows are sorted by what their points have. For symmetric groups; rows hold all points that move. */
export interface SortPlan {
  readonly kind: "sort";
  readonly rows: Rows;
}

/** The least image by going down a chain of stabilizers, with all partial images that are least so far. */
export interface SearchPlan {
  readonly kind: "search";
  /** The points that move; elements and comparisons speak of their places here. */
  readonly points: readonly number[];
  /** Every element is u_k ... u_1 u_0 for unique elements u_i of level i. */
  readonly levels: readonly SearchLevel[];
  readonly order: bigint;
  /** The orbits of slots under the group, by places. */
  readonly slotOrbits: readonly (readonly number[])[];
  /** For states that need too many partial images. */
  readonly fallback: LocalPlan;
}

export interface SearchLevel {
  /** `elements[e][x]`: the point whose value comes to x. */
  readonly elements: readonly Uint16Array[];
  /** What is compared at this level: points whose values no later level changes. After the last level, all were compared. */
  readonly compared: readonly number[];
  /** The orbits of those points that later levels move, under these levels: what an orbit has, as a multiset, stays the same. */
  readonly orbits: readonly (readonly number[])[];
}

/** Individualization and refinement of rows that refer to each other. */
export interface RefinementPlan {
  readonly kind: "refine";
  /** Rows are numbered through, those of the first symmetric group first: how many each group has. */
  readonly sizes: readonly number[];
  readonly orbits: readonly EdgeOrbit[];
  readonly order: bigint;
  /** So many nodes are searched for one state; for one that needs more there is the fallback. */
  readonly mostNodes: number;
  readonly fallback: LocalPlan;
}

/** Points that are moved as tuples of rows are: the pairs of different rows, for instance. */
export interface EdgeOrbit {
  /** How many rows a point is determined by. */
  readonly arity: number;
  /** Per row of a point, its role: rows with the same role can be exchanged. */
  readonly roles: readonly number[];
  readonly edges: readonly { readonly point: number; readonly rows: readonly number[] }[];
}

/** The least of what `inner` makes of the images under `elements`: one of every coset of the group of `inner`. */
export interface CosetPlan {
  readonly kind: "cosets";
  readonly points: readonly number[];
  readonly elements: readonly Uint16Array[];
  readonly inner: SortPlan | RefinementPlan;
}

/** Moves are applied for as long as one makes the vector less. Not exact. */
export interface LocalPlan {
  readonly kind: "local";
  readonly points: readonly number[];
  readonly moves: readonly Uint16Array[];
}

/** What to do with states of a model. */
export interface Representatives {
  /** The points that the plan speaks of: those of slots that are stored. */
  readonly points: readonly Point[];
  /** The order of the group as it acts on them. */
  readonly order: bigint;
  readonly plan: Plan;
}

/** Whether all states of an orbit get the same representative, unless a search is given up at run time. */
export function isExact(plan: Plan): boolean {
  switch (plan.kind) {
    case "sequence":
      return plan.parts.every((part) => isExact(part));
    case "sort":
    case "search":
    case "refine":
    case "cosets":
      return true;
    case "local":
      return false;
  }
}
