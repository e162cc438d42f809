/** A PNML file after reading: nodes and arcs, with inscriptions and declarations still as elements. */

import type { Place } from "../../syntax/source.ts";

export interface Document {
  readonly id: string;
  readonly name?: string | undefined;
  readonly kind: NetKind;
  readonly nodes: ReadonlyMap<string, Node>;
  readonly arcs: readonly ArcElement[];
  /** The `declarations` elements. */
  readonly declarations: readonly Element[];
  /** The units that a part for tools describes. */
  readonly units?: UnitsElement | undefined;
  readonly place: Range;
}

/** Offsets in the text. The word place means a place of the net here. */
export type Range = Place;

export type NetKind = "place-transition" | "symmetric";

export interface Element extends Range {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
}

export type Node = PlaceNode | TransitionNode | ReferenceNode;

export interface PlaceNode extends Range {
  readonly kind: "place";
  readonly id: string;
  name?: string;
  /** The initial marking: a number, or a term. */
  initial?: number;
  marking?: Element;
  sort?: Element;
}

export interface TransitionNode extends Range {
  readonly kind: "transition";
  readonly id: string;
  name?: string;
  condition?: Element;
}

/** A reference to a node of another page. */
export interface ReferenceNode extends Range {
  readonly kind: "referencePlace" | "referenceTransition";
  readonly id: string;
  readonly to: string;
}

export interface ArcElement extends Range {
  readonly source: string;
  readonly target: string;
  weight?: number;
  inscription?: Element;
}

/** A unit as it is written (`units.ts`): its own places, and the units in it. */
export interface UnitElement {
  readonly id: string;
  places: readonly string[];
  subunits: readonly string[];
}

export interface UnitsElement {
  readonly root: string | undefined;
  /** Whether at most one place of each unit is promised to be marked, by at most one token. */
  readonly isSafe: boolean;
  readonly units: UnitElement[];
}
