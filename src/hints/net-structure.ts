/** The Petri net behind a model, where there is one: places are slots, and a transition takes tokens and puts tokens. */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";

export interface NetStructure {
  /** What each transition of the model takes and puts, in the order of the model's transitions. */
  readonly transitions: readonly NetTransition[];
}

export interface NetTransition {
  /** Each place once. */
  readonly arcs: readonly NetArc[];
}

/** How a transition and a place, given by its slot, are connected; at least one of the weights is positive. */
export interface NetArc {
  readonly place: number;
  readonly takes: number;
  readonly puts: number;
}

export const netStructure: Hint<NetStructure> = defineHint("net structure");
