/** What a step shows to the outside, by which steps of different components find each other. */

import type { Expression } from "../../model/model.ts";
import type { Typed } from "./expression.ts";
import type { Occurrence } from "./occurrence.ts";
import { replace } from "./show.ts";

export type Label =
  | { readonly kind: "tau" }
  /** Termination. */
  | { readonly kind: "tick" }
  /** Visible, but nobody waits for it: communication. */
  | { readonly kind: "own"; readonly occurrence?: Occurrence | undefined }
  /** `key` is the event as it is written; of an `open` one, some parts depend on the state. */
  | {
      readonly kind: "event";
      readonly name: string;
      readonly parts: readonly Typed[];
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
      /** What each field must be equal to, where that is given. */
      readonly matches: readonly (Expression | undefined)[];
    };

export const tau: Label = { kind: "tau" };
export const tick: Label = { kind: "tick" };
export const own: Label = { kind: "own" };

/** Stands for an argument of a call that waits for its first step; the local is a fresh one. */
export function argumentName(local: string): string {
  return local.replace("%", "%arg:");
}

export function replaceInLabel(label: Label, find: (e: Expression) => Expression | undefined): Label {
  const inner = (e: Expression): Expression => replace(e, find);
  switch (label.kind) {
    case "event":
      return { ...label, parts: label.parts.map((part) => ({ ...part, e: inner(part.e) })) };
    case "own": {
      const { occurrence } = label;
      if (!occurrence) return label;
      const parts = occurrence.parts.map((part) => ({ ...part, e: inner(part.e) }));
      return { kind: "own", occurrence: { ...occurrence, parts } };
    }
    case "send":
      return { ...label, index: label.index && inner(label.index), values: label.values.map(inner) };
    case "receive":
      return { ...label, index: label.index && inner(label.index), matches: label.matches.map((e) => e && inner(e)) };
    default:
      return label;
  }
}

/** Stands for a field of the message that is received by rendezvous, until the sender is known. */
export function inputField(k: number): Expression {
  return { kind: "local", name: `%in:${k}` };
}

/** Puts the fields of the message in the place of those stand-ins. */
export function fillInputs(sent: readonly Expression[]): (e: Expression) => Expression | undefined {
  return (e) => (e.kind === "local" && e.name.startsWith("%in:") ? sent[Number(e.name.slice(4))] : undefined);
}
