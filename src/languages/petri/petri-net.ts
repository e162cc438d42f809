/**
 * A place/transition net: the common form of PNML and LoLA files before lowering.
 *
 * Names are those of the user and not necessarily unique. Markings and weights are numbers of tokens, within 31 bits.
 */

import type { Span } from "../../syntax/source.ts";

export interface PetriNet {
  readonly name: string;
  readonly places: readonly Place[];
  readonly transitions: readonly PetriTransition[];
  /** The origins of the places in the colored net, for an unfolded net. */
  readonly unfolding?: Unfolding | undefined;
  /** The units that the file groups the places in. */
  readonly units?: Units | undefined;
}

export interface Units {
  /** The places of each unit itself. Each place is in one unit, and a unit comes before those in it. */
  readonly places: readonly (readonly number[])[];
  /** The unit that each unit is in; -1 for the first one, which is in none. */
  readonly parents: readonly number[];
  /**
   * Whether the file promises that at most one place of a unit is marked at a time, by one token, and then none of the
   * units in it.
   */
  readonly isSafe: boolean;
}

export interface Place {
  readonly name: string;
  readonly initial: number;
  /** The bound that the user declares. */
  readonly bound?: number | undefined;
  readonly span: Span;
}

export interface PetriTransition {
  readonly name: string;
  /** At most one arc per place, ascending by place. */
  readonly arcs: readonly Arc[];
  readonly span: Span;
}

/** At least one of the numbers is positive. */
export interface Arc {
  readonly place: number;
  readonly takes: number;
  readonly puts: number;
}

/** For each place, the colored place it comes from and its color there, as colors of basic sorts. */
export interface Unfolding {
  readonly sorts: readonly { readonly name: string; readonly size: number }[];
  readonly origins: readonly Origin[];
}

export interface Origin {
  readonly place: number;
  /** The numbers of the basic sorts, parallel to `colors`. */
  readonly sorts: readonly number[];
  readonly colors: readonly number[];
}

/** The greatest number of tokens in a marking or a weight. Sums of a few of them stay within 31 bits. */
export const tokenLimit: number = 2 ** 30 - 1;

/** The most places, and the most transitions, of a net after unfolding. */
export const sizeLimit = 1_000_000;
