/**
 * What people call the parts of a state and the steps of a model, where its language has other names for them than the
 * model: a channel has its own name and not a number, a control point is a line and its text. It serves reports only.
 */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";
import type { Expression } from "../model/model.ts";

export interface Naming {
  /** By the name of the variable in the model. */
  readonly variables: ReadonlyMap<string, PartNaming>;
  /** By the name of the transition in the model. */
  readonly transitions: ReadonlyMap<string, StepNaming>;
}

/** The names of a part of a state, and of its own parts. */
export interface PartNaming {
  /** The name of the part, in place of that of the whole with an index or a field. */
  readonly name?: string | undefined;
  /** The names of values of a scalar. Other values are shown as they are. */
  readonly values?: ReadonlyMap<number, string> | undefined;
  /** For all elements of an array or of a queue. */
  readonly element?: PartNaming | undefined;
  /** For the elements of an array by index, which are then shown one by one. */
  readonly elements?: ReadonlyMap<number, PartNaming> | undefined;
  readonly fields?: ReadonlyMap<string, PartNaming> | undefined;
  /** For a record whose fields mean different things: its text, by the value of one of them. */
  readonly forms?: RecordForms | undefined;
}

export interface RecordForms {
  readonly by: string;
  /** Text, and the names of fields in the place of their values. */
  readonly texts: ReadonlyMap<number, readonly (string | { readonly field: string; readonly names?: PartNaming })[]>;
}

/**
 * A step as text and expressions without free names, which have their values in the state before the step. `choices`
 * stands for the values of the parameters of the transition, if it has some.
 */
export type StepNaming = readonly (string | Expression | NamedExpression | { readonly choices: true })[];

/** An expression whose values have names. */
export interface NamedExpression {
  readonly named: Expression;
  readonly values: ReadonlyMap<number, string>;
}

export const naming: Hint<Naming> = defineHint("naming");
