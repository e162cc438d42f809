/**
 * The components of a program, as far as its language knows them: processes, channels and shared variables, their uses
 * of each other, and the slots that hold component numbers. Detectors of structural symmetry start here.
 */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";
import type { Span } from "../syntax/source.ts";

export interface ProgramStructure {
  readonly components: readonly Component[];
  /**
   * The flow of information: a process links to a channel that it sends to, a channel to a process that receives from
   * it.
   */
  readonly links: readonly Link[];
  /** Slots that hold component numbers. */
  readonly references: readonly Reference[];
  /** The control flow of processes: a permutation of components may permute control points too. */
  readonly controls: readonly Control[];
  /** Conditions in the text other than the steps of processes. */
  readonly conditions: readonly Condition[];
  /**
   * Reasons why the components cannot be permuted, whatever the links are: for example, arithmetic on a process number.
   */
  readonly objections: readonly Objection[];
  /** If components are actors: the known actors of each component, in the order of its list. */
  readonly known?: readonly (readonly number[])[] | undefined;
}

export interface Objection {
  readonly span: Span;
  readonly message: string;
}

export type ComponentKind = "process" | "channel" | "variable";

export interface Component {
  /** The name in the notation of the user. */
  readonly name: string;
  readonly kind: ComponentKind;
  /** Components of the same kind and type may be exchanged, unless they have different ranks. */
  readonly type: string;
  /** The position in an order that matters, such as that of the instances for processes to be created. */
  readonly rank?: number | undefined;
  /** The slots of the component, in the same order for all components of its type. */
  readonly slots: readonly number[];
  /**
   * The numbers by which slots refer to the component, per numbering. A process may have a `pid` and a position in a
   * pool.
   */
  readonly numbers: Readonly<Record<string, number>>;
}

/** The control of all processes of a type. */
export interface Control {
  readonly type: string;
  /** The position of the control slot among the slots of a component of this type. */
  readonly place: number;
  readonly steps: readonly ControlStep[];
  /** Other marks that distinguish control points. */
  readonly marks: ReadonlyMap<number, string>;
}

/** `from` and `to` are values of the control slot. */
export interface ControlStep {
  readonly from: number;
  readonly to: number;
  readonly label: Label;
}

/** The action of a step, in parts: text, component numbers, and parts whose order does not matter. */
export type Label = readonly (string | ComponentNumber | { readonly anyOrder: readonly Label[] })[];

export interface ComponentNumber {
  readonly numbering: string;
  readonly number: number;
}

/** A condition or a formula. */
export interface Condition {
  readonly label: Label;
  /** The name of the property; absent if the condition belongs to the program. */
  readonly property?: string | undefined;
}

/** `from` and `to` are positions in the list of components. */
export interface Link {
  readonly from: number;
  readonly to: number;
  /**
   * Absent for reading and writing. `index` links an array element to the component of its index, `owner` to its owner.
   */
  readonly tie?: "index" | "owner" | undefined;
  /** Distinguishes links of the same component: the position of an actor in the list of known actors. */
  readonly label?: string | undefined;
}

/** A slot that holds numbers of a numbering. Values that are not the number of a component stay as they are. */
export interface Reference {
  readonly slot: number;
  readonly numbering: string;
}

export const programStructure: Hint<ProgramStructure> = defineHint("program structure");
