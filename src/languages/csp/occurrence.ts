/** What happens in a step, as formulas speak of it: an event with its parts, a message, or termination. */

import type { Expression } from "../../model/model.ts";
import { constantOf } from "./expression.ts";
import type { Typed } from "./expression.ts";
import type { Label } from "./label.ts";
import { showExpression } from "./show.ts";

export interface Occurrence {
  /** Of an event, its name; of a message, the channel with its sign: `c!`, `c?`, `c` for a rendezvous, and `c[]!` with an index. */
  readonly name: string;
  readonly parts: readonly Pick<Typed, "e" | "bool">[];
}

/** The name by which the end of the whole system goes. */
export const termination = "terminate";

/** Undefined for what cannot be seen. */
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
  const parts = [...(index ? [index] : []), ...values].map((e) => ({ e, bool: false }));
  return { name: `${channel}${index ? "[]" : ""}${sign}`, parts };
}

/** The conditions, on the state before the step, under which it is what was asked for; undefined if it never is. */
export function matches(found: Occurrence, wanted: Occurrence): Expression[] | undefined {
  if (found.name !== wanted.name || found.parts.length !== wanted.parts.length) return undefined;
  const tests: Expression[] = [];
  for (const [k, part] of found.parts.entries()) {
    const { e, bool } = wanted.parts[k]!;
    if (part.bool !== bool) return undefined;
    if (constantOf(part) === undefined) tests.push({ kind: "binary", op: "==", left: part.e, right: e });
    else if (showExpression(part.e) !== showExpression(e)) return undefined;
  }
  return tests;
}
