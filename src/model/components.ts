/**
 * The components of a model, as far as its language knows them: processes, channels and shared variables, who uses what, and
 * which slots hold numbers of components.
 *
 * A model means the same without them; detectors of structural symmetry start here.
 */

export interface Components {
  readonly components: readonly Component[];
  /** Who may write to whom: from a process to a channel that it sends to, from a channel to a process that receives from it. */
  readonly links: readonly Link[];
  /** Slots that hold numbers of components. */
  readonly references: readonly Reference[];
  /** How processes get from one control point to the next: a permutation of components can permute control points too. */
  readonly controls: readonly Control[];
  /** Why the components cannot be permuted, whatever the links say: a number of a process is used as one, say. */
  readonly objections: readonly string[];
}

export type ComponentKind = "process" | "channel" | "variable";

export interface Component {
  /** As the user would write it. */
  readonly name: string;
  readonly kind: ComponentKind;
  /** Components of the same kind and type may be exchanged. */
  readonly type: string;
  /** What the component is made of, in the same order for all of its type. */
  readonly slots: readonly number[];
  /** The numbers by which slots refer to it, by numbering: a process may have a `pid` and a place in a pool. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** The control of all processes of a type. */
export interface Control {
  readonly type: string;
  /** The place of the control slot among the slots of a component of this type. */
  readonly place: number;
  readonly steps: readonly ControlStep[];
}

/** From and to are values of the control slot. */
export interface ControlStep {
  readonly from: number;
  readonly to: number;
  readonly label: Label;
}

/** What is done, in parts: text, numbers of components, and parts whose order does not matter. */
export type Label = readonly (string | ComponentNumber | { readonly anyOrder: readonly Label[] })[];

export interface ComponentNumber {
  readonly numbering: string;
  readonly number: number;
}

/** From and to are numbers of components. */
export interface Link {
  readonly from: number;
  readonly to: number;
}

/** A slot that holds numbers of a numbering; values that are no component's number stay as they are. */
export interface Reference {
  readonly slot: number;
  readonly numbering: string;
}
