/**
 * The plan for computing representatives of states, made from the structure of the symmetry group.
 *
 * A state is treated as a vector over the points of the group. A point that is a slot has the value of the slot. A
 * point that is a literal has 0 if the literal holds and 1 otherwise. So a symmetry only permutes the vector, even if
 * it changes values, and the theory of permuting vectors applies. Every plan maps a vector to one of its images. It is
 * exact if it maps all vectors of an orbit to the same image. `docs/internals/representatives.md` describes the plans
 * and the reasons for them.
 */

import type { Rows } from "../../group/structure/structure-tree.ts";
import type { Point } from "../symmetry-group.ts";

export type Plan = SequencePlan | SortPlan | SearchPlan | WindowPlan | RefinementPlan | CosetPlan | LocalPlan;

/**
 * Plans one after the other: factors that move different points, or the actions within blocks and then that on the
 * blocks.
 */
export interface SequencePlan {
  readonly kind: "sequence";
  readonly parts: readonly Plan[];
}

/** Sorts the rows by the values of their points. For symmetric groups with all moved points in rows. */
export interface SortPlan {
  readonly kind: "sort";
  readonly rows: Rows;
}

/** Finds the least image by descending a chain of stabilizers, with all partial images that are least so far. */
export interface SearchPlan {
  readonly kind: "search";
  /** The moved points. Elements and comparisons use positions in this list. */
  readonly points: readonly number[];
  /** Every element is u_k ... u_1 u_0 for unique elements u_i of level i. */
  readonly levels: readonly SearchLevel[];
  readonly order: bigint;
  /** The orbits of slots under the group, by positions. */
  readonly slotOrbits: readonly (readonly number[])[];
  /** The plan for states that need too many partial images. */
  readonly fallback: LocalPlan;
}

export interface SearchLevel {
  /** `elements[e][x]` is the point whose value is moved to x. */
  readonly elements: readonly Uint16Array[];
  /**
   * The points to compare at this level: those whose values no later level changes. The levels together compare all
   * points.
   */
  readonly compared: readonly number[];
  /**
   * The orbits, under the later levels, of the points that these move. The multiset of values in an orbit does not
   * change.
   */
  readonly orbits: readonly (readonly number[])[];
}

/**
 * Looks up what a set of slots holds, the window, and tries only elements that make it hold the least. Always the whole
 * plan, never a part of one: it works on packed states.
 */
export interface WindowPlan {
  readonly kind: "window";
  /** The moved points, all of them slots. Elements and the window use positions in this list. */
  readonly points: readonly number[];
  readonly window: readonly number[];
  /** For each image of the window, an element that maps the window to it: `[x]` is the point whose value comes to x. */
  readonly images: readonly Uint16Array[];
  /** The elements that map the window onto itself. Every element is one of these and then one of `images`. */
  readonly stabilizer: readonly Uint16Array[];
  readonly order: bigint;
  /** The plan for states for which too many elements remain. Whether they do is the same for a whole orbit. */
  readonly otherwise: Plan;
}

/** Individualization and refinement of rows that refer to each other. */
export interface RefinementPlan {
  readonly kind: "refine";
  /** The number of rows of each symmetric group. Rows are numbered consecutively, those of the first group first. */
  readonly sizes: readonly number[];
  readonly orbits: readonly EdgeOrbit[];
  readonly order: bigint;
  /** The most nodes of the search for one state. The fallback handles states that need more. */
  readonly mostNodes: number;
  readonly fallback: LocalPlan;
}

/** Points that are moved like tuples of rows: for example, the pairs of different rows. */
export interface EdgeOrbit {
  /** The number of rows that determine a point. */
  readonly arity: number;
  /** The role of each row of a point. Rows with the same role can be exchanged. */
  readonly roles: readonly number[];
  readonly edges: readonly { readonly point: number; readonly rows: readonly number[] }[];
}

/**
 * The least result of `inner` on the images under `elements`, which contain one element of every coset of the group of
 * `inner`.
 */
export interface CosetPlan {
  readonly kind: "cosets";
  readonly points: readonly number[];
  readonly elements: readonly Uint16Array[];
  readonly inner: SortPlan | RefinementPlan;
}

/** Applies moves as long as one makes the vector smaller. Not exact. */
export interface LocalPlan {
  readonly kind: "local";
  readonly points: readonly number[];
  readonly moves: readonly Uint16Array[];
}

/** The computation of representatives for a model. */
export interface Representatives {
  /** The points of the plan: those of slots that are stored. */
  readonly points: readonly Point[];
  /** The order of the group in its action on them. */
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
    case "window":
      return isExact(plan.otherwise);
    case "local":
      return false;
  }
}
