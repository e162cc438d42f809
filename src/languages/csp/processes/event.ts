/** Events with their values, and sets of events. */

import { literalOf } from "../../../model/build.ts";
import { instances, lower } from "../names/expression.ts";
import type { Env } from "../names/expression.ts";
import type { Globals } from "../names/globals.ts";
import { showExpression } from "../names/show.ts";
import type { EventNode, EventSet } from "../syntax/syntax-tree.ts";
import { tau } from "./label.ts";
import type { Label } from "./label.ts";

/** @throws Refused after reporting an error */
export function eventLabel(g: Globals, { name, parts: nodes }: EventNode, env: Env): Label {
  if (name === undefined) return tau;
  const parts = nodes.map((part) => lower(g, part, env));
  const key = [name, ...parts.map(({ e }) => showExpression(e))].join(".");
  return { kind: "event", name, parts, key, open: parts.some(({ e }) => literalOf(e) === undefined) };
}

/** The events of an alphabet, or the hidden events. All of them must be known before the run. */
export function eventKeys(g: Globals, sets: readonly EventSet[], env: Env, into: Set<string> = new Set()): Set<string> {
  for (const { binders, event } of sets) {
    for (const inner of instances(g, binders, env)) {
      const label = eventLabel(g, event, inner);
      if (label.kind !== "event") continue;
      if (label.open) {
        g.refuse("csp/not-constant", "expected an event that is known before the run, found a variable one", event);
      }
      into.add(label.key);
    }
  }
  return into;
}

/** Whether an event is hidden. An event that depends on the state is hidden by its name. */
export function hides(hidden: ReadonlySet<string>, label: Label): boolean {
  if (label.kind !== "event") return false;
  return label.open ? hidesName(hidden, label.name) : hidden.has(label.key);
}

export function hidesName(hidden: ReadonlySet<string>, name: string): boolean {
  return [...hidden].some((key) => key.startsWith(`${name}.`));
}
