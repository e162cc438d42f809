/**
 * Priorities, as SPIN 6.5 has them: a process moves only if no process of a higher priority could.
 *
 * The priority of a process is its variable `_priority`, 1 unless the text says otherwise. It exists if the text mentions
 * priorities at all. Rendezvous cannot be combined with them, in SPIN neither.
 */

import type { Span } from "../../../syntax/source.ts";
import type { Expression, ProcessDefinition, Unit } from "../syntax/syntax-tree.ts";
import type { Names } from "./declare.ts";
import { withLocal } from "./with-local.ts";

export const priorityName = "_priority";

/** The first place where the text mentions priorities. */
export function priorityIn(units: readonly Unit[]): Span | undefined {
  for (const unit of units) {
    const found = unit.kind === "unsupported" ? undefined : mention(unit);
    if (found) return found;
  }
  return undefined;
}

/** The units, in which every process has its priority as a variable. */
export function withPriorities(names: Names, units: readonly Unit[]): Unit[] {
  return units.map((unit) => {
    if (unit.kind !== "proctype" && unit.kind !== "init") return unit;
    const { span } = unit.name;
    const value: Expression = { kind: "number", value: priorityOf(names, unit.priority), span };
    return withLocal(unit satisfies ProcessDefinition, priorityName, "byte", value);
  });
}

/** The value of a `priority` clause. Without one, and for 0, it is 1. */
export function priorityOf(names: Names, given: Expression | undefined): number {
  const value = given ? (names.constant(given, "a priority") ?? 1) : 1;
  if (value < 0 || value > 255) {
    names.report("bad-priority", `expected a priority of 1 to 255, found ${value}`, given!.span);
  }
  return value === 0 ? 1 : value;
}

function mention(node: unknown): Span | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  const { kind, op, priority, text, span } = node as {
    readonly kind?: string;
    readonly op?: string;
    readonly priority?: Expression;
    readonly text?: string;
    readonly span: Span;
  };
  if (kind === "set_priority" || op === "get_priority" || text === priorityName) return span;
  if (priority) return priority.span;
  for (const [key, part] of Object.entries(node as Readonly<Record<string, unknown>>)) {
    const found = key === "span" ? undefined : mention(part);
    if (found) return found;
  }
  return undefined;
}
