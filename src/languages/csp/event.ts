/** Events with their values put in, and sets of them. */

import { constantOf, instances, lower } from "./expression.ts";
import type { Env, Typed } from "./expression.ts";
import type { Globals } from "./globals.ts";
import type { Label } from "./label.ts";
import { Refused } from "./refused.ts";
import { showExpression } from "./show.ts";
import type { EventNode, EventSet } from "./syntax-tree.ts";

/** @throws Refused after reporting what is wrong */
export function eventLabel(g: Globals, event: EventNode, env: Env): Label {
  if (event.name === undefined) return { kind: "tau" };
  const parts: Typed[] = [];
  for (const part of event.parts) {
    const typed = lower(g, part, env);
    if (!typed) throw new Refused();
    parts.push(typed);
  }
  const key = [event.name, ...parts.map(({ e }) => showExpression(e))].join(".");
  const open = parts.some((part) => constantOf(part) === undefined);
  return { kind: "event", name: event.name, parts, key, open };
}

/** The events of an alphabet, or of what is hidden; all of them must be known before the run. */
export function eventKeys(g: Globals, sets: readonly EventSet[], env: Env, into: Set<string> = new Set()): Set<string> {
  for (const { binders, event } of sets) {
    const envs = instances(g, binders, env);
    if (!envs) throw new Refused();
    for (const inner of envs) {
      const label = eventLabel(g, event, inner);
      if (label.kind !== "event") continue;
      if (label.open) {
        g.report("csp/not-constant", "expected an event that is known before the run, found a variable one", event);
        throw new Refused();
      }
      into.add(label.key);
    }
  }
  return into;
}
