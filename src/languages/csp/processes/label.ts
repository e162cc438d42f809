/**
 * The visible part of a step: for synchronization of steps of different components (`Label`), and for formulas, which
 * refer to events with their parts, to messages, and to termination (`Occurrence`).
 */

import { equals, literalOf, local } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { replace } from "../../../model/substitute.ts";
import type { Find } from "../../../model/substitute.ts";
import { showExpression } from "../names/show.ts";

type Part = Pick<Value, "e" | "isBool">;

export type Label =
  | { readonly kind: "tau" }
  /** Termination. */
  | { readonly kind: "tick" }
  /** Communication: visible, but not synchronized. */
  | { readonly kind: "own"; readonly occurrence?: Occurrence | undefined }
  /** `key` is the event as text. In an `open` event, some parts depend on the state. */
  | {
      readonly kind: "event";
      readonly name: string;
      readonly parts: readonly Part[];
      readonly key: string;
      readonly open: boolean;
    }
  /** Half of a rendezvous. */
  | {
      readonly kind: "send";
      readonly channel: string;
      readonly index?: Expression | undefined;
      readonly values: readonly Expression[];
    }
  | {
      readonly kind: "receive";
      readonly channel: string;
      readonly index?: Expression | undefined;
      /** The required value of each field, if one is given. */
      readonly matches: readonly (Expression | undefined)[];
    };

export const tau: Label = { kind: "tau" };
export const tick: Label = { kind: "tick" };
export const own: Label = { kind: "own" };

export function replaceInLabel(label: Label, find: Find): Label {
  const inner = (e: Expression): Expression => replace(e, find);
  const part = ({ e, isBool }: Part): Part => ({ e: inner(e), isBool });
  switch (label.kind) {
    case "event":
      return { ...label, parts: label.parts.map(part) };
    case "own": {
      const { occurrence } = label;
      return { kind: "own", occurrence: occurrence && { ...occurrence, parts: occurrence.parts.map(part) } };
    }
    case "send":
      return { ...label, index: label.index && inner(label.index), values: label.values.map(inner) };
    case "receive":
      return { ...label, index: label.index && inner(label.index), matches: label.matches.map((e) => e && inner(e)) };
    default:
      return label;
  }
}

/** A placeholder for a field of a message received by rendezvous, until the sender is known. */
export function inputField(k: number): Expression {
  return local(`%in:${k}`);
}

/** Replaces these placeholders by the fields of the message. */
export function fillInputs(sent: readonly Expression[]): Find {
  return (e) => (e.kind === "local" && e.name.startsWith("%in:") ? sent[Number(e.name.slice(4))] : undefined);
}

// ---------------------------------------------------------------- what formulas see

export interface Occurrence {
  /**
   * The name of an event, or the channel of a message with its sign: `c!`, `c?`, `c` for a rendezvous, and `c[]!` with
   * an index.
   */
  readonly name: string;
  readonly parts: readonly Part[];
}

/** The name for the termination of the whole system. */
export const termination = "terminate";

/** The occurrence of a label; `undefined` if it is invisible. */
export function occurrenceOf(label: Label): Occurrence | undefined {
  switch (label.kind) {
    case "event":
      return { name: label.name, parts: label.parts };
    case "own":
      return label.occurrence;
    case "tick":
      return { name: termination, parts: [] };
    default:
      return undefined;
  }
}

export function message(
  channel: string,
  sign: "!" | "?" | "",
  index: Expression | undefined,
  values: readonly Expression[],
): Occurrence {
  const parts = [...(index ? [index] : []), ...values].map((e) => ({ e, isBool: false }));
  return { name: `${channel}${index ? "[]" : ""}${sign}`, parts };
}

/** An occurrence as text: `a.1`, `c!2`, `c[0]?1.2`. */
export function occurrenceText<T>(name: string, parts: readonly T[]): (string | T)[] {
  const [, head, index, sign] = /^(.*?)(\[\])?([!?])?$/s.exec(name)!;
  const values = [...parts];
  return [
    head!,
    ...(index === undefined ? [] : ["[", values.shift()!, "]"]),
    ...(sign === undefined ? [] : [sign]),
    ...values.flatMap((value, k) => (k === 0 && sign !== undefined ? [value] : [".", value])),
  ];
}

/**
 * The conditions, on the state before the step, under which a step is the wanted occurrence; `undefined` if it never
 * is.
 */
export function matches(found: Occurrence, wanted: Occurrence): Expression[] | undefined {
  if (found.name !== wanted.name || found.parts.length !== wanted.parts.length) return undefined;
  const tests: Expression[] = [];
  for (const [k, part] of found.parts.entries()) {
    const { e, isBool } = wanted.parts[k]!;
    if (part.isBool !== isBool) return undefined;
    if (literalOf(part.e) === undefined) tests.push(equals(part.e, e));
    else if (showExpression(part.e) !== showExpression(e)) return undefined;
  }
  return tests;
}
