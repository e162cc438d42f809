/** The Petri net of a model, if it has one: places are slots, and a transition takes and puts tokens. */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";

export interface NetStructure {
  /** The arcs of each transition of the model, in the order of the model. */
  readonly transitions: readonly NetTransition[];
}

export interface NetTransition {
  /** At most one arc per place. */
  readonly arcs: readonly NetArc[];
}

/** The weights between a transition and a place, given by its slot. At least one of them is positive. */
export interface NetArc {
  readonly place: number;
  readonly takes: number;
  readonly puts: number;
}

export const netStructure: Hint<NetStructure> = defineHint("net structure");
