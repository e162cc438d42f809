/** The interface of a symmetry detector: a value in the list of `detectors.ts`. */

import type { Permutation } from "../group/permutation.ts";
import type { Objection } from "../hints/program-structure.ts";
import type { Model, Property } from "../model/model.ts";
import type { SymmetryGroup } from "./symmetry-group.ts";
import type { Symmetry } from "./symmetry.ts";

/** The names of the detectors in the list, for commands that need no more of them. */
export const detectorNames: readonly string[] = [
  "patterns",
  "declared",
  "net",
  "text",
  "channels",
  "actors",
  "program",
  "constraints",
  "exchanges",
];

export interface Detector {
  /** The name for `--method` and `--symmetry`. */
  readonly name: string;
  /** A clause for help texts and the guide. */
  readonly description: string;
  /** When to run it, if nobody selects it by name. */
  readonly tier: Tier;
  /** The reason why it does not apply to a model, as a clause; `undefined` if it does. */
  whyNot(model: Model): string | undefined;
  /** Proposes symmetries, which may be wrong. */
  propose(search: Search): Findings;
}

/**
 * The cost of a detector: `cheap` ones run once a search is not small, a `costly` one if it is large or on request, `guess`
 * only if no other covered the model, and `named` only if selected by name.
 */
export type Tier = "cheap" | "costly" | "guess" | "named";

/** The input of a detector, and the interface for its proposals. */
export interface Search {
  readonly model: Model;
  /** The properties that the symmetries must preserve. */
  readonly properties: readonly Property[];
  /**
   * Whether to search further at a high cost: the detector was selected by name, or no earlier one covered the whole
   * model.
   */
  readonly isThorough: boolean;
  /** The most vertices that a costly graph may have for now; any number if absent. */
  readonly mostVertices?: number | undefined;
  /** Proposes alternatives, one after the other until one is valid. Returns whether one is. */
  propose(...alternatives: readonly Symmetry[]): boolean;
  /** Whether a symmetry would be accepted. */
  isValid(symmetry: Symmetry): boolean;
  /** Updates the known group, if there is one: further proposals that follow from the accepted ones are skipped. */
  settle(): SymmetryGroup | undefined;
}

/** The results of a detector other than its proposals. */
export interface Findings {
  /** Whether its graph would be too large for now. Then it found nothing, and may run again when more is allowed. */
  readonly isPutOff?: boolean | undefined;
  /** Whether it covered the whole model: others find nothing more, or are unlikely to. */
  readonly sawAll?: "certainly" | "probably" | undefined;
  /** The colored graph of the model. */
  readonly graph?: GraphSize | undefined;
  /** The graph of the components of the model. */
  readonly diagram?: Diagram | undefined;
  /** Permutations of components that generate a valid group, if they are known. */
  readonly permutations?: readonly Permutation[] | undefined;
  /** The reasons why the language of the model does not allow its components to be permuted. */
  readonly objections?: readonly Objection[] | undefined;
  /** A note for the user: a clause after the name of the detector. */
  readonly note?: string | undefined;
}

export interface GraphSize {
  readonly nodes: number;
  readonly edges: number;
}

/** A graph of components with the order of its own group, valid or not. */
export interface Diagram extends GraphSize {
  readonly name: string;
  readonly order: bigint;
}
