/**
 * The components of a program, as far as its language knows them: processes, channels and shared variables, who uses what, and
 * which slots hold numbers of components. Detectors of structural symmetry start here.
 */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";
import type { Span } from "../syntax/source.ts";

export interface ProgramStructure {
  readonly components: readonly Component[];
  /** Who may write to whom: from a process to a channel that it sends to, from a channel to a process that receives from it. */
  readonly links: readonly Link[];
  /** Slots that hold numbers of components. */
  readonly references: readonly Reference[];
  /** How processes get from one control point to the next: a permutation of components can permute control points too. */
  readonly controls: readonly Control[];
  /** What the text says besides the steps of processes. */
  readonly conditions: readonly Condition[];
  /** Why the components cannot be permuted, whatever the links say: the number of a process is used as a number, say. */
  readonly objections: readonly Objection[];
  /** Where components are actors: per component those it knows, in the order of its list. */
  readonly known?: readonly (readonly number[])[] | undefined;
}

export interface Objection {
  readonly span: Span;
  readonly message: string;
}

export type ComponentKind = "process" | "channel" | "variable";

export interface Component {
  /** As the user would write it. */
  readonly name: string;
  readonly kind: ComponentKind;
  /** Components of the same kind and type may be exchanged, unless they have different ranks. */
  readonly type: string;
  /** The place in an order that matters: that of instances which are there for processes to come. */
  readonly rank?: number | undefined;
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
  /** What else tells control points apart. */
  readonly marks: ReadonlyMap<number, string>;
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

/** A condition or a formula. */
export interface Condition {
  readonly label: Label;
  /** The name of the property that it is; otherwise it belongs to the program. */
  readonly property?: string | undefined;
}

/** From and to are places in the list of components. */
export interface Link {
  readonly from: number;
  readonly to: number;
  /** Absent for reading and writing; `index` and `owner` are what an element of an array, or a local channel, goes along with. */
  readonly tie?: "index" | "owner" | undefined;
  /** What tells it from other links of the same component: the place of an actor in the list of those it knows. */
  readonly label?: string | undefined;
}

/** A slot that holds numbers of a numbering; values that are no component's number stay as they are. */
export interface Reference {
  readonly slot: number;
  readonly numbering: string;
}

export const programStructure: Hint<ProgramStructure> = defineHint("program structure");
