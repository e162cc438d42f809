/** What a detector of symmetries is: a value in the list of `detectors.ts`. */

import type { Permutation } from "../group/permutation.ts";
import type { Objection } from "../hints/program-structure.ts";
import type { Model, Property } from "../model/model.ts";
import type { Symmetry } from "./symmetry.ts";

export interface Detector {
  /** What `--method` and `--symmetry` call it. */
  readonly name: string;
  /** What it does, for help texts and the guide: a clause. */
  readonly description: string;
  /** When `auto` runs it, if it applies: always, only if no detector before it saw the whole model, or never. */
  readonly inAuto: "always" | "as a fallback" | "never";
  /** Why it does not apply to a model, a clause; undefined if it does. */
  whyNot(model: Model): string | undefined;
  /** Proposes symmetries; a proposal may be wrong. */
  propose(search: Search): Findings;
}

/** What a detector works on, and where its proposals go. */
export interface Search {
  readonly model: Model;
  /** What the symmetries are to preserve. */
  readonly properties: readonly Property[];
  /** Whether to look for more at a high price: the detector was asked for by name, or none before it saw the whole model. */
  readonly isThorough: boolean;
  /** Proposes alternatives, one after the other until one is valid; says whether one was. */
  propose(...alternatives: readonly Symmetry[]): boolean;
  /** Whether a symmetry would be accepted. */
  isValid(symmetry: Symmetry): boolean;
  /** What was accepted so far counts as known from now on: proposals that follow from it are left out. */
  settle(): void;
}

/** What a detector says besides its proposals. */
export interface Findings {
  /** Whether it saw the whole model, so that others will hardly find more. */
  readonly sawAll?: boolean | undefined;
  /** The colored graph of the model. */
  readonly graph?: GraphSize | undefined;
  /** The graph of the model's components. */
  readonly diagram?: Diagram | undefined;
  /** What is known of permutations of components: they generate a valid group. */
  readonly permutations?: readonly Permutation[] | undefined;
  /** Why the language of the model does not let its components be permuted. */
  readonly objections?: readonly Objection[] | undefined;
  /** What the user should know: a clause after the detector's name. */
  readonly note?: string | undefined;
}

export interface GraphSize {
  readonly nodes: number;
  readonly edges: number;
}

/** A drawing with the order of its own group, valid or not. */
export interface Diagram extends GraphSize {
  readonly name: string;
  readonly order: bigint;
}
