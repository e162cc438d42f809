/**
 * The proof that a symmetry is valid, as plain data: the image of each part of the model that mentions something moved.
 *
 * It can be printed, stored, and checked again without the validator (`recheck.ts`).
 */

import { facts } from "../../model/facts.ts";
import type { Model, Parameter } from "../../model/model.ts";
import { isScalar, showValue } from "../../model/slots.ts";
import { printable } from "../../util/printable.ts";
import { formatSymmetry } from "../symmetry.ts";
import type { Symmetry } from "../symmetry.ts";
import type { TextImage } from "./typing/typing-proof.ts";

export interface Certificate {
  readonly initial: Comparison;
  readonly transitions: readonly TransitionImage[];
  /** The number of choices of transitions that mention nothing moved: each is its own image. */
  readonly untouched: number;
  /** The number of choices of transitions whose guard never holds and never fails. */
  readonly neverTaken: number;
  readonly properties: readonly PropertyImage[];
  /**
   * In a proof by typing: which transition each one goes to, for all choices at once. Then no choices are listed.
   * Transitions that mention nothing that moves may be left out.
   */
  readonly texts?: readonly TextImage[] | undefined;
}

export interface Comparison {
  /** Whether all parts were compared value by value, or some were too large and were compared by their syntax. */
  readonly by: "nothing moves" | "table" | "syntax" | "typing";
  /** The number of rows of all compared tables. */
  readonly rows: number;
}

export interface TransitionImage extends Comparison {
  readonly from: Choice;
  readonly to: Choice;
  /** The slots that `from` depends on or changes. */
  readonly slots: readonly number[];
  /** The values that slots must have for the guard of `from` to hold. */
  readonly where: readonly { readonly slot: number; readonly values: readonly number[] }[];
}

export interface PropertyImage extends Comparison {
  readonly property: string;
}

/** A transition with values for its parameters, each as slots. */
export interface Choice {
  readonly transition: string;
  readonly choice: readonly (readonly number[])[];
}

export function formatCertificate(model: Model, symmetry: Symmetry, certificate: Certificate): string {
  const { initial, transitions, untouched, neverTaken, properties, texts = [] } = certificate;
  const isAny = texts.some(({ from, to }) => from !== to);
  const lines = [
    formatSymmetry(symmetry, facts(model).slots),
    `  initial states: the same set${formatComparison(initial)}`,
    ...transitions.map((t) => `  ${formatChoice(model, t.from)} -> ${formatChoice(model, t.to)}${formatComparison(t)}`),
    ...texts.filter(({ from, to }) => from !== to).map(({ from, to }) => `  ${from} -> ${to}, by their texts`),
    ...(texts.some(({ from, to }) => from === to) ? [`  ${isAny ? "other" : "all"} transitions keep their texts`] : []),
    ...(untouched > 0 ? [`  ${untouched} more mention nothing that moves`] : []),
    ...(neverTaken > 0 ? [`  ${neverTaken} more can never be taken`] : []),
    ...properties.map((p) => `  property ${p.property}: the same states${formatComparison(p)}`),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

/** `move(d = 1, to = goal)`. */
export function formatChoice(model: Model, { transition, choice }: Choice): string {
  const parameters = model.transitions.find(({ name }) => name === transition)?.parameters ?? [];
  if (parameters.length === 0) return transition;
  return `${transition}(${formatParameters(parameters, choice)})`;
}

/** `d = 1, to = goal`. */
export function formatParameters(parameters: readonly Parameter[], choice: Choice["choice"]): string {
  return parameters
    .map(({ name, type }, i) => {
      const cells = choice[i] ?? [];
      return `${name} = ${isScalar(type) ? showValue(type, cells[0]!) : `{${cells.join(", ")}}`}`;
    })
    .join(", ");
}

function formatComparison({ by, rows }: Comparison): string {
  if (by === "nothing moves") return " (nothing in it moves)";
  if (by === "typing") return " (by its text)";
  return ` (${by === "table" ? "compared" : "compared as written, with"} ${rows} ${rows === 1 ? "row" : "rows"})`;
}
