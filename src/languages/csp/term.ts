/**
 * What a component may still do: terms.
 *
 * A term is what PAT compares when it compares states, with one difference: a process name in an active position stands for
 * its body, so that a component that is about to behave like P is in the same state whether it came from outside or from
 * within. (A call whose arguments read variables stands for itself, as in PAT.) What lies behind a prefix stays as it is in the
 * text, with the values of its names (`Closure`).
 */

import type { Binding, Env } from "./expression.ts";
import type { Label } from "./label.ts";
import type { ExpressionNode, ParallelSign, ProcessNode, ProcessOf } from "./syntax-tree.ts";

/** A process of the text that is not active yet. */
export interface Closure {
  readonly node: ProcessNode;
  readonly env: Env;
}

export type LeafNode =
  | ProcessOf<"prefix">
  | ProcessOf<"send">
  | ProcessOf<"receive">
  | ProcessOf<"if">
  | ProcessOf<"case">
  | ProcessOf<"assert">;

export type Term =
  | { readonly kind: "stop" }
  | { readonly kind: "skip" }
  /** After the termination of everything: does nothing, and is not deadlocked. */
  | { readonly kind: "terminated" }
  | { readonly kind: "leaf"; readonly node: LeafNode; readonly env: Env }
  /** A call of which some arguments read variables: they are evaluated with its first step, and not before. */
  | { readonly kind: "call"; readonly node: ProcessOf<"call">; readonly arguments: readonly Argument[] }
  /** Internal choice. */
  | { readonly kind: "either"; readonly parts: readonly Closure[] }
  | {
      readonly kind: "guard";
      readonly test: ExpressionNode;
      readonly negated: boolean;
      readonly env: Env;
      readonly body: Term;
    }
  /** `external` choices are resolved by visible events only. */
  | { readonly kind: "choice"; readonly external: boolean; readonly parts: readonly Term[] }
  | { readonly kind: "sequence"; readonly first: Term; readonly second: Closure }
  | { readonly kind: "interrupt"; readonly body: Term; readonly handler: Term }
  | { readonly kind: "hide"; readonly body: Term; readonly hidden: ReadonlySet<string> }
  | { readonly kind: "atomic"; readonly body: Term; readonly started: boolean }
  | {
      readonly kind: "parallel";
      readonly op: ParallelSign;
      readonly node: ProcessNode;
      readonly parts: readonly Part[];
    }
  /** A parallel composition whose parts have variables of their own: `number` counts the shapes within one component. */
  | { readonly kind: "site"; readonly number: number };

/** What reads no variable has its value already; of the rest, names of the caller have. */
export type Argument = Binding | { readonly kind: "later"; readonly node: ExpressionNode; readonly env: Env };

export type TermOf<K extends Term["kind"]> = Term & { readonly kind: K };

export interface Part {
  readonly term: Term;
  /** The name of the process, if it is a call. */
  readonly name?: string | undefined;
  /** The values of the indices of an indexed composition. */
  readonly indices: readonly number[];
  /** The constants it was called with. */
  readonly arguments: readonly number[];
  /** The events on which it waits for others. */
  readonly alphabet?: ReadonlySet<string> | undefined;
}

export const stop: Term = { kind: "stop" };
export const skip: Term = { kind: "skip" };
export const terminated: Term = { kind: "terminated" };

/** Whether an event is hidden; what is not fully known before the run is hidden by its name. */
export function hides(hidden: ReadonlySet<string>, label: Label): boolean {
  if (label.kind !== "event") return false;
  if (!label.open) return hidden.has(label.key);
  return [...hidden].some((key) => key.startsWith(`${label.name}.`));
}
