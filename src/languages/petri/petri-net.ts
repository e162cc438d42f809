/**
 * A place/transition net: what PNML files and LoLA's become before they become a model.
 *
 * Names are as the user wrote them, not necessarily unique. Markings and weights are numbers of tokens, within 31 bits.
 */

import type { Span } from "../../syntax/source.ts";

export interface PetriNet {
  readonly name: string;
  readonly places: readonly Place[];
  readonly transitions: readonly PetriTransition[];
  /** For nets that were unfolded: what became of the colors. */
  readonly unfolding?: Unfolding | undefined;
}

export interface Place {
  readonly name: string;
  readonly initial: number;
  /** The most tokens that the user says there will be. */
  readonly bound?: number | undefined;
  readonly span: Span;
}

export interface PetriTransition {
  readonly name: string;
  /** Each place once, ascending. */
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
  /** Basic sorts by number; `colors` is parallel to it. */
  readonly sorts: readonly number[];
  readonly colors: readonly number[];
}

/** The most tokens that a marking or a weight may name: sums of a few stay within 31 bits. */
export const tokenLimit: number = 2 ** 30 - 1;

/** The most places, and transitions, of a net after unfolding. */
export const sizeLimit = 1_000_000;
